// Every mistake in a JSON file is named with its place and what to do.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "nav/json.h"

static const char *first_text(const struct report *report)
{
    return report->count ? report->problems[0].text : "";
}

static const char *first_place(const struct report *report)
{
    return report->count ? report->problems[0].place : "";
}

// ---- text --------------------------------------------------------------------------------------

struct text_case {
    const char *text;
    const char *place; // NULL when the text is right
    const char *what;  // in the problem's text
};

static const struct text_case text_cases[] = {
    {"{}", NULL, NULL},
    {" [1, 2.5, -3e2, \"a\\\"[\", null, true]\n", NULL, NULL},
    {"\"\xC3\xA9 \xE4\xB8\xAD \xF0\x9F\x98\x80\"", NULL, NULL},
    {"", "", "empty"},
    {"   \n ", "line 2, column 2", "cut off"},
    {"{\"a\": 1", "line 1, column 8", "cut off"},
    {"{\"a\": [1, 2,\n 3", "line 2, column 3", "cut off"},
    {"{\"a\": \"b", "line 1, column", ""},
    {"{\"a\": NaN}", "line 1, column 7", "NaN"},
    {"{\"a\": Infinity}", "line 1, column 7", "not JSON"},
    {"{\n\"a\" 1}", "line 2, column 5", "not JSON"},
    {"[1 2]", "line 1, column 4", "not JSON"},
    {"[\"a\\u0000b\"]", "line 1, column 4", "u0000"},
    {"[\"a\\\\u0000b\"]", NULL, NULL},
    {"[\"\\u0000", "line 1, column 3", "u0000"},
    {"[\"\\u000", "line 1, column", ""},
    {"{} {}", "line 1, column 3", "follows"},
    {"{}x", "line 1, column 3", "follows"},
    {"[\"\xFF\"]", "line 1, column 3", "UTF-8"},
    {"[\"\xC0\xAF\"]", "line 1, column 3", "UTF-8"},
    {"[\"\xED\xA0\x80\"]", "line 1, column 3", "UTF-8"},
    {"[\"\xE4\xB8", "line 1, column 3", "UTF-8"},
    {"\x7F"
     "ELF\x02\x01\x01",
     "line 1, column 5", "UTF-8"},
    {"\xEF\xBB\xBF{}", NULL, NULL}, // a byte order mark may be ignored [RFC 8259, section 8.1]
    {"\xEF\xBB\xBF{\"a\" 1}", "line 1, column 9", "not JSON"}, // columns are bytes
    {"\xEF\xBB\xBF\xEF\xBB\xBF{}", "line 1, column 4", "not JSON"},
    {"[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]", "line 1, column 17", "16 brackets"},
};

static void texts_are_taken_or_refused_with_line_and_column(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof text_cases / sizeof text_cases[0]; i++) {
        const struct text_case *test = &text_cases[i];
        struct report report = {0};
        struct json_document document = {.file = "a.json", .report = &report};
        cJSON *tree = json_parse(&document, test->text, strlen(test->text));
        bool is_right = !test->place;
        bool is_named = is_right || (report.count == 1 && strstr(first_text(&report), test->what) &&
                                     strstr(first_place(&report), test->place) == first_place(&report));
        if ((tree != NULL) != is_right || !is_named)
            fail_msg("text %zu: \"%s\" at \"%s\"", i, first_text(&report), first_place(&report));
        cJSON_Delete(tree);
    }
}

static void a_text_with_a_zero_byte_is_refused(void **state)
{
    (void)state;
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    assert_null(json_parse(&document, "[1]\0[2]", 7));
    assert_string_equal(first_place(&report), "line 1, column 4");
}

static void too_many_values_are_refused_before_they_take_memory(void **state)
{
    (void)state;
    size_t size = 2 * (size_t)JSON_VALUES_MAX + 10;
    char *text = malloc(size);
    assert_non_null(text);
    for (size_t i = 0; i < size; i++)
        text[i] = i % 2 ? ',' : '0';
    text[0] = '[';
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    assert_null(json_parse(&document, text, size));
    assert_non_null(strstr(first_text(&report), "4,194,304 values"));
    free(text);
}

static void files_that_are_none_are_refused(void **state)
{
    (void)state;
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    size_t size;
    assert_null(json_file_read(&document, "/nowhere/a.json", &size));
    assert_null(json_file_read(&document, "/", &size));
    assert_null(json_file_read(&document, "/dev/null", &size));
    assert_int_equal(report.count, 3);
    assert_non_null(strstr(report.problems[0].text, "No such file"));
    assert_non_null(strstr(report.problems[1].text, "not a regular file"));
    assert_non_null(strstr(report.problems[2].text, "not a regular file"));
}

static void a_pipe_that_nobody_writes_to_is_refused_at_once(void **state)
{
    (void)state;
    char folder[] = "/tmp/json_test_XXXXXX";
    char path[64];
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    size_t size;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_null(json_file_read(&document, path, &size));
    assert_non_null(strstr(first_text(&report), "not a regular file"));
    unlink(path);
    rmdir(folder);
}

static void a_file_above_the_size_limit_is_refused(void **state)
{
    (void)state;
    char path[] = "/tmp/json_test_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    size_t size;
    assert_null(json_file_read(&document, path, &size));
    assert_int_equal(ftruncate(file, (off_t)JSON_SIZE_MAX + 1), 0);
    assert_null(json_file_read(&document, path, &size));
    assert_non_null(strstr(report.problems[0].text, "is empty"));
    assert_non_null(strstr(report.problems[1].text, "larger than 32 MiB"));
    close(file);
    unlink(path);
}

// ---- values ------------------------------------------------------------------------------------

enum reader {
    READ_STRING,
    READ_WORD,
    READ_LENGTH,
    READ_POINT,
    READ_COLOR,
    READ_CHOICE,
    READ_ARRAY,
    READ_NUMBER,
    READ_COUNT,
    READ_FLAG,
    READ_OBJECT
};

static bool read_value(enum reader reader, const struct json *value)
{
    static const char *const names[] = {"grass", "stone"};
    char text[8];
    int32_t length_mm;
    struct geo_point point;
    uint32_t rgb;
    size_t count;
    double number;
    uint32_t whole;
    bool flag;
    switch (reader) {
    case READ_STRING:
        return json_string(value, text, sizeof text);
    case READ_WORD:
        return json_word(value, text, sizeof text);
    case READ_LENGTH:
        return json_length(value, -1000, 2000, &length_mm);
    case READ_POINT:
        return json_point(value, &point);
    case READ_COLOR:
        return json_color(value, &rgb);
    case READ_CHOICE:
        return json_choice(value, names, 2, &count);
    case READ_ARRAY:
        return json_array(value, 1, 2, &count);
    case READ_NUMBER:
        return json_number(value, -0.5, 24, &number);
    case READ_COUNT:
        return json_count(value, 1, 8, &whole);
    case READ_FLAG:
        return json_flag(value, &flag);
    case READ_OBJECT:
        return json_object(value, names, 2);
    }
    return false;
}

struct value_case {
    enum reader reader;
    const char *text;
    const char *what; // in the problem's text; NULL when the value is right
};

static const struct value_case value_cases[] = {
    {READ_STRING, "\"1234567\"", NULL},
    {READ_STRING, "\"12345678\"", "8 bytes; shorten it to 7"},
    {READ_STRING, "\"\"", "blank"},
    {READ_STRING, "\"  \"", "blank"},
    {READ_STRING, "\"a\\nb\"", "control characters"},
    {READ_STRING, "17", "a number; write a string"},
    {READ_STRING, "null", "this is null"},
    {READ_WORD, "\"a-b_1\"", NULL},
    {READ_WORD, "\"Smith\"", "not a plain name"},
    {READ_WORD, "\"1st\"", "not a plain name"},
    {READ_WORD, "\"a b\"", "not a plain name"},
    {READ_LENGTH, "1.234", NULL},
    {READ_LENGTH, "-1", NULL},
    {READ_LENGTH, "2", NULL},
    {READ_LENGTH, "2.001", "out of range; write -1 to 2"},
    {READ_LENGTH, "-1.001", "out of range"},
    {READ_LENGTH, "1e999", "out of range"},
    {READ_LENGTH, "-1e999", "out of range"},
    {READ_LENGTH, "1e300", "out of range"},
    {READ_LENGTH, "1.2345", "three decimals"},
    {READ_LENGTH, "1e-9", "three decimals"},
    {READ_LENGTH, "\"1\"", "a string; write a number"},
    {READ_LENGTH, "true", "true or false; write a number"},
    {READ_POINT, "[1, -2.5]", NULL},
    {READ_POINT, "[536870.912, 0]", NULL},
    {READ_POINT, "[536870.913, 0]", "out of range"},
    {READ_POINT, "[1]", "not a place"},
    {READ_POINT, "[1, 2, 3]", "not a place"},
    {READ_POINT, "{\"x\": 1}", "not a place"},
    {READ_POINT, "[1, \"2\"]", "a string; write a number"},
    {READ_COLOR, "\"#a0B1c2\"", NULL},
    {READ_COLOR, "\"#a0b1c\"", "not a colour"},
    {READ_COLOR, "\"#a0b1cg\"", "not a colour"},
    {READ_COLOR, "\"a0b1c2d\"", "not a colour"},
    {READ_COLOR, "255", "a number; write a colour"},
    {READ_CHOICE, "\"stone\"", NULL},
    {READ_CHOICE, "\"lava\"", "write one of grass, stone"},
    {READ_CHOICE, "[]", "an array; write a string"},
    {READ_ARRAY, "[0, 0]", NULL},
    {READ_ARRAY, "[]", "0 elements; write 1 to 2"},
    {READ_ARRAY, "[0, 0, 0]", "3 elements"},
    {READ_ARRAY, "{}", "an object; write an array"},
    {READ_NUMBER, "-0.5", NULL},
    {READ_NUMBER, "23.9999", NULL},
    {READ_NUMBER, "24.1", "24.1 is out of range; write -0.5 to 24"},
    {READ_NUMBER, "1e999", "out of range"},
    {READ_NUMBER, "-1e999", "out of range"},
    {READ_NUMBER, "\"1\"", "a string; write a number"},
    {READ_COUNT, "1", NULL},
    {READ_COUNT, "8", NULL},
    {READ_COUNT, "8.0", NULL},
    {READ_COUNT, "0", "write 1 to 8"},
    {READ_COUNT, "9", "write 1 to 8"},
    {READ_COUNT, "2.5", "2.5 is no whole number; write one without decimals"},
    {READ_COUNT, "true", "true or false; write a number"},
    {READ_FLAG, "true", NULL},
    {READ_FLAG, "false", NULL},
    {READ_FLAG, "0", "a number; write true or false"},
    {READ_FLAG, "\"true\"", "a string; write true or false"},
    {READ_OBJECT, "{\"stone\": 1}", NULL},
    {READ_OBJECT, "{\"stones\": 1}", "\"stones\" is not a key"},
    {READ_OBJECT, "{\"stone\": 1, \"stone\": 2}", "\"stone\" is there twice"},
    {READ_OBJECT, "[]", "an array; write an object"},
};

static void values_are_read_or_refused_with_a_remedy(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof value_cases / sizeof value_cases[0]; i++) {
        const struct value_case *test = &value_cases[i];
        struct report report = {0};
        struct json_document document = {.file = "a.json", .report = &report};
        cJSON *tree = json_parse(&document, test->text, strlen(test->text));
        struct json root = json_root(&document, tree);
        bool is_read = read_value(test->reader, &root);
        bool is_named = !test->what || (report.count == 1 && strstr(first_text(&report), test->what));
        if (is_read != !test->what || !is_named)
            fail_msg("%s: read %d, \"%s\"", test->text, is_read, first_text(&report));
        cJSON_Delete(tree);
    }
}

/// Looking each key up among all that came before it would take hours here.
static void an_object_of_very_many_keys_is_refused_without_delay(void **state)
{
    (void)state;
    static const char *const keys[] = {"a", "b"};
    enum { KEYS = 200000, ROOM = 16 };
    char *text = malloc((size_t)KEYS * ROOM);
    assert_non_null(text);
    size_t size = (size_t)sprintf(text, "{\"a\": 0");
    for (size_t i = 0; i < KEYS; i++)
        size += (size_t)sprintf(text + size, ",\"%s\":0", i < KEYS / 2 ? "x" : "b");
    size += (size_t)sprintf(text + size, "}");
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    cJSON *tree = json_parse(&document, text, size);
    struct json root = json_root(&document, tree);
    assert_false(json_object(&root, keys, 2));
    assert_int_equal(report.count, KEYS - 1); // one "b" is right
    cJSON_Delete(tree);
    free(text);
}

static void expect_millimetres(const struct json_document *document, int32_t expected_mm)
{
    cJSON *tree = cJSON_CreateNumber(expected_mm / 1000.0);
    struct json root = json_root(document, tree);
    int32_t length_mm = 0;
    if (!json_length(&root, -GEO_COORDINATE_MAX, GEO_COORDINATE_MAX, &length_mm) || length_mm != expected_mm)
        fail_msg("%d mm were read as %d", expected_mm, length_mm);
    cJSON_Delete(tree);
}

static void metres_become_whole_millimetres(void **state)
{
    (void)state;
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    for (int32_t i = 0; i <= 20000; i++) {
        expect_millimetres(&document, i - 10000);
        expect_millimetres(&document, GEO_COORDINATE_MAX - i);
        expect_millimetres(&document, i - GEO_COORDINATE_MAX);
    }
}

static void the_place_of_a_value_is_the_way_to_it(void **state)
{
    (void)state;
    const char *text = "{\"regions\": [0, {\"outline\": [[1, 2], [3, \"4\"]]}]}";
    struct report report = {0};
    struct json_document document = {.file = "scenes/a.json", .report = &report};
    cJSON *tree = json_parse(&document, text, strlen(text));
    struct json root = json_root(&document, tree);
    struct json regions = json_require(&root, "regions");
    struct json zeroth = json_first(&regions);
    struct json region = json_next(&zeroth);
    struct json outline = json_require(&region, "outline");
    struct json from = json_first(&outline);
    struct json to = json_next(&from);
    struct geo_point point;
    assert_true(json_point(&from, &point));
    assert_false(json_point(&to, &point));
    assert_string_equal(first_place(&report), "$.regions[1].outline[1][1]");
    assert_string_equal(report.problems[0].file, "scenes/a.json");
    cJSON_Delete(tree);
}

static void members_are_walked_in_the_order_of_the_file(void **state)
{
    (void)state;
    static const char *const keys[] = {"b", "a", "b"};
    const char *text = "{\"b\": 0, \"a\": {\"x\": 1}, \"b\": 2}";
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    cJSON *tree = json_parse(&document, text, strlen(text));
    struct json root = json_root(&document, tree);
    struct json member = json_first_member(&root);
    for (size_t i = 0; i < 3; i++, member = json_next(&member)) {
        assert_string_equal(member.key, keys[i]);
        struct json inner = json_first_member(&member);
        if (inner.item)
            json_fault(&inner, "here");
    }
    assert_null(member.item);
    assert_int_equal(report.count, 1);
    assert_string_equal(first_place(&report), "$.a.x");
    cJSON_Delete(tree);
}

static void a_missing_value_is_one_problem_and_then_silent(void **state)
{
    (void)state;
    struct report report = {0};
    struct json_document document = {.file = "a.json", .report = &report};
    cJSON *tree = json_parse(&document, "{\"a\": 1}", 8);
    struct json root = json_root(&document, tree);
    struct json optional = json_member(&root, "b");
    assert_null(optional.item);
    assert_int_equal(report.count, 0);
    struct json missing = json_require(&root, "b");
    assert_int_equal(report.count, 1);
    assert_string_equal(first_place(&report), "$");
    assert_string_equal(first_text(&report), "\"b\" is missing; add it");
    for (enum reader reader = READ_STRING; reader <= READ_OBJECT; reader++)
        assert_false(read_value(reader, &missing));
    assert_int_equal(report.count, 1);
    cJSON_Delete(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_taken_or_refused_with_line_and_column),
        cmocka_unit_test(a_text_with_a_zero_byte_is_refused),
        cmocka_unit_test(too_many_values_are_refused_before_they_take_memory),
        cmocka_unit_test(files_that_are_none_are_refused),
        cmocka_unit_test(a_pipe_that_nobody_writes_to_is_refused_at_once),
        cmocka_unit_test(a_file_above_the_size_limit_is_refused),
        cmocka_unit_test(values_are_read_or_refused_with_a_remedy),
        cmocka_unit_test(an_object_of_very_many_keys_is_refused_without_delay),
        cmocka_unit_test(metres_become_whole_millimetres),
        cmocka_unit_test(the_place_of_a_value_is_the_way_to_it),
        cmocka_unit_test(members_are_walked_in_the_order_of_the_file),
        cmocka_unit_test(a_missing_value_is_one_problem_and_then_silent),
    };
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
