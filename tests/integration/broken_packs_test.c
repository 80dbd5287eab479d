// A designer who breaks a pack is told by `waynav check` in which file, where in it, and what to do.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/game_world.h"
#include "tests/data/waynav.h"

enum { CHANGES_MAX = 2 };

// ---- kinds of breakage -------------------------------------------------------------------------

/// The changes come with the place and text of the line that is printed for them, in `file`.
struct breakage {
    struct world_change changes[CHANGES_MAX];
    const char *file;
};

#define ONE(name, in, from, to, place, text)                                                                 \
    {                                                                                                        \
        {{name, in, from, to, place, text}}, in                                                              \
    }
#define ISLAND                                                                                               \
    {                                                                                                        \
        "island", SCENE_FILE, "\"regions\": [",                                                              \
            "\"regions\": [{\"name\": \"island\", \"surface\": \"sand\", \"height\": 0, \"outline\": [[40, " \
            "0], [46, 0], [46, 6], [40, 6]]},",                                                              \
            "", ""                                                                                           \
    }

static const struct breakage breakages[] = {
    ONE("no world", WORLD_FILE, NULL, NULL, "", "No such file or directory; check the name and the folder"),
    ONE("no scene", SCENE_FILE, NULL, NULL, "", "No such file or directory; check the name and the folder"),
    ONE("no quests", QUESTS_FILE, NULL, NULL, "", "No such file or directory; check the name and the folder"),
    ONE("no text", CHINESE_FILE, NULL, NULL, "", "No such file or directory; check the name and the folder"),
    ONE("a comma too few", WORLD_FILE, "\"Game world\",", "\"Game world\"",
        "line 2, column 24: ", "missing comma"),
    ONE("cut off", QUESTS_FILE, "]}\n  ]\n}", "]}\n", "line 15, column 1: ", "Close what is open"),
    ONE("misspelt key", SCENE_FILE, "\"step_height\"", "\"stepheight\"",
        "$: ", "\"stepheight\" is not a key of this object; remove it or correct its spelling"),
    ONE("missing key", SCENE_FILE, "\"step_height\": 0.35, ", "",
        "$: ", "\"step_height\" is missing; add it"),
    ONE("wrong type", SCENE_FILE, "\"step_height\": 0.35", "\"step_height\": \"0.35\"",
        "$.step_height: ", "write a number of metres"),
    ONE("out of range", SCENE_FILE, "\"step_height\": 0.35", "\"step_height\": 6",
        "$.step_height: ", "write 0 to 5"),
    ONE("half a millimetre", SCENE_FILE, "\"step_height\": 0.35", "\"step_height\": 0.3505",
        "$.step_height: ", "write at most three decimals"),
    ONE("crossing sides", SCENE_FILE, "[[0, 0], [20, 0], [20, 20], [0, 20]]",
        "[[0, 0], [20, 20], [20, 0], [0, 20]]", "$.regions[0].outline[",
        "move a corner so that they keep apart"),
    ONE("regions that overlap", SCENE_FILE, "[[22, 0], [30, 0], [30, 20], [22, 20]]",
        "[[21, 0], [30, 0], [30, 20], [21, 20]]", "$.regions[2]: ", "cut a hole into one or move the border"),
    ONE("rock beside the ground", SCENE_FILE, "\"center\": [10, 15]", "\"center\": [50, 15]",
        "$.obstacles[0]: ", "move it, or name one with \"region\""),
    ONE("road off the ground", SCENE_FILE, "[[3, 4], [18, 4]]", "[[3, 4], [21, 4]]",
        "$.roads[0].line[1]: ", "move it, or write \"height\" for the road's points"),
    ONE("NPC in a rock", SCENE_FILE, "\"at\": [6, 8]", "\"at\": [10, 15]",
        "$.npcs[1].at: ", "this NPC stands inside obstacle 0 of scenes/a.json; move it 0.350 m away"),
    ONE("NPC off the ground", SCENE_FILE, "\"at\": [6, 8]", "\"at\": [-6, 8]",
        "$.npcs[1].at: ", "move it inside one"),
    ONE("hours out of the day", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [20, 25]",
        "$.npcs[1].hours[1]: ", "write 0 to 24"),
    ONE("Find entry for nobody", WORLD_FILE, "\"merchant\"", "\"baker\"",
        "$.find[0].type: ", "no NPC of type \"baker/fish\" is in this world; add one or correct the type"),
    ONE("scene of another name", WORLD_FILE, "\"scene\": \"old-town\"", "\"scene\": \"town\"",
        "$.spawn.scene: ", "no scene has the name \"town\"; correct it or add the scene"),
    ONE("key of no text", SCENE_FILE, "@elder.name", "@elder",
        "$.npcs[0].name: ", "text/en.json has no key \"elder\"; add it there, or correct it here"),
    ONE("text not translated", CHINESE_FILE, "\"sage\": \"鼠尾草\", ", "",
        "$: ", "\"sage\" is missing, which text/en.json has; add it"),
    {{{"text that nothing shows", SCENE_FILE, "@locked", "Locked.",
       "$.locked: ", "remove it, or write \"@locked\""}},
     ENGLISH_FILE},
    ONE("door of no chunk", SCENE_FILE, "\"door\", \"chunk\": \"gate\"", "\"door\", \"chunk\": \"gaet\"",
        "$.gates[0].chunk: ", "correct it, or write it into the regions of the door"),
    ONE("door with a gap", SCENE_FILE, "[[21, 8], [21, 12]]", "[[21, 9], [21, 12]]",
        "$.gates[0].line[0]: ", "lengthen the line to a wall or the edge of the ground"),
    ONE("bridge into the air", SCENE_FILE, "[[18, 4], [24, 4]]", "[[18, 4], [35, 4]]",
        "$.gates[1].line[1]: ", "move it inside one"),
    ONE("unknown enemy", SCENE_FILE, "\"crab\"", "\"dragon\"",
        "$.enemies[1].kind: ", "write one of wolf, boar, crab, skeleton"),
    {{{"spot of an unknown thing", QUESTS_FILE, "\"name\": \"sage\"", "\"name\": \"rue\"",
       "$.items[0].item: ", "correct it, or add it to the items of quests.json"}},
     SCENE_FILE},
    ONE("too few spots", QUESTS_FILE, "\"count\": 2}", "\"count\": 5}",
        "$.quests[1].tasks[0]: ", "add spots to their \"items\""),
    ONE("too few enemies", QUESTS_FILE, "\"count\": 3}", "\"count\": 9}",
        "$.quests[0].tasks[1]: ", "add some to their \"enemies\""),
    ONE("nothing to deliver", QUESTS_FILE, "\"count\": 2}",
        "\"count\": 1}, {\"kind\": \"deliver\", \"title\": \"T\", \"item\": \"sage\", \"to\": {\"type\": "
        "\"elder\"}, \"says\": \"S\"}",
        "$.quests[1].tasks[2]: ", "let a task before fetch them"),
    ONE("quests in a ring", QUESTS_FILE, "\"offer\": \"My back!\"",
        "\"offer\": \"My back!\", \"after\": [\"hunt\"]",
        "$.quests[0].after: ", "remove what leads back to it"),
    ONE("giver of no type", QUESTS_FILE, "\"giver\": {\"type\": \"elder\"}",
        "\"giver\": {\"type\": \"king\"}", "$.quests[1].giver.type: ", "add one or correct the type"),
    ONE("gate of no name", QUESTS_FILE, "\"portal\"", "\"wall\"",
        "$.quests[0].opens: ", "correct it or add the gate"),
    {{{"no way over a step", SCENE_FILE, "\"height\": 0.2", "\"height\": 2",
       "$.find[0]: ", "unreachable, step; open one near "},
      {"no plank", SCENE_FILE, "\"bridge\", \"line\": [[18, 4], [24, 4]]",
       "\"bridge\", \"line\": [[18, 4], [19, 4]]", "", ""}},
     WORLD_FILE},
    {{{"no way to a Find entry", SCENE_FILE, "\"at\": [26, 16]", "\"at\": [44, 4]",
       "$.find[0]: ", "no way to any \"merchant/fish\": unreachable, no jump; open one near (30.000, "},
      ISLAND},
     WORLD_FILE},
    {{{"no way back from a jump", SCENE_FILE, "  \"roads\": [",
       "  \"jumps\": [{\"name\": \"boat\", \"at\": [6, 10], \"to\": [{\"scene\": \"old-town\", \"at\": [44, "
       "4]}]}],\n"
       "  \"roads\": [",
       "$.jumps[0].to[0]: ", "no way back to the spawn: unreachable, no jump; open one near "},
      ISLAND},
     SCENE_FILE},
    {{{"no way to who is talked to", SCENE_FILE, "\"at\": [26, 16]", "\"at\": [44, 4]",
       "$.quests[0].tasks[0].to: ", "open one near (30.000, "},
      ISLAND},
     QUESTS_FILE},
    {{{"no way to a giver", SCENE_FILE, "\"at\": [6, 8]", "\"at\": [44, 4]",
       "$.quests[0].giver: ", "open one near "},
      ISLAND},
     QUESTS_FILE},
    {{{"no way to a spot", SCENE_FILE, "\"at\": [5, 15]", "\"at\": [44, 4]",
       "$.items[0].at: ", "no way to this place: unreachable, no jump; open one near "},
      ISLAND},
     SCENE_FILE},
    {{{"no way to enemies", SCENE_FILE, "\"at\": [15, 15]", "\"at\": [44, 4]",
       "$.enemies[1].at: ", "open one near "},
      ISLAND},
     SCENE_FILE},
};

static void expect_named(const struct breakage *breakage)
{
    const struct world_change *change = &breakage->changes[0];
    char folder[GAME_WORLD_FOLDER_SIZE];
    char beginning[256];
    const char *const words[] = {"check", folder, NULL};
    game_world_write(folder, breakage->changes, CHANGES_MAX);
    const char *printed = waynav_run(words, 1);
    game_world_remove(folder);
    snprintf(beginning, sizeof beginning, "%s: %s", breakage->file, change->place);
    const char *line = strstr(printed, beginning);
    const char *end = line ? strchr(line, '\n') : NULL;
    const char *text = line ? strstr(line, change->text) : NULL;
    if (!end || !text || text > end)
        fail_msg("%s: printed: %s", change->name, printed);
}

static void every_kind_of_broken_pack_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof breakages / sizeof breakages[0]; i++)
        expect_named(&breakages[i]);
}

static void the_pack_that_they_are_made_of_is_right(void **state)
{
    (void)state;
    char folder[GAME_WORLD_FOLDER_SIZE];
    const char *const words[] = {"check", folder, NULL};
    game_world_write(folder, NULL, 0);
    const char *printed = waynav_run(words, 0);
    game_world_remove(folder);
    assert_non_null(
        strstr(printed, "jumps 0, gates 2, NPCs 3, enemies 5, items 2, quests 2, languages 2, Find"));
}

/// The yard is too high for a step now: the plank, which is not there at all hours, is the only way.
static void a_way_over_a_bridge_that_is_out_is_right(void **state)
{
    (void)state;
    static const struct world_change high = {"high", SCENE_FILE, "\"height\": 0.2", "\"height\": 2", "", ""};
    char folder[GAME_WORLD_FOLDER_SIZE];
    const char *const words[] = {"check", folder, NULL};
    game_world_write(folder, &high, 1);
    (void)waynav_run(words, 0);
    game_world_remove(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pack_that_they_are_made_of_is_right),
        cmocka_unit_test(a_way_over_a_bridge_that_is_out_is_right),
        cmocka_unit_test(every_kind_of_broken_pack_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("broken_packs", tests, NULL, NULL);
}
