// What is kept of NPCs makes requests cheaper and changes no answer.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <pthread.h>
#include <string.h>

#include "nav/mesh_build.h"
#include "nav/nav.h"
#include "tests/data/allocations.h"
#include "tests/data/random_region.h"
#include "tests/data/random_world.h"
#include "tests/data/test_scene.h"

enum { POINTS_MAX = 512, ASKED = 40, THREADS = 4 };

/// A trip with memory for its points.
struct answer {
    enum nav_status status;
    struct nav_trip trip;
    struct nav_position points[POINTS_MAX];
};

static void ask(struct nav_query *query, struct nav_position start, const char *type, struct answer *answer)
{
    answer->trip = (struct nav_trip){.points = answer->points, .points_max = POINTS_MAX};
    answer->status = nav_query_npc(query, start, type, NULL, &answer->trip);
}

/// Whether both are the same, bit by bit.
static bool is_same(const struct answer *a, const struct answer *b)
{
    bool is_equal = a->status == b->status && a->trip.point_count == b->trip.point_count &&
                    a->trip.leg_count == b->trip.leg_count && a->trip.npc == b->trip.npc &&
                    a->trip.length_m == b->trip.length_m && a->trip.cost_m == b->trip.cost_m;
    for (size_t i = 0; is_equal && i < a->trip.point_count; i++)
        is_equal = a->points[i].x == b->points[i].x && a->points[i].y == b->points[i].y &&
                   a->points[i].z == b->points[i].z && a->points[i].scene == b->points[i].scene;
    return is_equal;
}

/// Worlds of several kinds: people as wide as they are in the shipped one, and roads and jumps.
static struct pack *make_pack(int kind)
{
    static struct report report;
    static const struct random_world_size size = {
        .scene_count = 3, .island_count = 3, .road_count = 3, .jump_count = 12, .npc_count = 12};
    struct pack *pack =
        kind == 0 ? pack_load("cloudsvc/worlds/plain", &report) : random_world_make((uint64_t)kind, &size);
    assert_non_null(pack);
    return pack;
}

static void free_pack(struct pack *pack, int kind)
{
    if (kind == 0)
        pack_destroy(pack);
    else
        random_world_free(pack);
}

static struct nav *make_nav(const struct pack *pack)
{
    static struct report report;
    struct nav *nav = nav_create(pack, NULL, &report);
    assert_non_null(nav);
    return nav;
}

static struct nav_query *make_query(const struct nav *nav)
{
    struct nav_query *query = nav_query_create(nav, 0);
    assert_non_null(query);
    return query;
}

/// Question number `number`: where from, and whom for.
static struct nav_position question(int kind, size_t number, const char **type)
{
    static const char *const types[2][3] = {{"blacksmith", "merchant", "guard"}, {"type0", "type1", "type2"}};
    uint64_t random = 1000 * number + 7;
    *type = types[kind != 0][number % 3];
    double x = (double)(seed_next(&random) % 50000) / 1000 - (kind == 0 ? 25 : 0);
    double z = (double)(seed_next(&random) % 50000) / 1000 - (kind == 0 ? 25 : 0);
    return (struct nav_position){.x = x, .z = kind == 0 ? z : z / 4, .scene = kind == 0 ? 0 : number % 3};
}

static void trips_are_the_same_whether_the_npc_is_known_or_not(void **state)
{
    (void)state;
    static struct answer answers[ASKED];
    static struct answer answer;
    size_t found = 0;
    for (int kind = 0; kind < 4; kind++) {
        struct pack *pack = make_pack(kind);
        struct nav *nav = make_nav(pack);
        struct nav_query *query = make_query(nav);
        const char *type;
        for (size_t i = 0; i < ASKED; i++) {
            struct nav_position start = question(kind, i, &type);
            ask(query, start, type, &answers[i]);
            found += answers[i].status == NAV_FOUND;
        }
        uint64_t fills = nav_kept(nav).fills;
        assert_true(fills > 0);
        for (size_t i = ASKED; i-- > 0;) {
            struct nav_position start = question(kind, i, &type);
            ask(query, start, type, &answer);
            assert_true(is_same(&answer, &answers[i]));
            struct nav *fresh = i % 4 == 0 ? make_nav(pack) : NULL;
            struct nav_query *fresh_query = fresh ? make_query(fresh) : NULL;
            if (fresh)
                ask(fresh_query, start, type, &answer);
            if (!is_same(&answer, &answers[i]))
                fail_msg("world %d, question %zu", kind, i);
            nav_query_destroy(fresh_query);
            nav_destroy(fresh);
        }
        assert_int_equal(nav_kept(nav).fills, fills);
        nav_query_destroy(query);
        nav_destroy(nav);
        free_pack(pack, kind);
    }
    assert_true(found > ASKED);
}

struct asker {
    const struct nav *nav;
    pthread_t thread;
    size_t first; // question
    struct answer answers[ASKED];
};

static void *ask_all(void *context)
{
    struct asker *asker = context;
    struct nav_query *query = nav_query_create(asker->nav, 0);
    for (size_t i = 0; query && i < ASKED; i++) {
        const char *type;
        size_t number = (asker->first + i) % ASKED;
        struct nav_position start = question(0, number, &type);
        ask(query, start, type, &asker->answers[number]);
    }
    nav_query_destroy(query);
    return NULL;
}

static void threads_that_ask_first_at_once_get_the_same_trips(void **state)
{
    (void)state;
    static struct asker askers[THREADS];
    static struct asker alone;
    struct pack *pack = make_pack(0);
    struct nav *nav = make_nav(pack);
    for (size_t i = 0; i < THREADS; i++) {
        askers[i].nav = nav;
        askers[i].first = i * 7;
        assert_int_equal(pthread_create(&askers[i].thread, NULL, ask_all, &askers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++)
        assert_int_equal(pthread_join(askers[i].thread, NULL), 0);
    nav_destroy(nav);
    alone.nav = make_nav(pack);
    ask_all(&alone);
    nav_destroy((struct nav *)alone.nav);
    size_t found = 0;
    for (size_t i = 0; i < ASKED; i++) {
        found += alone.answers[i].status == NAV_FOUND;
        for (size_t k = 0; k < THREADS; k++)
            assert_true(is_same(&askers[k].answers[i], &alone.answers[i]));
    }
    assert_true(found > ASKED / 2);
    free_pack(pack, 0);
}

// ---- changes ---------------------------------------------------------------------------------

/// A field with a wall in it that may be gone, and a smith beyond it.
struct world {
    struct test_scene test;
    struct nav *nav;
    struct nav_query *query;
    npc_id smith;
    struct answer answer;
};

static void add_fields(struct test_scene *test, bool has_wall)
{
    test_scene_begin(test, 300);
    test_scene_add_floor(test, 0, 0, 30000, 10000, 0);
    if (has_wall)
        test_scene_add_box(test, 14000, 0, 15000, 8000, 0);
}

static void open_world(struct world *world)
{
    add_fields(&world->test, true);
    test_scene_add_npc(&world->test, "smith", "", 25000, 2000);
    world->nav = make_nav(&world->test.pack);
    world->query = make_query(world->nav);
    world->smith = nav_pack_npc(world->nav, 0);
}

static void close_world(struct world *world)
{
    nav_query_destroy(world->query);
    nav_destroy(world->nav);
    test_scene_finish(&world->test);
}

static struct nav_position at(double x, double z)
{
    return (struct nav_position){.x = x, .z = z};
}

static void assert_asked(struct world *world, double z, double length_min_m, double length_max_m,
                         uint64_t fills)
{
    ask(world->query, at(5, z), "smith", &world->answer);
    assert_int_equal(world->answer.status, NAV_FOUND);
    double length_m = world->answer.trip.length_m;
    if (length_m <= length_min_m || length_m >= length_max_m)
        fail_msg("%.3f m is not between %.3f m and %.3f m", length_m, length_min_m, length_max_m);
    assert_int_equal(nav_kept(world->nav).fills, fills);
}

static void publish(struct world *world)
{
    struct nav_version *before = nav_publish(world->nav);
    assert_non_null(before);
    nav_version_destroy(before);
}

static void an_npc_that_has_moved_is_found_where_it_is(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world);
    assert_asked(&world, 2, 22, 25, 1);
    assert_asked(&world, 3, 22, 25, 1);
    // Only a millimetre: the way ends there all the same.
    assert_true(npc_index_move(nav_index(world.nav), world.smith, at(25.001, 2)));
    assert_asked(&world, 2, 22, 25, 2);
    struct nav_position end = world.answer.points[world.answer.trip.point_count - 1];
    assert_true(end.x == 25.001 && end.z == 2);
    assert_true(npc_index_move(nav_index(world.nav), world.smith, at(10, 2)));
    assert_asked(&world, 2, 4.999, 5.001, 3);
    // Back where it was: that is still known.
    assert_true(npc_index_move(nav_index(world.nav), world.smith, at(25, 2)));
    assert_asked(&world, 2, 22, 25, 3);
    close_world(&world);
}

static void a_mesh_that_is_replaced_takes_what_was_kept_of_it_along(void **state)
{
    (void)state;
    static struct world world;
    static struct test_scene open;
    static struct report report;
    open_world(&world);
    uint64_t fills = 0;
    for (int i = 0; i < 3; i++) {
        assert_asked(&world, 2, 22, 25, ++fills);
        add_fields(&open, false);
        struct navmesh *mesh = mesh_build(&open.scene, &report);
        test_scene_finish(&open);
        assert_true(nav_replace_mesh(world.nav, 0, mesh));
        assert_asked(&world, 2, 22, 25, fills); // not published yet
        publish(&world);
        assert_int_equal(nav_kept(world.nav).bytes, 0);
        assert_asked(&world, 2, 19.999, 20.001, ++fills);
        mesh = mesh_build(&world.test.scene, &report);
        assert_true(nav_replace_mesh(world.nav, 0, mesh));
        publish(&world);
    }
    close_world(&world);
}

static void what_is_kept_leads_nowhere_once_the_road_is_gone(void **state)
{
    (void)state;
    static struct world world;
    // A river between two fields.
    test_scene_begin(&world.test, 300);
    test_scene_add_floor(&world.test, 0, 0, 10000, 10000, 0);
    test_scene_add_floor(&world.test, 20000, 0, 30000, 10000, 0);
    test_scene_add_npc(&world.test, "smith", "", 25000, 5000);
    world.test.npcs[0].region = 1;
    world.nav = make_nav(&world.test.pack);
    world.query = make_query(world.nav);
    struct nav_position points[] = {at(9, 5), at(21, 5)};
    for (int i = 0; i < 3; i++) {
        nav_road road = nav_add_road(world.nav, points, 2, 1);
        assert_int_not_equal(road, 0);
        publish(&world);
        assert_asked(&world, 5, 19.999, 20.001, 1); // the walk from the road to the smith is kept
        assert_int_equal(world.answer.trip.legs[0].graph, NAV_GRAPH_ROADS);
        assert_true(nav_remove_road(world.nav, road));
        publish(&world);
        ask(world.query, at(5, 5), "smith", &world.answer);
        assert_int_equal(world.answer.status, NAV_UNREACHABLE);
    }
    assert_int_equal(nav_kept(world.nav).fills, 1);
    close_world(&world);
}

// ---- memory ----------------------------------------------------------------------------------

static void what_is_kept_is_bounded_however_many_are_asked_for(void **state)
{
    (void)state;
    enum { PLACES = NAV_KEPT_NPCS_MAX + 200 };
    static struct world world;
    size_t bytes = 0;
    open_world(&world);
    for (size_t i = 0; i < PLACES; i++) {
        assert_true(npc_index_move(nav_index(world.nav), world.smith, at(20 + 0.001 * (double)i, 2)));
        ask(world.query, at(5, 2), "smith", &world.answer);
        bytes = i == 0 ? nav_kept(world.nav).bytes : bytes;
        assert_true(nav_kept(world.nav).bytes <= bytes * 2 * NAV_KEPT_NPCS_MAX);
        assert_true(nav_kept(world.nav).bytes <= NAV_KEPT_BYTES_MAX);
    }
    assert_int_equal(nav_kept(world.nav).fills, PLACES);
    close_world(&world);
}

static void only_the_first_request_for_an_npc_takes_memory(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    static struct world world;
    open_world(&world);
    assert_asked(&world, 2, 22, 25, 1);
    size_t before = allocations_count();
    for (int i = 1; i <= 1000; i++)
        ask(world.query, at(0.01 * i + 1, 2), "smith", &world.answer);
    assert_int_equal(allocations_count(), before);
    assert_int_equal(nav_kept(world.nav).fills, 1);
    close_world(&world);
}

static void places_and_small_budgets_are_searched_for_each_time(void **state)
{
    (void)state;
    static struct world world;
    open_world(&world);
    struct nav_query *small = nav_query_create(world.nav, 1000);
    assert_non_null(small);
    ask(small, at(5, 2), "smith", &world.answer);
    assert_int_equal(world.answer.status, NAV_FOUND);
    struct nav_trip trip = {.points = world.answer.points, .points_max = POINTS_MAX};
    assert_int_equal(nav_query_place(world.query, at(5, 2), at(25, 2), &trip), NAV_FOUND);
    assert_int_equal(nav_kept(world.nav).fills, 0);
    nav_query_destroy(small);
    close_world(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trips_are_the_same_whether_the_npc_is_known_or_not),
        cmocka_unit_test(threads_that_ask_first_at_once_get_the_same_trips),
        cmocka_unit_test(an_npc_that_has_moved_is_found_where_it_is),
        cmocka_unit_test(a_mesh_that_is_replaced_takes_what_was_kept_of_it_along),
        cmocka_unit_test(what_is_kept_leads_nowhere_once_the_road_is_gone),
        cmocka_unit_test(what_is_kept_is_bounded_however_many_are_asked_for),
        cmocka_unit_test(only_the_first_request_for_an_npc_takes_memory),
        cmocka_unit_test(places_and_small_budgets_are_searched_for_each_time),
    };
    return cmocka_run_group_tests_name("nav_kept", tests, NULL, NULL);
}
