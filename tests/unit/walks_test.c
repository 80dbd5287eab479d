// What a request has measured is known again until the next one, and nothing else is.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "nav/walks.h"

static struct walks_way way_of(const struct mesh_layer *layer, double from_x, double to_z, uint32_t manner)
{
    return (struct walks_way){.layer = layer,
                              .from = {.at = {from_x, 5}, .cell = 1},
                              .to = {.at = {7, to_z}, .cell = 2},
                              .manner = manner};
}

static void only_the_very_way_is_known(void **state)
{
    (void)state;
    static const struct mesh_layer layers[2];
    struct walks *walks = walks_create();
    assert_non_null(walks);
    struct walks_way way = way_of(&layers[0], 10, 20, 1);
    struct walks_way others[] = {way, way, way, way, way, way, way};
    others[0].layer = &layers[1];
    others[1].from.at.x += 1e-6;
    others[2].to.at.z += 1e-6;
    others[3].from.cell++;
    others[4].to.cell++;
    others[5].manner++;
    others[6].from = way.to;
    others[6].to = way.from;
    double length_mm = 0;
    assert_false(walks_find(walks, &way, &length_mm));
    walks_keep(walks, &way, 1234.5);
    assert_true(walks_find(walks, &way, &length_mm));
    assert_true(length_mm == 1234.5);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        assert_false(walks_find(walks, &others[i], &length_mm));
    walks_clear(walks);
    assert_false(walks_find(walks, &way, &length_mm));
    walks_destroy(walks);
    walks_destroy(NULL);
}

/// One of many ways that differ.
static struct walks_way numbered_way(int number)
{
    return way_of(NULL, number % 20, number, 0);
}

static void many_ways_are_known_rightly_or_not_at_all(void **state)
{
    (void)state;
    enum { WAYS = 400 };
    struct walks *walks = walks_create();
    assert_non_null(walks);
    size_t known = 0;
    for (int i = 0; i < WAYS; i++) {
        struct walks_way way = numbered_way(i);
        walks_keep(walks, &way, i);
        double length_mm = -1;
        // The latest one is always known.
        assert_true(walks_find(walks, &way, &length_mm));
    }
    for (int i = 0; i < WAYS; i++) {
        struct walks_way way = numbered_way(i);
        double length_mm = i;
        known += walks_find(walks, &way, &length_mm);
        assert_true(length_mm == i);
    }
    assert_true(known > WAYS / 4);
    walks_destroy(walks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_very_way_is_known),
        cmocka_unit_test(many_ways_are_known_rightly_or_not_at_all),
    };
    return cmocka_run_group_tests_name("walks", tests, NULL, NULL);
}
