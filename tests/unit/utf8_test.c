#include "cloudsvc/base/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void a_character_has_the_size_that_the_standard_says(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
    } CASES[] = {
        {"a", 1},
        {"\x7F", 1},
        {"\xC2\x80", 2},         // the first of two bytes
        {"\xDF\xBF", 2},         // the last
        {"\xE0\xA0\x80", 3},     // the first of three
        {"\xED\x9F\xBF", 3},     // the last before the surrogates
        {"\xEF\xBF\xBF", 3},     // the last of three
        {"\xF0\x90\x80\x80", 4}, // the first of four
        {"\xF4\x8F\xBF\xBF", 4}, // U+10FFFF
        {"\x80", 0},             // a continuation alone
        {"\xC0\xAF", 0},         // overlong
        {"\xC1\xBF", 0},
        {"\xE0\x9F\xBF", 0},
        {"\xF0\x8F\xBF\xBF", 0},
        {"\xED\xA0\x80", 0},     // a surrogate
        {"\xF4\x90\x80\x80", 0}, // beyond U+10FFFF
        {"\xF5\x80\x80\x80", 0},
        {"\xFF", 0},
        {"\xC3", 0}, // cut off
        {"\xE6\x9C", 0},
        {"\xC3(", 0},
        {"\xE6\x9C(", 0},
        {"\xF0\x90\x80(", 0},
        {"", 0},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++)
        assert_int_equal(utf8_character_size(CASES[i].text, strlen(CASES[i].text)), CASES[i].size);
}

static void a_text_is_valid_when_all_its_characters_are(void **state)
{
    (void)state;
    assert_true(utf8_is_valid("", 0));
    assert_true(utf8_is_valid("a\0b", 3));
    assert_true(utf8_is_valid("Schmied \xE9\x93\x81\xE5\x8C\xA0", 14));
    assert_false(utf8_is_valid("Schmied \xE9\x93\x81\xE5\x8C", 13));
    assert_false(utf8_is_valid("\xFF ok", 4));
}

static void a_cut_leaves_whole_characters(void **state)
{
    (void)state;
    const char *text = "a\xC3\xA9\xE6\x9C\x8D\xF0\x9F\x98\x80"; // of 1, 2, 3 and 4 bytes
    static const size_t KEPT[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (size_t size_max = 0; size_max < sizeof KEPT / sizeof KEPT[0]; size_max++)
        assert_int_equal(utf8_cut(text, strlen(text), size_max), KEPT[size_max]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_character_has_the_size_that_the_standard_says),
        cmocka_unit_test(a_text_is_valid_when_all_its_characters_are),
        cmocka_unit_test(a_cut_leaves_whole_characters),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
