// A trip through many scenes is the cheapest there is, judged by a plain search over all jumps.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "nav/jumps.h"
#include "nav/nav.h"
#include "tests/data/allocations.h"
#include "tests/data/random_region.h"
#include "tests/data/random_world.h"

enum { POINTS_MAX = 4096, COLUMNS_MAX = 128 };

/// A world, and the same without jumps to walk in.
struct world {
    struct pack *pack;
    struct nav *nav;
    struct nav_query *query;
    struct nav *walker_nav;
    struct nav_query *walker;
    struct nav_position points[POINTS_MAX];
    struct nav_trip trip;
    struct nav_trip walk;
    double *walks;   // from each end to each jump of its scene; below 0: not known yet
    size_t *columns; // per jump: how many of its scene come before it
};

static void open_world(struct world *world, uint64_t seed, const struct random_world_size *size,
                       const struct nav_options *options)
{
    static struct report report;
    *world = (struct world){.pack = random_world_make(seed, size)};
    world->nav = nav_create(world->pack, options, &report);
    size_t jump_count = world->pack->jump_count;
    world->pack->jump_count = 0;
    world->walker_nav = nav_create(world->pack, options, &report);
    world->pack->jump_count = jump_count;
    if (!world->nav || !world->walker_nav) {
        report_print(&report, stderr);
        fail_msg("seed %lu: no world", seed);
    }
    world->query = nav_query_create(world->nav, 0);
    world->walker = nav_query_create(world->walker_nav, 0);
    assert_true(world->query && world->walker);
    world->trip = (struct nav_trip){.points = world->points, .points_max = POINTS_MAX};
    size_t end_count = 0;
    world->columns = calloc(jump_count + 1, sizeof *world->columns);
    for (size_t i = 0; i < jump_count; i++) {
        end_count += world->pack->jumps[i].end_count;
        for (size_t k = 0; k < i; k++)
            world->columns[i] += world->pack->jumps[k].scene == world->pack->jumps[i].scene;
        assert_true(world->columns[i] < COLUMNS_MAX);
    }
    world->walks = calloc(end_count * COLUMNS_MAX + 1, sizeof *world->walks);
    for (size_t i = 0; i < end_count * COLUMNS_MAX; i++)
        world->walks[i] = -1;
}

static void close_world(struct world *world)
{
    nav_query_destroy(world->query);
    nav_query_destroy(world->walker);
    nav_destroy(world->nav);
    nav_destroy(world->walker_nav);
    random_world_free(world->pack);
    free(world->walks);
    free(world->columns);
}

static struct nav_position position(size_t scene, struct geo_point at)
{
    return (struct nav_position){.x = at.x / 1000.0, .z = at.z / 1000.0, .scene = (uint32_t)scene};
}

/// The length of the walk in one scene; INFINITY when there is none.
static double walk_m(struct world *world, struct nav_position from, struct nav_position to)
{
    static struct nav_position points[POINTS_MAX];
    world->walk = (struct nav_trip){.points = points, .points_max = POINTS_MAX};
    enum nav_status status = nav_query_place(world->walker, from, to, &world->walk);
    return status == NAV_FOUND ? world->walk.length_m : INFINITY;
}

static double end_walk_m(struct world *world, size_t number, size_t scene, struct geo_point from, size_t jump)
{
    double *known = &world->walks[number * COLUMNS_MAX + world->columns[jump]];
    const struct pack_jump *to = &world->pack->jumps[jump];
    if (to->scene != scene)
        return INFINITY;
    if (*known < 0)
        *known = walk_m(world, position(scene, from), position(scene, to->at));
    return *known;
}

/// The least cost from the start to standing at each jump, by relaxing until nothing changes [Bellman, Ford].
static void plain_costs(struct world *world, struct nav_position start, double *costs)
{
    const struct pack *pack = world->pack;
    for (size_t i = 0; i < pack->jump_count; i++) {
        costs[i] = INFINITY;
        if (pack->jumps[i].scene == start.scene)
            costs[i] = walk_m(world, start, position(start.scene, pack->jumps[i].at));
    }
    for (bool is_changed = true; is_changed;) {
        size_t end = 0;
        is_changed = false;
        for (size_t i = 0; i < pack->jump_count; i++) {
            for (size_t k = 0; k < pack->jumps[i].end_count; k++, end++) {
                const struct pack_jump_end *at = &pack->jumps[i].ends[k];
                for (size_t to = 0; to < pack->jump_count && costs[i] < INFINITY; to++) {
                    if (pack->jumps[to].scene != at->scene)
                        continue;
                    double cost =
                        costs[i] + pack->jumps[i].cost_m + end_walk_m(world, end, at->scene, at->at, to);
                    if (cost < costs[to] - 1e-9) {
                        costs[to] = cost;
                        is_changed = true;
                    }
                }
            }
        }
    }
}

/// The least cost of any trip to an NPC of the type.
static double plain_least(struct world *world, struct nav_position start, const char *type)
{
    const struct pack *pack = world->pack;
    double *costs = calloc(pack->jump_count + 1, sizeof *costs);
    double least = INFINITY;
    plain_costs(world, start, costs);
    for (size_t n = 0; n < pack->npc_count; n++) {
        const struct pack_npc *npc = &pack->npcs[n];
        struct nav_position goal = position(npc->scene, npc->at);
        if (strcmp(npc->type, type) != 0)
            continue;
        if (npc->scene == start.scene)
            least = fmin(least, walk_m(world, start, goal));
        for (size_t i = 0; i < pack->jump_count; i++) {
            double cost = costs[i] + pack->jumps[i].cost_m;
            for (size_t k = 0; k < pack->jumps[i].end_count && cost < least; k++) {
                const struct pack_jump_end *at = &pack->jumps[i].ends[k];
                if (at->scene == npc->scene)
                    least = fmin(least, cost + walk_m(world, position(at->scene, at->at), goal));
            }
        }
    }
    free(costs);
    return least;
}

static bool is_near(struct nav_position a, struct nav_position b)
{
    return a.scene == b.scene && fabs(a.x - b.x) + fabs(a.z - b.z) < 0.003;
}

static bool leads_there(const struct pack_jump *jump, struct nav_position from, struct nav_position to)
{
    bool leads = false;
    for (size_t i = 0; i < jump->end_count; i++)
        leads = leads || is_near(position(jump->ends[i].scene, jump->ends[i].at), to);
    return leads && is_near(position(jump->scene, jump->at), from);
}

/// Each leg begins where the one before ended; jumps are taken the way they lead; lengths and costs add up.
static void check_legs(struct world *world, struct nav_position start, uint64_t seed)
{
    const struct nav_trip *trip = &world->trip;
    struct nav_position at = start;
    double cost_m = 0;
    double length_m = 0;
    size_t first = 0;
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_leg *leg = &trip->legs[i];
        struct nav_position from = trip->points[leg->first];
        struct nav_position to = trip->points[leg->first + leg->count - 1];
        assert_int_equal(leg->first, first);
        assert_int_equal(leg->kind, i % 2 ? NAV_LEG_JUMP : NAV_LEG_WALK);
        first += leg->count;
        cost_m += leg->cost_m;
        length_m += leg->length_m;
        if (!is_near(at, from))
            fail_msg("seed %lu: leg %zu begins elsewhere", seed, i);
        at = to;
        if (leg->kind == NAV_LEG_WALK) {
            if (fabs(walk_m(world, from, to) - leg->length_m) > 0.01)
                fail_msg("seed %lu: leg %zu: %.3f m", seed, i, leg->length_m);
            continue;
        }
        const struct pack_jump *jump = NULL;
        for (size_t k = 0; k < world->pack->jump_count; k++) {
            if (nav_pack_jump(world->nav, k) == leg->jump)
                jump = &world->pack->jumps[k];
        }
        assert_true(jump && leads_there(jump, from, to) && leg->cost_m == jump->cost_m && leg->length_m == 0);
    }
    assert_int_equal(first, trip->point_count);
    assert_true(fabs(cost_m - trip->cost_m) < 1e-9 && fabs(length_m - trip->length_m) < 1e-9);
    struct nav_position npc;
    assert_true(npc_index_position(nav_index(world->nav), trip->npc, &npc) && is_near(npc, at));
}

/// What the trips of one world come to.
struct tally {
    size_t found, unreachable, jumping, same_scene_jumping;
};

static void try_trip(struct world *world, struct nav_position start, const char *type, uint64_t seed,
                     struct tally *tally)
{
    enum nav_status status = nav_query_npc(world->query, start, type, NULL, &world->trip);
    double least_m = plain_least(world, start, type);
    if (status == NAV_NO_SUCH_NPC || status == NAV_OFF_MESH)
        return;
    if ((status == NAV_FOUND) != (least_m < INFINITY))
        fail_msg("seed %lu: %s, but %.3f m", seed, nav_status_name(status), least_m);
    if (status == NAV_UNREACHABLE) {
        tally->unreachable++;
        return;
    }
    if (fabs(world->trip.cost_m - least_m) > 1e-6)
        fail_msg("seed %lu: from %u %.3f %.3f: %.6f m, not %.6f m", seed, start.scene, start.x, start.z,
                 world->trip.cost_m, least_m);
    check_legs(world, start, seed);
    tally->found++;
    tally->jumping += world->trip.leg_count > 1;
    tally->same_scene_jumping +=
        world->trip.leg_count > 1 && world->points[world->trip.point_count - 1].scene == start.scene;
}

static void try_world(uint64_t seed, const struct random_world_size *size, const struct nav_options *options,
                      int trips, struct tally *tally)
{
    static const char *const types[] = {"type0", "type1", "type2", "type3"};
    static struct world world;
    uint64_t random = seed;
    open_world(&world, seed, size, options);
    for (int i = 0; i < trips; i++) {
        size_t scene = seed_next(&random) % size->scene_count;
        struct geo_point at = random_world_place(&random, size);
        // With roads only most places are on none: begin at an end of a jump.
        if (options->graphs == NAV_GRAPHS_ROADS_ONLY) {
            const struct pack_jump *jump = &world.pack->jumps[seed_next(&random) % size->jump_count];
            scene = jump->ends[0].scene;
            at = jump->ends[0].at;
        }
        try_trip(&world, position(scene, at), types[i % 4], seed, tally);
    }
    close_world(&world);
}

static void trips_in_small_worlds_are_the_cheapest_whatever_the_graphs_and_the_index(void **state)
{
    (void)state;
    static const struct nav_options all[] = {
        {.graphs = NAV_GRAPHS_ALL, .index_scheme = NPC_INDEX_TUNED},
        {.graphs = NAV_GRAPHS_MESH_ONLY, .index_scheme = NPC_INDEX_TUNED},
        {.graphs = NAV_GRAPHS_ROADS_ONLY, .index_scheme = NPC_INDEX_TUNED},
        {.graphs = NAV_GRAPHS_ALL, .index_scheme = NPC_INDEX_CHOICES},
        {.graphs = NAV_GRAPHS_MESH_ONLY, .index_scheme = NPC_INDEX_CHOICES},
        {.graphs = NAV_GRAPHS_ROADS_ONLY, .index_scheme = NPC_INDEX_CHOICES},
    };
    struct tally tallies[6] = {{0}};
    for (size_t i = 0; i < 6; i++) {
        bool is_on_roads = all[i].graphs == NAV_GRAPHS_ROADS_ONLY;
        struct tally *tally = &tallies[i];
        for (uint64_t seed = 1; seed <= 40; seed++) {
            struct random_world_size size = {.scene_count = 1 + seed % 4,
                                             .island_count = 1 + seed % 3,
                                             .road_count = is_on_roads ? 6 : seed % 4,
                                             .jump_count = 1 + seed % 9,
                                             .npc_count = 12,
                                             .is_on_roads = is_on_roads};
            try_world(seed, &size, &all[i], 8, tally);
        }
        print_message("found %zu, with jumps %zu, within a scene %zu; unreachable %zu\n", tally->found,
                      tally->jumping, tally->same_scene_jumping, tally->unreachable);
        assert_true(tally->found > 100 && tally->jumping > 50 && tally->unreachable > 20);
        assert_true(tally->same_scene_jumping > 10);
        // The index finds the same, whichever it is.
        assert_memory_equal(tally, &tallies[i % 3], sizeof *tally);
    }
}

static void trips_through_a_hundred_scenes_are_the_cheapest(void **state)
{
    (void)state;
    static const size_t jump_counts[] = {200, JUMPS_TABLE_MAX, JUMPS_TABLE_MAX + 1, 2000};
    struct tally tally = {0};
    for (size_t i = 0; i < 4; i++) {
        struct random_world_size size = {.scene_count = 100,
                                         .island_count = 2,
                                         .road_count = i % 2,
                                         .jump_count = jump_counts[i],
                                         .npc_count = 20};
        try_world(100 + i, &size, &(struct nav_options){0}, 4, &tally);
    }
    print_message("found %zu, with jumps %zu; unreachable %zu\n", tally.found, tally.jumping,
                  tally.unreachable);
    assert_true(tally.jumping >= 4);
}

static void the_table_and_the_search_give_the_same_trips(void **state)
{
    (void)state;
    // A world of as many jumps as the table holds, and the same with one more that leads nowhere new.
    static struct world worlds[2];
    struct random_world_size size = {
        .scene_count = 30, .island_count = 2, .jump_count = JUMPS_TABLE_MAX, .npc_count = 12};
    for (int i = 0; i < 2; i++)
        open_world(&worlds[i], 7, &size, NULL);
    struct nav_position at = {0.5, 0, 0.5, 0};
    struct nav_jump_point dear = {.at = at, .ends = &at, .end_count = 1, .cost_m = 1e6};
    assert_int_not_equal(nav_add_jump(worlds[1].nav, &dear), 0);
    nav_version_destroy(nav_publish(worlds[1].nav));
    uint64_t random = 7;
    size_t found = 0;
    for (int i = 0; i < 200; i++) {
        struct nav_position start = position(seed_next(&random) % 30, random_world_place(&random, &size));
        enum nav_status status[2];
        for (int k = 0; k < 2; k++)
            status[k] = nav_query_npc(worlds[k].query, start, "type1", NULL, &worlds[k].trip);
        assert_int_equal(status[0], status[1]);
        assert_true(fabs(worlds[0].trip.cost_m - worlds[1].trip.cost_m) < 1e-6);
        found += status[0] == NAV_FOUND && worlds[0].trip.leg_count > 1;
    }
    assert_true(found > 20);
    close_world(&worlds[0]);
    close_world(&worlds[1]);
}

static void trips_allocate_nothing(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    static const size_t jump_counts[] = {60, 400};
    for (size_t i = 0; i < 2; i++) {
        static struct world world;
        struct random_world_size size = {.scene_count = 10,
                                         .island_count = 3,
                                         .road_count = 3,
                                         .jump_count = jump_counts[i],
                                         .npc_count = 40};
        open_world(&world, 3, &size, NULL);
        uint64_t random = 3;
        size_t before = allocations_count();
        for (int k = 0; k < 100; k++) {
            struct nav_position start = position(seed_next(&random) % 10, random_world_place(&random, &size));
            struct nav_position goal = position(seed_next(&random) % 10, random_world_place(&random, &size));
            (void)nav_query_npc(world.query, start, "type2", NULL, &world.trip);
            (void)nav_query_place(world.query, start, goal, &world.trip);
        }
        assert_int_equal(allocations_count(), before);
        close_world(&world);
    }
}

static void trips_do_not_depend_on_where_the_origin_is(void **state)
{
    (void)state;
    static const struct geo_point far = {GEO_COORDINATE_MAX - 100000, 20000 - GEO_COORDINATE_MAX};
    struct random_world_size size = {
        .scene_count = 5, .island_count = 3, .road_count = 3, .jump_count = 12, .npc_count = 12};
    size_t found = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        static struct nav_trip trips[2];
        static struct nav_position points[2][POINTS_MAX];
        uint64_t random = seed;
        struct pack *pack = random_world_make(seed, &size);
        struct nav *navs[2];
        struct nav_query *queries[2];
        for (int i = 0; i < 2; i++) {
            static struct report report;
            if (i == 1)
                random_world_move(pack, far);
            navs[i] = nav_create(pack, NULL, &report);
            assert_non_null(navs[i]);
            queries[i] = nav_query_create(navs[i], 0);
        }
        for (int k = 0; k < 10; k++) {
            struct geo_point at = random_world_place(&random, &size);
            enum nav_status status[2];
            for (int i = 0; i < 2; i++) {
                trips[i] = (struct nav_trip){.points = points[i], .points_max = POINTS_MAX};
                struct geo_point moved = {at.x + i * far.x, at.z + i * far.z};
                status[i] = nav_query_npc(queries[i], position(k % 5, moved), "type1", NULL, &trips[i]);
            }
            if (status[0] != status[1] || fabs(trips[0].cost_m - trips[1].cost_m) > 1e-5)
                fail_msg("seed %lu: %.6f m and %.6f m", seed, trips[0].cost_m, trips[1].cost_m);
            assert_int_equal(trips[0].leg_count, trips[1].leg_count);
            found += status[0] == NAV_FOUND;
        }
        for (int i = 0; i < 2; i++) {
            nav_query_destroy(queries[i]);
            nav_destroy(navs[i]);
        }
        random_world_free(pack);
    }
    assert_true(found > 50);
}

static void answers_do_not_depend_on_earlier_ones(void **state)
{
    (void)state;
    static struct world world;
    struct random_world_size size = {
        .scene_count = 6, .island_count = 3, .road_count = 3, .jump_count = 300, .npc_count = 20};
    open_world(&world, 11, &size, NULL);
    struct nav_query *fresh = NULL;
    uint64_t random = 11;
    for (int i = 0; i < 100; i++) {
        static struct nav_position points[POINTS_MAX];
        struct nav_trip trip = {.points = points, .points_max = POINTS_MAX};
        struct nav_position start = position(seed_next(&random) % 6, random_world_place(&random, &size));
        if (i % 10 == 0) {
            nav_query_destroy(fresh);
            fresh = nav_query_create(world.nav, 0);
        }
        assert_int_equal(nav_query_npc(world.query, start, "type3", NULL, &world.trip),
                         nav_query_npc(fresh, start, "type3", NULL, &trip));
        assert_int_equal(world.trip.point_count, trip.point_count);
        for (size_t k = 0; k < trip.point_count; k++)
            assert_true(world.points[k].x == points[k].x && world.points[k].z == points[k].z);
        assert_true(world.trip.cost_m == trip.cost_m);
    }
    nav_query_destroy(fresh);
    close_world(&world);
}

enum { READERS = 4, QUESTIONS = 60 };

/// Somebody who asks the same questions as all others at the same time.
struct reader {
    const struct nav *nav;
    pthread_t thread;
    enum nav_status status[QUESTIONS];
    double costs_m[QUESTIONS];
    npc_id npcs[QUESTIONS];
};

static const struct random_world_size shared_size = {
    .scene_count = 6, .island_count = 3, .road_count = 3, .jump_count = 300, .npc_count = 20};

static void *ask_all(void *context)
{
    struct reader *reader = context;
    struct nav_query *query = nav_query_create(reader->nav, 0);
    struct nav_position *points = calloc(POINTS_MAX, sizeof *points);
    uint64_t random = 17;
    for (int i = 0; query && points && i < QUESTIONS; i++) {
        struct nav_trip trip = {.points = points, .points_max = POINTS_MAX};
        struct nav_position start = position((size_t)i % 6, random_world_place(&random, &shared_size));
        reader->status[i] = nav_query_npc(query, start, "type3", NULL, &trip);
        reader->costs_m[i] = trip.cost_m;
        reader->npcs[i] = trip.npc;
    }
    free(points);
    nav_query_destroy(query);
    return NULL;
}

static void answers_do_not_depend_on_the_number_of_threads(void **state)
{
    (void)state;
    static struct world world;
    static struct reader alone;
    static struct reader readers[READERS];
    size_t found = 0;
    open_world(&world, 11, &shared_size, NULL);
    alone.nav = world.nav;
    ask_all(&alone);
    for (int i = 0; i < READERS; i++) {
        readers[i].nav = world.nav;
        assert_int_equal(pthread_create(&readers[i].thread, NULL, ask_all, &readers[i]), 0);
    }
    for (int i = 0; i < READERS; i++)
        assert_int_equal(pthread_join(readers[i].thread, NULL), 0);
    for (int i = 0; i < QUESTIONS; i++) {
        found += alone.status[i] == NAV_FOUND;
        for (int k = 0; k < READERS; k++)
            assert_true(readers[k].status[i] == alone.status[i] && readers[k].npcs[i] == alone.npcs[i] &&
                        readers[k].costs_m[i] == alone.costs_m[i]);
    }
    assert_true(found > QUESTIONS / 2);
    close_world(&world);
}

static void routes_are_what_they_were(void **state)
{
    (void)state;
    // Nobody here is wider than a line, so these lines are the shortest there are.
    static const struct {
        const char *type, *legs; // m: walk on the mesh, r: on roads, b: on both, 0 to 9 and so on: jump
        double cost_m;
    } golden[] = {
        {"type0", "m5m2m3m1r", 68.911}, {"type1", "r", 35.861}, {"type2", "r0m7m4m6m", 81.529},
        {"type3", "m2m3m1m", 38.319},   {"type0", "r", 42.830}, {"type1", "m3m", 16.412},
        {"type2", "r6m", 44.454},       {"type3", "m", 0.923},
    };
    static struct world world;
    struct random_world_size size = {
        .scene_count = 6, .island_count = 3, .road_count = 2, .jump_count = 10, .npc_count = 8};
    open_world(&world, 2026, &size, NULL);
    uint64_t random = 2026;
    for (size_t i = 0; i < sizeof golden / sizeof golden[0]; i++) {
        char legs[NAV_LEGS_MAX + 1] = "";
        struct nav_position start = position(i % 6, random_world_place(&random, &size));
        enum nav_status status = nav_query_npc(world.query, start, golden[i].type, NULL, &world.trip);
        for (size_t k = 0; k < world.trip.leg_count; k++) {
            const struct nav_leg *leg = &world.trip.legs[k];
            size_t jump = 0;
            while (leg->kind == NAV_LEG_JUMP && nav_pack_jump(world.nav, jump) != leg->jump)
                jump++;
            legs[k] = leg->kind == NAV_LEG_JUMP ? (char)('0' + jump) : "mrb"[leg->graph];
        }
        bool is_found = status == NAV_FOUND;
        if (is_found != (golden[i].cost_m > 0) || strcmp(legs, golden[i].legs) != 0 ||
            fabs(world.trip.cost_m - golden[i].cost_m) > 0.001)
            fail_msg("route %zu: %s, {\"%s\", \"%s\", %.3f}", i, nav_status_name(status), golden[i].type,
                     legs, world.trip.cost_m);
    }
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_in_small_worlds_are_the_cheapest_whatever_the_graphs_and_the_index),
        cmocka_unit_test(trips_through_a_hundred_scenes_are_the_cheapest),
        cmocka_unit_test(the_table_and_the_search_give_the_same_trips),
        cmocka_unit_test(trips_allocate_nothing),
        cmocka_unit_test(answers_do_not_depend_on_the_number_of_threads),
        cmocka_unit_test(routes_are_what_they_were),
        cmocka_unit_test(trips_do_not_depend_on_where_the_origin_is),
        cmocka_unit_test(answers_do_not_depend_on_earlier_ones),
    };
    return cmocka_run_group_tests_name("travel", tests, NULL, NULL);
}
