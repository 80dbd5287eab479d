// Quests are read with their tasks; those that nobody could do are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/game_world.h"

static void quests_are_read_in_the_order_of_the_file(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->quest_count, 2);
    const struct pack_quest *hunt = &pack->quests[0];
    assert_string_equal(hunt->name, "hunt");
    assert_string_equal(pack_text(pack, hunt->title, 1), "Wolves");
    assert_string_equal(pack_text(pack, hunt->offer, 1), "狼叼走了我的羊。");
    assert_string_equal(hunt->giver.type, "smith");
    assert_int_equal(hunt->after_count, 1);
    assert_int_equal(hunt->after[0], 1);
    assert_int_equal(hunt->score, 70);
    assert_int_equal(hunt->gift_count, 2);
    assert_int_equal(hunt->gifts[0], 1);
    assert_true(hunt->has_gate);
    assert_int_equal(hunt->opens_scene, 0);
    assert_int_equal(hunt->opens, 0);
    const struct pack_quest *herbs = &pack->quests[1];
    assert_false(herbs->has_gate);
    assert_int_equal(herbs->after_count, 0);
    assert_int_equal(herbs->score, 0);
    pack_destroy(pack);
}

static void tasks_are_read_by_their_kind(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    const struct pack_task *talk = &pack->quests[0].tasks[0];
    assert_int_equal(pack->quests[0].task_count, 2);
    assert_int_equal(talk->kind, PACK_TASK_TALK);
    assert_string_equal(talk->person.type, "merchant");
    assert_string_equal(talk->person.subtype, "fish");
    assert_string_equal(pack_text(pack, talk->title, 0), "Ask");
    assert_string_equal(pack_text(pack, talk->says, 0), "East.");
    const struct pack_task *defeat = &pack->quests[0].tasks[1];
    assert_int_equal(defeat->kind, PACK_TASK_DEFEAT);
    assert_int_equal(defeat->enemy, PACK_WOLF);
    assert_int_equal(defeat->count, 3);
    const struct pack_task *fetch = &pack->quests[1].tasks[0];
    assert_int_equal(fetch->kind, PACK_TASK_FETCH);
    assert_int_equal(fetch->item, 0);
    assert_int_equal(fetch->count, 2);
    const struct pack_task *deliver = &pack->quests[1].tasks[1];
    assert_int_equal(deliver->kind, PACK_TASK_DELIVER);
    assert_int_equal(deliver->count, 1);
    assert_string_equal(deliver->person.type, "elder");
    pack_destroy(pack);
}

static void a_world_may_have_no_quests(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
    assert_int_equal(pack->quest_count, 0);
    assert_int_equal(pack->item_count, 0);
    pack_destroy(pack);
}

#define HERBS                                                                                                \
    "\"tasks\": [\n        {\"kind\": \"fetch\", \"title\": \"Gather\", \"item\": \"sage\", \"count\": "     \
    "2},\n"

static void gifts_of_quests_before_may_be_delivered(void **state)
{
    (void)state;
    static const struct world_change change = {"gift",
                                               QUESTS_FILE,
                                               "\"count\": 3}]},",
                                               "\"count\": 3}]}, {\"name\": \"last\", \"title\": \"L\", "
                                               "\"giver\": {\"type\": \"elder\"}, \"offer\": \"O\", "
                                               "\"after\": [\"hunt\"], \"tasks\": [{\"kind\": \"deliver\", "
                                               "\"title\": \"T\", \"item\": \"sword\", \"count\": 2, "
                                               "\"to\": {\"type\": \"elder\"}, \"says\": \"S\"}]},",
                                               "",
                                               ""};
    struct pack *pack = world_text_load_files(game_world, &change, 1);
    assert_int_equal(pack->quest_count, 3);
    pack_destroy(pack);
}

#define DELIVER "{\"kind\": \"deliver\", \"title\": \"Bring\", \"item\": \"sage\","

static const struct world_change changes[] = {
    {"quest no object", QUESTS_FILE, "\"quests\": [", "\"quests\": [1, ", "$.quests[0]", "write an object"},
    {"unknown part", QUESTS_FILE, "\"quests\": [", "\"quets\": [], \"quests\": [", "$",
     "\"quets\" is not a key"},
    {"name twice", QUESTS_FILE, "\"name\": \"herbs\"", "\"name\": \"hunt\"", "$.quests[1].name",
     "quest 0 has the name \"hunt\" too; rename one"},
    {"name missing", QUESTS_FILE, "\"name\": \"herbs\", ", "", "$.quests[1]", "\"name\" is missing"},
    {"title missing", QUESTS_FILE, "\"title\": \"Wolves\", ", "", "$.quests[0]", "\"title\" is missing"},
    {"offer missing", QUESTS_FILE, "\"offer\": \"My back!\", ", "", "$.quests[1]", "\"offer\" is missing"},
    {"giver unknown", QUESTS_FILE, "{\"type\": \"smith\"}", "{\"type\": \"smyth\"}", "$.quests[0].giver.type",
     "no NPC of type \"smyth\" is in this world; add one"},
    {"giver missing", QUESTS_FILE, "\"giver\": {\"type\": \"smith\"}, ", "", "$.quests[0]",
     "\"giver\" is missing"},
    {"giver with a name", QUESTS_FILE, "{\"type\": \"smith\"}", "{\"type\": \"smith\", \"name\": \"B\"}",
     "$.quests[0].giver", "\"name\" is not a key"},
    {"after the unknown", QUESTS_FILE, "[\"herbs\"]", "[\"hrebs\"]", "$.quests[0].after[0]",
     "no quest has the name \"hrebs\"; correct it"},
    {"after itself", QUESTS_FILE, "[\"herbs\"]", "[\"hunt\"]", "$.quests[0].after", "before itself; remove"},
    {"after one another", QUESTS_FILE, "\"offer\": \"My back!\"",
     "\"offer\": \"My back!\", \"after\": [\"hunt\"]", "$.quests[0].after",
     "before itself; remove what leads back to it"},
    {"after too many", QUESTS_FILE, "[\"herbs\"]", "[\"herbs\", \"herbs\", \"herbs\", \"herbs\", \"herbs\"]",
     "$.quests[0].after", "write 0 to 4"},
    {"no tasks", QUESTS_FILE, HERBS, "\"tasks\": [], \"x\": [\n", "$.quests[1].tasks", "write 1 to 8"},
    {"task no object", QUESTS_FILE, HERBS, HERBS "true, ", "$.quests[1].tasks[1]", "write an object"},
    {"task unknown", QUESTS_FILE, "\"kind\": \"talk\"", "\"kind\": \"tlak\"", "$.quests[0].tasks[0].kind",
     "write one of talk, fetch, defeat, deliver"},
    {"task without title", QUESTS_FILE, "\"title\": \"Ask\", ", "", "$.quests[0].tasks[0]",
     "\"title\" is missing"},
    {"talk to nobody", QUESTS_FILE, "\"to\": {\"type\": \"merchant\", \"subtype\": \"fish\"}, ", "",
     "$.quests[0].tasks[0]", "\"to\" is missing"},
    {"talk to a stranger", QUESTS_FILE, "\"subtype\": \"fish\"", "\"subtype\": \"fsih\"",
     "$.quests[0].tasks[0].to.type", "no NPC of type \"merchant/fsih\""},
    {"talk without answer", QUESTS_FILE, ", \"says\": \"East.\"", "", "$.quests[0].tasks[0]",
     "\"says\" is missing"},
    {"talk with a count", QUESTS_FILE, "\"says\": \"East.\"", "\"says\": \"East.\", \"count\": 1",
     "$.quests[0].tasks[0]", "\"count\" is not a key"},
    {"fetch the unknown", QUESTS_FILE, "\"title\": \"Gather\", \"item\": \"sage\"",
     "\"title\": \"Gather\", \"item\": \"sgae\"", "$.quests[1].tasks[0].item",
     "no item has the name \"sgae\""},
    {"fetch too many", QUESTS_FILE, "\"count\": 2}", "\"count\": 3}", "$.quests[1].tasks[0]",
     "3 of \"sage\" are to be fetched, and the scenes have 2; add spots"},
    {"fetch none", QUESTS_FILE, "\"count\": 2}", "\"count\": 0}", "$.quests[1].tasks[0].count",
     "write 1 to 1000"},
    {"defeat too many", QUESTS_FILE, "\"count\": 3}", "\"count\": 4}", "$.quests[0].tasks[1]",
     "4 are to be defeated, and the scenes have 3; add some"},
    {"defeat who lives nowhere", QUESTS_FILE, "\"wolf\"", "\"boar\"", "$.quests[0].tasks[1]",
     "3 are to be defeated, and the scenes have 0"},
    {"defeat the unknown", QUESTS_FILE, "\"wolf\"", "\"wlof\"", "$.quests[0].tasks[1].enemy",
     "write one of wolf, boar, crab, skeleton"},
    {"defeat without count", QUESTS_FILE, ", \"count\": 3}", "}", "$.quests[0].tasks[1]",
     "\"count\" is missing"},
    {"deliver more than fetched", QUESTS_FILE, DELIVER, DELIVER " \"count\": 3,", "$.quests[1].tasks[1]",
     "3 of \"sage\" are delivered up to here, and players have 2; let a task before fetch them"},
    {"deliver twice", QUESTS_FILE, HERBS,
     HERBS DELIVER " \"count\": 2, \"to\": {\"type\": \"elder\"}, \"says\": \"Ah.\"}, ",
     "$.quests[1].tasks[2]", "3 of \"sage\" are delivered"},
    {"deliver what is given later", QUESTS_FILE, DELIVER,
     "{\"kind\": \"deliver\", \"title\": \"Bring\", \"item\": \"sword\",", "$.quests[1].tasks[1]",
     "1 of \"sword\" are delivered up to here, and players have 0"},
    {"score too high", QUESTS_FILE, "\"score\": 70", "\"score\": 100001", "$.quests[0].score",
     "write 0 to 100000"},
    {"score negative", QUESTS_FILE, "\"score\": 70", "\"score\": -1", "$.quests[0].score",
     "write 0 to 100000"},
    {"gift unknown", QUESTS_FILE, "[\"sword\", \"sword\"]", "[\"sword\", \"swrod\"]", "$.quests[0].gifts[1]",
     "no item has the name \"swrod\""},
    {"too many gifts", QUESTS_FILE, "[\"sword\", \"sword\"]",
     "[\"sword\", \"sword\", \"sword\", \"sword\", \"sword\"]", "$.quests[0].gifts", "write 0 to 4"},
    {"opens the unknown", QUESTS_FILE, "\"portal\"", "\"protal\"", "$.quests[0].opens",
     "no gate has the name \"protal\""},
    {"file of another name", WORLD_FILE, "\"quests.json\"", "\"quest.json\"", "$.quests",
     "write one of quests.json"},
    {"file no name", WORLD_FILE, "\"quests.json\"", "true", "$.quests", "write a string"},
    {"file cut off", QUESTS_FILE, "\"quests\": [", "\"quests\": [ \"", "line ", "missing comma, quote"},
};

/// Writes a chain of quests, each after the one that follows, the last one after the first when `is_ring`.
static void write_chain(char *text, size_t count, bool is_ring)
{
    size_t used = (size_t)sprintf(text, "{\"quests\": [");
    for (size_t i = 0; i < count; i++) {
        char after[32] = "";
        if (i + 1 < count || is_ring)
            snprintf(after, sizeof after, "\"q%zu\"", (i + 1) % count);
        used += (size_t)sprintf(
            text + used,
            "%s{\"name\": \"q%zu\", \"title\": \"t\", \"giver\": {\"type\": \"smith\"}, \"offer\": "
            "\"o\", \"after\": [%s], \"tasks\": [{\"kind\": \"talk\", \"title\": \"t\", \"to\": "
            "{\"type\": \"smith\"}, \"says\": \"s\"}]}",
            i ? ", " : "", i, after);
    }
    sprintf(text + used, "]}");
}

static void a_chain_of_quests_is_right_and_a_ring_is_not(void **state)
{
    (void)state;
    static char quests[WORLD_TEXT_MAX];
    static const struct world_change named = {
        "named", WORLD_FILE, "\"find\"", "\"quests\": \"quests.json\", \"find\"", "", ""};
    const struct world_file files[] = {
        {WORLD_FILE, world_file_text}, {SCENE_FILE, scene_text}, {QUESTS_FILE, quests}, {NULL, NULL}};
    struct report report;
    write_chain(quests, PACK_QUESTS_MAX, false);
    struct pack *pack = world_text_load_files(files, &named, 1);
    assert_int_equal(pack->quest_count, PACK_QUESTS_MAX);
    assert_int_equal(pack->quests[62].after[0], 63);
    pack_destroy(pack);
    write_chain(quests, PACK_QUESTS_MAX, true);
    assert_null(world_text_parse_changed(files, &named, 1, &report));
    assert_int_equal(report.count, 1);
    assert_true(world_text_is_named(&report, QUESTS_FILE, "$.quests[0].after", "before itself"));
    write_chain(quests, PACK_QUESTS_MAX + 1, false);
    assert_null(world_text_parse_changed(files, &named, 1, &report));
    assert_true(world_text_is_named(&report, QUESTS_FILE, "$.quests", "write 0 to 64"));
}

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quests_are_read_in_the_order_of_the_file),
        cmocka_unit_test(tasks_are_read_by_their_kind),
        cmocka_unit_test(a_world_may_have_no_quests),
        cmocka_unit_test(gifts_of_quests_before_may_be_delivered),
        cmocka_unit_test(a_chain_of_quests_is_right_and_a_ring_is_not),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_quest", tests, NULL, NULL);
}
