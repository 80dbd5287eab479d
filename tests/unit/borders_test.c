// Places are found in regions as looking at every side finds them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/borders.h"
#include "tests/data/test_scene.h"

static enum polygon_place locate_slowly(const struct pack_region *region, struct geo_point at)
{
    enum polygon_place place = polygon_locate(region->outline.points, region->outline.count, at);
    for (size_t i = 0; i < region->hole_count && place == POLYGON_INSIDE; i++) {
        enum polygon_place hole = polygon_locate(region->holes[i].points, region->holes[i].count, at);
        place = hole == POLYGON_INSIDE   ? POLYGON_OUTSIDE
                : hole == POLYGON_BORDER ? POLYGON_BORDER
                                         : POLYGON_INSIDE;
    }
    return place;
}

static void places_are_found_as_by_looking_at_every_side(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        static struct test_scene test;
        static struct random_region whole;
        static struct random_region parts[RANDOM_PARTS_MAX];
        uint64_t more = seed;
        test_scene_begin(&test, 0);
        size_t count = random_region_split(seed, 8, 10, &whole, parts);
        for (size_t i = 0; i < count; i++)
            test_scene_add_random(&test, &parts[i], (struct geo_point){0, 0}, 0);
        struct borders *borders = borders_create(&test.scene);
        assert_non_null(borders);
        for (int i = 0; i < 400; i++) {
            struct geo_point at = {seed_between(&more, -5, 85), seed_between(&more, -5, 85)};
            for (size_t region = 0; region < count; region++) {
                if (borders_locate(borders, region, geo_place_of(at)) !=
                    locate_slowly(&test.regions[region], at))
                    fail_msg("seed %lu: region %zu at %d, %d", seed, region, at.x, at.z);
            }
        }
        borders_destroy(borders);
        test_scene_finish(&test);
    }
    borders_destroy(NULL);
}

static void a_walk_gives_the_sides_along_it_once(void **state)
{
    (void)state;
    static struct test_scene test;
    test_scene_begin(&test, 0);
    test_scene_add_floor(&test, 0, 0, 1000, 1000, 0);
    test_scene_add_floor(&test, 50000, 50000, 60000, 60000, 0);
    struct borders *borders = borders_create(&test.scene);
    struct borders_walk walk;
    int counts[2] = {0, 0};
    borders_walk_begin(&walk, borders, (struct geo_point){-10, -10}, (struct geo_point){1010, 1010});
    for (const struct borders_side *side; (side = borders_walk_next(&walk)) != NULL;)
        counts[side->region]++;
    assert_int_equal(counts[0], 4);
    assert_true(counts[1] <= 4);
    assert_int_equal(borders_box(borders, 1)->low.x, 50000);
    borders_destroy(borders);
    test_scene_finish(&test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_found_as_by_looking_at_every_side),
        cmocka_unit_test(a_walk_gives_the_sides_along_it_once),
    };
    return cmocka_run_group_tests_name("borders", tests, NULL, NULL);
}
