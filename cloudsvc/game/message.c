#include "cloudsvc/game/message.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static const char *reason_in_words(enum nav_reason reason)
{
    switch (reason) {
    case NAV_REASON_STEP:
        return "the step is too high";
    case NAV_REASON_CLEARANCE:
        return "the ceiling is too low";
    case NAV_REASON_WIDTH:
        return "the gap is too narrow";
    case NAV_REASON_NO_JUMP:
        return "nothing leads to that place";
    case NAV_REASON_NONE:
        break;
    }
    return "it is cut off from here";
}

static const char *status_in_words(enum nav_status status, enum nav_reason reason)
{
    switch (status) {
    case NAV_UNREACHABLE:
        return reason_in_words(reason);
    case NAV_NO_SUCH_NPC:
        return "there is nobody of that kind";
    case NAV_OFF_MESH:
        return "there is no ground to walk on";
    case NAV_OUT_OF_NODES:
        return "it is too far";
    case NAV_FOUND:
        break;
    }
    assert(status != NAV_FOUND);
    return "";
}

void message_no_way(char *text, size_t size, enum nav_status status, enum nav_reason reason, const char *goal)
{
    snprintf(text, size, "No way %s: %s.", goal, status_in_words(status, reason));
}

static bool is_capital(char letter)
{
    return letter >= 'A' && letter <= 'Z';
}

void message_goal(char *text, size_t size, const char *label)
{
    char first = label[0];
    if (is_capital(first) && !is_capital(label[1]))
        first = (char)(first - 'A' + 'a');
    if (label[0])
        snprintf(text, size, "to the %c%s", first, label + 1);
    else
        snprintf(text, size, "there");
}
