// The shipped harbor world: what it is there to show can be seen in it, and all that it asks can be done.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/chunk_names.h"
#include "nav/mesh_build.h"
#include "nav/nav.h"
#include "nav/pack.h"

enum { TOWN, MARKET, FOREST, RUINS, LIGHTHOUSE, ISLAND, SCENES };

static struct pack *pack;
static struct nav *worlds[2]; // with roads and without
static struct nav_query *queries[2];
static struct nav_position points[NAV_POINTS_MAX];
static struct nav_trip trip = {.points = points, .points_max = NAV_POINTS_MAX};

static int set_up(void **state)
{
    (void)state;
    static struct report report;
    pack = pack_load("cloudsvc/worlds/harbor", &report);
    report_print(&report, stderr);
    for (int i = 0; pack && i < 2; i++) {
        struct nav_options options = {.graphs = i == 0 ? NAV_GRAPHS_ALL : NAV_GRAPHS_MESH_ONLY};
        worlds[i] = nav_create(pack, &options, &report);
        queries[i] = worlds[i] ? nav_query_create(worlds[i], 0) : NULL;
    }
    return queries[0] && queries[1] ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        nav_query_destroy(queries[i]);
        nav_destroy(worlds[i]);
    }
    pack_destroy(pack);
    return 0;
}

static struct nav_position spawn(void)
{
    return (struct nav_position){pack->spawn.x / 1000.0, 0, pack->spawn.z / 1000.0,
                                 (uint32_t)pack->spawn_scene};
}

static struct nav_position position_of(size_t npc)
{
    struct nav_position at;
    assert_true(npc_index_position(nav_index(worlds[0]), nav_pack_npc(worlds[0], npc), &at));
    return at;
}

static size_t find_npc(const char *type, const char *subtype)
{
    for (size_t i = 0; i < pack->npc_count; i++)
        if (strcmp(pack->npcs[i].type, type) == 0 && strcmp(pack->npcs[i].subtype, subtype) == 0)
            return i;
    fail_msg("no %s/%s", type, subtype);
    return 0;
}

static const struct pack_gate *find_gate(size_t scene, const char *name)
{
    for (size_t i = 0; i < pack->scenes[scene].gate_count; i++)
        if (strcmp(pack->scenes[scene].gates[i].name, name) == 0)
            return &pack->scenes[scene].gates[i];
    fail_msg("no gate %s", name);
    return NULL;
}

static size_t jump_count(void)
{
    size_t count = 0;
    for (size_t i = 0; i < trip.leg_count; i++)
        count += trip.legs[i].kind == NAV_LEG_JUMP;
    return count;
}

static bool leads_through(double x, double z)
{
    for (size_t i = 0; i < trip.point_count; i++)
        if (points[i].x == x && points[i].z == z)
            return true;
    return false;
}

static bool is_first_of_its_type(size_t npc)
{
    for (size_t i = 0; i < npc; i++)
        if (strcmp(pack->npcs[i].type, pack->npcs[npc].type) == 0)
            return false;
    return true;
}

static bool is_first_of_its_subtype(size_t npc)
{
    for (size_t i = 0; i < npc; i++)
        if (strcmp(pack->npcs[i].type, pack->npcs[npc].type) == 0 &&
            strcmp(pack->npcs[i].subtype, pack->npcs[npc].subtype) == 0)
            return false;
    return true;
}

// ---- people ----------------------------------------------------------------------------------------

static void many_kinds_of_people_live_in_all_scenes(void **state)
{
    (void)state;
    size_t here[SCENES] = {0};
    size_t types = 0, subtypes = 0;
    assert_int_equal(pack->scene_count, SCENES);
    for (size_t i = 0; i < pack->npc_count; i++) {
        here[pack->npcs[i].scene]++;
        types += is_first_of_its_type(i);
        subtypes += is_first_of_its_subtype(i);
    }
    assert_true(pack->npc_count >= 40 && types >= 8 && subtypes >= 3 * types);
    for (size_t i = 0; i < SCENES; i++)
        assert_true(here[i] >= 5 && pack->scenes[i].road_count >= 3);
}

static void everybody_gets_to_everybody(void **state)
{
    (void)state;
    for (size_t from = 0; from < pack->npc_count; from++) {
        for (size_t to = 0; to < pack->npc_count; to++) {
            if (nav_query_place(queries[0], position_of(from), position_of(to), &trip) != NAV_FOUND)
                fail_msg("no way from %s to %s", pack->npcs[from].name, pack->npcs[to].name);
        }
    }
}

// People come and go on the island, but whoever a quest, the banner or the Find list leads to is always
// there.
static void expect_somebody_always(const char *type, const char *subtype)
{
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        bool is_asked_for =
            strcmp(npc->type, type) == 0 && (!subtype[0] || strcmp(npc->subtype, subtype) == 0);
        if (is_asked_for && !npc->has_hours)
            return;
    }
    fail_msg("nobody is always %s/%s", type, subtype);
}

static void expect_person(const struct pack_person *person)
{
    if (nav_query_npc(queries[0], spawn(), person->type, person->subtype, &trip) != NAV_FOUND)
        fail_msg("no way to %s/%s", person->type, person->subtype);
    expect_somebody_always(person->type, person->subtype);
}

static void each_person_of_a_quest_is_reached_from_the_spawn(void **state)
{
    (void)state;
    assert_true(pack->quest_count >= 8);
    for (size_t i = 0; i < pack->quest_count; i++) {
        const struct pack_quest *quest = &pack->quests[i];
        expect_person(&quest->giver);
        for (size_t k = 0; k < quest->task_count; k++)
            if (quest->tasks[k].kind == PACK_TASK_TALK || quest->tasks[k].kind == PACK_TASK_DELIVER)
                expect_person(&quest->tasks[k].person);
    }
    expect_person(&pack->treasurer);
    expect_person(&pack->festival.person);
}

static void each_entry_of_the_find_list_is_reached_and_most_lie_in_another_scene(void **state)
{
    (void)state;
    size_t elsewhere = 0;
    assert_int_equal(pack->find_count, PACK_FIND_MAX);
    for (size_t i = 0; i < pack->find_count; i++) {
        const struct pack_find *find = &pack->find[i];
        assert_int_equal(nav_query_npc(queries[0], spawn(), find->type, find->subtype, &trip), NAV_FOUND);
        expect_somebody_always(find->type, find->subtype);
        elsewhere += jump_count() > 0;
    }
    assert_true(2 * elsewhere >= pack->find_count);
}

// ---- ways ------------------------------------------------------------------------------------------

static void the_hermit_is_reached_over_the_plank_alone(void **state)
{
    (void)state;
    assert_int_equal(nav_query_npc(queries[0], spawn(), "sage", "hermit", &trip), NAV_FOUND);
    assert_int_equal(jump_count(), 1);
    for (size_t i = 0; i < trip.leg_count; i++)
        if (trip.legs[i].kind == NAV_LEG_WALK)
            assert_int_equal(trip.legs[i].graph, NAV_GRAPH_ROADS);
    assert_true(leads_through(6.6, -1) && leads_through(12, -1));
    assert_int_equal(nav_query_npc(queries[1], spawn(), "sage", "hermit", &trip), NAV_UNREACHABLE);
}

static void the_lookout_on_the_ledge_is_reached_by_its_road_alone(void **state)
{
    (void)state;
    struct nav_position gate = {-26, 0, -9, FOREST};
    assert_int_equal(nav_query_npc(queries[0], gate, "hunter", "lookout", &trip), NAV_FOUND);
    assert_true(leads_through(-17.4, 12.6) && leads_through(-17.4, 15));
    assert_int_equal(nav_query_npc(queries[1], gate, "hunter", "lookout", &trip), NAV_UNREACHABLE);
    assert_int_equal(trip.reason, NAV_REASON_STEP);
}

// The street goes round a quarter of the town; the short cut leads over the grass.
static void the_road_to_the_blacksmith_is_not_the_shortest_way(void **state)
{
    (void)state;
    assert_int_equal(nav_query_npc(queries[0], spawn(), "blacksmith", "", &trip), NAV_FOUND);
    assert_int_equal(trip.legs[0].graph, NAV_GRAPH_ROADS);
    double by_road_m = trip.length_m;
    assert_int_equal(nav_query_npc(queries[1], spawn(), "blacksmith", "", &trip), NAV_FOUND);
    assert_true(by_road_m > 1.2 * trip.length_m);
}

// Even where a road is set, the shortest way can be asked for; it knows no planks and no other scenes.
static void who_walks_on_foot_takes_the_shortest_way(void **state)
{
    (void)state;
    struct nav_position smith = {18.6, 0, -12, TOWN};
    assert_int_equal(nav_query_walk(queries[0], spawn(), smith, &trip), NAV_FOUND);
    assert_int_equal(trip.leg_count, 1);
    assert_int_equal(trip.legs[0].graph, NAV_GRAPH_MESH);
    double on_foot_m = trip.length_m;
    assert_int_equal(nav_query_place(queries[1], spawn(), smith, &trip), NAV_FOUND);
    assert_true(on_foot_m == trip.length_m);
    struct nav_position west = {3, 0, -1, FOREST};
    struct nav_position east = {15, 0, -1, FOREST};
    assert_int_equal(nav_query_walk(queries[0], west, east, &trip), NAV_UNREACHABLE);
    assert_int_equal(trip.leg_count, 0);
    assert_int_equal(nav_query_place(queries[0], west, east, &trip), NAV_FOUND);
}

static void the_market_is_climbed_by_stairs_and_by_a_slope(void **state)
{
    (void)state;
    struct nav_position yard = {0, 0, -18, MARKET};
    struct nav_position top = position_of(find_npc("sage", "letters"));
    assert_int_equal(nav_query_place(queries[0], yard, top, &trip), NAV_FOUND);
    assert_true(top.y == 3.6);
    size_t steps = 0;
    for (size_t i = 1; i < trip.point_count; i++)
        steps += points[i].x == points[i - 1].x && points[i].z == points[i - 1].z;
    assert_int_equal(steps, 12); // of 0.3 m each
    struct nav_position orchard = position_of(find_npc("farmer", "orchard"));
    assert_int_equal(nav_query_place(queries[1], (struct nav_position){18, 0, -12, MARKET}, orchard, &trip),
                     NAV_FOUND);
    for (size_t i = 1; i < trip.point_count; i++)
        assert_true(points[i].x != points[i - 1].x || points[i].z != points[i - 1].z);
    assert_true(orchard.y == 2.4);
}

static void the_floors_of_the_ruins_are_joined_by_the_stairs(void **state)
{
    (void)state;
    struct nav_position lower = position_of(find_npc("scholar", "stones"));
    struct nav_position upper = position_of(find_npc("scholar", "stars"));
    double x_m = upper.x - lower.x, z_m = upper.z - lower.z;
    assert_true(x_m * x_m + z_m * z_m < 2 * 2 && upper.y - lower.y > 3);
    struct nav_position ground = upper;
    ground.y = lower.y; // the hall right below
    assert_int_equal(nav_query_place(queries[1], ground, lower, &trip), NAV_FOUND);
    assert_true(trip.length_m < 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(nav_query_place(queries[i], lower, upper, &trip), NAV_FOUND);
        assert_true(trip.length_m > 20);
        bool is_on_stairs = false;
        for (size_t k = 0; k < trip.point_count; k++)
            is_on_stairs |= points[k].x < -13 && points[k].x > -16 && points[k].y > 1 && points[k].y < 2.5;
        assert_true(is_on_stairs);
    }
}

static void the_low_tunnel_is_for_children_only(void **state)
{
    (void)state;
    struct nav_position court = {11.2, 0, 0.6, RUINS};
    struct nav_position garden = {11.2, 0, 9, RUINS};
    size_t child = nav_agent_find(worlds[0], "child");
    assert_true(child < nav_agent_count(worlds[0]));
    assert_int_equal(nav_query_place(queries[0], court, garden, &trip), NAV_UNREACHABLE);
    assert_int_equal(trip.reason, NAV_REASON_CLEARANCE);
    nav_query_set_agent(queries[0], child);
    assert_int_equal(nav_query_place(queries[0], court, garden, &trip), NAV_FOUND);
    assert_true(trip.length_m < 10);
    nav_query_set_agent(queries[0], 0);
}

static void the_island_is_reached_by_two_jumps(void **state)
{
    (void)state;
    assert_int_equal(nav_query_npc(queries[0], spawn(), "festival", "music", &trip), NAV_FOUND);
    assert_int_equal(jump_count(), 2);
    assert_int_equal(points[trip.legs[2].first].scene, LIGHTHOUSE);
    assert_int_equal(points[trip.point_count - 1].scene, ISLAND);
}

// ---- gates -----------------------------------------------------------------------------------------

static void publish(struct nav *nav)
{
    struct nav_version *version = nav_publish(nav);
    assert_non_null(version);
    nav_version_destroy(version);
}

static void set_door(size_t scene, const struct pack_gate *door, bool is_open)
{
    static struct report report;
    uint32_t chunk = chunk_names_find(&pack->scenes[scene], door->chunk);
    struct navmesh *part = is_open ? mesh_build_chunk(&pack->scenes[scene], chunk, &report) : NULL;
    assert_true(part || !is_open);
    assert_true(nav_replace_chunk(worlds[0], (uint32_t)scene, chunk, part));
    navmesh_destroy(part);
    publish(worlds[0]);
}

// Shuts a door of the scene, which is then on the way to somebody.
static void expect_door(size_t scene, const char *name, struct nav_position from, size_t npc)
{
    const struct pack_gate *door = find_gate(scene, name);
    struct nav_position to = position_of(npc);
    assert_int_equal(door->kind, PACK_GATE_DOOR);
    assert_false(door->is_open);
    set_door(scene, door, false);
    assert_int_equal(nav_query_place(queries[0], from, to, &trip), NAV_UNREACHABLE);
    set_door(scene, door, true);
    assert_int_equal(nav_query_place(queries[0], from, to, &trip), NAV_FOUND);
}

static void shut_doors_are_in_the_way_and_open_ones_are_not(void **state)
{
    (void)state;
    expect_door(RUINS, "court_door", (struct nav_position){0, 0, -18, RUINS}, find_npc("guard", "sentry"));
    expect_door(ISLAND, "garden_door", (struct nav_position){0, 0, -18, ISLAND},
                find_npc("treasurer", "garden"));
}

static nav_road lay(size_t scene, const struct pack_gate *bridge)
{
    struct nav_position ends[2];
    assert_int_equal(bridge->kind, PACK_GATE_BRIDGE);
    for (int i = 0; i < 2; i++)
        ends[i] = (struct nav_position){bridge->line[i].x / 1000.0, bridge->heights_mm[i] / 1000.0,
                                        bridge->line[i].z / 1000.0, (uint32_t)scene};
    nav_road road = nav_add_road(worlds[0], ends, 2, bridge->width_mm / 1000.0);
    assert_true(road != 0);
    publish(worlds[0]);
    return road;
}

static void take_away(nav_road road)
{
    assert_true(nav_remove_road(worlds[0], road));
    publish(worlds[0]);
}

static void the_north_bridge_saves_the_way_round(void **state)
{
    (void)state;
    struct nav_position wout = position_of(find_npc("woodcutter", ""));
    struct nav_position oswin = position_of(find_npc("sage", "hermit"));
    assert_int_equal(nav_query_place(queries[0], wout, oswin, &trip), NAV_FOUND);
    assert_true(leads_through(12, -1));
    double round_m = trip.length_m;
    nav_road bridge = lay(FOREST, find_gate(FOREST, "north_bridge"));
    assert_int_equal(nav_query_place(queries[0], wout, oswin, &trip), NAV_FOUND);
    assert_false(leads_through(12, -1));
    assert_true(trip.length_m < 0.6 * round_m);
    take_away(bridge);
}

static void the_little_rock_is_reached_while_the_tide_is_out(void **state)
{
    (void)state;
    const struct pack_gate *planks = find_gate(LIGHTHOUSE, "tide_planks");
    struct nav_position beach = {0, 0, -10, LIGHTHOUSE};
    struct nav_position rock = {-24.4, 0, 1.6, LIGHTHOUSE};
    assert_true(planks->has_hours && pack_hours_include(planks->hours, pack->start_hour));
    assert_int_equal(nav_query_place(queries[0], beach, rock, &trip), NAV_UNREACHABLE);
    nav_road road = lay(LIGHTHOUSE, planks);
    assert_int_equal(nav_query_place(queries[0], beach, rock, &trip), NAV_FOUND);
    take_away(road);
}

// ---- quests and words ------------------------------------------------------------------------------

// The main line: each quest but the first comes after one before it; it ends at the chest behind a door.
static void the_main_line_leads_through_all_scenes_to_the_chest(void **state)
{
    (void)state;
    bool is_seen[SCENES] = {false};
    bool is_done[PACK_TASK_DELIVER + 1] = {false};
    struct nav_position at = spawn();
    double walked_m = 0;
    size_t quests = 0;
    for (size_t i = 0; i < pack->quest_count && (i == 0 || pack->quests[i].after_count > 0); i++, quests++) {
        for (size_t k = 0; k <= pack->quests[i].task_count; k++) {
            const struct pack_task *task = k > 0 ? &pack->quests[i].tasks[k - 1] : NULL;
            if (task)
                is_done[task->kind] = true;
            if (task && task->kind != PACK_TASK_TALK && task->kind != PACK_TASK_DELIVER)
                continue;
            const struct pack_person *to = task ? &task->person : &pack->quests[i].giver;
            assert_int_equal(nav_query_npc(queries[0], at, to->type, to->subtype, &trip), NAV_FOUND);
            walked_m += trip.length_m;
            at = points[trip.point_count - 1];
            for (size_t p = 0; p < trip.point_count; p++)
                is_seen[points[p].scene] = true;
        }
    }
    const struct pack_quest *last = &pack->quests[quests - 1];
    assert_true(quests >= 5 && pack->quest_count - quests >= 3);
    for (size_t i = 0; i < SCENES; i++)
        assert_true(is_seen[i]);
    for (size_t i = 0; i <= PACK_TASK_DELIVER; i++)
        assert_true(is_done[i]);
    assert_true(last->has_gate && last->opens_scene == at.scene);
    assert_string_equal(pack->scenes[last->opens_scene].gates[last->opens].name, "garden_door");
    assert_int_equal(nav_query_npc(queries[0], at, pack->treasurer.type, pack->treasurer.subtype, &trip),
                     NAV_FOUND);
    assert_int_equal(points[trip.point_count - 1].scene, last->opens_scene);
    assert_true(walked_m > 300 && walked_m < 1000); // 3.2 m/s: two to five of ten minutes
}

static void the_festival_fills_a_good_part_of_a_short_day(void **state)
{
    (void)state;
    size_t hours = 0, guests = 0;
    for (size_t hour = 0; hour < 24; hour++)
        hours += pack_hours_include(pack->festival.hours, (double)hour);
    for (size_t i = 0; i < pack->npc_count; i++)
        guests += pack->npcs[i].has_hours;
    assert_true(hours >= 8 && hours <= 16 && guests >= 4);
    assert_true(pack->day_s >= 8 * 60 && pack->day_s <= 12 * 60);
}

static void enemies_of_all_kinds_live_off_the_places_where_players_arrive(void **state)
{
    (void)state;
    bool is_seen[PACK_ENEMY_KIND_COUNT] = {false};
    for (size_t i = 0; i < pack->enemies_count; i++) {
        const struct pack_enemies *ground = &pack->enemies[i];
        int64_t far_mm = ground->radius_mm + 4000;
        is_seen[ground->kind] = true;
        for (size_t k = 0; k < pack->jump_count; k++)
            for (size_t end = 0; end < pack->jumps[k].end_count; end++)
                if (pack->jumps[k].ends[end].scene == ground->scene)
                    assert_true(geo_distance_squared(pack->jumps[k].ends[end].at, ground->at) >
                                far_mm * far_mm);
    }
    for (size_t i = 0; i < PACK_ENEMY_KIND_COUNT; i++)
        assert_true(is_seen[i]);
}

// A text that was forgotten is the same in both languages; lines are short enough for two on a phone.
static void expect_text(pack_text_id text, size_t english_max, size_t chinese_max)
{
    const char *english = pack_text(pack, text, pack_language(pack, "en"));
    const char *chinese = pack_text(pack, text, pack_language(pack, "zh-CN"));
    size_t characters = 0;
    for (const char *at = chinese; *at; at++)
        characters += (*at & 0xC0) != 0x80;
    if (!english[0] || !chinese[0] || strcmp(english, chinese) == 0)
        fail_msg("not in both languages: %s", english);
    if (strlen(english) > english_max || characters > chinese_max)
        fail_msg("too long: %s / %s", english, chinese);
}

enum { LINE_MAX = 70, CHINESE_LINE_MAX = 30, TITLE_MAX = 26, CHINESE_TITLE_MAX = 12 };

static void expect_line(pack_text_id text)
{
    expect_text(text, LINE_MAX, CHINESE_LINE_MAX);
}

static void expect_title(pack_text_id text)
{
    expect_text(text, TITLE_MAX, CHINESE_TITLE_MAX);
}

static void expect_texts_of_quest(const struct pack_quest *quest)
{
    expect_title(quest->title);
    expect_line(quest->offer);
    for (size_t i = 0; i < quest->task_count; i++) {
        expect_title(quest->tasks[i].title);
        if (quest->tasks[i].says)
            expect_line(quest->tasks[i].says);
    }
}

static void every_text_is_short_and_in_both_languages(void **state)
{
    (void)state;
    assert_int_equal(pack->language_count, 2);
    for (size_t i = 0; i < pack->npc_count; i++) {
        expect_title(pack->npcs[i].name_text);
        expect_line(pack->npcs[i].dialogue_text);
    }
    for (size_t i = 0; i < pack->find_count; i++)
        expect_title(pack->find[i].label_text);
    for (size_t i = 0; i < pack->item_count; i++)
        expect_title(pack->items[i].title);
    for (size_t i = 0; i < pack->enemies_count; i++)
        expect_title(pack->enemies[i].name);
    for (size_t i = 0; i < pack->quest_count; i++)
        expect_texts_of_quest(&pack->quests[i]);
    for (size_t i = 0; i < pack->scene_count; i++) {
        expect_title(pack->scenes[i].title);
        for (size_t k = 0; k < pack->scenes[i].gate_count; k++)
            expect_line(pack->scenes[i].gates[k].closed_text);
    }
    expect_title(pack->festival.title);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_kinds_of_people_live_in_all_scenes),
        cmocka_unit_test(everybody_gets_to_everybody),
        cmocka_unit_test(each_person_of_a_quest_is_reached_from_the_spawn),
        cmocka_unit_test(each_entry_of_the_find_list_is_reached_and_most_lie_in_another_scene),
        cmocka_unit_test(the_hermit_is_reached_over_the_plank_alone),
        cmocka_unit_test(the_lookout_on_the_ledge_is_reached_by_its_road_alone),
        cmocka_unit_test(the_road_to_the_blacksmith_is_not_the_shortest_way),
        cmocka_unit_test(who_walks_on_foot_takes_the_shortest_way),
        cmocka_unit_test(the_market_is_climbed_by_stairs_and_by_a_slope),
        cmocka_unit_test(the_floors_of_the_ruins_are_joined_by_the_stairs),
        cmocka_unit_test(the_low_tunnel_is_for_children_only),
        cmocka_unit_test(the_island_is_reached_by_two_jumps),
        cmocka_unit_test(shut_doors_are_in_the_way_and_open_ones_are_not),
        cmocka_unit_test(the_north_bridge_saves_the_way_round),
        cmocka_unit_test(the_little_rock_is_reached_while_the_tide_is_out),
        cmocka_unit_test(the_main_line_leads_through_all_scenes_to_the_chest),
        cmocka_unit_test(the_festival_fills_a_good_part_of_a_short_day),
        cmocka_unit_test(enemies_of_all_kinds_live_off_the_places_where_players_arrive),
        cmocka_unit_test(every_text_is_short_and_in_both_languages),
    };
    return cmocka_run_group_tests_name("harbor_world", tests, set_up, tear_down);
}
