// Words in two languages, and what is put into them.
#include "cloudsvc/game/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void every_word_is_there_in_every_language(void **state)
{
    (void)state;
    for (int word = WORD_NONE + 1; word < WORD_COUNT; word++)
        for (int language = 0; language < WORDS_LANGUAGE_COUNT; language++) {
            const char *text = words_get((enum game_word)word, (enum words_language)language);
            if (!text || !text[0])
                fail_msg("word %d is missing in language %d", word, language);
        }
    assert_string_equal(words_get(WORD_NONE, WORDS_CHINESE), "");
}

static void languages_have_the_same_places_in_a_word(void **state)
{
    (void)state;
    static const char *const places[] = {"{1}", "{2}"};
    for (int word = 0; word < WORD_COUNT; word++)
        for (size_t i = 0; i < 2; i++) {
            bool is_in_english = strstr(words_get((enum game_word)word, WORDS_ENGLISH), places[i]);
            bool is_in_chinese = strstr(words_get((enum game_word)word, WORDS_CHINESE), places[i]);
            if (is_in_english != is_in_chinese)
                fail_msg("word %d has %s in one language only", word, places[i]);
        }
}

static void a_tag_chooses_the_language(void **state)
{
    (void)state;
    static const char *const chinese[] = {"zh", "zh-CN", "ZH-Hant", "zh-TW"};
    static const char *const others[] = {"", "en", "en-GB", "de", "z", "zhx", "xzh", "zu"};
    for (size_t i = 0; i < sizeof chinese / sizeof chinese[0]; i++)
        assert_int_equal(words_language(chinese[i]), WORDS_CHINESE);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_int_equal(words_language(others[i]), WORDS_ENGLISH);
    assert_int_equal(words_language(NULL), WORDS_ENGLISH);
}

static void fillings_go_to_their_places(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *first, *second, *result;
    } cases[] = {
        {"No way to {1}: {2}.", "the mill", "it is too far", "No way to the mill: it is too far."},
        {"{2}{1}{2}", "a", "b", "bab"},
        {"{1}", "{2}", "x", "{2}"}, // what is filled in is no pattern
        {"{3} {1 } {", "a", "b", "{3} {1 } {"},
        {"去{1}", "铁匠铺", NULL, "去铁匠铺"},
        {"{1}{2}!", NULL, NULL, "!"},
        {"", "a", "b", ""},
    };
    char text[64];
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        words_compose(text, sizeof text, cases[i].pattern, cases[i].first, cases[i].second);
        assert_string_equal(text, cases[i].result);
    }
    words_compose_number(text, sizeof text, WORD_METRES, WORDS_CHINESE, 120);
    assert_string_equal(text, "120 米");
}

static void a_text_is_cut_between_characters(void **state)
{
    (void)state;
    static const char *const wholes[] = {"", "", "", "铁", "铁", "铁", "铁匠", "铁匠!", "铁匠!", "铁匠!"};
    char text[16];
    for (size_t size = 1; size <= 10; size++) {
        memset(text, '#', sizeof text);
        words_compose(text, size, "{1}!", "铁匠", NULL);
        assert_string_equal(text, wholes[size - 1]);
        assert_int_equal(text[size], '#');
    }
    words_compose(text, 5, "{1}x", "铁匠", NULL); // nothing follows what was left out
    assert_string_equal(text, "铁");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_word_is_there_in_every_language),
        cmocka_unit_test(languages_have_the_same_places_in_a_word),
        cmocka_unit_test(a_tag_chooses_the_language),
        cmocka_unit_test(fillings_go_to_their_places),
        cmocka_unit_test(a_text_is_cut_between_characters),
    };
    return cmocka_run_group_tests_name("words", tests, NULL, NULL);
}
