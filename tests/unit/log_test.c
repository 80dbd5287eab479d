#include "cloudsvc/base/log.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/base/utf8.h"

static const struct timespec NOW = {.tv_sec = 1714564800, .tv_nsec = 7654321}; // 2024-05-01 12:00:00.007

static void a_line_is_one_json_object(void **state)
{
    (void)state;
    char line[LOG_LINE_MAX];
    size_t length = log_format(line, NOW, LOG_LEVEL_WARNING, 65537, "encoder_failed", "it broke");
    assert_string_equal(line,
                        "{\"time\":\"2024-05-01T12:00:00.007Z\",\"level\":\"warning\",\"session\":65537,"
                        "\"event\":\"encoder_failed\",\"message\":\"it broke\"}\n");
    assert_int_equal(length, strlen(line));
}

static void no_session_leaves_the_field_out(void **state)
{
    (void)state;
    char line[LOG_LINE_MAX];
    log_format(line, NOW, LOG_LEVEL_INFO, 0, "ready", "");
    assert_string_equal(line, "{\"time\":\"2024-05-01T12:00:00.007Z\",\"level\":\"info\",\"event\":\"ready\","
                              "\"message\":\"\"}\n");
}

static void messages_are_escaped(void **state)
{
    (void)state;
    static const struct {
        const char *message, *escaped;
    } CASES[] = {
        {"say \"hi\"", "say \\\"hi\\\""},
        {"C:\\dir", "C:\\\\dir"},
        {"two\nlines\r", "two\\u000alines\\u000d"},
        {"\x1b[31mred", "\\u001b[31mred"},
        {"\x7f", "\\u007f"},
        {"\xC2\x9B"
         "31m",
         "\\u009b31m"},
        {"\xC2\xA0", "\xC2\xA0"},
        {"\xE9\x93\x81\xE5\x8C\xA0", "\xE9\x93\x81\xE5\x8C\xA0"},
        {"a\xFFz", "a\xEF\xBF\xBDz"},
        {"cut \xE9\x93", "cut \xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        char line[LOG_LINE_MAX];
        char expected[LOG_LINE_MAX];
        log_format(line, NOW, LOG_LEVEL_INFO, 0, "e", CASES[i].message);
        snprintf(expected, sizeof expected, "\"message\":\"%s\"}\n", CASES[i].escaped);
        assert_non_null(strstr(line, expected));
    }
}

/// Any bytes of any length make a line that parses and is no longer than promised.
static void any_message_makes_a_valid_line(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        struct random_generator generator;
        random_seed(&generator, seed);
        char message[4000] = {0};
        size_t size = random_below(&generator, sizeof message);
        for (size_t i = 0; i < size; i++)
            message[i] = (char)(1 + random_below(&generator, seed % 2 ? 255 : 40));
        char line[LOG_LINE_MAX];
        size_t length = log_format(line, NOW, LOG_LEVEL_ERROR, 1, "e", message);
        cJSON *object = cJSON_Parse(line);
        if (!object || length >= LOG_LINE_MAX || line[length - 1] != '\n' || line[length] != '\0' ||
            !utf8_is_valid(line, length))
            fail_msg("seed %llu", (unsigned long long)seed);
        cJSON_Delete(object);
    }
}

static void *write_lines(void *unused)
{
    (void)unused;
    for (int i = 0; i < 200; i++)
        log_write(LOG_LEVEL_INFO, 7, "thread", "line %d of a hundred and %s", i, "more");
    return NULL;
}

static void lines_of_two_threads_never_mix(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    assert_non_null(file);
    int saved = dup(STDERR_FILENO);
    dup2(fileno(file), STDERR_FILENO);
    pthread_t thread;
    int error = pthread_create(&thread, NULL, write_lines, NULL);
    write_lines(NULL);
    pthread_join(thread, NULL);
    dup2(saved, STDERR_FILENO);
    close(saved);
    assert_int_equal(error, 0);
    rewind(file);
    char line[LOG_LINE_MAX];
    int count = 0;
    while (fgets(line, sizeof line, file)) {
        cJSON *object = cJSON_Parse(line);
        assert_non_null(object);
        cJSON_Delete(object);
        count++;
    }
    fclose(file);
    assert_int_equal(count, 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_one_json_object),      cmocka_unit_test(no_session_leaves_the_field_out),
        cmocka_unit_test(messages_are_escaped),           cmocka_unit_test(any_message_makes_a_valid_line),
        cmocka_unit_test(lines_of_two_threads_never_mix),
    };
    return cmocka_run_group_tests_name("log", tests, NULL, NULL);
}
