// Merged cells are convex, cover what the triangles cover and keep to their plane.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/merge.h"
#include "tests/data/random_region.h"

enum { CORNERS_MAX = RANDOM_POINTS_MAX, TRIANGLES_MAX = RANDOM_POINTS_MAX + 2 * RANDOM_RINGS_MAX };

struct soup {
    struct mesh_corner corners[CORNERS_MAX];
    struct triangle triangles[TRIANGLES_MAX];
    uint32_t surfaces[TRIANGLES_MAX];
    struct merge_input input;
};

static void cut(struct soup *soup, const struct random_region *region)
{
    struct region_rings rings = random_region_rings(region);
    assert_true(triangulate(&rings, soup->triangles));
    for (uint32_t i = 0; i < region->point_count; i++)
        soup->corners[i] = (struct mesh_corner){.at = region->points[i]};
    for (size_t i = 0; i < TRIANGLES_MAX; i++)
        soup->surfaces[i] = 0;
    soup->input = (struct merge_input){.corners = soup->corners,
                                       .triangles = soup->triangles,
                                       .surfaces = soup->surfaces,
                                       .triangle_count = triangulate_count(&rings)};
}

/// Twice the area of a cell; -1 when it is not convex or turns the wrong way.
static int64_t cell_area(const struct soup *soup, const struct merge_result *result, size_t cell)
{
    const uint32_t *corners = result->corners + result->firsts[cell];
    uint32_t count = result->firsts[cell + 1] - result->firsts[cell];
    int64_t area = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct geo_point a = soup->corners[corners[i]].at;
        struct geo_point b = soup->corners[corners[(i + 1) % count]].at;
        struct geo_point c = soup->corners[corners[(i + 2) % count]].at;
        if (geo_cross(a, b, c) < 0)
            return -1;
        area += geo_cross(soup->corners[corners[0]].at, a, b);
    }
    return area;
}

static void merged_cells_are_convex_and_cover_the_region(void **state)
{
    (void)state;
    static struct random_region region;
    static struct soup soup;
    size_t triangle_count = 0;
    size_t cell_count = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        random_region_make(seed, 1 + (int)(seed % 12), 1000, &region);
        cut(&soup, &region);
        struct merge_result result;
        assert_true(merge_triangles(&soup.input, &result));
        int64_t area = 0;
        for (size_t cell = 0; cell < result.cell_count; cell++) {
            int64_t cell_twice = cell_area(&soup, &result, cell);
            if (cell_twice <= 0)
                fail_msg("seed %lu: cell %zu is not convex", seed, cell);
            area += cell_twice;
        }
        if (area != random_region_area_twice(&region))
            fail_msg("seed %lu: the cells' area is not the region's", seed);
        for (size_t i = 0; i < soup.input.triangle_count; i++)
            assert_true(result.cells[i] < result.cell_count);
        triangle_count += soup.input.triangle_count;
        cell_count += result.cell_count;
        merge_finish(&result);
    }
    assert_true(cell_count < triangle_count * 2 / 3);
}

static void a_square_of_any_triangles_becomes_one_cell(void **state)
{
    (void)state;
    static struct random_region region = {.points = {{0, 0}, {5, 0}, {10, 0}, {10, 10}, {4, 10}, {0, 10}},
                                          .ends = {6},
                                          .ring_count = 1,
                                          .point_count = 6};
    static struct soup soup;
    struct merge_result result;
    cut(&soup, &region);
    assert_true(merge_triangles(&soup.input, &result));
    assert_int_equal(result.cell_count, 1);
    assert_int_equal(result.firsts[1], 6);
    merge_finish(&result);
}

static void other_surfaces_stay_apart(void **state)
{
    (void)state;
    static struct random_region region = {
        .points = {{0, 0}, {10, 0}, {10, 10}, {0, 10}}, .ends = {4}, .ring_count = 1, .point_count = 4};
    static struct soup soup;
    struct merge_result result;
    cut(&soup, &region);
    soup.surfaces[1] = 3;
    assert_true(merge_triangles(&soup.input, &result));
    assert_int_equal(result.cell_count, 2);
    merge_finish(&result);
}

static void bent_ground_is_merged_up_to_the_tolerance(void **state)
{
    (void)state;
    static struct random_region region = {.points = {{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}},
                                          .ends = {4},
                                          .ring_count = 1,
                                          .point_count = 4};
    static struct soup soup;
    static const struct {
        int32_t height_mm;
        size_t cell_count;
    } cases[] = {{0, 1}, {50, 1}, {-50, 1}, {51, 2}, {-51, 2}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct merge_result result;
        cut(&soup, &region);
        soup.corners[2].height_mm = cases[i].height_mm;
        soup.input.tolerance_mm = 50;
        assert_true(merge_triangles(&soup.input, &result));
        assert_int_equal(result.cell_count, cases[i].cell_count);
        merge_finish(&result);
    }
}

static void the_longest_common_side_goes_first(void **state)
{
    (void)state;
    // Three triangles side by side, of which the middle one may merge with either neighbour, not both:
    // it shares its longer side with the one on the right.
    static const struct mesh_corner corners[] = {
        {.at = {0, 0}}, {.at = {1000, 0}}, {.at = {1900, 600}}, {.at = {1000, 1300}}, {.at = {100, 900}}};
    static const struct triangle triangles[] = {{{4, 0, 1}}, {{4, 1, 3}}, {{3, 1, 2}}};
    static const uint32_t surfaces[3];
    struct merge_input input = {.corners = corners,
                                .triangles = triangles,
                                .surfaces = surfaces,
                                .triangle_count = 3,
                                .tolerance_mm = 0};
    struct merge_result result;
    assert_true(geo_cross(corners[0].at, corners[1].at, corners[2].at) > 0);
    assert_true(merge_triangles(&input, &result));
    assert_int_equal(result.cell_count, 1);
    merge_finish(&result);

    // Bent at the bottom, one cut must stay: the shorter one.
    struct mesh_corner bent[5];
    for (int i = 0; i < 5; i++)
        bent[i] = corners[i];
    bent[1].at = (struct geo_point){1000, 400};
    input.corners = bent;
    assert_true(geo_distance_squared(bent[4].at, bent[1].at) > geo_distance_squared(bent[3].at, bent[1].at));
    assert_true(merge_triangles(&input, &result));
    assert_int_equal(result.cell_count, 2);
    assert_int_equal(result.cells[0], result.cells[1]);
    assert_true(result.cells[2] != result.cells[1]);
    merge_finish(&result);
    merge_finish(&result);
}

static void no_cell_has_more_sides_than_its_triangles_can_count(void **state)
{
    (void)state;
    enum { COUNT = MESH_CELL_SIDES_MAX + 5000 };
    struct mesh_corner *corners = calloc(COUNT + 2, sizeof *corners);
    struct triangle *triangles = calloc(COUNT, sizeof *triangles);
    uint32_t *surfaces = calloc(COUNT, sizeof *surfaces);
    assert_true(corners && triangles && surfaces);
    // A fan over one straight line: all of it would be one triangle.
    corners[COUNT + 1].at = (struct geo_point){0, 5000};
    for (uint32_t i = 0; i <= COUNT; i++)
        corners[i].at = (struct geo_point){(int32_t)i * 10, 0};
    for (uint32_t i = 0; i < COUNT; i++)
        triangles[i] = (struct triangle){{i, i + 1, COUNT + 1}};
    struct merge_input input = {
        .corners = corners, .triangles = triangles, .surfaces = surfaces, .triangle_count = COUNT};
    struct merge_result result;
    assert_true(merge_triangles(&input, &result));
    assert_int_equal(result.cell_count, 2);
    for (size_t i = 0; i < result.cell_count; i++)
        assert_true(result.firsts[i + 1] - result.firsts[i] <= MESH_CELL_SIDES_MAX);
    merge_finish(&result);
    free(surfaces);
    free(triangles);
    free(corners);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(merged_cells_are_convex_and_cover_the_region),
        cmocka_unit_test(a_square_of_any_triangles_becomes_one_cell),
        cmocka_unit_test(other_surfaces_stay_apart),
        cmocka_unit_test(bent_ground_is_merged_up_to_the_tolerance),
        cmocka_unit_test(the_longest_common_side_goes_first),
        cmocka_unit_test(no_cell_has_more_sides_than_its_triangles_can_count),
    };
    return cmocka_run_group_tests_name("merge", tests, NULL, NULL);
}
