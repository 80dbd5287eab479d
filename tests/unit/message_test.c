// What players are told.
#include "cloudsvc/game/message.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static void every_failure_has_its_words(void **state)
{
    (void)state;
    static const struct {
        enum nav_status status;
        enum nav_reason reason;
        const char *goal, *english, *chinese;
    } cases[] = {
        {NAV_UNREACHABLE, NAV_REASON_STEP, "the blacksmith",
         "No way to the blacksmith: the step is too high.", "去不了the blacksmith：台阶太高。"},
        {NAV_UNREACHABLE, NAV_REASON_WIDTH, "", "No way there: the gap is too narrow.",
         "去不了那里：缝太窄。"},
        {NAV_UNREACHABLE, NAV_REASON_CLEARANCE, "", "No way there: the ceiling is too low.",
         "去不了那里：顶太低。"},
        {NAV_UNREACHABLE, NAV_REASON_NO_JUMP, "Ann", "No way to Ann: nothing leads to that place.",
         "去不了Ann：没有路通向那里。"},
        {NAV_UNREACHABLE, NAV_REASON_NONE, "", "No way there: it is cut off from here.",
         "去不了那里：那里和这里不相通。"},
        {NAV_NO_SUCH_NPC, NAV_REASON_NONE, "the baker", "No way to the baker: there is nobody of that kind.",
         "去不了the baker：找不到这样的人。"},
        {NAV_OFF_MESH, NAV_REASON_NONE, "", "No way there: there is no ground to walk on.",
         "去不了那里：那里没有路面。"},
        {NAV_OUT_OF_NODES, NAV_REASON_NONE, "", "No way there: it is too far.", "去不了那里：太远了。"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int language = 0; language < WORDS_LANGUAGE_COUNT; language++) {
            char text[128];
            const char *why = words_get(message_reason(cases[i].status, cases[i].reason), language);
            message_no_way(text, sizeof text, language, cases[i].goal, why);
            assert_string_equal(text, language == WORDS_CHINESE ? cases[i].chinese : cases[i].english);
        }
    }
}

static void a_text_too_long_is_cut(void **state)
{
    (void)state;
    char text[16];
    message_no_way(text, sizeof text, WORDS_ENGLISH, "the blacksmith", "it rains");
    assert_string_equal(text, "No way to the b");
}

static void labels_become_goals(void **state)
{
    (void)state;
    static const struct {
        enum words_language language;
        const char *label, *goal;
    } cases[] = {
        {WORDS_ENGLISH, "Blacksmith", "the blacksmith"},
        {WORDS_ENGLISH, "blacksmith", "the blacksmith"},
        {WORDS_ENGLISH, "NPC", "the NPC"},
        {WORDS_ENGLISH, "鐵匠", "the 鐵匠"},
        {WORDS_CHINESE, "鐵匠", "鐵匠"},
        {WORDS_CHINESE, "Blacksmith", "Blacksmith"},
        {WORDS_ENGLISH, "", ""},
        {WORDS_ENGLISH, "X", "the x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        message_goal(text, sizeof text, cases[i].language, cases[i].label);
        assert_string_equal(text, cases[i].goal);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_failure_has_its_words),
        cmocka_unit_test(a_text_too_long_is_cut),
        cmocka_unit_test(labels_become_goals),
    };
    return cmocka_run_group_tests_name("message", tests, NULL, NULL);
}
