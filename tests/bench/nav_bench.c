// Ways across other programs' meshes: our searches against Detour's, query by query in one run.
//
// usage: nav_bench DATA REPEAT OUTPUT
// DATA is the folder with the meshes; what is not there is left out, and said. OUTPUT gets the figures as
// JSON.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "nav/tool/bench_modes.h"
#include "nav/tool/bench_print.h"
#include "tests/bench/detour.h"

enum { PATH_SIZE_MAX = 4096, RUNS = 3, THREADS = 2 };

/// A run of threads takes at least this long, or starting them would be measured.
static const double run_s_min = 0.2;

static const char *const all_modes[] = {"funnel", "exact", "cached", NULL};
static const char *const uncached_modes[] = {"funnel", "exact", NULL};

/// A mesh and its queries, relative to the folder.
struct pair {
    const char *mesh;
    const char *queries;
    enum import_merging merging;
    const char *const *modes; // ended by NULL
};

static const struct pair pairs[] = {
    {"navmesh/nav_test.dnav", "navmesh/nav_test.queries.csv", IMPORT_AS_IS, all_modes},
    {"navmesh/dungeon.dnav", "navmesh/dungeon.queries.csv", IMPORT_AS_IS, all_modes},
    {"polyanya/arena.mesh", "polyanya/arena.scen", IMPORT_AS_IS, all_modes},
    {"polyanya/arena-merged.mesh", "polyanya/arena.scen", IMPORT_AS_IS, all_modes},
    // Filling the cache for every goal of it takes a minute.
    {"polyanya/aurora.mesh", "polyanya/aurora.queries.csv", IMPORT_AS_IS, uncached_modes},
    {"polyanya/aurora.mesh", "polyanya/aurora.queries.csv", IMPORT_MERGED, all_modes},
};

// ---- Detour ----------------------------------------------------------------------------------

/// Detour's side of a case.
struct opponent {
    const struct bench_case *measured;
    struct detour *detour;
    struct detour_place *starts; // per query, with polygons
    struct detour_place *ends;
    char error[DETOUR_ERROR_MAX];
};

static struct detour_place place_of(const struct opponent *opponent, const struct path_place *place)
{
    struct detour_place at = {.x = place->at.x,
                              .y = mesh_height(opponent->measured->mesh, place->cell, place->at),
                              .z = place->at.z,
                              .cell = place->cell};
    at.cell = detour_polygon_at(opponent->detour, at);
    return at;
}

static struct detour *copy_mesh(const struct navmesh *mesh, char *error)
{
    int32_t *corners = calloc(3 * mesh->corner_count + 1, sizeof *corners);
    uint32_t *firsts = calloc(mesh->cell_count + 1, sizeof *firsts);
    uint32_t *sides = calloc(mesh->side_count + 1, sizeof *sides);
    uint32_t *twins = calloc(mesh->side_count + 1, sizeof *twins);
    struct detour *detour = NULL;
    if (corners && firsts && sides && twins) {
        for (size_t i = 0; i < mesh->corner_count; i++) {
            corners[3 * i] = mesh->corners[i].at.x;
            corners[3 * i + 1] = mesh->corners[i].height_mm;
            corners[3 * i + 2] = mesh->corners[i].at.z;
        }
        for (size_t cell = 0; cell <= mesh->cell_count; cell++)
            firsts[cell] = mesh->cells[cell].first_side;
        for (uint32_t side = 0; side < mesh->side_count; side++) {
            sides[side] = mesh->sides[side].corner;
            twins[side] =
                mesh_is_wall(mesh, side) ? DETOUR_NONE : mesh_link_side(mesh, mesh_link_first(mesh, side));
        }
        struct detour_input input = {corners, mesh->corner_count, firsts, mesh->cell_count, sides, twins};
        detour = detour_create(&input, error);
    }
    free(corners);
    free(firsts);
    free(sides);
    free(twins);
    return detour;
}

static void opponent_finish(struct opponent *opponent)
{
    detour_destroy(opponent->detour);
    free(opponent->starts);
    free(opponent->ends);
}

static bool opponent_init(struct opponent *opponent, const struct bench_case *measured)
{
    *opponent = (struct opponent){.measured = measured};
    opponent->detour = copy_mesh(measured->mesh, opponent->error);
    opponent->starts = calloc(measured->query_count + 1, sizeof *opponent->starts);
    opponent->ends = calloc(measured->query_count + 1, sizeof *opponent->ends);
    if (!opponent->detour || !opponent->starts || !opponent->ends)
        return false;
    for (size_t i = 0; i < measured->query_count; i++) {
        if (measured->queries[i].is_off_mesh)
            continue;
        opponent->starts[i] = place_of(opponent, &measured->queries[i].start);
        opponent->ends[i] = place_of(opponent, &measured->queries[i].end);
    }
    return true;
}

static enum bench_outcome find_detour(void *context, const struct bench_query *query)
{
    static const enum bench_outcome outcomes[] = {[DETOUR_FOUND] = BENCH_FOUND,
                                                  [DETOUR_UNREACHABLE] = BENCH_UNREACHABLE,
                                                  [DETOUR_BUDGET] = BENCH_BUDGET};
    const struct opponent *opponent = context;
    size_t number = (size_t)(query - opponent->measured->queries);
    return outcomes[detour_find(opponent->detour, opponent->starts[number], opponent->ends[number])];
}

static double detour_length(void *context)
{
    const struct opponent *opponent = context;
    return detour_length_mm(opponent->detour);
}

// ---- two threads -----------------------------------------------------------------------------

/// A thread's run through all queries, with scratch of its own.
struct runner {
    const struct bench_case *measured;
    struct bench_modes *modes;
    struct bench_finder finder;
    size_t rounds;
    size_t found_count;
    double used_s; // processor time
};

/// Seconds, and seconds of processor time a thread.
struct effort {
    double wall_s;
    double used_s;
};

static double processor_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *run_all(void *context)
{
    struct runner *runner = context;
    // What is written for every query stays away from what the other thread reads.
    struct bench_finder finder = runner->finder;
    const struct bench_query *queries = runner->measured->queries;
    size_t query_count = runner->measured->query_count;
    size_t found_count = 0;
    double begun_s = processor_s();
    for (size_t round = 0; round < runner->rounds; round++) {
        for (size_t i = 0; i < query_count; i++) {
            if (!queries[i].is_off_mesh)
                found_count += finder.find(finder.context, &queries[i]) == BENCH_FOUND;
        }
    }
    runner->found_count = found_count;
    runner->used_s = processor_s() - begun_s;
    return NULL;
}

/// Runs `count` runners side by side.
static struct effort time_runners(struct runner *runners, size_t count)
{
    pthread_t threads[THREADS];
    struct effort effort = {0};
    double begun_s = bench_now_s();
    for (size_t i = 0; i < count; i++) {
        if (pthread_create(&threads[i], NULL, run_all, &runners[i]) != 0)
            exit(1);
    }
    for (size_t i = 0; i < count; i++) {
        pthread_join(threads[i], NULL);
        effort.used_s += runners[i].used_s / (double)count;
    }
    effort.wall_s = bench_now_s() - begun_s;
    return effort;
}

static double smaller_of(double a, double b)
{
    return a > 0 && a < b ? a : b;
}

/// What two threads get done beside what one does: by the clock, and by the processor's time, which leaves
/// out that the machine may have had no second core to spare.
static void print_gain(const char *mode, const struct effort best[THREADS + 1], cJSON *json)
{
    double wall = THREADS * best[1].wall_s / best[THREADS].wall_s;
    double used = THREADS * best[1].used_s / best[THREADS].used_s;
    printf("  %s: two threads do %.2f times the work of one, %.2f by processor time (best of %d runs)\n\n",
           mode, wall, used, RUNS);
    cJSON_AddNumberToObject(json, "two_threads", wall);
    cJSON_AddNumberToObject(json, "two_threads_by_processor_time", used);
}

static void measure_threads(const struct bench_case *measured, const char *mode, cJSON *json)
{
    struct runner runners[THREADS] = {0};
    struct effort best[THREADS + 1] = {0};
    for (size_t i = 0; i < THREADS; i++) {
        runners[i].measured = measured;
        runners[i].modes = bench_modes_create(measured);
        if (!runners[i].modes || !bench_modes_find(runners[i].modes, mode, &runners[i].finder))
            exit(1);
        runners[i].rounds = 1;
    }
    size_t rounds = 1 + (size_t)(run_s_min / time_runners(runners, 1).wall_s);
    for (size_t i = 0; i < THREADS; i++)
        runners[i].rounds = rounds;
    for (int run = 0; run < RUNS; run++) {
        for (size_t count = 1; count <= THREADS; count++) {
            struct effort effort = time_runners(runners, count);
            best[count].wall_s = smaller_of(best[count].wall_s, effort.wall_s);
            best[count].used_s = smaller_of(best[count].used_s, effort.used_s);
        }
    }
    print_gain(mode, best, json);
    for (size_t i = 0; i < THREADS; i++)
        bench_modes_destroy(runners[i].modes);
}

// ---- cases -----------------------------------------------------------------------------------

static bool collect_finders(const struct pair *pair, struct bench_modes *modes, struct opponent *opponent,
                            bool has_opponent, struct bench_finder *finders, size_t *finder_count)
{
    for (const char *const *name = pair->modes; *name; name++) {
        if (!bench_modes_find(modes, *name, &finders[(*finder_count)++]))
            return false;
    }
    if (has_opponent)
        finders[(*finder_count)++] = (struct bench_finder){
            .name = "detour", .context = opponent, .find = find_detour, .length_mm = detour_length};
    return true;
}

static cJSON *measure_case(const struct pair *pair, const struct bench_case *measured, size_t repeat)
{
    struct bench_finder finders[BENCH_FINDERS_MAX];
    struct bench_figures figures[BENCH_FINDERS_MAX];
    struct opponent opponent;
    size_t finder_count = 0;
    cJSON *json = NULL;
    bool has_opponent = opponent_init(&opponent, measured);
    struct bench_modes *modes = bench_modes_create(measured);
    if (modes && collect_finders(pair, modes, &opponent, has_opponent, finders, &finder_count) &&
        bench_measure(measured, repeat, finders, finder_count, figures)) {
        struct bench_result result = {.mesh_file = pair->mesh,
                                      .queries_file = pair->queries,
                                      .is_merged = pair->merging == IMPORT_MERGED,
                                      .measured = measured,
                                      .finders = finders,
                                      .figures = figures,
                                      .finder_count = finder_count,
                                      .locating_us = bench_locating_us(measured, repeat)};
        bench_print_table(&result, stdout);
        json = bench_print_json(&result);
        if (has_opponent) {
            printf("  Detour's polygons: %zu\n", detour_polygon_count(opponent.detour));
            cJSON_AddNumberToObject(json, "detour_polygons", (double)detour_polygon_count(opponent.detour));
        } else {
            printf("  Detour is left out: %s\n", opponent.error);
        }
        measure_threads(measured, "exact", json);
    }
    bench_modes_destroy(modes);
    opponent_finish(&opponent);
    return json;
}

/// @return false when the pair is wrong
static bool run_pair(const struct pair *pair, const char *folder, size_t repeat, cJSON *cases)
{
    static struct report report;
    char mesh_file[PATH_SIZE_MAX];
    char queries_file[PATH_SIZE_MAX];
    struct bench_case measured;
    (void)snprintf(mesh_file, sizeof mesh_file, "%s/%s", folder, pair->mesh);
    (void)snprintf(queries_file, sizeof queries_file, "%s/%s", folder, pair->queries);
    if (access(mesh_file, R_OK) != 0 || access(queries_file, R_OK) != 0) {
        printf("%s with %s: not in %s, left out\n\n", pair->mesh, pair->queries, folder);
        return true;
    }
    report.count = 0;
    cJSON *json = NULL;
    if (bench_case_load(mesh_file, queries_file, pair->merging, &measured, &report))
        json = measure_case(pair, &measured, repeat);
    bench_case_finish(&measured);
    report_print(&report, stderr);
    if (json)
        cJSON_AddItemToArray(cases, json);
    return json != NULL;
}

static bool write_json(const cJSON *json, const char *path)
{
    char *text = cJSON_Print(json);
    FILE *file = text ? fopen(path, "we") : NULL;
    bool is_written = file && fprintf(file, "%s\n", text) > 0;
    if (file && fclose(file) != 0)
        is_written = false;
    free(text);
    return is_written;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("usage: nav_bench DATA REPEAT OUTPUT\n", stderr);
        return 2;
    }
    long repeat = strtol(argv[2], NULL, 10);
    if (repeat < 1 || repeat > BENCH_REPEAT_MAX) {
        fputs("nav_bench: REPEAT is 1 to 1000\n", stderr);
        return 2;
    }
    cJSON *cases = cJSON_CreateArray();
    bool is_right = cases != NULL;
    for (size_t i = 0; is_right && i < sizeof pairs / sizeof pairs[0]; i++)
        is_right = run_pair(&pairs[i], argv[1], (size_t)repeat, cases);
    is_right = is_right && write_json(cases, argv[3]);
    cJSON_Delete(cases);
    return is_right ? 0 : 1;
}
