// Bare ground has its vertices' heights and is straight between them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/ground.h"
#include "tests/data/random_region.h"

static void a_slope_is_a_slope_everywhere(void **state)
{
    (void)state;
    static struct random_region region;
    static int32_t heights_mm[RANDOM_POINTS_MAX];
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint64_t random = seed;
        random_region_make(seed, 6, 1000, &region);
        for (size_t i = 0; i < region.point_count; i++)
            heights_mm[i] = 3 * region.points[i].x - 2 * region.points[i].z - 5000;
        struct region_rings rings = random_region_rings(&region);
        struct ground *ground = ground_create(&rings, heights_mm);
        assert_non_null(ground);
        for (int i = 0; i < 50; i++) {
            struct geo_point at = {seed_between(&random, 0, 8000), seed_between(&random, 0, 8000)};
            if (random_region_contains(&region, at) &&
                ground_height(ground, at) != 3 * at.x - 2 * at.z - 5000)
                fail_msg("seed %lu: wrong height at %d, %d", seed, at.x, at.z);
        }
        ground_destroy(ground);
    }
}

static void level_ground_is_level(void **state)
{
    (void)state;
    static const struct geo_point points[] = {{0, 0}, {9, 0}, {0, 9}};
    static const int32_t heights_mm[] = {-40, -40, -40};
    static const uint32_t ends[] = {3};
    struct region_rings rings = {points, 3, ends, 1};
    struct ground *ground = ground_create(&rings, heights_mm);
    assert_non_null(ground);
    assert_int_equal(ground_height(ground, (struct geo_point){1, 1}), -40);
    ground_destroy(ground);
    ground_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_slope_is_a_slope_everywhere),
        cmocka_unit_test(level_ground_is_level),
    };
    return cmocka_run_group_tests_name("ground", tests, NULL, NULL);
}
