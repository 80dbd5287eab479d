// wayprobe against the real server: every tap is found, and the times fit together.

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/program.h"

enum { READY_MS = 30000, STOP_MS = 30000, PLAY_MS = 60000, URL_MAX = 128 };

static struct program server;
static struct program probe;
static char url[URL_MAX + 8];

/// The null renderer paints tap marks too, on machines without any GL, and leaves the time to the rest.
static int start_server(void **state)
{
    (void)state;
    const char *const words[] = {"--listen", "127.0.0.1:0", "--renderer", "null", NULL};
    char address[URL_MAX];
    if (!program_start(&server, "WAYSTREAM", "build/waystream", words)) {
        return -1;
    }
    const char *ready = program_line(&server, "ready http://", READY_MS);
    if (!ready || sscanf(ready, "ready http://%100s", address) != 1) {
        print_message("the server was not ready; it wrote:\n%s\n", server.text);
        return -1;
    }
    snprintf(url, sizeof url, "ws://%s", address);
    return 0;
}

static int stop_server(void **state)
{
    (void)state;
    return program_stop(&server, STOP_MS) == 0 ? 0 : -1;
}

static int run_probe(const char *const *words)
{
    assert_true(program_start(&probe, "WAYPROBE", "build/wayprobe", words));
    return program_wait(&probe, PLAY_MS);
}

/// The last line, as JSON, for cJSON_Delete().
static cJSON *last_line(void)
{
    probe.text[probe.text_size > 0 ? probe.text_size - 1 : 0] = '\0'; // its line feed
    const char *line = strrchr(probe.text, '\n');
    cJSON *report = cJSON_Parse(line ? line + 1 : probe.text);
    if (!report) {
        fail_msg("no JSON in the last line of:\n%s", probe.text);
    }
    return report;
}

static double number(const cJSON *report, const char *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItem(object ? cJSON_GetObjectItem(report, object) : report, name);
    if (!cJSON_IsNumber(item)) {
        fail_msg("%s %s is no number", object ? object : "", name);
    }
    return cJSON_GetNumberValue(item);
}

static void every_tap_is_found_and_the_stages_add_up(void **state)
{
    (void)state;
    static const char *const stages[] = {"handled",   "started", "drawn", "read_back",
                                         "converted", "encoded", "sent",  "decoded"};
    const int status = run_probe((const char *[]){"--url", url, "--taps", "20", "--json", NULL});
    if (status != 0) {
        fail_msg("exit status %d:\n%s", status, probe.text);
    }
    cJSON *report = last_line();
    assert_true(number(report, NULL, "taps") == 20);
    assert_true(number(report, NULL, "lost") == 0);
    assert_true(number(report, NULL, "unstamped") == 0);
    assert_true(number(report, NULL, "contradictions") == 0);
    assert_true(number(report, NULL, "sessions") == 1);
    assert_true(number(report, "tap_to_pixel_ms", "p50") > 0);
    assert_true(number(report, "tap_to_pixel_ms", "p50") <= number(report, "tap_to_pixel_ms", "p99"));
    assert_true(number(report, NULL, "gap_ms") <= 2);
    assert_true(number(report, NULL, "measured_fps") > 0);
    assert_true(cJSON_IsTrue(cJSON_GetObjectItem(report, "is_clock_shared")));
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(report, "fault")));
    const cJSON *parts = cJSON_GetObjectItem(report, "stages_ms");
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        assert_true(number(parts, stages[i], "p50") >= 0);
        assert_true(number(parts, stages[i], "p99") >= number(parts, stages[i], "p50"));
    }
    cJSON_Delete(report);
}

static void sessions_side_by_side_lose_nothing_while_the_camera_turns(void **state)
{
    (void)state;
    const char *const words[] = {"--url",  url,       "--taps", "5",      "--sessions", "3",
                                 "--size", "390x844", "--turn", "--json", NULL};
    const int status = run_probe(words);
    if (status != 0) {
        fail_msg("exit status %d:\n%s", status, probe.text);
    }
    cJSON *report = last_line();
    assert_true(number(report, NULL, "taps") == 15);
    assert_true(number(report, NULL, "lost") == 0);
    cJSON_Delete(report);
}

static void an_odd_picture_is_searched_at_the_right_place(void **state)
{
    (void)state;
    const int status = run_probe((const char *[]){"--url", url, "--taps", "8", "--size", "853x479", NULL});
    if (status != 0) {
        fail_msg("exit status %d:\n%s", status, probe.text);
    }
}

static void a_server_that_has_stopped_is_told(void **state)
{
    (void)state;
    assert_int_equal(kill(server.pid, SIGSTOP), 0);
    const int status = run_probe((const char *[]){"--url", url, "--taps", "1", "--json", NULL});
    assert_int_equal(kill(server.pid, SIGCONT), 0);
    assert_int_equal(status, 1);
    cJSON *report = last_line();
    assert_true(cJSON_IsString(cJSON_GetObjectItem(report, "fault")));
    cJSON_Delete(report);
}

static void a_wrong_command_line_exits_with_two(void **state)
{
    (void)state;
    assert_int_equal(run_probe((const char *[]){"--taps", "none", NULL}), 2);
    assert_non_null(strstr(probe.text, "--taps"));
}

static void a_closed_port_exits_with_one(void **state)
{
    (void)state;
    assert_int_equal(run_probe((const char *[]){"--url", "ws://127.0.0.1:1/", "--taps", "1", NULL}), 1);
    assert_non_null(strstr(probe.text, "no connection"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tap_is_found_and_the_stages_add_up),
        cmocka_unit_test(sessions_side_by_side_lose_nothing_while_the_camera_turns),
        cmocka_unit_test(an_odd_picture_is_searched_at_the_right_place),
        cmocka_unit_test(a_server_that_has_stopped_is_told),
        cmocka_unit_test(a_wrong_command_line_exits_with_two),
        cmocka_unit_test(a_closed_port_exits_with_one),
    };
    return cmocka_run_group_tests_name("probe", tests, start_server, stop_server);
}
