// Keys are the same when type and subtype are, and hash functions take every byte of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/key.h"
#include "tests/data/random_region.h"

enum { WORDS = KEY_WORDS_MAX };

/// A random name of `size` bytes, of few letters, so that names are often alike.
static void make_name(char *name, int size, uint64_t *seed)
{
    for (int i = 0; i < size; i++)
        name[i] = (char)seed_between(seed, 'a', 'b');
    name[size] = '\0';
}

static void keys_are_equal_as_their_names_are(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        char names[4][NPC_NAME_MAX + 1];
        uint64_t words[2][WORDS];
        int size_max = i % 10 == 0 ? NPC_NAME_MAX : 4;
        for (int k = 0; k < 4; k++)
            make_name(names[k], seed_between(&seed, k % 2 == 0, size_max), &seed);
        struct key a = key_make(words[0], names[0], names[1]);
        struct key b = key_make(words[1], names[2], names[3]);
        bool is_same = strcmp(names[0], names[2]) == 0 && strcmp(names[1], names[3]) == 0;
        assert_int_equal(key_is_equal(a, b), is_same);
        assert_int_equal(key_compare(a, b) == 0, is_same);
        assert_int_equal(key_compare(a, b), -key_compare(b, a));
    }
}

static void a_name_cut_elsewhere_is_another_key(void **state)
{
    (void)state;
    uint64_t words[4][WORDS];
    struct key keys[] = {key_make(words[0], "merchant", "fish"), key_make(words[1], "merchantfish", NULL),
                         key_make(words[2], "merchan", "tfish"), key_make(words[3], "merchant", NULL)};
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 4; k++)
            assert_int_equal(key_is_equal(keys[i], keys[k]), i == k);
    }
}

static void every_byte_of_a_name_counts(void **state)
{
    (void)state;
    struct key_function function = key_function_of(5);
    for (int size = 1; size <= NPC_NAME_MAX; size++) {
        for (int i = 0; i < size; i++) {
            char name[NPC_NAME_MAX + 1] = {0};
            uint64_t words[4][WORDS];
            memset(name, 'x', (size_t)size);
            struct key type = key_make(words[0], name, NULL);
            struct key subtype = key_make(words[1], "t", name);
            name[i] = 'y';
            struct key other_type = key_make(words[2], name, NULL);
            struct key other_subtype = key_make(words[3], "t", name);
            assert_false(key_is_equal(type, other_type));
            assert_false(key_is_equal(subtype, other_subtype));
            assert_true(key_hash(&function, type) != key_hash(&function, other_type));
            assert_true(key_hash(&function, subtype) != key_hash(&function, other_subtype));
        }
    }
}

static void names_that_are_no_names_make_no_key(void **state)
{
    (void)state;
    uint64_t words[WORDS];
    char name[NPC_NAME_MAX + 2];
    memset(name, 'x', sizeof name);
    name[NPC_NAME_MAX + 1] = '\0';
    assert_null(key_make(words, "", "fish").words);
    assert_null(key_make(words, name, NULL).words);
    assert_null(key_make(words, "merchant", name).words);
    name[NPC_NAME_MAX] = '\0';
    struct key longest = key_make(words, name, name);
    assert_ptr_equal(longest.words, words);
    assert_true(key_word_count(longest) <= KEY_WORDS_MAX);
    assert_int_equal(key_word_count(longest) % 2, 0);
}

static void hash_values_are_spread_evenly_by_every_function(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct key_function function = key_function_of(seed);
        int counts[64] = {0};
        for (int i = 0; i < 6400; i++) {
            char name[] = {'n', (char)('a' + i / 676), (char)('a' + i / 26 % 26), (char)('a' + i % 26), 0};
            uint64_t words[WORDS];
            counts[key_hash(&function, key_make(words, "t", name)) >> 58]++;
        }
        // A hundred each, with a deviation of ten: six deviations are not met by chance.
        for (int i = 0; i < 64; i++) {
            if (counts[i] < 40 || counts[i] > 160)
                fail_msg("seed %lu: %d of 6400 values begin with %d", seed, counts[i], i);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_are_equal_as_their_names_are),
        cmocka_unit_test(a_name_cut_elsewhere_is_another_key),
        cmocka_unit_test(every_byte_of_a_name_counts),
        cmocka_unit_test(names_that_are_no_names_make_no_key),
        cmocka_unit_test(hash_values_are_spread_evenly_by_every_function),
    };
    return cmocka_run_group_tests_name("key", tests, NULL, NULL);
}
