// The heap gives what a sorted list gives, whatever keys change meanwhile.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/heap.h"
#include "tests/data/random_region.h"

enum { ITEMS = 200 };

/// The smallest key by looking at all; ITEMS when there is none.
static uint32_t smallest(const double *keys, const bool *is_in)
{
    uint32_t best = ITEMS;
    for (uint32_t i = 0; i < ITEMS; i++) {
        if (is_in[i] && (best == ITEMS || keys[i] < keys[best]))
            best = i;
    }
    return best;
}

static void popping_gives_the_smallest_key_of_all(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 50; seed++) {
        struct heap *heap = heap_create(ITEMS);
        double keys[ITEMS] = {0};
        bool is_in[ITEMS] = {false};
        uint64_t random = seed;
        assert_non_null(heap);
        for (int i = 0; i < 2000; i++) {
            uint32_t item = (uint32_t)seed_between(&random, 0, ITEMS - 1);
            if (seed_next(&random) % 3 != 0) {
                keys[item] = seed_between(&random, 0, 50);
                is_in[item] = true;
                heap_set(heap, item, keys[item]);
            } else {
                uint32_t expected = smallest(keys, is_in);
                uint32_t popped = ITEMS;
                if (heap_pop(heap, &popped) != (expected < ITEMS) || popped != expected)
                    fail_msg("seed %lu: popped %u, not %u", seed, popped, expected);
                is_in[popped % ITEMS] = false;
            }
        }
        heap_destroy(heap);
    }
}

static void equal_keys_come_in_the_order_of_numbers(void **state)
{
    (void)state;
    struct heap *heap = heap_create(4);
    uint32_t item;
    assert_non_null(heap);
    for (uint32_t i = 4; i > 0; i--)
        heap_set(heap, i - 1, 7);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(heap_pop(heap, &item));
        assert_int_equal(item, i);
    }
    heap_destroy(heap);
}

static void a_cleared_heap_is_empty(void **state)
{
    (void)state;
    struct heap *heap = heap_create(3);
    uint32_t item;
    assert_non_null(heap);
    heap_set(heap, 2, 1);
    heap_clear(heap);
    assert_false(heap_pop(heap, &item));
    heap_destroy(heap);
    heap_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(popping_gives_the_smallest_key_of_all),
        cmocka_unit_test(equal_keys_come_in_the_order_of_numbers),
        cmocka_unit_test(a_cleared_heap_is_empty),
    };
    return cmocka_run_group_tests_name("heap", tests, NULL, NULL);
}
