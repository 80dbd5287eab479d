// A trip leads over the ground to the goal, or says why not and how near it gets.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "nav/mesh_build.h"
#include "nav/route.h"
#include "tests/data/allocations.h"
#include "tests/data/test_scene.h"
#include "tests/data/test_way.h"

enum { POINTS_MAX = 512, SCENE_NUMBER = 5 };

struct world {
    struct test_scene test;
    struct navmesh *mesh;
    struct locator *locator;
    struct route_query *query;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
    struct ends_gap gap;
};

static void open_world(struct world *world)
{
    static struct report report;
    world->mesh = mesh_build(&world->test.scene, &report);
    assert_non_null(world->mesh);
    world->locator = locator_create(world->mesh);
    size_t cell_count = world->mesh->cell_count;
    world->query = route_query_create(&(struct route_limits){.cells_max = cell_count,
                                                             .corners_max = world->mesh->corner_count,
                                                             .sides_max = world->mesh->side_count,
                                                             .windows_max = cell_count,
                                                             .nodes_max = cell_count});
    assert_true(world->locator && world->query);
    world->trip = (struct nav_trip){.points = world->points, .points_max = POINTS_MAX};
}

static void close_world(struct world *world)
{
    route_query_destroy(world->query);
    locator_destroy(world->locator);
    navmesh_destroy(world->mesh);
    test_scene_finish(&world->test);
}

static struct nav_position at(double x, double y, double z)
{
    return (struct nav_position){x, y, z, SCENE_NUMBER};
}

static enum route_status find(struct world *world, struct nav_position start, struct nav_position goal)
{
    struct route_scene scene = {.mesh = world->mesh,
                                .layer = &world->mesh->layers[0],
                                .locator = world->locator,
                                .number = SCENE_NUMBER};
    struct route route;
    world->trip = (struct nav_trip){.points = world->points, .points_max = world->trip.points_max};
    struct route_walk walk = {.from = start, .to = goal};
    enum route_status measured = route_query_measure(world->query, &scene, &walk, &route);
    enum route_status status = route_query_write(world->query, &scene, &walk, &world->trip);
    struct ends ends;
    assert_int_equal(ends_find(&scene, start, goal, &ends), measured != ROUTE_OFF);
    if (measured != ROUTE_OFF)
        assert_int_equal(ends_are_joined(&scene, &ends), route.length_m < INFINITY);
    if (measured == ROUTE_NONE)
        ends_explain(&scene, &ends, &world->gap);
    if (status == ROUTE_FOUND)
        assert_true(world->trip.length_m == route.length_m && measured == ROUTE_FOUND);
    return status;
}

static void assert_points(const struct world *world, const double (*expected)[3], size_t count)
{
    assert_int_equal(world->trip.point_count, count);
    for (size_t i = 0; i < count; i++) {
        const struct nav_position *point = &world->points[i];
        double off = fabs(point->x - expected[i][0]) + fabs(point->y - expected[i][1]) +
                     fabs(point->z - expected[i][2]);
        if (off > 1e-9 || point->scene != SCENE_NUMBER)
            fail_msg("point %zu is %.3f %.3f %.3f", i, point->x, point->y, point->z);
    }
}

static void a_trip_climbs_steps_and_slopes(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 2000, 2000, 0);
    test_scene_add_floor(&world.test, 2000, 0, 3000, 2000, 300)->surface = PACK_STONE;
    struct pack_region *ramp = test_scene_add_floor(&world.test, 3000, 0, 7000, 2000, 300);
    ramp->heights_mm[1] = 2300;
    ramp->heights_mm[2] = 2300;
    open_world(&world);
    assert_int_equal(find(&world, at(1, 0, 1), at(7, 2, 1)), ROUTE_FOUND);
    static const double expected[][3] = {{1, 0, 1}, {2, 0, 1}, {2, 0.3, 1}, {3, 0.3, 1}, {7, 2.3, 1}};
    assert_points(&world, expected, 5);
    assert_true(fabs(world.trip.length_m - 6) < 1e-9);
    assert_int_equal(world.trip.leg_count, 1);
    assert_int_equal(world.trip.legs[0].kind, NAV_LEG_WALK);
    assert_int_equal(world.trip.legs[0].first, 0);
    assert_int_equal(world.trip.legs[0].count, 5);
    assert_true(world.trip.legs[0].length_m == world.trip.length_m);
    // And down again.
    assert_int_equal(find(&world, at(7, 2, 1), at(1, 0, 1)), ROUTE_FOUND);
    assert_int_equal(world.trip.point_count, 5);
    close_world(&world);
}

static void creases_inside_a_cell_are_followed(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    // Both triangles of this square slope by less than the tolerance: one cell, and a crease in it.
    struct pack_region *square = test_scene_add_floor(&world.test, 0, 0, 10000, 10000, 0);
    square->heights_mm[0] = 24;
    square->heights_mm[2] = 24;
    open_world(&world);
    assert_int_equal(world.mesh->cell_count, 1);
    assert_int_equal(find(&world, at(0, 0, 10), at(10, 0, 0)), ROUTE_FOUND);
    double middle = mesh_height(world.mesh, 0, (struct geo_place){5000, 5000});
    assert_int_equal(world.trip.point_count, middle > 12 ? 3 : 2);
    assert_int_equal(find(&world, at(0, 0, 0), at(10, 0, 10)), ROUTE_FOUND);
    assert_int_equal(world.trip.point_count, middle < 12 ? 3 : 2);
    close_world(&world);
}

static void a_trip_to_where_one_stands_is_one_point(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 2000, 2000, 100);
    open_world(&world);
    assert_int_equal(find(&world, at(1, 0, 1), at(1, 0, 1)), ROUTE_FOUND);
    static const double expected[][3] = {{1, 0.1, 1}};
    assert_points(&world, expected, 1);
    assert_true(world.trip.length_m == 0);
    close_world(&world);
}

static void a_trip_keeps_from_walls(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 350);
    test_scene_add_floor(&world.test, 0, 0, 10000, 10000, 0);
    test_scene_add_box(&world.test, 4000, 2000, 6000, 8000, 0);
    open_world(&world);
    assert_int_equal(find(&world, at(1, 0, 5.1), at(9, 0, 5.1)), ROUTE_FOUND);
    assert_true(world.trip.point_count >= 3);
    for (size_t i = 1; i + 1 < world.trip.point_count; i++) {
        double x = fmax(fmax(4 - world.points[i].x, world.points[i].x - 6), 0);
        double z = fmax(fmax(2 - world.points[i].z, world.points[i].z - 8), 0);
        assert_true(sqrt(x * x + z * z) > 0.349);
    }
    close_world(&world);
}

static void no_way_has_a_reason_and_a_nearest_place(void **state)
{
    (void)state;
    static const struct {
        int32_t gate_width_mm, height_mm;
        enum nav_reason reason;
    } cases[] = {{600, 0, NAV_REASON_WIDTH}, {2000, 301, NAV_REASON_STEP}, {600, 301, NAV_REASON_STEP}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        static struct world world;
        test_scene_begin(&world.test, 350);
        test_scene_add_floor(&world.test, 0, 0, 4000, 4000, 0);
        test_scene_add_floor(&world.test, 4000, 0, 5000, cases[i].gate_width_mm, cases[i].height_mm)
            ->surface = PACK_STONE;
        test_scene_add_floor(&world.test, 5000, 0, 9000, 4000, cases[i].height_mm)->surface = PACK_SAND;
        open_world(&world);
        assert_int_equal(find(&world, at(1, 0, 1), at(8, 0, 3)), ROUTE_NONE);
        assert_int_equal(world.gap.reason, cases[i].reason);
        assert_int_equal(world.trip.point_count, 0);
        assert_int_equal(world.trip.leg_count, 0);
        assert_true(fabs(world.gap.nearest.x - 4) < 1e-9);
        assert_true(fabs(world.gap.nearest.z - 3) < 1e-9);
        assert_int_equal(world.gap.nearest.scene, SCENE_NUMBER);
        close_world(&world);
    }
}

static void an_island_needs_a_jump(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 1000, 1000, 0);
    test_scene_add_floor(&world.test, 5000, 0, 6000, 1000, 0);
    open_world(&world);
    assert_int_equal(find(&world, at(0.5, 0, 0.5), at(5.5, 0, 0.5)), ROUTE_NONE);
    assert_int_equal(world.gap.reason, NAV_REASON_NO_JUMP);
    close_world(&world);
}

static void off_the_mesh_is_an_answer(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 1000, 1000, 0);
    open_world(&world);
    static const double bad[] = {-1, 9e99, -9e99, INFINITY, NAN};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_int_equal(find(&world, at(bad[i], 0, 0.5), at(0.5, 0, 0.5)), ROUTE_OFF);
        assert_int_equal(find(&world, at(0.5, 0, 0.5), at(0.5, 0, bad[i])), ROUTE_OFF);
        assert_int_equal(world.trip.point_count, 0);
    }
    assert_int_equal(find(&world, at(0.5, NAN, 0.5), at(0.5, 0, 0.5)), ROUTE_OFF);
    close_world(&world);
}

static void who_stands_between_two_components_belongs_to_both(void **state)
{
    (void)state;
    static struct world world;
    // Two rooms that share a wall too narrow to pass: whoever stands on it can go either way.
    test_scene_begin(&world.test, 2000);
    test_scene_add_floor(&world.test, 0, 0, 1000, 1000, 0);
    test_scene_add_floor(&world.test, 1000, 0, 2000, 1000, 0)->surface = PACK_STONE;
    open_world(&world);
    assert_int_equal(find(&world, at(0.5, 0, 0.5), at(1.5, 0, 0.5)), ROUTE_NONE);
    assert_int_equal(find(&world, at(1, 0, 0.5), at(1.5, 0, 0.5)), ROUTE_FOUND);
    assert_int_equal(find(&world, at(1, 0, 0.5), at(0.5, 0, 0.5)), ROUTE_FOUND);
    assert_int_equal(find(&world, at(0.5, 0, 0.5), at(1, 0, 0.5)), ROUTE_FOUND);
    assert_int_equal(find(&world, at(1.5, 0, 0.5), at(1, 0, 0.5)), ROUTE_FOUND);
    close_world(&world);
}

static void the_floor_of_the_goal_is_meant(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 2000, 2000, 0);
    test_scene_add_floor(&world.test, 0, 0, 2000, 2000, 3000);
    open_world(&world);
    assert_int_equal(find(&world, at(0.5, 2.9, 0.5), at(1.5, 2.9, 1.5)), ROUTE_FOUND);
    assert_true(world.points[0].y == 3 && world.points[1].y == 3);
    assert_int_equal(find(&world, at(0.5, 0, 0.5), at(1.5, 2.9, 1.5)), ROUTE_NONE);
    close_world(&world);
}

static void a_trip_too_long_for_its_room_says_so(void **state)
{
    (void)state;
    static struct world world;
    test_scene_begin(&world.test, 0);
    test_scene_add_floor(&world.test, 0, 0, 2000, 2000, 0);
    test_scene_add_floor(&world.test, 2000, 0, 3000, 2000, 300)->surface = PACK_STONE;
    open_world(&world);
    world.trip.points_max = 3;
    assert_int_equal(find(&world, at(1, 0, 1), at(2.5, 0, 1)), ROUTE_OUT_OF_NODES);
    assert_int_equal(world.trip.point_count, 3);
    world.trip.points_max = 4;
    assert_int_equal(find(&world, at(1, 0, 1), at(2.5, 0, 1)), ROUTE_FOUND);
    close_world(&world);
}

/// Fills a world with a random region of parts, on bumpy ground.
static void open_random_world(struct world *world, uint64_t seed, struct random_region *whole)
{
    static struct random_region parts[RANDOM_PARTS_MAX];
    size_t count = random_region_split(seed, 9, 1000, whole, parts);
    test_scene_begin(&world->test, seed % 2 ? 0 : 150);
    for (size_t i = 0; i < count; i++)
        test_scene_add_random(&world->test, &parts[i], (struct geo_point){0, 0}, seed);
    open_world(world);
}

static void trips_stay_on_the_ground(void **state)
{
    (void)state;
    enum { SAMPLES = 9, FOUND_MIN = 200 };
    size_t found_count = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        static struct world world;
        static struct random_region whole;
        uint64_t random = seed;
        open_random_world(&world, seed, &whole);
        for (int i = 0; i < 10; i++) {
            struct nav_position start = at(seed_between(&random, 0, 11), 0, seed_between(&random, 0, 11));
            struct nav_position goal = at(seed_between(&random, 0, 11), 0, seed_between(&random, 0, 11));
            if (find(&world, start, goal) != ROUTE_FOUND)
                continue;
            found_count++;
            for (size_t k = 1; k < world.trip.point_count; k++) {
                struct nav_position a = world.points[k - 1];
                struct nav_position b = world.points[k];
                for (int s = 1; s < SAMPLES; s++) {
                    double t = s / (double)SAMPLES;
                    struct locator_place asked = {
                        .at = {1000 * (a.x + t * (b.x - a.x)), 1000 * (a.z + t * (b.z - a.z))},
                        .height_mm = 1000 * (a.y + t * (b.y - a.y))};
                    struct locator_place found;
                    bool is_step = a.x == b.x && a.z == b.z;
                    if (!locator_find(world.locator, &world.mesh->layers[0], &asked, MESH_NONE, &found))
                        fail_msg("seed %lu: point %zu of the trip leaves the mesh", seed, k);
                    if (!is_step && fabs(found.height_mm - asked.height_mm) > 11)
                        fail_msg("seed %lu: point %zu: %.1f mm off the ground", seed, k,
                                 asked.height_mm - found.height_mm);
                }
            }
        }
        close_world(&world);
    }
    assert_true(found_count > FOUND_MIN);
}

static struct path_place middle_of(const struct navmesh *mesh, uint32_t cell)
{
    struct path_place place = {.cell = cell};
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t end = mesh->cells[cell + 1].first_side;
    for (uint32_t side = first; side < end; side++) {
        place.at.x += (double)mesh_side_start(mesh, side)->at.x / (end - first);
        place.at.z += (double)mesh_side_start(mesh, side)->at.z / (end - first);
    }
    return place;
}

static void wide_people_go_hardly_further_than_anybody_knows(void **state)
{
    (void)state;
    enum { SEEDS = 30, RADIUS_MM = 350 };
    double sum = 0;
    double cells_sum = 0;
    size_t count = 0;
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        static struct test_way way;
        static struct random_region whole;
        test_way_open_random(&way, seed, 14, 1500, RADIUS_MM, &whole);
        const struct navmesh *mesh = way.mesh;
        struct route_scene scene = {.mesh = mesh, .layer = mesh->layers, .locator = way.locator};
        struct route_query *query =
            route_query_create(&(struct route_limits){.cells_max = mesh->cell_count,
                                                      .corners_max = mesh->corner_count,
                                                      .sides_max = mesh->side_count,
                                                      .windows_max = 4000,
                                                      .nodes_max = mesh->cell_count});
        assert_non_null(query);
        for (uint32_t cell = 1; cell < mesh->cell_count; cell++) {
            struct path_place ends[2] = {middle_of(mesh, cell - 1),
                                         middle_of(mesh, cell * 7 % mesh->cell_count)};
            struct route_walk walk = {.from = {.x = ends[0].at.x / 1000, .z = ends[0].at.z / 1000},
                                      .to = {.x = ends[1].at.x / 1000, .z = ends[1].at.z / 1000}};
            const struct funnel_point *points;
            struct route route;
            route_query_begin(query);
            enum route_status status = route_query_measure(query, &scene, &walk, &route);
            size_t point_count = test_way_find(&way, ends[0].at, ends[1].at, &points);
            assert_int_equal(status == ROUTE_FOUND, point_count > 0);
            if (status != ROUTE_FOUND)
                continue;
            double cells_m = test_way_length(points, point_count) / 1000;
            if (route.length_m > cells_m * 1.04 + 0.011)
                fail_msg("seed %lu, cell %u: %.3f m, by the cells %.3f m", seed, cell, route.length_m,
                         cells_m);
            sum += route.length_m;
            cells_sum += cells_m;
            count++;
        }
        route_query_destroy(query);
        test_way_close(&way);
    }
    assert_true(count > 500);
    assert_true(sum < cells_sum);
}

static void queries_allocate_nothing(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    static struct world world;
    static struct random_region whole;
    open_random_world(&world, 4, &whole);
    size_t before = allocations_count();
    void *volatile counted = malloc(1); // volatile: kept, although nobody uses it
    assert_true(allocations_count() > before);
    free(counted);
    before = allocations_count();
    for (int x = 0; x <= 11; x++) {
        for (int z = 0; z <= 11; z++)
            (void)find(&world, at(1.5, 0, 1.5), at(x, 0, z));
    }
    assert_int_equal(allocations_count(), before);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trip_climbs_steps_and_slopes),
        cmocka_unit_test(creases_inside_a_cell_are_followed),
        cmocka_unit_test(a_trip_to_where_one_stands_is_one_point),
        cmocka_unit_test(a_trip_keeps_from_walls),
        cmocka_unit_test(no_way_has_a_reason_and_a_nearest_place),
        cmocka_unit_test(an_island_needs_a_jump),
        cmocka_unit_test(off_the_mesh_is_an_answer),
        cmocka_unit_test(who_stands_between_two_components_belongs_to_both),
        cmocka_unit_test(the_floor_of_the_goal_is_meant),
        cmocka_unit_test(a_trip_too_long_for_its_room_says_so),
        cmocka_unit_test(trips_stay_on_the_ground),
        cmocka_unit_test(wide_people_go_hardly_further_than_anybody_knows),
        cmocka_unit_test(queries_allocate_nothing),
    };
    return cmocka_run_group_tests_name("route", tests, NULL, NULL);
}
