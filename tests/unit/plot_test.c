// Joining triangles of ground.
#include "render/plot.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "tests/data/fixture_scene.h"

static struct plots create(struct view_triangle *triangles, size_t count)
{
    struct view_scene scene = {.triangles = triangles, .triangle_count = count};
    struct plots plots = plots_create(&scene);
    assert_non_null(plots.items);
    return plots;
}

static void two_halves_of_a_square_become_one(void **state)
{
    (void)state;
    struct view_triangle halves[2] = {{{{0, 1, 0}, {4, 1, 0}, {4, 1, 4}}, VIEW_GRASS},
                                      {{{0, 1, 0}, {4, 1, 4}, {0, 1, 4}}, VIEW_GRASS}};
    struct plots plots = create(halves, 2);
    assert_int_equal(plots.count, 1);
    assert_int_equal(plots.items[0].outline.count, 4);
    assert_float_equal(outline_area(plots.items[0].outline.points, 4), 16, 1e-4);
    plots_finish(&plots);
}

static void other_surfaces_and_other_planes_stay_apart(void **state)
{
    (void)state;
    struct view_triangle other_surface[2] = {{{{0, 1, 0}, {4, 1, 0}, {4, 1, 4}}, VIEW_GRASS},
                                             {{{0, 1, 0}, {4, 1, 4}, {0, 1, 4}}, VIEW_PATH}};
    struct view_triangle other_plane[2] = {{{{0, 1, 0}, {4, 1, 0}, {4, 1, 4}}, VIEW_GRASS},
                                           {{{0, 1, 0}, {4, 1, 4}, {0, 2, 4}}, VIEW_GRASS}};
    struct plots plots = create(other_surface, 2);
    assert_int_equal(plots.count, 2);
    plots_finish(&plots);
    plots = create(other_plane, 2);
    assert_int_equal(plots.count, 2);
    plots_finish(&plots);
}

static void nothing_is_joined_into_a_bay(void **state)
{
    (void)state;
    // An L of three squares: two plots at the least.
    struct view_triangle bay[6] = {
        {{{0, 0, 0}, {2, 0, 0}, {2, 0, 2}}, VIEW_SAND}, {{{0, 0, 0}, {2, 0, 2}, {0, 0, 2}}, VIEW_SAND},
        {{{2, 0, 0}, {4, 0, 0}, {4, 0, 2}}, VIEW_SAND}, {{{2, 0, 0}, {4, 0, 2}, {2, 0, 2}}, VIEW_SAND},
        {{{0, 0, 2}, {2, 0, 2}, {2, 0, 4}}, VIEW_SAND}, {{{0, 0, 2}, {2, 0, 4}, {0, 0, 4}}, VIEW_SAND},
    };
    struct plots plots = create(bay, 6);
    float area = 0;
    assert_in_range(plots.count, 2, 3);
    for (size_t i = 0; i < plots.count; i++) {
        assert_true(outline_is_convex(plots.items[i].outline.points, plots.items[i].outline.count));
        area += outline_area(plots.items[i].outline.points, plots.items[i].outline.count);
    }
    assert_float_equal(area, 12, 1e-4);
    plots_finish(&plots);
}

static void a_town_keeps_its_area_and_loses_half_its_pieces(void **state)
{
    (void)state;
    struct view_world *world = fixture_world_create();
    assert_non_null(world);
    const struct view_scene *scene = &world->scenes[0];
    struct plots plots = plots_create(scene);
    double triangles = 0;
    double joined = 0;
    assert_non_null(plots.items);
    for (size_t i = 0; i < scene->triangle_count; i++) {
        triangles += outline_area(scene->triangles[i].corners, 3);
    }
    for (size_t i = 0; i < plots.count; i++) {
        bool is_joined = plots.items[i].outline.count > 3;
        assert_true(!is_joined ||
                    outline_is_convex(plots.items[i].outline.points, plots.items[i].outline.count));
        joined += outline_area(plots.items[i].outline.points, plots.items[i].outline.count);
    }
    assert_float_equal(joined, triangles, 0.1);
    assert_in_range(plots.count, 1, scene->triangle_count / 2);
    plots_finish(&plots);
    fixture_world_destroy(world);
}

static void no_ground_is_no_plots(void **state)
{
    (void)state;
    struct plots plots = create(NULL, 0);
    assert_int_equal(plots.count, 0);
    plots_finish(&plots);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_halves_of_a_square_become_one),
        cmocka_unit_test(other_surfaces_and_other_planes_stay_apart),
        cmocka_unit_test(nothing_is_joined_into_a_bay),
        cmocka_unit_test(a_town_keeps_its_area_and_loses_half_its_pieces),
        cmocka_unit_test(no_ground_is_no_plots),
    };
    return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
