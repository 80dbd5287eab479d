// A bucket finds the tags that were put in and not taken out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/bucket.h"
#include "tests/data/random_region.h"

static void slots_are_found_by_their_tags(void **state)
{
    (void)state;
    uint64_t seed = 3;
    struct bucket *bucket = bucket_array(1);
    assert_non_null(bucket);
    for (uint32_t i = 0; i < 20000; i++) {
        uint16_t tag = bucket_tag((uint64_t)seed_between(&seed, 0, 4));
        uint32_t matches = bucket_matches(bucket, tag);
        uint32_t expected = 0;
        for (int slot = 0; slot < BUCKET_ROOM; slot++)
            expected |= (uint32_t)(bucket->tags[slot] == tag) << slot;
        assert_int_equal(matches, expected);
        assert_int_equal(__builtin_popcount(bucket_matches(bucket, 0)), BUCKET_ROOM - bucket->count);
        if (bucket->count < BUCKET_ROOM && seed_next(&seed) % 2) {
            bucket_put(bucket, tag, i);
            int slot = bucket_slot_of(bucket, tag, i);
            assert_in_range(slot, 0, BUCKET_ROOM - 1);
            assert_int_equal(bucket->entries[slot], i);
        } else if (matches) {
            uint32_t entry = bucket->entries[__builtin_ctz(matches)];
            bucket_clear(bucket, __builtin_ctz(matches));
            assert_int_equal(bucket_slot_of(bucket, tag, entry), -1);
        }
    }
    free(bucket);
}

static void greater_hash_values_have_no_smaller_bucket(void **state)
{
    (void)state;
    assert_int_equal(bucket_of(0, 1000), 0);
    assert_int_equal(bucket_of(UINT64_MAX, 1000), 999);
    assert_int_equal(bucket_of(UINT64_MAX / 2, 1000), 499);
    assert_int_equal(bucket_of(UINT64_MAX, 1), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slots_are_found_by_their_tags),
        cmocka_unit_test(greater_hash_values_have_no_smaller_bucket),
    };
    return cmocka_run_group_tests_name("bucket", tests, NULL, NULL);
}
