// The table of two choices holds exactly what was stored, with any seed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "nav/choices.h"
#include "tests/data/random_region.h"

enum { KEYS = 5000, KEY_BYTES = 16 };

struct words {
    char words[KEYS][KEY_BYTES];
};

static struct choices_key key_of(const struct words *words, uint32_t entry)
{
    return (struct choices_key){words->words[entry], strlen(words->words[entry])};
}

static bool has_key(const void *context, uint32_t entry, const struct choices_key *key)
{
    struct choices_key own = key_of(context, entry);
    return own.size == key->size && memcmp(own.bytes, key->bytes, key->size) == 0;
}

static void make_words(struct words *words)
{
    for (int i = 0; i < KEYS; i++)
        (void)snprintf(words->words[i], KEY_BYTES, "key%.*s%d", i % 7, "......", i);
}

/// Stores and erases at random and compares every answer with a plain list.
static void compare_with_list(struct choices *choices, const struct words *words, uint64_t seed)
{
    static bool is_in[KEYS];
    memset(is_in, 0, sizeof is_in);
    for (int i = 0; i < 40000; i++) {
        uint32_t entry = (uint32_t)seed_between(&seed, 0, KEYS - 1);
        struct choices_key key = key_of(words, entry);
        uint32_t expected = is_in[entry] ? entry : CHOICES_NONE;
        assert_int_equal(choices_find(choices, &key), expected);
        if (is_in[entry])
            assert_int_equal(choices_erase(choices, &key), entry);
        else
            assert_true(choices_insert(choices, &key, entry));
        is_in[entry] = !is_in[entry];
    }
}

static void answers_are_those_of_a_plain_list(void **state)
{
    (void)state;
    static struct words words;
    make_words(&words);
    // Made for as many as it gets, for far fewer, so that the second table works, and for none.
    static const size_t expected[] = {KEYS, KEYS / 8, 0};
    for (size_t i = 0; i < 3; i++) {
        struct choices *choices = choices_create(expected[i], 11 + i, has_key, &words);
        assert_non_null(choices);
        compare_with_list(choices, &words, i + 1);
        choices_destroy(choices);
    }
}

static void both_tables_count_what_they_hold(void **state)
{
    (void)state;
    static struct words words;
    make_words(&words);
    struct choices *choices = choices_create(KEYS / 8, 3, has_key, &words);
    assert_non_null(choices);
    for (uint32_t i = 0; i < KEYS; i++) {
        struct choices_key key = key_of(&words, i);
        assert_true(choices_insert(choices, &key, i));
    }
    struct choices_stats stats = choices_stats(choices);
    assert_int_equal(stats.first_count + stats.second_count, KEYS);
    assert_true(stats.second_count > KEYS / 2);
    for (uint32_t i = 0; i < KEYS; i++) {
        struct choices_key key = key_of(&words, i);
        assert_int_equal(choices_erase(choices, &key), i);
    }
    stats = choices_stats(choices);
    assert_int_equal(stats.first_count + stats.second_count, 0);
    choices_destroy(choices);
}

static void two_choices_keep_buckets_even(void **state)
{
    (void)state;
    static struct words words;
    make_words(&words);
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct choices *choices = choices_create(KEYS, seed, has_key, &words);
        assert_non_null(choices);
        for (uint32_t i = 0; i < KEYS; i++) {
            struct choices_key key = key_of(&words, i);
            assert_true(choices_insert(choices, &key, i));
        }
        struct choices_stats stats = choices_stats(choices);
        // At most four a bucket on average; with one choice the fullest would hold ten or more.
        if (stats.second_count > KEYS / 1000)
            fail_msg("seed %lu: %zu entries overflowed", seed, stats.second_count);
        choices_destroy(choices);
    }
    choices_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_plain_list),
        cmocka_unit_test(both_tables_count_what_they_hold),
        cmocka_unit_test(two_choices_keep_buckets_even),
    };
    return cmocka_run_group_tests_name("choices", tests, NULL, NULL);
}
