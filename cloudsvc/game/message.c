#include "cloudsvc/game/message.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static enum game_word unreachable(enum nav_reason reason)
{
    switch (reason) {
    case NAV_REASON_STEP:
        return WORD_STEP_TOO_HIGH;
    case NAV_REASON_CLEARANCE:
        return WORD_CEILING_TOO_LOW;
    case NAV_REASON_WIDTH:
        return WORD_GAP_TOO_NARROW;
    case NAV_REASON_NO_JUMP:
        return WORD_NOTHING_LEADS_THERE;
    case NAV_REASON_NONE:
        break;
    }
    return WORD_CUT_OFF;
}

enum game_word message_reason(enum nav_status status, enum nav_reason reason)
{
    switch (status) {
    case NAV_UNREACHABLE:
        return unreachable(reason);
    case NAV_NO_SUCH_NPC:
        return WORD_NOBODY_OF_THAT_KIND;
    case NAV_OFF_MESH:
        return WORD_NO_GROUND;
    case NAV_OUT_OF_NODES:
        return WORD_TOO_FAR;
    case NAV_FOUND:
        break;
    }
    assert(status != NAV_FOUND);
    return WORD_NONE;
}

void message_no_way(char *text, size_t size, enum words_language language, const char *goal, const char *why)
{
    enum game_word word = goal[0] ? WORD_NO_WAY_TO : WORD_NO_WAY_THERE;
    words_compose(text, size, words_get(word, language), goal, why);
}

static bool is_capital(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

void message_goal(char *text, size_t size, enum words_language language, const char *label)
{
    char first = label[0];
    if (is_capital(first) && !is_capital(label[1]))
        first = (char)(first - 'A' + 'a');
    if (language == WORDS_ENGLISH && label[0])
        snprintf(text, size, "the %c%s", first, label + 1);
    else
        snprintf(text, size, "%s", label);
}
