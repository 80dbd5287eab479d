// A report keeps what fits, counts the rest and prints one line a problem.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/report.h"

/// Prints a report into memory, for free().
static char *printed(const struct report *report)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    report_print(report, out);
    fclose(out);
    return text;
}

static void an_empty_report_prints_nothing(void **state)
{
    (void)state;
    struct report report = {0};
    char *text = printed(&report);
    assert_string_equal(text, "");
    free(text);
}

static void every_problem_is_a_line_with_file_place_and_text(void **state)
{
    (void)state;
    struct report report = {0};
    report_add(&report, "scenes/a.json", "$.regions[2]", "sides %d and %d cross", 1, 3);
    report_add(&report, "world.json", "", "the file is empty");
    char *text = printed(&report);
    assert_string_equal(text,
                        "scenes/a.json: $.regions[2]: sides 1 and 3 cross\nworld.json: the file is empty\n");
    free(text);
}

static void problems_beyond_the_limit_are_counted(void **state)
{
    (void)state;
    struct report report = {0};
    for (int i = 0; i < REPORT_PROBLEMS_MAX + 5; i++)
        report_add(&report, "world.json", "$", "problem %d", i);
    assert_int_equal(report.count, REPORT_PROBLEMS_MAX + 5);
    assert_string_equal(report.problems[REPORT_PROBLEMS_MAX - 1].text, "problem 63");
    char *text = printed(&report);
    assert_non_null(strstr(text, "\nand 5 more problems\n"));
    free(text);
}

static void long_texts_are_cut_and_end_with_a_nul(void **state)
{
    (void)state;
    static struct report report;
    char longer[1000];
    memset(longer, 'x', sizeof longer);
    longer[sizeof longer - 1] = '\0';
    report_add(&report, longer, longer, "%s", longer);
    assert_int_equal(strlen(report.problems[0].file), REPORT_FILE_MAX - 1);
    assert_int_equal(strlen(report.problems[0].place), REPORT_PLACE_MAX - 1);
    assert_int_equal(strlen(report.problems[0].text), REPORT_TEXT_MAX - 1);
}

static void control_characters_are_printed_as_escapes(void **state)
{
    (void)state;
    struct report report = {0};
    report_add(&report, "a\x1b[2J.json",
               "$.\x07"
               "bell",
               "there is no \"\x1b]0;owned\n\x7f\xc2\x9b"
               "31m\", only \"鐵匠 é\"");
    char *text = printed(&report);
    assert_string_equal(text, "a\\u001b[2J.json: $.\\u0007bell: "
                              "there is no \"\\u001b]0;owned\\u000a\\u007f\\u009b31m\", only \"鐵匠 é\"\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_report_prints_nothing),
        cmocka_unit_test(every_problem_is_a_line_with_file_place_and_text),
        cmocka_unit_test(problems_beyond_the_limit_are_counted),
        cmocka_unit_test(control_characters_are_printed_as_escapes),
        cmocka_unit_test(long_texts_are_cut_and_end_with_a_nul),
    };
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
