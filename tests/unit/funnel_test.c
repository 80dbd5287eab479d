// Pulled lines touch every portal and bend nowhere but where they must.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "nav/funnel.h"
#include "tests/data/portals.h"
#include "tests/data/random_region.h"

static double length_of(const struct funnel_point *points, size_t count)
{
    double length = 0;
    for (size_t i = 1; i < count; i++)
        length += geo_place_distance(points[i - 1].at, points[i].at);
    return length;
}

static void a_free_line_is_straight(void **state)
{
    (void)state;
    struct funnel *funnel = funnel_create(2);
    static const struct mesh_portal portals[] = {{{10, -5}, {10, 5}}, {{20, -5}, {20, 5}}};
    const struct funnel_point *points;
    assert_non_null(funnel);
    assert_int_equal(
        portals_pull(funnel, portals, 2, (struct geo_place){0, 0}, (struct geo_place){30, 1}, &points), 2);
    assert_int_equal(
        portals_pull(funnel, portals, 0, (struct geo_place){0, 0}, (struct geo_place){3, 4}, &points), 2);
    assert_true(length_of(points, 2) == 5);
    funnel_destroy(funnel);
}

static void a_line_around_a_corner_bends_there(void **state)
{
    (void)state;
    struct funnel *funnel = funnel_create(4);
    // Three portals fan out around their common left end.
    static const struct mesh_portal portals[] = {{{10, -9}, {10, 0}}, {{19, 0}, {10, 0}}, {{10, 9}, {10, 0}}};
    const struct funnel_point *points;
    assert_non_null(funnel);
    size_t count =
        portals_pull(funnel, portals, 3, (struct geo_place){0, -1}, (struct geo_place){0, 1}, &points);
    assert_int_equal(count, 3);
    assert_true(points[1].at.x == 10 && points[1].at.z == 0);
    assert_true(points[1].portal < 3);
    assert_int_equal(points[2].portal, 3);
    funnel_destroy(funnel);
}

static void a_start_on_the_first_corner_is_no_extra_point(void **state)
{
    (void)state;
    struct funnel *funnel = funnel_create(4);
    static const struct mesh_portal portals[] = {{{10, -9}, {10, 0}}, {{19, 0}, {10, 0}}};
    const struct funnel_point *points;
    assert_non_null(funnel);
    struct geo_place corner = {10, 0};
    assert_int_equal(portals_pull(funnel, portals, 2, corner, (struct geo_place){12, 8}, &points), 2);
    assert_int_equal(portals_pull(funnel, portals, 2, (struct geo_place){0, -1}, corner, &points), 2);
    assert_int_equal(portals_pull(funnel, portals, 2, corner, corner, &points), 1);
    assert_int_equal(points[0].portal, 2);
    funnel_destroy(funnel);
}

/// A corridor to the right whose portals stand upright at x = 10, 20, ...
static void make_corridor(uint64_t *seed, struct mesh_portal *portals, size_t count)
{
    int32_t middle = 0;
    for (size_t i = 0; i < count; i++) {
        middle += seed_between(seed, -20, 20);
        double x = 10.0 * (double)(i + 1);
        portals[i] = (struct mesh_portal){{x, middle - seed_between(seed, 0, 12)},
                                          {x, middle + seed_between(seed, 1, 12)}};
    }
}

/// The shortest line by relaxation: every crossing moves to where the line through its neighbours
/// crosses, until nothing moves.
static double relaxed_length(const struct mesh_portal *portals, size_t count, struct geo_place start,
                             struct geo_place end)
{
    struct geo_place line[32];
    line[0] = start;
    for (size_t i = 0; i < count; i++)
        line[i + 1] = portals[i].right;
    line[count + 1] = end;
    for (int round = 0; round < 5000; round++) {
        for (size_t i = 1; i <= count; i++) {
            double z = (line[i - 1].z + line[i + 1].z) / 2;
            z = z > portals[i - 1].left.z ? portals[i - 1].left.z : z;
            line[i].z = z < portals[i - 1].right.z ? portals[i - 1].right.z : z;
        }
    }
    double length = 0;
    for (size_t i = 0; i <= count; i++)
        length += geo_place_distance(line[i], line[i + 1]);
    return length;
}

static void no_line_through_the_portals_is_shorter(void **state)
{
    (void)state;
    struct funnel *funnel = funnel_create(20);
    assert_non_null(funnel);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        uint64_t random = seed;
        struct mesh_portal portals[20];
        size_t count = (size_t)seed_between(&random, 0, 20);
        struct geo_place start = {0, seed_between(&random, -20, 20)};
        struct geo_place end = {10.0 * (double)(count + 1), seed_between(&random, -40, 40)};
        const struct funnel_point *points;
        make_corridor(&random, portals, count);
        size_t point_count = portals_pull(funnel, portals, count, start, end, &points);
        double length = length_of(points, point_count);
        double best = relaxed_length(portals, count, start, end);
        if (length > best * 1.000001 || length < best * 0.9999)
            fail_msg("seed %lu: length %.6f instead of %.6f", seed, length, best);
    }
    funnel_destroy(funnel);
    funnel_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_free_line_is_straight),
        cmocka_unit_test(a_line_around_a_corner_bends_there),
        cmocka_unit_test(a_start_on_the_first_corner_is_no_extra_point),
        cmocka_unit_test(no_line_through_the_portals_is_shorter),
    };
    return cmocka_run_group_tests_name("funnel", tests, NULL, NULL);
}
