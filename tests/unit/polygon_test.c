// Polygons are judged, located and made exactly.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/polygon.h"
#include "tests/data/random_region.h"

enum { CORNERS_MAX = 8 };

struct check_case {
    const char *name;
    size_t count;
    struct geo_point points[CORNERS_MAX];
    enum polygon_fault fault;
    size_t first;
    size_t second;
};

static const struct check_case check_cases[] = {
    {"triangle", 3, {{0, 0}, {4, 0}, {0, 4}}, POLYGON_RIGHT, 0, 0},
    {"clockwise", 4, {{0, 0}, {0, 4}, {4, 4}, {4, 0}}, POLYGON_RIGHT, 0, 0},
    {"collinear corner", 4, {{0, 0}, {2, 0}, {4, 0}, {0, 4}}, POLYGON_RIGHT, 0, 0},
    {"two points", 2, {{0, 0}, {4, 0}}, POLYGON_FEW_POINTS, 0, 0},
    {"repeated point", 4, {{0, 0}, {4, 0}, {4, 0}, {0, 4}}, POLYGON_SAME_POINT, 1, 2},
    {"repeated end", 4, {{0, 0}, {4, 0}, {0, 4}, {0, 0}}, POLYGON_SAME_POINT, 0, 3},
    {"figure of eight at a corner",
     6,
     {{0, 0}, {2, 2}, {4, 0}, {4, 4}, {2, 2}, {0, 4}},
     POLYGON_SAME_POINT,
     1,
     4},
    {"on one line", 3, {{0, 0}, {4, 4}, {2, 2}}, POLYGON_FLAT, 0, 0},
    {"bow tie", 4, {{0, 0}, {4, 4}, {4, 0}, {0, 4}}, POLYGON_SIDES_TOUCH, 0, 2},
    {"corner on a side", 5, {{0, 0}, {8, 0}, {8, 4}, {4, 0}, {0, 4}}, POLYGON_SIDES_TOUCH, 0, 3},
    {"spike", 5, {{0, 0}, {4, 0}, {8, 0}, {6, 0}, {0, 4}}, POLYGON_SIDES_TOUCH, 1, 3},
};

static void wrong_polygons_are_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof check_cases / sizeof check_cases[0]; i++) {
        const struct check_case *test = &check_cases[i];
        struct polygon_finding finding = polygon_check(test->points, test->count);
        bool is_two_named = finding.fault == POLYGON_SAME_POINT || finding.fault == POLYGON_SIDES_TOUCH;
        bool are_same = !is_two_named || (finding.first == test->first && finding.second == test->second);
        if (finding.fault != test->fault || !are_same)
            fail_msg("%s: fault %d, %zu and %zu", test->name, finding.fault, finding.first, finding.second);
    }
}

static void the_area_is_positive_counter_clockwise(void **state)
{
    (void)state;
    const int32_t far = GEO_COORDINATE_MAX;
    const struct geo_point square[4] = {{0, 0}, {3, 0}, {3, 2}, {0, 2}};
    const struct geo_point turned[4] = {{0, 2}, {3, 2}, {3, 0}, {0, 0}};
    const struct geo_point plan[4] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
    assert_int_equal(polygon_area_twice(square, 4), 12);
    assert_int_equal(polygon_area_twice(turned, 4), -12);
    assert_true(polygon_area_twice(plan, 4) == INT64_C(1) << 61);
}

/// Where `at` lies in a polygon of unit squares, by the winding number of the way around it.
static enum polygon_place locate_by_winding(const struct geo_point *points, size_t count, struct geo_point at)
{
    int winding = 0;
    for (size_t i = 0; i < count; i++) {
        struct geo_point a = points[i];
        struct geo_point b = points[(i + 1) % count];
        if (geo_on_segment(a, b, at))
            return POLYGON_BORDER;
        winding += a.z <= at.z && b.z > at.z && geo_cross(a, b, at) > 0;
        winding -= a.z > at.z && b.z <= at.z && geo_cross(a, b, at) < 0;
    }
    return winding ? POLYGON_INSIDE : POLYGON_OUTSIDE;
}

static void every_place_is_inside_outside_or_on_the_border(void **state)
{
    (void)state;
    size_t inside_count = 0;
    for (uint64_t seed = 1, found = 0; found < 3000; seed++) {
        struct geo_point points[CORNERS_MAX];
        uint64_t random = seed * 1000;
        size_t count = (size_t)seed_between(&random, 3, CORNERS_MAX);
        for (size_t i = 0; i < count; i++)
            points[i] = (struct geo_point){seed_between(&random, 0, 9), seed_between(&random, 0, 9)};
        if (polygon_check(points, count).fault != POLYGON_RIGHT)
            continue;
        found++;
        for (int32_t i = 0; i < 121; i++) {
            struct geo_point at = {i % 11 - 1, i / 11 - 1};
            enum polygon_place place = polygon_locate(points, count, at);
            if (place != locate_by_winding(points, count, at))
                fail_msg("seed %lu: (%d, %d) is not %d", (unsigned long)seed, at.x, at.z, place);
            inside_count += place == POLYGON_INSIDE;
        }
    }
    assert_true(inside_count > 10000);
}

static void near_means_less_than_the_radius(void **state)
{
    (void)state;
    const struct geo_point square[4] = {{0, 0}, {1000, 0}, {1000, 1000}, {0, 1000}};
    assert_false(polygon_is_near(square, 4, (struct geo_point){1350, 500}, 350));
    assert_true(polygon_is_near(square, 4, (struct geo_point){1349, 500}, 350));
    assert_false(polygon_is_near(square, 4, (struct geo_point){1300, 1400}, 500));
    assert_true(polygon_is_near(square, 4, (struct geo_point){1300, 1399}, 500));
    assert_true(polygon_is_near(square, 4, (struct geo_point){990, 500}, 350));
}

static void an_octagon_runs_around_its_centre(void **state)
{
    (void)state;
    struct geo_point points[POLYGON_OCTAGON_COUNT];
    polygon_octagon((struct geo_point){1000, -2000}, 100, points);
    assert_int_equal(polygon_check(points, POLYGON_OCTAGON_COUNT).fault, POLYGON_RIGHT);
    assert_true(polygon_area_twice(points, POLYGON_OCTAGON_COUNT) > 0);
    for (int i = 0; i < POLYGON_OCTAGON_COUNT; i++) {
        double radius = hypot(points[i].x - 1000, points[i].z + 2000);
        assert_true(fabs(radius - 100) < 1);
    }
}

struct line_case {
    size_t count;
    struct geo_point line[4];
    bool is_thickened;
    double length_mm;
};

static const struct line_case line_cases[] = {
    {2, {{0, 0}, {10000, 0}}, true, 10000},
    {2, {{0, 0}, {3000, -4000}}, true, 5000},
    {3, {{0, 0}, {6000, 0}, {6000, 6000}}, true, 12000},
    {4, {{0, 0}, {6000, 0}, {9000, 3000}, {9000, 9000}}, true, 16243},
    {3, {{0, 0}, {6000, 0}, {3960, 4000}}, true, 10490}, // turns by 117 degrees
    {3, {{0, 0}, {6000, 0}, {3400, 4000}}, false, 0},    // by 123
    {3, {{0, 0}, {6000, 0}, {2000, 4000}}, false, 0},
    {3, {{0, 0}, {6000, 0}, {0, 0}}, false, 0},
};

static void a_thick_line_has_its_length_times_its_width(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof line_cases / sizeof line_cases[0]; i++) {
        const struct line_case *test = &line_cases[i];
        struct geo_point points[8];
        bool is_thickened = polygon_thicken(test->line, test->count, 500, points);
        if (is_thickened != test->is_thickened)
            fail_msg("line %zu: thickened %d", i, is_thickened);
        if (!is_thickened)
            continue;
        assert_int_equal(polygon_check(points, 2 * test->count).fault, POLYGON_RIGHT);
        double area = (double)polygon_area_twice(points, 2 * test->count) / 2;
        if (fabs(area - test->length_mm * 500) > test->length_mm * 2)
            fail_msg("line %zu: area %.0f", i, area);
        for (size_t k = 0; k < test->count; k++)
            assert_int_not_equal(polygon_locate(points, 2 * test->count, test->line[k]), POLYGON_OUTSIDE);
    }
}

static void a_ring_of_100000_corners_is_checked(void **state)
{
    (void)state;
    enum { COUNT = 100000 };
    struct geo_point *points = calloc(COUNT, sizeof *points);
    assert_non_null(points);
    for (int i = 0; i < COUNT; i++) {
        double radius = i % 2 ? 4e8 : 3e8;
        points[i] = (struct geo_point){(int32_t)(radius * cos(i * 2 * 3.14159265358979 / COUNT)),
                                       (int32_t)(radius * sin(i * 2 * 3.14159265358979 / COUNT))};
    }
    assert_int_equal(polygon_check(points, COUNT).fault, POLYGON_RIGHT);
    struct geo_point moved = points[70000];
    points[70000] = points[70004];
    points[70004] = moved;
    assert_int_equal(polygon_check(points, COUNT).fault, POLYGON_SIDES_TOUCH);
    free(points);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_polygons_are_named),
        cmocka_unit_test(the_area_is_positive_counter_clockwise),
        cmocka_unit_test(every_place_is_inside_outside_or_on_the_border),
        cmocka_unit_test(near_means_less_than_the_radius),
        cmocka_unit_test(an_octagon_runs_around_its_centre),
        cmocka_unit_test(a_thick_line_has_its_length_times_its_width),
        cmocka_unit_test(a_ring_of_100000_corners_is_checked),
    };
    return cmocka_run_group_tests_name("polygon", tests, NULL, NULL);
}
