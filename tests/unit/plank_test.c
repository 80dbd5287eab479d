// Planks over the ravine of a small world, and over outlines made by hand.
#include "cloudsvc/game/plank.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cloudsvc/game/plank_view.h"
#include "tests/data/two_scenes.h"

enum { PLANKS_MAX = 8 };

struct list {
    struct plank planks[PLANKS_MAX];
    size_t count;
};

static bool keep(void *context, const struct plank *plank)
{
    struct list *list = context;
    assert_true(list->count < PLANKS_MAX);
    list->planks[list->count++] = *plank;
    return true;
}

static void a_road_over_a_ravine_is_a_plank_from_bank_to_bank(void **state)
{
    (void)state;
    struct pack *pack = two_scenes_load();
    struct list list = {.count = 0};
    assert_true(planks_visit(&pack->scenes[0], keep, &list));
    assert_int_equal(list.count, 1);
    const struct plank *plank = &list.planks[0];
    assert_true(fabs(fmin(plank->a.x, plank->b.x) - 7650) < 1); // 350 mm on the bank
    assert_true(fabs(fmax(plank->a.x, plank->b.x) - 11350) < 1);
    assert_true(plank->a.z == 5000 && plank->b.z == 5000);
    assert_true(plank->a_is_bank && plank->b_is_bank);
    list.count = 0;
    assert_true(planks_visit(&pack->scenes[1], keep, &list));
    assert_int_equal(list.count, 0);
    pack_destroy(pack);
}

// A road of three nodes over a ravine with a bend, the middle one over the depth.
static struct geo_point bend[] = {{2000, -5000}, {6000, -5000}, {6000, 5000}, {2000, 5000}};
static struct pack_obstacle ravine = {.kind = PACK_RAVINE, .outline = {bend, 4}};
static struct pack_road_node nodes[] = {{{0, 0}, 0}, {{4000, 0}, 400}, {{8000, 0}, 800}};
static struct pack_road_link links[] = {{{0, 1}, 0}, {{1, 2}, 0}};
static struct pack_road road = {.width_mm = 1000};

static struct pack_scene bridge_scene(void)
{
    return (struct pack_scene){.obstacles = &ravine,
                               .obstacle_count = 1,
                               .roads = &road,
                               .road_count = 1,
                               .road_nodes = nodes,
                               .road_node_count = 3,
                               .road_links = links,
                               .road_link_count = 2};
}

static void planks_that_meet_over_the_depth_have_one_bank_each(void **state)
{
    (void)state;
    struct pack_scene scene = bridge_scene();
    struct list list = {.count = 0};
    assert_true(planks_visit(&scene, keep, &list));
    assert_int_equal(list.count, 2);
    assert_true(list.planks[0].a_is_bank && !list.planks[0].b_is_bank);
    assert_true(!list.planks[1].a_is_bank && list.planks[1].b_is_bank);
    assert_true(list.planks[0].b.x == list.planks[1].a.x);
    assert_true(list.planks[0].b_height_mm == list.planks[1].a_height_mm);
    assert_true(list.planks[0].a_height_mm == 200 && list.planks[1].b_height_mm == 600);
    assert_true(list.planks[0].width_mm == 1000);
}

static void who_stands_on_a_plank_leaves_it_at_its_nearer_end(void **state)
{
    (void)state;
    struct pack *pack = two_scenes_load();
    const struct {
        double x, y, z;
        double left_at_x; // 0: not on the plank
    } cases[] = {{8.5, 0, 5.2, 7.65}, {10.6, 0, 4.6, 11.35}, {9.0, 0, 6.5, 0}, {9.0, 3, 5, 0}, {3, 0, 5, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct nav_position at = {cases[i].x, cases[i].y, cases[i].z, 0};
        bool is_on = plank_leave(&pack->scenes[0], &at);
        assert_int_equal(is_on, cases[i].left_at_x != 0);
        assert_true(fabs(at.x - (is_on ? cases[i].left_at_x : cases[i].x)) < 0.001);
    }
    pack_destroy(pack);
}

static void boards_cover_a_plank_but_for_gaps_and_face_up(void **state)
{
    (void)state;
    struct pack_scene scene = bridge_scene();
    size_t boards = plank_view_boards(&scene);
    struct view_triangle triangles[64];
    struct view_riser risers[64];
    struct view_solid solids[64];
    struct view_scene view = {.triangles = triangles, .risers = risers, .solids = solids};
    assert_true(2 * boards <= 64);
    assert_true(plank_view_add(&scene, &view));
    assert_int_equal(view.triangle_count, 2 * boards);
    assert_true(view.riser_count <= 2 * boards && view.solid_count <= 2 * boards);
    double area = 0;
    for (size_t i = 0; i < view.triangle_count; i++) {
        const struct view_vec3 *c = triangles[i].corners;
        double twice =
            (double)(c[1].x - c[0].x) * (c[2].z - c[0].z) - (double)(c[1].z - c[0].z) * (c[2].x - c[0].x);
        assert_true(twice > 0);
        assert_int_equal(triangles[i].surface, VIEW_WOOD);
        area += twice / 2;
    }
    assert_true(area > 0.8 * 4.7 && area < 4.7); // 4 m and two banks, 1 m wide
    for (size_t i = 0; i < view.solid_count; i++)
        free(solids[i].footprint);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_road_over_a_ravine_is_a_plank_from_bank_to_bank),
        cmocka_unit_test(planks_that_meet_over_the_depth_have_one_bank_each),
        cmocka_unit_test(who_stands_on_a_plank_leaves_it_at_its_nearer_end),
        cmocka_unit_test(boards_cover_a_plank_but_for_gaps_and_face_up),
    };
    return cmocka_run_group_tests_name("plank", tests, NULL, NULL);
}
