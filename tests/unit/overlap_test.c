// Two regions overlap exactly when triangles of theirs do; borders that meet have to fit.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/overlap.h"
#include "nav/triangulate.h"
#include "tests/data/random_region.h"

enum { CORNERS_MAX = 8 };

struct corners {
    size_t count;
    struct geo_point points[CORNERS_MAX];
};

/// What is compared with the region 0 <= x, z <= 100 that has a hole 40 <= x, z <= 60.
struct overlap_case {
    const char *name;
    struct corners outline;
    enum overlap_kind kind;
};

static const struct overlap_case overlap_cases[] = {
    {"far away", {4, {{200, 0}, {300, 0}, {300, 100}, {200, 100}}}, OVERLAP_NONE},
    {"next to it, same side", {4, {{100, 0}, {200, 0}, {200, 100}, {100, 100}}}, OVERLAP_NONE},
    {"next to it, half a side", {4, {{100, 30}, {200, 30}, {200, 70}, {100, 70}}}, OVERLAP_NONE},
    {"next to it, longer side", {4, {{100, -50}, {200, -50}, {200, 150}, {100, 150}}}, OVERLAP_NONE},
    {"at its corner", {4, {{100, 100}, {200, 100}, {200, 200}, {100, 200}}}, OVERLAP_NONE},
    {"its corner on a side", {3, {{50, 100}, {100, 200}, {0, 200}}}, OVERLAP_NONE},
    {"around it in an L",
     {6, {{100, 0}, {200, 0}, {200, 200}, {0, 200}, {0, 100}, {100, 100}}},
     OVERLAP_NONE},
    {"in its hole exactly", {4, {{40, 40}, {60, 40}, {60, 60}, {40, 60}}}, OVERLAP_NONE},
    {"in half of its hole", {3, {{40, 40}, {60, 40}, {60, 60}}}, OVERLAP_NONE},
    {"the same", {4, {{0, 0}, {100, 0}, {100, 100}, {0, 100}}}, OVERLAP_AREA},
    {"crossing a side", {4, {{80, 20}, {180, 20}, {180, 70}, {80, 70}}}, OVERLAP_AREA},
    {"inside, touching nothing", {4, {{10, 10}, {20, 10}, {20, 20}, {10, 20}}}, OVERLAP_AREA},
    {"around it all", {4, {{-50, -50}, {150, -50}, {150, 150}, {-50, 150}}}, OVERLAP_AREA},
    {"over its hole", {4, {{20, 20}, {80, 20}, {80, 80}, {20, 80}}}, OVERLAP_AREA},
    {"out of its hole through corners", {4, {{40, 40}, {50, 30}, {60, 40}, {50, 50}}}, OVERLAP_AREA},
    {"corner to corner across", {3, {{0, 0}, {100, 100}, {-50, 200}}}, OVERLAP_AREA},
    {"inside along a side", {4, {{0, 20}, {30, 20}, {30, 70}, {0, 70}}}, OVERLAP_AREA},
    {"in at a side's middle", {3, {{100, 50}, {70, 90}, {70, 80}}}, OVERLAP_AREA},
    {"8 mm beside a side", {4, {{108, 0}, {200, 0}, {200, 100}, {108, 100}}}, OVERLAP_MISS},
    {"one corner 9 mm off", {4, {{100, 0}, {200, 0}, {200, 100}, {109, 100}}}, OVERLAP_MISS},
    {"10 mm beside a side", {4, {{110, 0}, {200, 0}, {200, 100}, {110, 100}}}, OVERLAP_NONE},
    {"8 mm smaller than its hole", {4, {{48, 48}, {52, 48}, {52, 52}, {48, 52}}}, OVERLAP_MISS},
};

static void fill_outline(struct pack_region *region, const struct corners *corners, struct geo_point *points)
{
    memcpy(points, corners->points, sizeof corners->points);
    region->outline = (struct pack_polygon){.points = points, .count = corners->count};
}

static void cases_overlap_as_drawn_from_either_side(void **state)
{
    (void)state;
    static const struct corners outer = {4, {{0, 0}, {100, 0}, {100, 100}, {0, 100}}};
    static const struct corners inner = {4, {{40, 40}, {60, 40}, {60, 60}, {40, 60}}};
    for (size_t i = 0; i < sizeof overlap_cases / sizeof overlap_cases[0]; i++) {
        const struct overlap_case *test = &overlap_cases[i];
        struct geo_point points[3][CORNERS_MAX];
        memcpy(points[1], inner.points, sizeof inner.points);
        struct pack_polygon hole = {.points = points[1], .count = inner.count};
        struct pack_region a = {.holes = &hole, .hole_count = 1};
        struct pack_region b = {0};
        fill_outline(&a, &outer, points[0]);
        fill_outline(&b, &test->outline, points[2]);
        enum overlap_kind there = overlap_find(&a, &b).kind;
        enum overlap_kind back = overlap_find(&b, &a).kind;
        if (there != test->kind || back != test->kind)
            fail_msg("%s: %d, from the other side %d", test->name, there, back);
    }
}

/// A random region as the pack has it: holes counter-clockwise.
struct random_ground {
    struct random_region random;
    struct pack_polygon holes[RANDOM_RINGS_MAX];
    struct pack_region region;
    struct triangle triangles[RANDOM_POINTS_MAX + 2 * RANDOM_RINGS_MAX];
    size_t triangle_count;
};

static void reverse(struct geo_point *points, size_t count)
{
    for (size_t i = 0; i < count / 2; i++) {
        struct geo_point point = points[i];
        points[i] = points[count - 1 - i];
        points[count - 1 - i] = point;
    }
}

static void make_ground(uint64_t seed, struct random_ground *ground)
{
    struct random_region *random = &ground->random;
    random_region_make(seed, 1 + (int)(seed % 4), 6, random);
    int32_t shift_x = seed_between(&seed, -12, 12);
    int32_t shift_z = seed_between(&seed, -12, 12);
    for (size_t i = 0; i < random->point_count; i++) {
        random->points[i].x += shift_x;
        random->points[i].z += shift_z;
    }
    for (size_t i = 0; i < random->ring_count; i++) {
        uint32_t first = i ? random->ends[i - 1] : 0;
        ground->holes[i] = (struct pack_polygon){&random->points[first], random->ends[i] - first};
        if (i)
            reverse(ground->holes[i].points, ground->holes[i].count);
    }
    struct region_rings rings = random_region_rings(random);
    ground->region = (struct pack_region){
        .outline = ground->holes[0], .holes = ground->holes + 1, .hole_count = random->ring_count - 1};
    ground->triangle_count = triangulate_count(&rings);
    assert_true(triangulate(&rings, ground->triangles));
}

/// Two triangles keep apart when all of one lies on the right of a side of the other.
static bool has_separating_side(const struct geo_point a[3], const struct geo_point b[3])
{
    for (int side = 0; side < 3; side++) {
        bool is_right = true;
        for (int corner = 0; corner < 3; corner++)
            is_right = is_right && geo_cross(a[side], a[(side + 1) % 3], b[corner]) <= 0;
        if (is_right)
            return true;
    }
    return false;
}

static void corners_of(const struct random_ground *ground, size_t triangle, struct geo_point corners[3])
{
    for (int i = 0; i < 3; i++)
        corners[i] = ground->random.points[ground->triangles[triangle].points[i]];
}

static bool do_triangles_overlap(const struct random_ground *a, const struct random_ground *b)
{
    for (size_t i = 0; i < a->triangle_count; i++) {
        for (size_t k = 0; k < b->triangle_count; k++) {
            struct geo_point first[3];
            struct geo_point second[3];
            corners_of(a, i, first);
            corners_of(b, k, second);
            if (!has_separating_side(first, second) && !has_separating_side(second, first))
                return true;
        }
    }
    return false;
}

static void regions_overlap_exactly_when_their_triangles_do(void **state)
{
    (void)state;
    static struct random_ground a;
    static struct random_ground b;
    size_t apart_count = 0;
    for (uint64_t seed = 1; seed <= 8000; seed++) {
        make_ground(2 * seed, &a);
        make_ground(2 * seed + 1, &b);
        bool is_expected = do_triangles_overlap(&a, &b);
        bool is_found = overlap_find(&a.region, &b.region).kind == OVERLAP_AREA;
        if (is_found != is_expected)
            fail_msg("seed %lu: found %d", (unsigned long)seed, is_found);
        apart_count += !is_expected;
    }
    assert_in_range(apart_count, 500, 7500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_overlap_as_drawn_from_either_side),
        cmocka_unit_test(regions_overlap_exactly_when_their_triangles_do),
    };
    return cmocka_run_group_tests_name("overlap", tests, NULL, NULL);
}
