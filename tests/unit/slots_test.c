#include "cloudsvc/base/slots.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"

static void a_taken_slot_is_found_by_its_id(void **state)
{
    (void)state;
    struct slots *slots = slots_create(3);
    slot_id ids[3];
    for (size_t i = 0; i < 3; i++) {
        size_t index = 99;
        ids[i] = slots_take(slots);
        assert_int_not_equal(ids[i], 0);
        assert_true(slots_find(slots, ids[i], &index));
        assert_int_equal(index, i);
        assert_int_equal(slots_id_at(slots, index), ids[i]);
        assert_int_equal(slots_count(slots), i + 1);
    }
    assert_int_equal(slots_take(slots), 0);
    slots_destroy(slots);
}

static void none_and_ids_never_given_find_nothing(void **state)
{
    (void)state;
    struct slots *slots = slots_create(4);
    slot_id id = slots_take(slots);
    const slot_id WRONG[] = {0, id + 1, id + (1u << 16), id + 4, UINT32_MAX, 0xFFFF};
    for (size_t i = 0; i < sizeof WRONG / sizeof WRONG[0]; i++) {
        size_t index = 99;
        assert_false(slots_find(slots, WRONG[i], &index));
        assert_false(slots_release(slots, WRONG[i]));
        assert_int_equal(index, 99);
    }
    slots_destroy(slots);
}

static void a_released_id_finds_nothing_even_when_its_slot_is_taken_again(void **state)
{
    (void)state;
    struct slots *slots = slots_create(1);
    size_t index = 0;
    slot_id old = slots_take(slots);
    assert_true(slots_release(slots, old));
    assert_false(slots_find(slots, old, &index));
    assert_int_equal(slots_id_at(slots, 0), 0);
    slot_id new = slots_take(slots);
    assert_int_not_equal(new, old);
    assert_false(slots_find(slots, old, &index));
    assert_false(slots_release(slots, old));
    assert_true(slots_find(slots, new, &index));
    slots_destroy(slots);
}

static void an_id_comes_back_only_after_all_generations(void **state)
{
    (void)state;
    struct slots *slots = slots_create(1);
    slot_id first = slots_take(slots);
    for (uint32_t use = 1; use < UINT16_MAX; use++) {
        assert_true(slots_release(slots, slots_id_at(slots, 0)));
        slot_id id = slots_take(slots);
        assert_int_not_equal(id, first);
        assert_int_not_equal(id, 0);
    }
    slots_release(slots, slots_id_at(slots, 0));
    assert_int_equal(slots_take(slots), first);
    slots_destroy(slots);
}

static void slots_are_reused_oldest_first(void **state)
{
    (void)state;
    struct slots *slots = slots_create(3);
    slot_id ids[3];
    for (size_t i = 0; i < 3; i++)
        ids[i] = slots_take(slots);
    slots_release(slots, ids[1]);
    slots_release(slots, ids[0]);
    size_t index = 99;
    slots_find(slots, slots_take(slots), &index);
    assert_int_equal(index, 1);
    slots_find(slots, slots_take(slots), &index);
    assert_int_equal(index, 0);
    slots_destroy(slots);
}

enum { SLOTS = 7 };

/// Against an array of what should be there.
static void check_churn(uint64_t seed)
{
    struct random_generator generator;
    random_seed(&generator, seed);
    struct slots *slots = slots_create(SLOTS);
    slot_id taken[SLOTS] = {0};
    size_t count = 0;
    for (int step = 0; step < 2000; step++) {
        size_t index = random_below(&generator, SLOTS);
        bool is_taken = taken[index] != 0;
        if (is_taken != slots_release(slots, taken[index]))
            fail_msg("seed %llu step %d", (unsigned long long)seed, step);
        taken[index] = 0;
        count -= is_taken;
        slot_id id = random_below(&generator, 2) ? slots_take(slots) : 0;
        if (id != 0) {
            assert_true(slots_find(slots, id, &index));
            assert_int_equal(taken[index], 0);
            taken[index] = id;
            count++;
        }
        assert_int_equal(slots_count(slots), count);
        for (size_t i = 0; i < SLOTS; i++)
            assert_int_equal(slots_id_at(slots, i), taken[i]);
    }
    slots_destroy(slots);
}

static void random_coming_and_going_never_mixes_slots_up(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++)
        check_churn(seed);
}

static void the_most_slots_can_all_be_taken(void **state)
{
    (void)state;
    struct slots *slots = slots_create(SLOTS_MAX);
    for (size_t i = 0; i < SLOTS_MAX; i++)
        assert_int_not_equal(slots_take(slots), 0);
    assert_int_equal(slots_take(slots), 0);
    slots_destroy(slots);
    slots_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_taken_slot_is_found_by_its_id),
        cmocka_unit_test(none_and_ids_never_given_find_nothing),
        cmocka_unit_test(a_released_id_finds_nothing_even_when_its_slot_is_taken_again),
        cmocka_unit_test(an_id_comes_back_only_after_all_generations),
        cmocka_unit_test(slots_are_reused_oldest_first),
        cmocka_unit_test(random_coming_and_going_never_mixes_slots_up),
        cmocka_unit_test(the_most_slots_can_all_be_taken),
    };
    return cmocka_run_group_tests_name("slots", tests, NULL, NULL);
}
