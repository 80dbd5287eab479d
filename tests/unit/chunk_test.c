// A mesh with a chunk replaced is the mesh made anew, and whoever searches the old one notices nothing.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

#include "nav/chunk.h"
#include "nav/connect.h"
#include "nav/locate.h"
#include "nav/mesh_build.h"
#include "nav/mesh_make.h"
#include "nav/path.h"
#include "nav/waypoint.h"
#include "nav/waypointset.h"
#include "tests/data/river.h"
#include "tests/data/test_scene.h"

enum { CHUNKS = 3, STEP_MM = 300 };

static const struct mesh_agent agents[] = {{0, 1800}, {200, 1800}};

/// Some cells of a mesh as the input for another one.
struct copy {
    uint32_t *cell_corners;
    uint32_t *cell_firsts;
    uint32_t *cell_grounds;
    uint32_t *cell_chunks;
    struct triangle *triangles;
    uint32_t *cells_of_triangles;
    struct mesh_input input;
};

/// @param chunks  per cell of `mesh`: its chunk in the copy, MESH_NONE to leave it out
static void copy_cells(struct copy *copy, const struct navmesh *mesh, const uint32_t *chunks)
{
    copy->cell_corners = calloc(mesh->side_count + 1, sizeof *copy->cell_corners);
    copy->cell_firsts = calloc(mesh->cell_count + 1, sizeof *copy->cell_firsts);
    copy->cell_grounds = calloc(mesh->cell_count + 1, sizeof *copy->cell_grounds);
    copy->cell_chunks = calloc(mesh->cell_count + 1, sizeof *copy->cell_chunks);
    copy->triangles = calloc(mesh->triangle_count + 1, sizeof *copy->triangles);
    copy->cells_of_triangles = calloc(mesh->triangle_count + 1, sizeof *copy->cells_of_triangles);
    copy->input = (struct mesh_input){.corners = mesh->corners,
                                      .corner_count = mesh->corner_count,
                                      .cell_corners = copy->cell_corners,
                                      .cell_firsts = copy->cell_firsts,
                                      .cell_grounds = copy->cell_grounds,
                                      .grounds = mesh->grounds,
                                      .ground_count = mesh->ground_count,
                                      .triangles = copy->triangles,
                                      .cells_of_triangles = copy->cells_of_triangles,
                                      .cell_chunks = copy->cell_chunks,
                                      .chunk_count = CHUNKS,
                                      .agents = agents,
                                      .agent_count = 2,
                                      .step_mm = STEP_MM};
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        uint32_t first = mesh->cells[cell].first_side;
        uint32_t put = (uint32_t)copy->input.cell_count;
        uint32_t to = copy->cell_firsts[put];
        if (chunks[cell] == MESH_NONE)
            continue;
        for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++)
            copy->cell_corners[to++] = mesh->sides[side].corner;
        for (uint32_t i = mesh->cells[cell].first_triangle; i < mesh->cells[cell + 1].first_triangle; i++) {
            copy->cells_of_triangles[copy->input.triangle_count] = put;
            for (int k = 0; k < 3; k++)
                copy->triangles[copy->input.triangle_count].points[k] =
                    mesh->sides[first + mesh->triangles[i].corners[k]].corner;
            copy->input.triangle_count++;
        }
        copy->cell_grounds[put] = mesh->cells[cell].ground;
        copy->cell_chunks[put] = chunks[cell];
        copy->cell_firsts[put + 1] = to;
        copy->input.cell_count++;
    }
}

/// @param is_chunked  else all in one chunk
static struct navmesh *make_copy(const struct navmesh *mesh, const uint32_t *chunks, bool is_chunked)
{
    struct copy copy = {0};
    copy_cells(&copy, mesh, chunks);
    if (!is_chunked)
        copy.input.cell_chunks = NULL;
    struct navmesh *made = navmesh_create(&copy.input);
    assert_non_null(made);
    free(copy.cell_corners);
    free(copy.cell_firsts);
    free(copy.cell_grounds);
    free(copy.cell_chunks);
    free(copy.triangles);
    free(copy.cells_of_triangles);
    return made;
}

static bool is_equal(const void *a, const void *b, size_t count, size_t other_count, size_t size_bytes)
{
    return count == other_count && (count == 0 || memcmp(a, b, count * size_bytes) == 0);
}

static bool has_same_openings(const struct navmesh *mesh, const struct mesh_layer *a,
                              const struct mesh_layer *b)
{
    if (!a->openings || !b->openings)
        return a->openings == b->openings;
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            if (a->openings[link].from != b->openings[link].from ||
                a->openings[link].to != b->openings[link].to)
                return false;
        }
    }
    return true;
}

static const char *layer_difference(const struct navmesh *mesh, const struct mesh_layer *a,
                                    const struct mesh_layer *b)
{
    if (!has_same_openings(mesh, a, b))
        return "openings";
    if (memcmp(a->sets_of_cells.items, b->sets_of_cells.items,
               numbers_size_bytes(&a->sets_of_cells, mesh->cell_count)) != 0)
        return "sets_of_cells";
    if (!is_equal(a->sets, b->sets, a->set_count + 1, b->set_count + 1, sizeof *a->sets))
        return "sets";
    if (!is_equal(a->connects, b->connects, a->connect_count, b->connect_count, sizeof *a->connects))
        return "connects";
    size_t gap_count = mesh_gap_index((uint32_t)a->component_count, MESH_GAP_WIDTH);
    if (a->component_count != b->component_count ||
        memcmp(a->gap_groups.items, b->gap_groups.items, numbers_size_bytes(&a->gap_groups, gap_count)) != 0)
        return "gap_groups";
    return NULL;
}

/// @return what differs between two meshes but for the chunks' versions; NULL when nothing does
static const char *difference(const struct navmesh *a, const struct navmesh *b)
{
    if (!is_equal(a->corners, b->corners, a->corner_count, b->corner_count, sizeof *a->corners))
        return "corners";
    if (!is_equal(a->cells, b->cells, a->cell_count + 1, b->cell_count + 1, sizeof *a->cells))
        return "cells";
    if (!is_equal(a->triangles, b->triangles, a->triangle_count, b->triangle_count, sizeof *a->triangles))
        return "triangles";
    if (!is_equal(a->shared, b->shared, a->shared_count, b->shared_count, sizeof *a->shared))
        return "shared";
    if (!is_equal(a->sides, b->sides, a->side_count, b->side_count, sizeof *a->sides))
        return "sides";
    if (!is_equal(a->ledges, b->ledges, a->ledge_count, b->ledge_count, sizeof *a->ledges))
        return "ledges";
    if (!is_equal(a->borders, b->borders, a->border_count, b->border_count, sizeof *a->borders))
        return "borders";
    for (size_t i = 0; i <= a->chunk_count; i++) {
        struct mesh_chunk chunk = a->chunks[i];
        chunk.version = b->chunks[i].version;
        if (memcmp(&chunk, &b->chunks[i], sizeof chunk) != 0)
            return "chunks";
    }
    for (size_t i = 0; i < a->layer_count; i++) {
        const char *part = layer_difference(a, &a->layers[i], &b->layers[i]);
        if (part)
            return part;
    }
    return NULL;
}

static struct navmesh *build_random(struct test_scene *test, uint64_t seed)
{
    static struct report report;
    static struct random_region whole;
    static struct random_region parts[RANDOM_PARTS_MAX];
    size_t count = random_region_split(seed, 1 + (int)(seed % 7), 1000, &whole, parts);
    test_scene_begin(test, 0);
    for (size_t i = 0; i < count; i++) {
        test_scene_add_random(test, &parts[i], (struct geo_point){0, 0}, seed % 3 == 0 ? seed : 0);
        test->regions[i].surface = i % 3;
        // Terraces, so that there are ledges.
        for (size_t k = 0; seed % 2 == 0 && k < test->regions[i].outline.count; k++)
            test->regions[i].heights_mm[k] += 200 * (int32_t)(i % 4);
    }
    struct navmesh *mesh = mesh_build(&test->scene, &report);
    assert_non_null(mesh);
    return mesh;
}

static void a_replaced_chunk_is_the_mesh_made_anew(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        static struct test_scene test;
        uint64_t random = seed;
        struct navmesh *all = build_random(&test, seed);
        uint32_t *before = calloc(all->cell_count, sizeof *before);
        uint32_t *after = calloc(all->cell_count, sizeof *after);
        uint32_t *coming = calloc(all->cell_count, sizeof *coming);
        uint32_t chunk = (uint32_t)(seed % CHUNKS);
        for (uint32_t cell = 0; cell < all->cell_count; cell++) {
            before[cell] = (uint32_t)seed_between(&random, 0, CHUNKS - 1);
            after[cell] = before[cell];
            coming[cell] = MESH_NONE;
            if (before[cell] != chunk)
                continue;
            // Of the chunk's cells some go, some come and some stay.
            int32_t fate = seed % 5 == 0 ? 0 : seed_between(&random, 0, 2);
            before[cell] = fate == 1 ? MESH_NONE : chunk;
            after[cell] = fate == 0 ? MESH_NONE : chunk;
            coming[cell] = fate == 0 ? MESH_NONE : 0;
        }
        struct navmesh *old = make_copy(all, before, true);
        struct navmesh *expected = make_copy(all, after, true);
        struct navmesh *part = make_copy(all, coming, false);
        struct navmesh *made = chunk_replace(old, chunk, seed % 5 == 0 ? NULL : part);
        assert_non_null(made);
        const char *what = difference(made, expected);
        if (what)
            fail_msg("seed %lu: %s differ", seed, what);
        assert_int_equal(made->chunks[chunk].version, 1);
        struct navmesh *again = make_copy(all, before, true);
        what = difference(old, again);
        if (what)
            fail_msg("seed %lu: the old version's %s have changed", seed, what);
        navmesh_destroy(again);
        navmesh_destroy(made);
        navmesh_destroy(part);
        navmesh_destroy(expected);
        navmesh_destroy(old);
        navmesh_destroy(all);
        free(before);
        free(after);
        free(coming);
        test_scene_finish(&test);
    }
}

static void sets_stay_inside_their_chunk_and_components_do_not(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        static struct test_scene test;
        uint64_t random = seed;
        struct navmesh *all = build_random(&test, seed);
        uint32_t *chunks = calloc(all->cell_count, sizeof *chunks);
        for (uint32_t cell = 0; cell < all->cell_count; cell++)
            chunks[cell] = (uint32_t)seed_between(&random, 0, CHUNKS - 1);
        struct navmesh *mesh = make_copy(all, chunks, true);
        struct navmesh *whole = make_copy(all, chunks, false);
        for (size_t i = 0; i < mesh->layer_count; i++) {
            const struct mesh_layer *layer = &mesh->layers[i];
            assert_int_equal(layer->component_count, whole->layers[i].component_count);
            for (uint32_t side = 0; side < mesh->side_count; side++) {
                uint32_t from = waypointset_of(layer, mesh->sides[side].cell);
                for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
                     link = mesh_link_next(mesh, link)) {
                    uint32_t to = waypointset_of(layer, mesh_link_cell(mesh, link));
                    if (!mesh_link_is_open(layer, link))
                        continue;
                    if ((from == to) != (layer->sets[from].chunk == layer->sets[to].chunk) ||
                        !connect_reaches(layer, from, to))
                        fail_msg("seed %lu: sets %u and %u", seed, from, to);
                    size_t count;
                    const uint32_t *connects = connect_list(layer, from, &count);
                    bool is_listed = from == to;
                    for (size_t k = 0; k < count; k++)
                        is_listed = is_listed || connects[k] == to;
                    if (!is_listed || !connect_chunks(layer, layer->sets[from].chunk,
                                                      layer->sets[to].chunk) != (from == to))
                        fail_msg("seed %lu: set %u does not connect to %u", seed, from, to);
                }
            }
        }
        for (size_t i = 0; i < mesh->border_count; i++) {
            uint32_t cell = mesh->sides[mesh->borders[i].side].cell;
            assert_true(waypoint_chunk(mesh, cell) != mesh->borders[i].chunk);
        }
        navmesh_destroy(whole);
        navmesh_destroy(mesh);
        navmesh_destroy(all);
        free(chunks);
        test_scene_finish(&test);
    }
}

// ---- bridges and gates -----------------------------------------------------------------------

/// The gap between the banks, whose cells are 0 and 1 now that they stand together.
static enum mesh_gap gap_of(const struct navmesh *mesh)
{
    return mesh_gap_between(&mesh->layers[1], 0, 1);
}

static void a_bridge_falls_and_is_built_again(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct navmesh *bridge = river_make_bridge(0);
    assert_int_equal(gap_of(whole), MESH_GAP_NONE);
    assert_int_equal(whole->border_count, 4);
    struct navmesh *fallen = chunk_replace(whole, 1, NULL);
    assert_non_null(fallen);
    assert_int_equal(fallen->cell_count, 2);
    assert_int_equal(gap_of(fallen), MESH_GAP_APART);
    assert_int_equal(gap_of(whole), MESH_GAP_NONE);
    struct navmesh *rebuilt = chunk_replace(fallen, 1, bridge);
    assert_non_null(rebuilt);
    assert_int_equal(gap_of(rebuilt), MESH_GAP_NONE);
    assert_null(difference(rebuilt, whole));
    navmesh_destroy(rebuilt);
    navmesh_destroy(fallen);
    navmesh_destroy(bridge);
    navmesh_destroy(whole);
}

static void a_gate_opens(void **state)
{
    (void)state;
    struct navmesh *whole = river_make();
    struct navmesh *low = river_make_bridge(2099);
    struct navmesh *high = river_make_bridge(2100);
    struct navmesh *closed = chunk_replace(whole, 1, low);
    assert_non_null(closed);
    assert_int_equal(gap_of(closed), MESH_GAP_CLEARANCE);
    struct navmesh *open = chunk_replace(closed, 1, high);
    assert_non_null(open);
    assert_int_equal(gap_of(open), MESH_GAP_NONE);
    assert_int_equal(open->chunks[1].version, 2);
    navmesh_destroy(open);
    navmesh_destroy(closed);
    navmesh_destroy(high);
    navmesh_destroy(low);
    navmesh_destroy(whole);
}

// ---- threads ---------------------------------------------------------------------------------

/// A mesh, its locator and how many hold it.
struct version {
    struct navmesh *mesh;
    struct locator *locator;
    int holders;
};

/// What writer and readers share; the lock is held to take and give back versions only.
struct stage {
    pthread_mutex_t lock;
    struct version *current;
    bool is_over;
};

static struct version *version_create(struct navmesh *mesh)
{
    struct version *version = calloc(1, sizeof *version);
    assert_non_null(version);
    version->mesh = mesh;
    version->locator = locator_create(mesh);
    version->holders = 1;
    return version;
}

static void release(struct stage *stage, struct version *version)
{
    pthread_mutex_lock(&stage->lock);
    bool is_last = --version->holders == 0;
    pthread_mutex_unlock(&stage->lock);
    if (!is_last)
        return;
    locator_destroy(version->locator);
    navmesh_destroy(version->mesh);
    free(version);
}

static struct version *acquire(struct stage *stage, bool *is_over)
{
    pthread_mutex_lock(&stage->lock);
    struct version *version = stage->current;
    version->holders++;
    *is_over = stage->is_over;
    pthread_mutex_unlock(&stage->lock);
    return version;
}

struct walker {
    struct stage *stage;
    size_t wrong; // answers that were not what they should be
};

/// Walks from bank to bank, again and again, on whatever version there is.
static void *walk(void *context)
{
    struct walker *walker = context;
    struct stage *stage = walker->stage;
    struct path_query *query = path_query_create(16, 16);
    bool is_over = false;
    walker->wrong = query ? 0 : 1;
    while (query && !is_over) {
        struct version *version = acquire(stage, &is_over);
        const struct mesh_layer *layer = &version->mesh->layers[1];
        struct locator_place west = {.at = {1000, 1500}};
        struct locator_place east = {.at = {13000, 1500}};
        struct locator_place bridge = {.at = {7000, 1500}};
        struct locator_place found;
        bool has_bridge = locator_find(version->locator, layer, &bridge, MESH_NONE, &found);
        bool is_located = locator_find(version->locator, layer, &west, MESH_NONE, &west) &&
                          locator_find(version->locator, layer, &east, MESH_NONE, &east);
        struct path_place goal = {east.at, east.cell};
        struct path_request request = {.mesh = version->mesh,
                                       .layer = layer,
                                       .start = {west.at, west.cell},
                                       .goals = &goal,
                                       .goal_count = 1};
        struct path path;
        bool is_way = path_query_find(query, &request, &path) == PATH_FOUND;
        bool is_one = mesh_component(layer, west.cell) == mesh_component(layer, east.cell);
        walker->wrong += !is_located || is_way != has_bridge || is_one != has_bridge;
        release(stage, version);
    }
    path_query_destroy(query);
    return NULL;
}

static void queries_run_while_a_writer_publishes_versions(void **state)
{
    (void)state;
    enum { READERS = 2, VERSIONS = 300 };
    struct stage stage = {.current = version_create(river_make())};
    struct navmesh *bridge = river_make_bridge(0);
    pthread_t readers[READERS];
    struct walker walkers[READERS];
    pthread_mutex_init(&stage.lock, NULL);
    for (int i = 0; i < READERS; i++) {
        walkers[i] = (struct walker){.stage = &stage};
        assert_int_equal(pthread_create(&readers[i], NULL, walk, &walkers[i]), 0);
    }
    for (int i = 0; i < VERSIONS; i++) {
        // Only the writer changes `current`, so it may read it without the lock.
        struct version *old = stage.current;
        struct navmesh *mesh = chunk_replace(old->mesh, 1, i % 2 ? bridge : NULL);
        assert_non_null(mesh);
        struct version *next = version_create(mesh);
        pthread_mutex_lock(&stage.lock);
        stage.current = next;
        stage.is_over = i + 1 == VERSIONS;
        pthread_mutex_unlock(&stage.lock);
        release(&stage, old);
    }
    for (int i = 0; i < READERS; i++) {
        pthread_join(readers[i], NULL);
        assert_int_equal(walkers[i].wrong, 0);
    }
    release(&stage, stage.current);
    navmesh_destroy(bridge);
    pthread_mutex_destroy(&stage.lock);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replaced_chunk_is_the_mesh_made_anew),
        cmocka_unit_test(sets_stay_inside_their_chunk_and_components_do_not),
        cmocka_unit_test(a_bridge_falls_and_is_built_again),
        cmocka_unit_test(a_gate_opens),
        cmocka_unit_test(queries_run_while_a_writer_publishes_versions),
    };
    return cmocka_run_group_tests_name("chunk", tests, NULL, NULL);
}
