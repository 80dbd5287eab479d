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
        const char *goal, *text;
    } cases[] = {
        {NAV_UNREACHABLE, NAV_REASON_STEP, "to the blacksmith",
         "No way to the blacksmith: the step is too high."},
        {NAV_UNREACHABLE, NAV_REASON_WIDTH, "there", "No way there: the gap is too narrow."},
        {NAV_UNREACHABLE, NAV_REASON_CLEARANCE, "there", "No way there: the ceiling is too low."},
        {NAV_UNREACHABLE, NAV_REASON_NO_JUMP, "to Ann", "No way to Ann: nothing leads to that place."},
        {NAV_UNREACHABLE, NAV_REASON_NONE, "there", "No way there: it is cut off from here."},
        {NAV_NO_SUCH_NPC, NAV_REASON_NONE, "to the baker",
         "No way to the baker: there is nobody of that kind."},
        {NAV_OFF_MESH, NAV_REASON_NONE, "there", "No way there: there is no ground to walk on."},
        {NAV_OUT_OF_NODES, NAV_REASON_NONE, "there", "No way there: it is too far."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[128];
        message_no_way(text, sizeof text, cases[i].status, cases[i].reason, cases[i].goal);
        assert_string_equal(text, cases[i].text);
    }
}

static void a_text_too_long_is_cut(void **state)
{
    (void)state;
    char text[16];
    message_no_way(text, sizeof text, NAV_OFF_MESH, NAV_REASON_NONE, "to the blacksmith");
    assert_string_equal(text, "No way to the b");
}

static void labels_become_goals(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"Blacksmith", "to the blacksmith"},
        {"blacksmith", "to the blacksmith"},
        {"NPC", "to the NPC"},
        {"鐵匠", "to the 鐵匠"},
        {"", "there"},
        {"X", "to the x"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[64];
        message_goal(text, sizeof text, cases[i][0]);
        assert_string_equal(text, cases[i][1]);
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
