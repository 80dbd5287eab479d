// The scenes that are drawn against the mesh that is walked and the pack that both come from.
#include "cloudsvc/game/stage.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/solids.h"
#include "tests/data/plain_world.h"
#include "tests/data/two_scenes.h"

static struct plain_world world;
static struct view_world *stage;

static int set_up(void **state)
{
    (void)state;
    world = plain_world_create(1);
    stage = stage_create(world.pack, world.nav);
    return stage ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    stage_destroy(stage);
    plain_world_destroy(&world);
    return 0;
}

static double area_of(const struct view_triangle *triangle)
{
    const struct view_vec3 *c = triangle->corners;
    return (((double)c[1].x - c[0].x) * ((double)c[2].z - c[0].z) -
            ((double)c[1].z - c[0].z) * ((double)c[2].x - c[0].x)) /
           2.0;
}

static double polygon_area(const struct pack_polygon *polygon)
{
    double twice = 0.0;
    for (size_t i = 0; i < polygon->count; i++) {
        struct geo_point a = polygon->points[i];
        struct geo_point b = polygon->points[(i + 1) % polygon->count];
        twice += (double)a.x * b.z - (double)b.x * a.z;
    }
    return twice / 2e6;
}

static void ground_and_water_cover_what_the_pack_says(void **state)
{
    (void)state;
    const struct pack_scene *scene = &world.pack->scenes[0];
    double ground = 0.0, water = 0.0;
    for (size_t i = 0; i < scene->region_count; i++) {
        ground += polygon_area(&scene->regions[i].outline);
        for (size_t hole = 0; hole < scene->regions[i].hole_count; hole++)
            ground -= fabs(polygon_area(&scene->regions[i].holes[hole]));
    }
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        double area = polygon_area(&scene->obstacles[i].outline);
        if (scene->obstacles[i].kind == PACK_POND) {
            ground -= area;
            water += area;
        }
    }
    for (size_t i = 0; i < stage->scenes[0].triangle_count; i++) {
        double area = area_of(&stage->scenes[0].triangles[i]);
        assert_true(area > 0.0); // counter-clockwise
        if (stage->scenes[0].triangles[i].surface == VIEW_WATER)
            water -= area;
        else
            ground -= area;
    }
    assert_true(fabs(ground) < 0.05);
    assert_true(fabs(water) < 0.01);
}

static void solids_stand_where_the_mesh_has_holes(void **state)
{
    (void)state;
    size_t ponds = 0;
    for (size_t i = 0; i < world.pack->scenes[0].obstacle_count; i++)
        ponds += world.pack->scenes[0].obstacles[i].kind == PACK_POND;
    assert_int_equal(stage->scenes[0].solid_count, world.pack->scenes[0].obstacle_count - ponds);
    struct random_generator random;
    random_seed(&random, 8);
    for (int i = 0; i < 2000; i++) {
        struct nav_position at = {random_below(&random, 56000) / 1000.0 - 28.0, 0,
                                  random_below(&random, 50000) / 1000.0 - 25.0, 0};
        struct nav_position found;
        if (!nav_nearest(world.nav, at, 0.001, &found))
            continue;
        for (size_t solid = 0; solid < stage->scenes[0].solid_count; solid++)
            assert_false(solid_holds(&stage->scenes[0].solids[solid], at.x, at.z));
    }
}

static void feet_of_solids_stand_on_their_floor(void **state)
{
    (void)state;
    for (size_t i = 0; i < stage->scenes[0].solid_count; i++) {
        const struct view_solid *solid = &stage->scenes[0].solids[i];
        assert_true(solid->height_m > 0.0f);
        for (size_t corner = 0; corner < solid->footprint_count; corner++) {
            struct view_vec3 at = solid->footprint[corner];
            struct nav_position ground;
            assert_true(nav_nearest(world.nav, (struct nav_position){at.x, at.y, at.z, 0}, 0.01, &ground));
            assert_true(fabs(ground.y - at.y) < 0.01);
        }
    }
}

static bool has_riser(float top_m, float bottom_m, float x, float z)
{
    for (size_t i = 0; i < stage->scenes[0].riser_count; i++) {
        const struct view_riser *riser = &stage->scenes[0].risers[i];
        float length = hypotf(riser->b.x - riser->a.x, riser->b.z - riser->a.z);
        float to = hypotf(x - riser->a.x, z - riser->a.z) + hypotf(x - riser->b.x, z - riser->b.z);
        if (fabsf(riser->a.y - top_m) < 0.001f && fabsf(riser->a_bottom_m - bottom_m) < 0.001f &&
            to < length + 0.001f)
            return true;
    }
    return false;
}

static void floors_that_meet_at_a_step_have_a_face_between_them(void **state)
{
    (void)state;
    assert_true(has_riser(0.3f, 0.0f, -7.0f, 10.0f)); // the stairs, one by one
    assert_true(has_riser(0.6f, 0.3f, -7.0f, 10.5f));
    assert_true(has_riser(0.9f, 0.6f, -7.0f, 11.0f));
    assert_true(has_riser(1.2f, 0.9f, -7.0f, 11.5f));
    assert_true(has_riser(1.2f, 0.0f, -14.0f, 11.5f)); // the terrace beside them
    assert_true(has_riser(0.3f, 0.0f, 2.2f, -4.0f));   // the market's stage
    assert_false(has_riser(0.0f, 0.0f, -8.0f, -3.0f)); // where a path joins the square
}

static void faces_look_away_from_their_floor(void **state)
{
    (void)state;
    for (size_t i = 0; i < stage->scenes[0].riser_count; i++) {
        const struct view_riser *riser = &stage->scenes[0].risers[i];
        float length = hypotf(riser->b.x - riser->a.x, riser->b.z - riser->a.z);
        float right_x = (riser->b.z - riser->a.z) / length;
        float right_z = -(riser->b.x - riser->a.x) / length;
        struct nav_position left = {(riser->a.x + riser->b.x) / 2.0 - 0.01 * right_x, riser->a.y,
                                    (riser->a.z + riser->b.z) / 2.0 - 0.01 * right_z, 0};
        struct nav_position floor;
        assert_true(nav_nearest(world.nav, left, 0.005, &floor)); // to the left is the upper floor
        assert_true(fabs(floor.y - riser->a.y) < 0.01);
        assert_true(riser->a_bottom_m <= riser->a.y && riser->b_bottom_m <= riser->b.y);
        assert_true(riser->a_bottom_m < riser->a.y || riser->b_bottom_m < riser->b.y);
    }
}

static void the_land_has_an_edge_all_around(void **state)
{
    (void)state;
    const struct pack_polygon *meadow = &world.pack->scenes[0].regions[0].outline;
    for (size_t i = 0; i < meadow->count; i++) {
        struct geo_point a = meadow->points[i];
        struct geo_point b = meadow->points[(i + 1) % meadow->count];
        assert_true(has_riser(0.0f, -1.2f, (float)(a.x + b.x) / 2000.0f, (float)(a.z + b.z) / 2000.0f));
    }
}

// ---- roads, ravines, jump points -------------------------------------------------------------------

struct small_world {
    struct pack *pack;
    struct nav *nav;
    struct view_world *stage;
};

static struct small_world small_world_create(void)
{
    struct report report = {0};
    struct small_world small = {.pack = two_scenes_load()};
    small.nav = nav_create(small.pack, NULL, &report);
    assert_non_null(small.nav);
    small.stage = stage_create(small.pack, small.nav);
    assert_non_null(small.stage);
    return small;
}

static void small_world_destroy(struct small_world *small)
{
    stage_destroy(small->stage);
    nav_destroy(small->nav);
    pack_destroy(small->pack);
}

static double area_of_surface(const struct view_scene *scene, enum view_surface surface)
{
    double area = 0.0;
    for (size_t i = 0; i < scene->triangle_count; i++)
        if (scene->triangles[i].surface == surface)
            area += area_of(&scene->triangles[i]);
    return area;
}

static void roads_are_paths_on_the_ground(void **state)
{
    (void)state;
    struct small_world small = small_world_create();
    const struct view_scene *meadow = &small.stage->scenes[0];
    assert_true(fabs(area_of_surface(meadow, VIEW_PATH) - 5.2 * 1.5) < 0.01);
    assert_true(fabs(area_of_surface(meadow, VIEW_GRASS) - (200.0 - 5.2 * 1.5 - 3 * 9.8)) < 0.01);
    assert_true(area_of_surface(&small.stage->scenes[1], VIEW_PATH) == 0.0);
    small_world_destroy(&small);
}

static void a_ravine_is_deep_and_has_walls_all_around(void **state)
{
    (void)state;
    struct small_world small = small_world_create();
    const struct view_scene *meadow = &small.stage->scenes[0];
    assert_true(fabs(area_of_surface(meadow, VIEW_CHASM) - 3 * 9.8) < 0.01);
    double walls_m = 0.0;
    for (size_t i = 0; i < meadow->riser_count; i++) {
        const struct view_riser *riser = &meadow->risers[i];
        if (riser->surface != VIEW_CHASM)
            continue;
        assert_true(riser->a_bottom_m < -6.0f && riser->b_bottom_m == riser->a_bottom_m);
        walls_m += hypot((double)riser->b.x - riser->a.x, (double)riser->b.z - riser->a.z);
    }
    assert_true(fabs(walls_m - 2 * (3 + hypot(8, 9.8))) < 0.01);
    for (size_t i = 0; i < meadow->triangle_count; i++)
        if (meadow->triangles[i].surface == VIEW_CHASM)
            assert_true(meadow->triangles[i].corners[0].y < -6.0f);
    small_world_destroy(&small);
}

static void a_plank_lies_over_the_ravine(void **state)
{
    (void)state;
    struct small_world small = small_world_create();
    const struct view_scene *meadow = &small.stage->scenes[0];
    assert_true(area_of_surface(meadow, VIEW_WOOD) > 0.8 * 3.7 * 1.3);
    assert_int_equal(meadow->solid_count, 2); // its rails
    small_world_destroy(&small);
}

static void jump_points_are_portals_of_their_scene(void **state)
{
    (void)state;
    struct small_world small = small_world_create();
    assert_int_equal(small.stage->scenes[0].portal_count, 1);
    assert_int_equal(small.stage->scenes[1].portal_count, 0);
    struct view_vec3 at = small.stage->scenes[0].portals[0].position;
    assert_true(at.x == 18.0f && at.y == 0.0f && at.z == 5.0f);
    small_world_destroy(&small);
}

static void nothing_is_a_valid_world_to_destroy(void **state)
{
    (void)state;
    stage_destroy(NULL);
    stage_destroy(calloc(1, sizeof(struct view_world)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ground_and_water_cover_what_the_pack_says),
        cmocka_unit_test(solids_stand_where_the_mesh_has_holes),
        cmocka_unit_test(feet_of_solids_stand_on_their_floor),
        cmocka_unit_test(floors_that_meet_at_a_step_have_a_face_between_them),
        cmocka_unit_test(faces_look_away_from_their_floor),
        cmocka_unit_test(the_land_has_an_edge_all_around),
        cmocka_unit_test(roads_are_paths_on_the_ground),
        cmocka_unit_test(a_ravine_is_deep_and_has_walls_all_around),
        cmocka_unit_test(a_plank_lies_over_the_ravine),
        cmocka_unit_test(jump_points_are_portals_of_their_scene),
        cmocka_unit_test(nothing_is_a_valid_world_to_destroy),
    };
    return cmocka_run_group_tests_name("stage", tests, set_up, tear_down);
}
