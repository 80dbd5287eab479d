// The trips of tests/golden/routes.txt are found again, bit by bit: by any number of threads, under either
// index scheme and any seed, in a world just made and in one from a file. How they are renewed says
// tests/golden/README.md.
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/baked_file.h"
#include "nav/nav.h"

enum { LINES_MAX = 256, WORLDS_MAX = 4, GRAPHS = 3, THREADS_MAX = 8, PATH_SIZE_MAX = 128 };

struct line {
    size_t world;
    char scene_name[PATH_SIZE_MAX];
    struct nav_position from;
    char type[PATH_SIZE_MAX];
    char subtype[PATH_SIZE_MAX];
    enum nav_graphs graphs;
    double length_m;
    uint64_t hash;
};

static struct line lines[LINES_MAX];
static size_t line_count;
static char worlds[WORLDS_MAX][PATH_SIZE_MAX];
static size_t world_count;

// ---- the file --------------------------------------------------------------------------------

static size_t world_number(const char *name)
{
    for (size_t i = 0; i < world_count; i++) {
        if (strcmp(worlds[i], name) == 0)
            return i;
    }
    assert_true(world_count < WORLDS_MAX);
    snprintf(worlds[world_count], PATH_SIZE_MAX, "%s", name);
    return world_count++;
}

static enum nav_graphs graphs_number(const char *name)
{
    if (strcmp(name, "both") == 0)
        return NAV_GRAPHS_ALL;
    return strcmp(name, "roads") == 0 ? NAV_GRAPHS_ROADS_ONLY : NAV_GRAPHS_MESH_ONLY;
}

static void read_line(const char *text)
{
    char world[PATH_SIZE_MAX];
    char to[PATH_SIZE_MAX];
    char graphs[PATH_SIZE_MAX];
    assert_true(line_count < LINES_MAX);
    struct line *line = &lines[line_count++];
    int count = sscanf(text, "%127s %127[^,],%lf,%lf %127s %127s %lf %" SCNx64, world, line->scene_name,
                       &line->from.x, &line->from.z, to, graphs, &line->length_m, &line->hash);
    if (count != 8 || sscanf(to, "%127[^/]/%127s", line->type, line->subtype) < 1)
        fail_msg("routes.txt: %s", text);
    line->world = world_number(world);
    line->graphs = graphs_number(graphs);
}

static int read_lines(void **state)
{
    (void)state;
    char text[1024];
    FILE *file = fopen("tests/golden/routes.txt", "r");
    assert_non_null(file);
    while (fgets(text, sizeof text, file)) {
        if (text[0] != '#')
            read_line(text);
    }
    fclose(file);
    assert_true(line_count > 50);
    return 0;
}

// ---- asking ----------------------------------------------------------------------------------

/// One of several threads that share the lines of a world.
struct asker {
    pthread_t thread;
    const struct nav *nav;
    size_t world;
    enum nav_graphs graphs;
    size_t first; // line; the others follow in steps
    size_t stride;
    size_t asked_count;
    const struct line *wrong; // the first one with another answer
    struct nav_trip trip;
    struct nav_position points[NAV_POINTS_MAX];
};

static bool is_as_before(struct asker *asker, struct nav_query *query, const struct line *line)
{
    asker->trip = (struct nav_trip){.points = asker->points, .points_max = NAV_POINTS_MAX};
    enum nav_status status = nav_query_npc(query, line->from, line->type, line->subtype, &asker->trip);
    asker->asked_count++;
    return nav_trip_hash(status, &asker->trip) == line->hash &&
           fabs(asker->trip.length_m - line->length_m) < 1e-9; // all of its digits are not in the file
}

static void *ask(void *context)
{
    struct asker *asker = context;
    struct nav_query *query = nav_query_create(asker->nav, 0);
    for (size_t i = asker->first; query && i < line_count; i += asker->stride) {
        const struct line *line = &lines[i];
        bool is_mine = line->world == asker->world && line->graphs == asker->graphs;
        if (is_mine && !is_as_before(asker, query, line) && !asker->wrong)
            asker->wrong = line;
    }
    nav_query_destroy(query);
    return NULL;
}

/// @return how many lines have been asked
static size_t ask_with(const struct nav *nav, size_t world, enum nav_graphs graphs, size_t thread_count)
{
    size_t asked_count = 0;
    struct asker *askers = calloc(thread_count, sizeof *askers);
    assert_non_null(askers);
    for (size_t i = 0; i < thread_count; i++) {
        askers[i].nav = nav;
        askers[i].world = world;
        askers[i].graphs = graphs;
        askers[i].first = i;
        askers[i].stride = thread_count;
        assert_int_equal(pthread_create(&askers[i].thread, NULL, ask, &askers[i]), 0);
    }
    for (size_t i = 0; i < thread_count; i++) {
        const struct line *wrong;
        pthread_join(askers[i].thread, NULL);
        asked_count += askers[i].asked_count;
        wrong = askers[i].wrong;
        if (wrong)
            fail_msg("%s from %s,%.3f,%.3f to %s is another trip, with %zu threads", worlds[wrong->world],
                     wrong->scene_name, wrong->from.x, wrong->from.z, wrong->type, thread_count);
    }
    free(askers);
    return asked_count;
}

// ---- worlds ----------------------------------------------------------------------------------

/// Bakes a world; by way of a file's bytes, if so.
static struct baked *bake(const char *world, bool is_by_file)
{
    static struct report report;
    struct pack *pack = pack_load(world, &report);
    assert_non_null(pack);
    struct baked *baked = baked_make(pack, &report);
    assert_non_null(baked);
    pack_destroy(pack);
    if (!is_by_file)
        return baked;
    size_t size_bytes;
    unsigned char *bytes = baked_file_write(baked, &size_bytes, &report);
    struct baked *read = bytes ? baked_file_read(world, bytes, size_bytes, &report) : NULL;
    assert_non_null(read);
    free(bytes);
    baked_destroy(baked);
    return read;
}

/// Turns the scenes' names into numbers.
static void find_scenes(const struct baked *baked, size_t world)
{
    for (size_t i = 0; i < line_count; i++) {
        uint32_t scene = 0;
        if (lines[i].world != world)
            continue;
        while (scene < baked->scene_count && strcmp(baked->scenes[scene].name, lines[i].scene_name) != 0)
            scene++;
        assert_true(scene < baked->scene_count);
        lines[i].from.scene = scene;
    }
}

/// Asks all lines.
static void check(const struct nav_options *options, bool is_by_file, size_t thread_count)
{
    static struct report report;
    size_t asked_count = 0;
    for (size_t world = 0; world < world_count; world++) {
        for (int graphs = 0; graphs < GRAPHS; graphs++) {
            struct nav_options all = *options;
            all.graphs = (enum nav_graphs)graphs;
            struct baked *baked = bake(worlds[world], is_by_file);
            find_scenes(baked, world);
            struct nav *nav = nav_create_baked(baked, &all, &report);
            assert_non_null(nav);
            asked_count += ask_with(nav, world, all.graphs, thread_count);
            nav_destroy(nav);
            baked_destroy(baked);
        }
    }
    assert_int_equal(asked_count, line_count);
}

static void trips_are_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    static const size_t thread_counts[] = {1, 2, THREADS_MAX};
    for (size_t i = 0; i < 3; i++)
        check(&(struct nav_options){.hash_seed = 7}, false, thread_counts[i]);
}

static void trips_are_the_same_under_either_index_scheme_and_any_seed(void **state)
{
    (void)state;
    check(&(struct nav_options){.hash_seed = UINT64_MAX, .index_scheme = NPC_INDEX_TUNED}, false, 1);
    check(&(struct nav_options){.hash_seed = 99, .index_scheme = NPC_INDEX_CHOICES}, false, 1);
}

static void trips_are_the_same_in_a_world_from_a_file(void **state)
{
    (void)state;
    check(&(struct nav_options){0}, true, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_are_the_same_with_any_number_of_threads),
        cmocka_unit_test(trips_are_the_same_under_either_index_scheme_and_any_seed),
        cmocka_unit_test(trips_are_the_same_in_a_world_from_a_file),
    };
    return cmocka_run_group_tests_name("golden_routes", tests, read_lines, NULL);
}
