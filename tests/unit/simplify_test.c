// Which corners of the ground are needless.
#include "render/simplify.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "render/vector.h"

enum { GRID = 6, GRID_TRIANGLES = 2 * GRID * GRID };

static struct view_vec3 corner_at(int column, int row)
{
    return (struct view_vec3){(float)column, 0, (float)row};
}

// A square meadow of GRID × GRID squares.
static size_t lay_grid(struct view_triangle *triangles)
{
    size_t count = 0;
    for (int i = 0; i < GRID * GRID; i++) {
        int column = i % GRID;
        int row = i / GRID;
        struct view_vec3 a = corner_at(column, row);
        struct view_vec3 b = corner_at(column + 1, row);
        struct view_vec3 c = corner_at(column + 1, row + 1);
        struct view_vec3 d = corner_at(column, row + 1);
        triangles[count++] = (struct view_triangle){{a, b, c}, VIEW_GRASS};
        triangles[count++] = (struct view_triangle){{a, c, d}, VIEW_GRASS};
    }
    return count;
}

static float area_of(const struct view_triangle *triangles, size_t count, enum view_surface surface)
{
    float sum = 0;
    for (size_t i = 0; i < count; i++) {
        const struct view_vec3 *corners = triangles[i].corners;
        float up =
            vector_cross(vector_subtract(corners[2], corners[0]), vector_subtract(corners[1], corners[0])).y;
        assert_true(up > 0); // none is turned over
        sum += triangles[i].surface == surface ? up / 2 : 0;
    }
    return sum;
}

static size_t count_of_point(const struct view_triangle *triangles, size_t count, struct view_vec3 point)
{
    size_t found = 0;
    for (size_t i = 0; i < 3 * count; i++) {
        found += vector_compare(triangles[i / 3].corners[i % 3], point) == 0;
    }
    return found;
}

static void a_flat_meadow_keeps_only_its_border(void **state)
{
    (void)state;
    struct view_triangle triangles[GRID_TRIANGLES];
    size_t count = lay_grid(triangles);
    assert_true(simplify_ground(triangles, &count));
    assert_int_equal(count, 4 * GRID - 2); // a polygon with 4 × GRID corners
    assert_float_equal(area_of(triangles, count, VIEW_GRASS), GRID * GRID, 1e-3);
    for (int i = 0; i < GRID * GRID; i++) {
        int column = i % GRID;
        int row = i / GRID;
        bool is_inside = column > 0 && row > 0;
        assert_int_equal(count_of_point(triangles, count, corner_at(column, row)) == 0, is_inside);
    }
}

static void a_border_between_surfaces_stays(void **state)
{
    (void)state;
    struct view_triangle triangles[GRID_TRIANGLES];
    size_t count = lay_grid(triangles);
    for (size_t i = 0; i < count; i++) {
        triangles[i].surface = triangles[i].corners[0].x < 2.5f ? VIEW_GRASS : VIEW_PATH;
    }
    assert_true(simplify_ground(triangles, &count));
    assert_float_equal(area_of(triangles, count, VIEW_GRASS), 3 * GRID, 1e-3);
    assert_float_equal(area_of(triangles, count, VIEW_PATH), 3 * GRID, 1e-3);
    for (int row = 0; row <= GRID; row++) {
        assert_true(count_of_point(triangles, count, corner_at(3, row)) > 0);
        assert_int_equal(count_of_point(triangles, count, corner_at(2, row)) > 0, row % GRID == 0);
    }
}

static void a_hill_keeps_its_shape(void **state)
{
    (void)state;
    struct view_triangle triangles[GRID_TRIANGLES];
    size_t count = lay_grid(triangles);
    for (size_t i = 0; i < 3 * count; i++) {
        struct view_vec3 *corner = &triangles[i / 3].corners[i % 3];
        corner->y = corner->x == 3 && corner->z == 3 ? 0.5f : 0;
    }
    assert_true(simplify_ground(triangles, &count));
    assert_true(count_of_point(triangles, count, (struct view_vec3){3, 0.5f, 3}) > 0);
    assert_true(count_of_point(triangles, count, corner_at(3, 2)) > 0);
    assert_int_equal(count_of_point(triangles, count, corner_at(1, 1)), 0);
}

static void a_hole_keeps_its_rim(void **state)
{
    (void)state;
    struct view_triangle triangles[GRID_TRIANGLES];
    size_t count = lay_grid(triangles);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const struct view_vec3 *corner = &triangles[i].corners[0];
        if (corner->x != 3 || corner->z != 3) {
            triangles[kept++] = triangles[i];
        }
    }
    assert_true(simplify_ground(triangles, &kept));
    assert_float_equal(area_of(triangles, kept, VIEW_GRASS), GRID * GRID - 1, 1e-3);
    for (int i = 0; i < 4; i++) {
        assert_true(count_of_point(triangles, kept, corner_at(3 + i % 2, 3 + i / 2)) > 0);
    }
}

static void nothing_gives_nothing(void **state)
{
    (void)state;
    struct view_triangle none[1];
    size_t count = 0;
    assert_true(simplify_ground(none, &count));
    assert_int_equal(count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_meadow_keeps_only_its_border),
        cmocka_unit_test(a_border_between_surfaces_stays),
        cmocka_unit_test(a_hill_keeps_its_shape),
        cmocka_unit_test(a_hole_keeps_its_rim),
        cmocka_unit_test(nothing_gives_nothing),
    };
    return cmocka_run_group_tests_name("simplify", tests, NULL, NULL);
}
