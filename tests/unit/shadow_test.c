// Which ground lies in shadow.
#include "render/shadow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// From the west, at 45 degrees: shadows are as long as things are high.
static const struct view_vec3 to_sun = {-0.70710678f, 0.70710678f, 0};
static struct view_vec3 foot[4] = {{0, 0, 0}, {1, 0, 0}, {1, 0, 4}, {0, 0, 4}};
static struct view_vec3 foot_behind[4] = {{2, 0, 0}, {3, 0, 0}, {3, 0, 4}, {2, 0, 4}};
static struct view_triangle low = {{{-20, -1, -20}, {20, -1, -20}, {0, -1, 20}}, VIEW_GRASS};

static float area(const struct shadow_pieces *pieces)
{
    float sum = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        sum += outline_area(pieces->items[i].points, pieces->items[i].count);
    }
    return sum;
}

static void split(const struct view_scene *scene, float floor_m, struct shadow_pieces *dark,
                  struct shadow_pieces *lit)
{
    struct shadows *shadows = shadows_create(scene, to_sun);
    const struct outline ground = {
        {{-5, floor_m, -5}, {15, floor_m, -5}, {15, floor_m, 15}, {-5, floor_m, 15}}, 4};
    assert_non_null(shadows);
    shadows_split(shadows, &ground, dark, lit);
    shadows_destroy(shadows);
    assert_float_equal(area(dark) + area(lit), 400, 0.1);
}

static void a_wall_throws_a_shadow_as_long_as_it_is_high(void **state)
{
    (void)state;
    struct view_solid wall = {.kind = VIEW_WALL, .footprint = foot, .footprint_count = 4, .height_m = 3};
    struct view_scene scene = {.triangles = &low, .triangle_count = 1, .solids = &wall, .solid_count = 1};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    split(&scene, 0, &dark, &lit);
    assert_float_equal(area(&dark), (1 + 3) * 4, 0.05);
    for (size_t i = 0; i < dark.count; i++) {
        for (size_t corner = 0; corner < dark.items[i].count; corner++) {
            assert_true(dark.items[i].points[corner].x > -0.001f);
        }
    }
}

static void each_shadow_falls_as_a_whole(void **state)
{
    (void)state;
    struct view_solid walls[2] = {
        {.kind = VIEW_WALL, .footprint = foot, .footprint_count = 4, .height_m = 3},
        {.kind = VIEW_WALL, .footprint = foot_behind, .footprint_count = 4, .height_m = 3}};
    struct view_scene scene = {.triangles = &low, .triangle_count = 1, .solids = walls, .solid_count = 2};
    const struct outline ground = {{{-5, 0, -5}, {15, 0, -5}, {15, 0, 15}, {-5, 0, 15}}, 4};
    const struct outline beside = {{{-5, 0, -5}, {-1, 0, -5}, {-1, 0, 15}, {-5, 0, 15}}, 4};
    struct shadows *shadows = shadows_create(&scene, to_sun);
    struct outline fallen;
    assert_non_null(shadows);
    assert_int_equal(shadows_count(shadows), 2);
    for (size_t i = 0; i < 2; i++) {
        assert_true(shadows_fall(shadows, i, &ground, &fallen));
        assert_float_equal(outline_area(fallen.points, fallen.count), (1 + 3) * 4, 0.05);
        assert_false(shadows_fall(shadows, i, &beside, &fallen));
    }
    shadows_destroy(shadows);
}

static void a_lower_floor_takes_a_longer_shadow(void **state)
{
    (void)state;
    struct view_solid wall = {.kind = VIEW_WALL, .footprint = foot, .footprint_count = 4, .height_m = 3};
    struct view_scene scene = {.triangles = &low, .triangle_count = 1, .solids = &wall, .solid_count = 1};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    split(&scene, -1, &dark, &lit);
    // Thrown from 0 to 3 m: from 1 to 5 m east of the foot.
    assert_float_equal(area(&dark), 4 * 4, 0.05);
}

static void shadows_that_meet_darken_once(void **state)
{
    (void)state;
    struct view_solid walls[2] = {
        {.kind = VIEW_WALL, .footprint = foot, .footprint_count = 4, .height_m = 3},
        {.kind = VIEW_WALL, .footprint = foot_behind, .footprint_count = 4, .height_m = 3},
    };
    struct view_scene scene = {.triangles = &low, .triangle_count = 1, .solids = walls, .solid_count = 2};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    split(&scene, 0, &dark, &lit);
    assert_float_equal(area(&dark), (3 + 3) * 4, 0.05);
}

static void a_fence_lets_light_through_between_its_rails(void **state)
{
    (void)state;
    struct view_solid fence = {.kind = VIEW_FENCE, .footprint = foot, .footprint_count = 4, .height_m = 3};
    struct view_scene scene = {.triangles = &low, .triangle_count = 1, .solids = &fence, .solid_count = 1};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    split(&scene, 0, &dark, &lit);
    assert_true(area(&dark) > 4);
    assert_true(area(&dark) < (1 + 3) * 4 - 1);
}

static void without_solids_all_is_lit(void **state)
{
    (void)state;
    struct view_scene scene = {.triangles = &low, .triangle_count = 1};
    struct shadow_pieces dark;
    struct shadow_pieces lit;
    split(&scene, 0, &dark, &lit);
    assert_int_equal(dark.count, 0);
    shadows_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_wall_throws_a_shadow_as_long_as_it_is_high),
        cmocka_unit_test(each_shadow_falls_as_a_whole),
        cmocka_unit_test(a_lower_floor_takes_a_longer_shadow),
        cmocka_unit_test(shadows_that_meet_darken_once),
        cmocka_unit_test(a_fence_lets_light_through_between_its_rails),
        cmocka_unit_test(without_solids_all_is_lit),
    };
    return cmocka_run_group_tests_name("shadow", tests, NULL, NULL);
}
