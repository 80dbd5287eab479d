// The ground under a place: which regions, and how high.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/floors.h"
#include "tests/data/test_scene.h"

/// A floor with a slope beside it and a gallery over both.
static struct floors *make(struct test_scene *test)
{
    test_scene_begin(test, 300);
    test_scene_add_floor(test, 0, 0, 10000, 10000, 0);
    struct pack_region *slope = test_scene_add_floor(test, 10000, 0, 20000, 10000, 0);
    slope->heights_mm[1] = slope->heights_mm[2] = 1000;
    test_scene_add_floor(test, 5000, 5000, 15000, 15000, 4000);
    struct floors *floors = floors_create(&test->scene);
    assert_non_null(floors);
    return floors;
}

static void the_ground_nearest_to_the_wanted_height_is_found(void **state)
{
    (void)state;
    static const struct {
        struct geo_point at;
        int32_t wanted_mm;
        int32_t height_mm;
        size_t count;
        size_t region;
    } cases[] = {
        {{1000, 1000}, 9999, 0, 1, 0},    {{15000, 1000}, 0, 500, 1, 1}, {{6000, 6000}, 1000, 0, 2, 0},
        {{6000, 6000}, 3000, 4000, 2, 2}, {{12345, 6000}, 0, 235, 2, 1}, {{10000, 3000}, 0, 0, 2, 0},
        {{15000, 15000}, 0, 4000, 1, 2},  {{-1, 3000}, 0, 0, 0, 0},      {{5000, 15001}, 0, 0, 0, 0},
    };
    static struct test_scene test;
    struct floors *floors = make(&test);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct floors_under under;
        assert_true(floors_find(floors, cases[i].at, cases[i].wanted_mm, &under));
        assert_int_equal(under.count, cases[i].count);
        if (under.count == 0)
            continue;
        assert_int_equal(under.region, cases[i].region);
        assert_int_equal(under.height_mm, cases[i].height_mm);
    }
    floors_destroy(floors);
    test_scene_finish(&test);
}

static void the_range_of_floors_is_told(void **state)
{
    (void)state;
    static struct test_scene test;
    struct floors *floors = make(&test);
    struct floors_under under;
    assert_true(floors_find(floors, (struct geo_point){12000, 6000}, 0, &under));
    assert_int_equal(under.low_mm, 200);
    assert_int_equal(under.high_mm, 4000);
    floors_destroy(floors);
    floors_destroy(NULL);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ground_nearest_to_the_wanted_height_is_found),
        cmocka_unit_test(the_range_of_floors_is_told),
    };
    return cmocka_run_group_tests_name("floors", tests, NULL, NULL);
}
