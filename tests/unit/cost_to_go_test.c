// Maps of targets give the same lines as a search, for as much memory as they may take.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>

#include "nav/cost_to_go.h"
#include "tests/data/test_board.h"
#include "tests/data/test_way.h"

enum { TARGETS = 8 };

static struct exact_query *create_query(const struct navmesh *mesh)
{
    struct exact_limits limits = {.cells_max = mesh->cell_count,
                                  .corners_max = mesh->corner_count,
                                  .sides_max = mesh->side_count,
                                  .nodes_max = 64 * mesh->cell_count + 1024};
    struct exact_query *query = exact_query_create(&limits);
    assert_non_null(query);
    return query;
}

static struct path_request request_of(const struct navmesh *mesh, struct path_place start,
                                      const struct path_place *goal)
{
    return (struct path_request){
        .mesh = mesh, .layer = mesh->layers, .start = start, .goals = goal, .goal_count = 1};
}

/// Whether the line is as long as it says, and its points lie where the sides lead.
static bool is_sound(const struct exact_query *query, const struct navmesh *mesh, const struct path *path)
{
    const struct funnel_point *points;
    size_t count = exact_query_line(query, &points);
    bool is_right = fabs(test_way_length(points, count) - path->length_mm) < 1e-5 &&
                    points[count - 1].portal == path->side_count;
    for (size_t i = 0; i < count; i++) {
        size_t crossed = points[i].portal;
        uint32_t cell = crossed < path->side_count ? mesh->sides[path->sides[crossed]].cell : path->end.cell;
        is_right = is_right && mesh_cell_distance(mesh, cell, points[i].at) < 0.01;
    }
    for (size_t i = 0; i + 1 < path->side_count; i++)
        is_right =
            is_right && mesh_link_to(mesh, path->sides[i], mesh->sides[path->sides[i + 1]].cell) != MESH_NONE;
    return is_right;
}

/// Asks for random ways to a few targets, again and again.
/// @return 0 when all were as short as the exact search's; else the number of the first that was not
static size_t compare(struct cost_to_go *costs, const struct navmesh *mesh, uint64_t version, uint64_t seed,
                      size_t count)
{
    struct exact_query *query = create_query(mesh);
    struct path_place targets[TARGETS];
    uint64_t random = version;
    size_t wrong = 0;
    for (size_t i = 0; i < TARGETS; i++)
        targets[i] = test_board_place(mesh, &random);
    random = seed;
    for (size_t i = 1; i <= count && wrong == 0; i++) {
        const struct path_place *goal = &targets[seed_next(&random) % TARGETS];
        struct path_request request = request_of(mesh, test_board_place(mesh, &random), goal);
        struct path exact;
        struct path path;
        enum path_status status = exact_query_find(query, &request, &exact);
        double length_mm = exact.length_mm;
        bool is_right = cost_to_go_find(costs, query, version, &request, &path) == status;
        if (status == PATH_FOUND)
            is_right = is_right && fabs(path.length_mm - length_mm) < 1e-4 && is_sound(query, mesh, &path);
        wrong = is_right ? 0 : i;
    }
    exact_query_destroy(query);
    return wrong;
}

static void lines_are_those_of_the_exact_search(void **state)
{
    (void)state;
    struct cost_to_go *costs = cost_to_go_create((size_t)1 << 24, 64);
    assert_non_null(costs);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        struct navmesh *mesh = test_board_make(seed, 0, 0);
        size_t wrong = compare(costs, mesh, seed, seed, 100);
        if (wrong != 0)
            fail_msg("seed %lu: way %zu is not the exact search's", seed, wrong);
        navmesh_destroy(mesh);
    }
    cost_to_go_destroy(costs);
    cost_to_go_destroy(NULL);
}

static void wide_people_get_a_way_whenever_there_is_one(void **state)
{
    (void)state;
    static struct test_way way;
    static struct random_region region;
    struct cost_to_go *costs = cost_to_go_create((size_t)1 << 24, 16);
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t random = seed;
        test_way_open_random(&way, seed, 2 + (int)(seed % 8), 2000, 300, &region);
        struct exact_query *query = create_query(way.mesh);
        for (int i = 0; i < 20; i++) {
            uint32_t last = (uint32_t)way.mesh->cell_count - 1;
            uint32_t cells[2] = {(uint32_t)seed_between(&random, 0, (int32_t)last),
                                 (uint32_t)seed_between(&random, 0, (int32_t)last)};
            struct path_place ends[2];
            for (int k = 0; k < 2; k++)
                ends[k] = (struct path_place){
                    geo_place_of(mesh_side_start(way.mesh, way.mesh->cells[cells[k]].first_side)->at),
                    cells[k]};
            struct path_request request = request_of(way.mesh, ends[0], &ends[1]);
            struct path path;
            struct path other;
            enum path_status status = path_query_find(way.query, &request, &other);
            if (exact_query_find(query, &request, &path) != status ||
                cost_to_go_find(costs, query, seed, &request, &path) != status)
                fail_msg("seed %lu: a way is found by some searches only", seed);
            for (size_t side = 0; status == PATH_FOUND && side < path.side_count; side++) {
                uint32_t to =
                    side + 1 < path.side_count ? way.mesh->sides[path.sides[side + 1]].cell : path.end.cell;
                uint32_t link = mesh_link_to(way.mesh, path.sides[side], to);
                assert_true(link != MESH_NONE);
                assert_true(mesh_link_is_open(way.mesh->layers, link));
            }
        }
        exact_query_destroy(query);
        test_way_close(&way);
    }
    cost_to_go_destroy(costs);
}

static void maps_stay_within_their_memory(void **state)
{
    (void)state;
    struct navmesh *mesh = test_board_make(3, 0, 0);
    // A map of a board takes some 8000 bytes.
    static const size_t sizes[] = {1, 9000, 20000, 60000};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct cost_to_go *costs = cost_to_go_create(sizes[i], 4);
        for (uint64_t seed = 1; seed <= 20; seed++) {
            assert_int_equal(compare(costs, mesh, 7, seed, 20), 0);
            assert_true(cost_to_go_size_bytes(costs) <= sizes[i]);
        }
        assert_true(i < 2 || cost_to_go_size_bytes(costs) > 0);
        cost_to_go_destroy(costs);
    }
    navmesh_destroy(mesh);
}

static void a_new_version_forgets_the_old_one(void **state)
{
    (void)state;
    struct cost_to_go *costs = cost_to_go_create((size_t)1 << 20, 64);
    for (uint64_t version = 1; version <= 20; version++) {
        // Meshes come and go, often at the same address.
        struct navmesh *mesh = test_board_make(version, 0, 0);
        assert_int_equal(compare(costs, mesh, version, version, 30), 0);
        assert_true(cost_to_go_size_bytes(costs) > 0);
        cost_to_go_forget(costs, version);
        assert_int_equal(cost_to_go_size_bytes(costs), 0);
        navmesh_destroy(mesh);
    }
    cost_to_go_destroy(costs);
}

struct asker {
    struct cost_to_go *costs;
    const struct navmesh *mesh;
    uint64_t seed;
    size_t wrong;
};

static void *ask(void *context)
{
    struct asker *asker = context;
    asker->wrong = compare(asker->costs, asker->mesh, 5, asker->seed, 400);
    return NULL;
}

static void threads_share_the_maps(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    struct navmesh *mesh = test_board_make(9, 0, 0);
    // Room for three maps of eight: they are thrown out while others use them.
    struct cost_to_go *costs = cost_to_go_create((size_t)1 << 20, 3);
    struct asker askers[THREADS];
    pthread_t threads[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        askers[i] = (struct asker){.costs = costs, .mesh = mesh, .seed = i + 1};
        assert_int_equal(pthread_create(&threads[i], NULL, ask, &askers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_int_equal(askers[i].wrong, 0);
    }
    cost_to_go_destroy(costs);
    navmesh_destroy(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_those_of_the_exact_search),
        cmocka_unit_test(wide_people_get_a_way_whenever_there_is_one),
        cmocka_unit_test(maps_stay_within_their_memory),
        cmocka_unit_test(a_new_version_forgets_the_old_one),
        cmocka_unit_test(threads_share_the_maps),
    };
    return cmocka_run_group_tests_name("cost_to_go", tests, NULL, NULL);
}
