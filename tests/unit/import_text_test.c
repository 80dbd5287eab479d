// Words are read in order, and the first mistake is named with its line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "nav/import_text.h"

static struct report report;

static struct import_text begin(const char *bytes)
{
    report.count = 0;
    return import_text_begin("a.txt", bytes, strlen(bytes), &report);
}

static void words_are_read_across_lines(void **state)
{
    (void)state;
    struct import_text text = begin("mesh\r\n 2\t-3.5e2\n\n7");
    int64_t whole;
    double number;
    assert_true(import_text_take(&text, "mesh"));
    assert_true(import_text_whole(&text, "a count", 0, 9, &whole));
    assert_int_equal(whole, 2);
    assert_true(import_text_number(&text, "a number", &number));
    assert_true(number == -350);
    assert_false(import_text_is_end(&text));
    assert_int_equal(text.line, 4);
    assert_true(import_text_whole(&text, "a count", 0, 9, &whole));
    assert_true(import_text_is_end(&text));
    assert_int_equal(report.count, 0);
}

static void a_word_that_is_not_there_is_not_taken(void **state)
{
    (void)state;
    struct import_text text = begin("meshes 1");
    assert_false(import_text_take(&text, "mesh"));
    assert_true(import_text_take(&text, "meshes"));
}

static void what_is_no_number_is_refused_with_its_line(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",    "x",     "nan", "inf", "1e999", "0x10",
                                        "1,5", "1.2.3", "--1", "1e",  "1\xff", "-"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char bytes[32] = "1\n";
        double number;
        strncat(bytes, wrong[i], 16);
        struct import_text text = begin(bytes);
        assert_true(import_text_number(&text, "a width", &number));
        assert_false(import_text_number(&text, "a width", &number));
        assert_int_equal(report.count, 1);
        assert_string_equal(report.problems[0].file, "a.txt");
        assert_string_equal(report.problems[0].place, "line 2");
        assert_non_null(strstr(report.problems[0].text, "a width"));
    }
}

static void whole_numbers_keep_to_their_range(void **state)
{
    (void)state;
    static const char *const wrong[] = {"-1", "10", "1.0", "99999999999999999999", "-99999999999999999999",
                                        "1e3"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        int64_t whole;
        struct import_text text = begin(wrong[i]);
        assert_false(import_text_whole(&text, "a count", 0, 9, &whole));
        assert_int_equal(report.count, 1);
    }
}

static void only_the_first_mistake_is_reported(void **state)
{
    (void)state;
    struct import_text text = begin("a 1");
    double number;
    assert_false(import_text_number(&text, "a number", &number));
    assert_false(import_text_number(&text, "a number", &number));
    assert_false(import_text_fault(&text, "again"));
    assert_int_equal(report.count, 1);
}

static void separators_part_the_fields_of_a_line(void **state)
{
    (void)state;
    struct import_text text = begin("1, 2,\n3");
    double number;
    text.separator = ',';
    assert_true(import_text_number(&text, "a number", &number));
    assert_true(import_text_separator(&text));
    assert_true(import_text_number(&text, "a number", &number));
    assert_true(number == 2);
    assert_true(import_text_separator(&text));
    assert_true(import_text_is_line_end(&text));
    assert_true(import_text_number(&text, "a number", &number));
    assert_false(import_text_separator(&text));
    assert_string_equal(report.problems[0].place, "line 2");
}

static void words_of_a_line_are_counted_and_skipped(void **state)
{
    (void)state;
    struct import_text text = begin("a b  c \n d");
    assert_int_equal(import_text_words_left(&text), 3);
    import_text_skip_word(&text);
    assert_int_equal(import_text_words_left(&text), 2);
    import_text_skip_line(&text);
    import_text_skip_word(&text);
    assert_true(import_text_is_line_end(&text));
    assert_true(import_text_take(&text, "d"));
    assert_int_equal(text.line, 2);
}

static void a_byte_of_zero_is_not_the_end(void **state)
{
    (void)state;
    static const char bytes[] = "1 \0 2";
    double number;
    report.count = 0;
    struct import_text text = import_text_begin("a.txt", bytes, sizeof bytes - 1, &report);
    assert_true(import_text_number(&text, "a number", &number));
    assert_false(import_text_is_end(&text));
    assert_false(import_text_number(&text, "a number", &number));
    assert_int_equal(report.count, 1);
}

static void files_that_cannot_be_read_are_named(void **state)
{
    (void)state;
    static const char *const wrong[] = {"tests/data/no such file", "tests"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size_t size;
        report.count = 0;
        assert_null(import_text_load(wrong[i], &size, &report));
        assert_int_equal(report.count, 1);
        assert_string_equal(report.problems[0].file, wrong[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_read_across_lines),
        cmocka_unit_test(a_word_that_is_not_there_is_not_taken),
        cmocka_unit_test(what_is_no_number_is_refused_with_its_line),
        cmocka_unit_test(whole_numbers_keep_to_their_range),
        cmocka_unit_test(only_the_first_mistake_is_reported),
        cmocka_unit_test(separators_part_the_fields_of_a_line),
        cmocka_unit_test(words_of_a_line_are_counted_and_skipped),
        cmocka_unit_test(a_byte_of_zero_is_not_the_end),
        cmocka_unit_test(files_that_cannot_be_read_are_named),
    };
    return cmocka_run_group_tests_name("import_text", tests, NULL, NULL);
}
