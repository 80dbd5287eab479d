// Where lines of text break, with characters that are all ten pixels wide, or twenty for Chinese ones.
#include "render/text_layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

enum { JOINED_MAX = 512 };

static float measure(void *context, uint32_t codepoint)
{
    (void)context;
    return codepoint >= 0x2e80 ? 20 : 10;
}

// Lines joined by '|', with '~' where an ellipsis follows.
static size_t break_and_join(const char *text, float width, size_t lines_max, char joined[JOINED_MAX])
{
    struct text_line lines[TEXT_LINES_MAX];
    size_t count = text_break(text, width, lines_max, measure, NULL, lines);
    size_t length = 0;
    joined[0] = '\0';
    for (size_t i = 0; i < count; i++) {
        int bytes = (int)(lines[i].end - lines[i].begin);
        length += (size_t)snprintf(joined + length, JOINED_MAX - length, "%s%.*s%s", i > 0 ? "|" : "", bytes,
                                   text + lines[i].begin, lines[i].is_cut ? "~" : "");
    }
    return count;
}

static void texts_break_where_readers_expect(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        float width;
        size_t lines_max;
        const char *expected;
    } cases[] = {
        {"", 100, 4, ""},
        {"one", 100, 4, "one"},
        {"one two three", 130, 4, "one two three"},
        {"one two three", 80, 4, "one two|three"},
        {"one two three", 50, 4, "one|two|three"},
        {"one two", 70, 4, "one two"},
        {"first\nsecond line", 200, 4, "first|second line"},
        {"a\n\nb", 200, 4, "a||b"},
        {"incomprehensible", 60, 4, "incomp|rehens|ible"},
        {"go incomprehensible", 60, 4, "go|incomp|rehens|ible"},
        {"one two three four", 80, 2, "one two|three f~"},
        {"one two three four", 80, 1, "one two~"},
        {"incomprehensible", 60, 1, "incom~"},
        {"one", 5, 2, "o|~"},
        {"市场的老板娘", 80, 4, "市场的老|板娘"},
        {"欢迎来到，铁匠铺", 80, 4, "欢迎来|到，铁匠|铺"},
        {"to 市场", 50, 4, "to 市|场"},
        {"老板娘", 40, 1, "老~"},
        {"trailing  ", 80, 4, "trailing"},
    };
    char joined[JOINED_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        break_and_join(cases[i].text, cases[i].width, cases[i].lines_max, joined);
        assert_string_equal(joined, cases[i].expected);
    }
}

static void no_line_is_wider_than_asked_unless_it_is_one_character(void **state)
{
    (void)state;
    static const char *const pieces[] = {"a", "bcd", " ", "  ", "市", "场，", "longer", "\n", "é", "。"};
    for (uint64_t seed = 1; seed <= 1000; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        char text[JOINED_MAX] = "";
        size_t length = 0;
        for (uint32_t i = random_below(&random, 30); i > 0; i--) {
            const char *piece = pieces[random_below(&random, sizeof pieces / sizeof pieces[0])];
            length += (size_t)snprintf(text + length, sizeof text - length, "%s", piece);
        }
        float width = 20 + (float)random_below(&random, 200);
        struct text_line lines[TEXT_LINES_MAX];
        size_t lines_max = 1 + random_below(&random, TEXT_LINES_MAX);
        size_t count = text_break(text, width, lines_max, measure, NULL, lines);
        for (size_t i = 0; i < count; i++) {
            size_t at = lines[i].begin;
            float sum = lines[i].is_cut ? 10 : 0;
            size_t characters = 0;
            while (at < lines[i].end) {
                sum += measure(NULL, text_decode(text, &at));
                characters++;
            }
            if (at != lines[i].end || sum != lines[i].width || (sum > width && characters > 1)) {
                fail_msg("seed %llu, line %zu of \"%s\" in %f", (unsigned long long)seed, i, text,
                         (double)width);
            }
        }
    }
}

static void utf8_is_read_and_nonsense_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint32_t codepoint;
        size_t bytes;
    } cases[] = {
        {"A", 'A', 1},
        {"é", 0xe9, 2},
        {"老", 0x8001, 3},
        {"😀", 0x1f600, 4},
        {"\x80", 0xfffd, 1},
        {"\xc0\xaf", 0xfffd, 1},
        {"\xe8\x80", 0xfffd, 1},
        {"\xed\xa0\x80", 0xfffd, 1},
        {"\xf5\x80", 0xfffd, 1},
        {"\xff", 0xfffd, 1},
        {"\xe0\x80\x80", 0xfffd, 1},
        {"\xf0\x9f", 0xfffd, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t at = 0;
        assert_int_equal(text_decode(cases[i].text, &at), cases[i].codepoint);
        assert_int_equal(at, cases[i].bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_break_where_readers_expect),
        cmocka_unit_test(no_line_is_wider_than_asked_unless_it_is_one_character),
        cmocka_unit_test(utf8_is_read_and_nonsense_replaced),
    };
    return cmocka_run_group_tests_name("text_layout", tests, NULL, NULL);
}
