// Rosters keep their keys, and ids in the order of slots.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>

#include "nav/roster.h"
#include "tests/data/named_rosters.h"
#include "tests/data/random_region.h"

enum { SLOTS = 60, SLOT_MASK = 0xff };

static void ids_are_those_of_a_plain_list_in_order(void **state)
{
    (void)state;
    struct rosters rosters;
    named_rosters_init(&rosters, 1);
    uint32_t ids[SLOTS] = {0};
    uint64_t seed = 7;
    for (int i = 0; i < 20000; i++) {
        uint32_t slot = (uint32_t)seed_between(&seed, 0, i < 5000 ? 2 : SLOTS - 1);
        if (ids[slot]) {
            roster_leave(&rosters.all[0], ids[slot], SLOT_MASK);
            ids[slot] = 0;
        } else {
            ids[slot] = ((uint32_t)seed_between(&seed, 1, 9) << 8) | slot;
            assert_true(roster_join(&rosters.all[0], ids[slot], SLOT_MASK));
        }
        uint32_t count = 0;
        for (int k = 0; k < SLOTS; k++) {
            if (ids[k]) {
                assert_true(count < rosters.all[0].count);
                assert_int_equal(roster_ids(&rosters.all[0])[count++], ids[k]);
            }
        }
        assert_int_equal(rosters.all[0].count, count);
    }
    rosters_finish(&rosters);
}

static void keys_are_kept_while_rosters_come_and_go(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    struct rosters rosters;
    bool is_in[COUNT];
    uint64_t seed = 9;
    named_rosters_init(&rosters, COUNT);
    memset(is_in, true, sizeof is_in);
    for (int i = 0; i < 5000; i++) {
        uint32_t number = (uint32_t)seed_between(&seed, 0, COUNT - 1);
        struct named_key named;
        if (is_in[number]) {
            rosters_remove(&rosters, number);
            is_in[number] = false;
            // The one that was given back last is taken first.
            named_key_make(&named, number);
            if (seed_next(&seed) % 2) {
                assert_int_equal(rosters_add(&rosters, named.key), number);
                is_in[number] = true;
            }
        }
        uint32_t asked = (uint32_t)seed_between(&seed, 0, COUNT - 1);
        named_key_make(&named, asked);
        if (is_in[asked])
            assert_true(key_is_equal(rosters.all[asked].key, named.key));
    }
    rosters_finish(&rosters);
}

static void no_more_rosters_than_there_is_room_for(void **state)
{
    (void)state;
    struct rosters rosters;
    struct named_key named;
    named_rosters_init(&rosters, 3);
    named_key_make(&named, 3);
    assert_int_equal(rosters.count, 3);
    assert_int_equal(rosters_add(&rosters, named.key), ROSTER_NONE);
    rosters_remove(&rosters, 1);
    assert_int_equal(rosters_add(&rosters, named.key), 1);
    assert_int_equal(rosters.count, 3);
    rosters_finish(&rosters);
    rosters_finish(&rosters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_those_of_a_plain_list_in_order),
        cmocka_unit_test(keys_are_kept_while_rosters_come_and_go),
        cmocka_unit_test(no_more_rosters_than_there_is_room_for),
    };
    return cmocka_run_group_tests_name("roster", tests, NULL, NULL);
}
