// The probe's command line, and where and when it taps.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "render/view.h"
#include "tests/latency/probe_plan.h"

enum { WORDS_MAX = 8 };

static enum probe_plan_status parse(const char *const *words, struct probe_plan *plan, char *message)
{
    char *argv[WORDS_MAX + 2] = {strdup("wayprobe")};
    int argc = 1;
    for (; words[argc - 1]; argc++) {
        argv[argc] = strdup(words[argc - 1]);
    }
    const enum probe_plan_status status = probe_plan_parse(argc, argv, plan, message);
    for (int i = 0; i < argc; i++) {
        free(argv[i]);
    }
    return status;
}

static void defaults_are_two_hundred_taps_of_one_session_at_720p(void **state)
{
    (void)state;
    struct probe_plan plan;
    char message[PROBE_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){NULL}, &plan, message), PROBE_PLAN_RUN);
    assert_int_equal(plan.taps, 200);
    assert_int_equal(plan.sessions, 1);
    assert_int_equal(plan.width_px, 1280);
    assert_int_equal(plan.height_px, 720);
    assert_string_equal(plan.url, "ws://127.0.0.1:8080/");
    assert_false(plan.writes_json);
}

static void every_option_is_taken(void **state)
{
    (void)state;
    struct probe_plan plan;
    char message[PROBE_MESSAGE_MAX];
    const char *const words[] = {"--minutes=10", "--sessions=6", "--size=390x844", "--turn", "--json", NULL};
    assert_int_equal(parse(words, &plan, message), PROBE_PLAN_RUN);
    assert_int_equal(plan.minutes, 10);
    assert_int_equal(plan.taps, 0);
    assert_int_equal(plan.sessions, 6);
    assert_int_equal(plan.width_px, 390);
    assert_int_equal(plan.height_px, 844);
    assert_true(plan.turns);
    assert_true(plan.writes_json);
}

static void a_wrong_command_line_names_the_option(void **state)
{
    (void)state;
    static const char *const cases[][WORDS_MAX] = {
        {"--taps", "0"},      {"--taps", "-5"},        {"--taps", "1e3"},      {"--taps", "100001"},
        {"--sessions", "65"}, {"--minutes", "601"},    {"--size", "1280"},     {"--size", "1280x"},
        {"--size", "8x720"},  {"--size", "1280x720x"}, {"--url", "http://a/"}, {"--taps"},
        {"--speed", "3"},     {"--json=yes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct probe_plan plan;
        char message[PROBE_MESSAGE_MAX];
        if (parse(cases[i], &plan, message) != PROBE_PLAN_WRONG || !strstr(message, cases[i][0])) {
            fail_msg("%s %s: \"%s\"", cases[i][0], cases[i][1] ? cases[i][1] : "", message);
        }
    }
}

static void words_and_contradictions_are_refused(void **state)
{
    (void)state;
    struct probe_plan plan;
    char message[PROBE_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){"fast", NULL}, &plan, message), PROBE_PLAN_WRONG);
    assert_non_null(strstr(message, "fast"));
    assert_int_equal(parse((const char *[]){"--taps=5", "--minutes=5", NULL}, &plan, message),
                     PROBE_PLAN_WRONG);
    assert_non_null(strstr(message, "--minutes"));
}

static void help_names_every_option(void **state)
{
    (void)state;
    static const char *const options[] = {"--url",  "--taps", "--minutes", "--sessions",
                                          "--size", "--turn", "--json",    "--help"};
    struct probe_plan plan;
    char message[PROBE_MESSAGE_MAX];
    assert_int_equal(parse((const char *[]){"--help", NULL}, &plan, message), PROBE_PLAN_PRINT);
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        assert_non_null(strstr(message, options[i]));
    }
}

static void marks_that_follow_one_another_do_not_touch(void **state)
{
    (void)state;
    for (uint32_t index = 0; index < 2000; index++) {
        const struct probe_tap a = probe_plan_tap(index, 60);
        const struct probe_tap b = probe_plan_tap(index + 1, 60);
        const double apart_px = hypot((a.x - b.x) / 65535.0 * 1280, (a.y - b.y) / 65535.0 * 720);
        if (apart_px < 3 * VIEW_TAP_RADIUS * 720) {
            fail_msg("taps %u and %u are %.0f px apart", index, index + 1, apart_px);
        }
    }
}

static void taps_stay_away_from_the_edges_and_reach_every_part_of_the_ground(void **state)
{
    (void)state;
    enum { COLUMNS = 8, ROWS = 6 };
    uint32_t counts[ROWS][COLUMNS] = {0};
    for (uint32_t index = 0; index < 960; index++) {
        const struct probe_tap tap = probe_plan_tap(index, 60);
        const double x = (tap.x / 65535.0 - 0.22) / 0.56;
        const double y = (tap.y / 65535.0 - 0.25) / 0.45;
        assert_true(x > -0.001 && x < 1);
        assert_true(y > -0.001 && y < 1);
        counts[(int)fmax(y * ROWS, 0)][(int)fmax(x * COLUMNS, 0)]++;
    }
    for (int row = 0; row < ROWS; row++) {
        for (int column = 0; column < COLUMNS; column++) {
            assert_in_range(counts[row][column], 14, 26); // 20 on average
        }
    }
}

static void taps_meet_every_phase_of_the_frame_clock(void **state)
{
    (void)state;
    static const uint32_t rates[] = {30, 60, 90};
    for (size_t i = 0; i < sizeof rates / sizeof rates[0]; i++) {
        uint32_t counts[10] = {0};
        for (uint32_t index = 0; index < 200; index++) {
            const double frames = (double)probe_plan_tap(index, rates[i]).due_us * rates[i] / 1e6;
            counts[(int)((frames - floor(frames)) * 10)]++;
        }
        for (int phase = 0; phase < 10; phase++) {
            assert_in_range(counts[phase], 15, 25); // 20 on average
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_two_hundred_taps_of_one_session_at_720p),
        cmocka_unit_test(every_option_is_taken),
        cmocka_unit_test(a_wrong_command_line_names_the_option),
        cmocka_unit_test(words_and_contradictions_are_refused),
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(marks_that_follow_one_another_do_not_touch),
        cmocka_unit_test(taps_stay_away_from_the_edges_and_reach_every_part_of_the_ground),
        cmocka_unit_test(taps_meet_every_phase_of_the_frame_clock),
    };
    return cmocka_run_group_tests_name("probe_plan", tests, NULL, NULL);
}
