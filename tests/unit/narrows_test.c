// Whether one gets through a narrow place does not depend on how the ground is cut.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/disjoint.h"
#include "tests/data/mesh_laws.h"
#include "tests/data/test_way.h"

enum { SQUARES = 7, STEP_MM = 40, SPAN_MM = (SQUARES + 2) * 1000, ROW = SPAN_MM / STEP_MM };

/// A raster over a region: how far each of its places lies from a wall, 0 off the ground.
struct raster {
    double room_mm[ROW * ROW];
    uint32_t joined[ROW * ROW];
};

static struct geo_place raster_place(int i)
{
    int row = i / ROW;
    return (struct geo_place){(i % ROW) * STEP_MM + STEP_MM / 2.0, row * STEP_MM + STEP_MM / 2.0};
}

static void fill_raster(struct raster *raster, const struct test_way *way, const struct random_region *region)
{
    for (int i = 0; i < ROW * ROW; i++) {
        struct geo_place at = raster_place(i);
        bool is_ground = random_region_contains(region, (struct geo_point){(int32_t)at.x, (int32_t)at.z});
        raster->room_mm[i] = is_ground ? test_way_wall_distance(way, at) : 0;
    }
}

/// Joins the raster's places between which somebody can walk who needs that much room.
static void join_raster(struct raster *raster, double room_mm)
{
    disjoint_init(raster->joined, (size_t)ROW * ROW);
    for (int i = 0; i < ROW * ROW; i++) {
        bool is_free = raster->room_mm[i] >= room_mm;
        if (is_free && (i + 1) % ROW != 0 && raster->room_mm[i + 1] >= room_mm)
            disjoint_join(raster->joined, (uint32_t)i, (uint32_t)i + 1);
        if (is_free && i + ROW < ROW * ROW && raster->room_mm[i + ROW] >= room_mm)
            disjoint_join(raster->joined, (uint32_t)i, (uint32_t)i + ROW);
    }
}

static uint32_t component_at(const struct test_way *way, struct geo_place at)
{
    return mesh_component(&way->mesh->layers[0], test_way_locate(way, at).cell);
}

/// Compares components with what the raster says.
/// @param is_walkable  the raster is cautious: what it joins must be joined; else it is bold: what is joined
///                     must be in the raster
/// @return pairs that differ
static int count_wrong(struct raster *raster, const struct test_way *way, double radius_mm, bool is_walkable)
{
    static uint32_t
        others[ROW * ROW]; // per component or set of the raster: one of the other that goes with it
    // Places on the raster are half its diagonal apart from any line, and gaps are cut to the millimetre.
    double slack_mm = is_walkable ? STEP_MM * 0.75 : -STEP_MM * 0.75 - 2;
    int wrong = 0;
    join_raster(raster, radius_mm + slack_mm);
    memset(others, 0xff, sizeof others);
    for (int i = 0; i < ROW * ROW; i++) {
        if (raster->room_mm[i] < radius_mm + STEP_MM)
            continue;
        uint32_t set = disjoint_find(raster->joined, (uint32_t)i);
        uint32_t component = component_at(way, raster_place(i));
        uint32_t key = is_walkable ? set : component;
        uint32_t value = is_walkable ? component : set;
        wrong += others[key] != MESH_NONE && others[key] != value;
        others[key] = value;
    }
    return wrong;
}

static void components_are_what_a_raster_of_the_ground_says(void **state)
{
    (void)state;
    static struct raster raster;
    int gaps = 0;
    for (uint64_t seed = 1; seed <= 90; seed++) {
        static struct test_way way;
        static struct random_region whole;
        int32_t radius_mm = 150 + (int32_t)(seed % 7) * 55;
        test_way_open_random(&way, seed, SQUARES, 1000, radius_mm, &whole);
        mesh_laws_check_cells(way.mesh, random_region_area_twice(&whole), seed);
        mesh_laws_check_links(way.mesh, seed);
        fill_raster(&raster, &way, &whole);
        int walkable = count_wrong(&raster, &way, radius_mm, true);
        int blocked = count_wrong(&raster, &way, radius_mm, false);
        if (walkable > 0 || blocked > 0)
            fail_msg("seed %lu, radius %d: %d ways are missing, %d lead through gaps too narrow", seed,
                     radius_mm, walkable, blocked);
        gaps += way.mesh->layers[0].component_count > 1;
        test_way_close(&way);
    }
    assert_true(gaps > 10);
}

/// A place on the ground at least so far from walls; NAN when none is found.
static struct geo_place random_place(const struct test_way *way, const struct random_region *region,
                                     int32_t span_mm, double room_mm, uint64_t *random)
{
    for (int tries = 0; tries < 200; tries++) {
        struct geo_point at = {seed_between(random, 0, span_mm), seed_between(random, 0, span_mm)};
        if (random_region_contains(region, at) && test_way_wall_distance(way, geo_place_of(at)) >= room_mm)
            return geo_place_of(at);
    }
    return (struct geo_place){NAN, NAN};
}

static double least_room(const struct test_way *way, const struct funnel_point *points, size_t count)
{
    enum { SAMPLES = 40 };
    double least = INFINITY;
    for (size_t i = 1; i < count; i++) {
        for (int k = 0; k <= SAMPLES; k++) {
            struct geo_place at = geo_place_mix(points[i - 1].at, points[i].at, k / (double)SAMPLES);
            least = fmin(least, test_way_wall_distance(way, at));
        }
    }
    return least;
}

/// Walks lines across a random region of squares of `cell_mm`, jittered.
static void check_lines(uint64_t seed, int32_t cell_mm, int32_t radius_mm, int line_count)
{
    static struct test_way way;
    static struct random_region whole;
    uint64_t random = seed;
    int32_t span_mm = (SQUARES + 2) * cell_mm;
    test_way_open_random(&way, seed, SQUARES, cell_mm, radius_mm, &whole);
    for (int i = 0; i < line_count; i++) {
        const struct funnel_point *points;
        struct geo_place from = random_place(&way, &whole, span_mm, radius_mm, &random);
        struct geo_place to = random_place(&way, &whole, span_mm, radius_mm, &random);
        if (isnan(from.x) || isnan(to.x))
            continue;
        size_t count = test_way_find(&way, from, to, &points);
        double room_mm = least_room(&way, points, count);
        if (room_mm < radius_mm - 2)
            fail_msg("seed %lu: %.1f mm from a wall, not %d", seed, room_mm, radius_mm);
    }
    test_way_close(&way);
}

static void walked_lines_stay_the_radius_from_walls_to_two_millimetres(void **state)
{
    (void)state;
    // Squares of a metre: many places are between one and two radii wide.
    for (uint64_t seed = 1; seed <= 100; seed++)
        check_lines(seed, 1000, 160 + (int32_t)(seed % 7) * 60, 12);
}

static void lines_keep_from_walls_that_are_hard_to_see(void **state)
{
    (void)state;
    static const struct {
        uint64_t seed;
        int32_t cell_mm, radius_mm;
    } cases[] = {
        {492, 1000, 240},  // the wall stands just behind a side that the line does not cross
        {2154, 1000, 340}, // likewise
        {560, 2000, 140},  // led around one corner, the line comes to lie at the wrong hand of the next
        {1189, 1500, 590}, // around a corner, the line comes too near to the wall across
        {2436, 1000, 440}, // likewise
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_lines(cases[i].seed, cases[i].cell_mm, cases[i].radius_mm, 14);
}

static void a_corner_near_a_wall_closes_the_way_between_them(void **state)
{
    (void)state;
    static const struct {
        int32_t gap_mm, radius_mm;
        bool is_open;
    } cases[] = {{701, 350, true}, {700, 350, true}, {690, 350, false}, {400, 350, false}, {400, 199, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct test_way way;
        const struct funnel_point *points;
        int32_t tip = 10000 - cases[i].gap_mm;
        // A wedge hangs into a hall that is one cell but for it; its tip stops before the wall across.
        const struct geo_point wedge[] = {{0, 0},     {4000, 0},      {5003, tip}, {6000, 0},
                                          {11000, 0}, {11000, 10000}, {0, 10000}};
        test_scene_begin(&way.test, cases[i].radius_mm);
        test_scene_add_region(&way.test, wedge, 7, 0);
        test_way_open(&way);
        const struct geo_place left = {1000, 1000};
        const struct geo_place right = {10000, 1000};
        enum mesh_gap gap = mesh_gap_between(&way.mesh->layers[0], test_way_locate(&way, left).cell,
                                             test_way_locate(&way, right).cell);
        assert_int_equal(gap, cases[i].is_open ? MESH_GAP_NONE : MESH_GAP_WIDTH);
        assert_int_equal(test_way_find(&way, left, right, &points) > 0, cases[i].is_open);
        test_way_close(&way);
    }
}

static void a_narrow_place_across_two_grounds_is_closed_too(void **state)
{
    (void)state;
    // The border of both runs between the tip of the wedge and the wall, in the middle of the gap.
    for (int32_t tip = 8900; tip <= 9400; tip += 100) {
        static struct test_way way;
        const struct geo_point near[] = {{0, 0},     {4000, 0},     {5003, tip}, {6000, 0},
                                         {11000, 0}, {11000, 9700}, {0, 9600}};
        const struct geo_point far[] = {{0, 9600}, {11000, 9700}, {11000, 10000}, {0, 10000}};
        test_scene_begin(&way.test, 400);
        test_scene_add_region(&way.test, near, 7, 0);
        test_scene_add_region(&way.test, far, 4, 0)->surface = PACK_STONE;
        test_way_open(&way);
        enum mesh_gap gap =
            mesh_gap_between(&way.mesh->layers[0], test_way_locate(&way, (struct geo_place){1000, 1000}).cell,
                             test_way_locate(&way, (struct geo_place){10000, 1000}).cell);
        assert_int_equal(gap, tip <= 9200 ? MESH_GAP_NONE : MESH_GAP_WIDTH);
        test_way_close(&way);
    }
}

static void people_of_no_width_find_nothing_narrow(void **state)
{
    (void)state;
    static struct test_way way;
    static struct random_region whole;
    test_way_open_random(&way, 5, SQUARES, 1000, 0, &whole);
    assert_int_equal(way.mesh->layers[0].component_count, 1);
    test_way_close(&way);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_near_a_wall_closes_the_way_between_them),
        cmocka_unit_test(a_narrow_place_across_two_grounds_is_closed_too),
        cmocka_unit_test(people_of_no_width_find_nothing_narrow),
        cmocka_unit_test(walked_lines_stay_the_radius_from_walls_to_two_millimetres),
        cmocka_unit_test(lines_keep_from_walls_that_are_hard_to_see),
        cmocka_unit_test(components_are_what_a_raster_of_the_ground_says),
    };
    return cmocka_run_group_tests_name("narrows", tests, NULL, NULL);
}
