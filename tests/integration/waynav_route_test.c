// `waynav route` prints a trip leg by leg, or says why there is none.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "tests/data/waynav.h"

enum { WORDS_MAX = 10, PATH_SIZE_MAX = 128 };

static void a_trip_is_printed_leg_by_leg(void **state)
{
    (void)state;
    const char *const words[] = {
        "route", "cloudsvc/worlds/plain", "--from", "0,2,-22.5", "--to", "blacksmith", NULL};
    const char *text = waynav_run(words, 0);
    assert_ptr_equal(strstr(text, "found: "), text);
    assert_non_null(strstr(text, "leg 1: walk on mesh, "));
    assert_non_null(strstr(text, "  0  x 2.000  y 0.000  z -22.500\n"));
}

static void a_scene_goes_by_its_name_too(void **state)
{
    (void)state;
    const char *const words[] = {
        "route", "cloudsvc/worlds/plain", "--from", "village,2,-22.5", "--to", "blacksmith", NULL};
    assert_non_null(strstr(waynav_run(words, 0), "  0  x 2.000  y 0.000  z -22.500\n"));
}

static void a_trip_as_json_has_the_same_numbers(void **state)
{
    (void)state;
    const char *const words[] = {
        "route", "--json", "--to", "merchant/fish", "--from", "0,2,-22.5", "cloudsvc/worlds/plain", NULL};
    cJSON *json = cJSON_Parse(waynav_run(words, 0));
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "status")->valuestring, "found");
    assert_string_equal(cJSON_GetObjectItem(json, "reason")->valuestring, "none");
    const cJSON *leg = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "legs"), 0);
    assert_string_equal(cJSON_GetObjectItem(leg, "kind")->valuestring, "walk");
    assert_string_equal(cJSON_GetObjectItem(leg, "graph")->valuestring, "mesh");
    double length_m = cJSON_GetObjectItem(json, "length_m")->valuedouble;
    assert_true(length_m > 15 && length_m < 40);
    assert_true(cJSON_GetObjectItem(leg, "length_m")->valuedouble == length_m);
    const cJSON *start = cJSON_GetArrayItem(cJSON_GetObjectItem(leg, "points"), 0);
    assert_true(cJSON_GetArrayItem(start, 0)->valuedouble == 2);
    assert_true(cJSON_GetArrayItem(start, 2)->valuedouble == -22.5);
    cJSON_Delete(json);
}

/// Two islands of one scene with a plank between them, and a ferry from the first to another scene.
static const char *const scene_texts[] = {
    "{\"name\": \"islands\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},"
    " \"light\": {\"sky\": \"#ffffff\", \"sun\": \"#ffffff\"}, \"regions\": ["
    "{\"name\": \"west\", \"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [9, 0], [9, 9], [0, "
    "9]]},"
    "{\"name\": \"east\", \"surface\": \"sand\", \"height\": 0, \"outline\": [[13, 0], [22, 0], [22, 9], "
    "[13, 9]]}],"
    " \"roads\": [{\"name\": \"plank\", \"cells\": ["
    "{\"name\": \"here\", \"at\": [8, 5], \"links\": [\"there\"]}, {\"name\": \"there\", \"at\": [14, 5]}]}],"
    " \"jumps\": [{\"name\": \"ferry\", \"at\": [1, 5], \"cost\": 3, \"to\": [{\"scene\": \"far\", \"at\": "
    "[2, 2]}]}],"
    " \"npcs\": [{\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hello.\", \"at\": [20, 5]}]}",
    "{\"name\": \"far\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},"
    " \"light\": {\"sky\": \"#ffffff\", \"sun\": \"#ffffff\"}, \"regions\": ["
    "{\"name\": \"field\", \"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [9, 0], [9, 9], [0, "
    "9]]}],"
    " \"npcs\": [{\"type\": \"healer\", \"name\": \"Ada\", \"dialogue\": \"Hello.\", \"at\": [2, 6]}]}",
};

static const char world_text[] = "{\"name\": \"Islands\", \"scenes\": [\"scenes/0.json\", \"scenes/1.json\"],"
                                 " \"find\": [{\"label\": \"Smith\", \"type\": \"smith\"}],"
                                 " \"spawn\": {\"scene\": \"islands\", \"at\": [2, 5]}}";

static const char *const world_files[] = {"scenes/0.json", "scenes/1.json", "world.json"};

static void make_world(char *folder)
{
    char path[PATH_SIZE_MAX];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/scenes", folder);
    assert_int_equal(mkdir(path, 0700), 0);
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, world_files[i]);
        FILE *out = fopen(path, "w");
        assert_non_null(out);
        fputs(i < 2 ? scene_texts[i] : world_text, out);
        fclose(out);
    }
}

static void remove_world(const char *folder)
{
    char path[PATH_SIZE_MAX];
    for (size_t i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, world_files[i]);
        remove(path);
    }
    snprintf(path, sizeof path, "%s/scenes", folder);
    remove(path);
    remove(folder);
}

static void trips_lead_over_roads_and_through_jumps(void **state)
{
    (void)state;
    static const struct {
        const char *to, *option, *value, *text;
        int status;
    } cases[] = {
        {"smith", "--json", NULL, "\"graph\":\"roads\",\"length_m\":18,", 0},
        {"smith", "--graphs", "both", "leg 1: walk on roads, 18.000 m, ", 0},
        {"smith", "--graphs", "mesh", "unreachable: no jump; nearest reachable point 0,9.000,0.000,5.000\n",
         1},
        {"smith", "--graphs", "roads", "off the mesh\n", 1},
        {"healer", "--graphs", "mesh", "found: 5.000 m\n", 0},
        {"healer", "--graphs", "both",
         "leg 2: jump \"ferry\", costs 3.000 m\n  0  x 1.000  y 0.000  z 5.000\n  1  x 2.000  ", 0},
        {"healer", "--json", NULL, "\"cost_m\":8,", 0},
        {"healer", "--json", NULL,
         "{\"kind\":\"jump\",\"jump\":\"ferry\",\"length_m\":0,\"cost_m\":3,\"points\":[[1,0,5,0],[2,0,2,1]]"
         "}",
         0},
        {"healer", "--index", "tuned", "found: 5.000 m\n", 0},
        {"healer", "--index", "choices", "found: 5.000 m\n", 0},
        {"healer", "--agent", "giant", "waynav: no scene has people of a size \"giant\"\n", 1},
    };
    char folder[] = "/tmp/waynav_route_XXXXXX";
    make_world(folder);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const words[] = {"route",     folder,          "--from",       "islands,2,5", "--to",
                                     cases[i].to, cases[i].option, cases[i].value, NULL};
        const char *text = waynav_run(words, cases[i].status);
        if (!strstr(text, cases[i].text))
            fail_msg("case %zu printed: %s", i, text);
    }
    remove_world(folder);
}

static double coordinate(const cJSON *points, int point, int axis)
{
    return cJSON_GetArrayItem(cJSON_GetArrayItem(points, point), axis)->valuedouble;
}

static void the_way_to_the_blacksmith_is_not_straight(void **state)
{
    (void)state;
    const char *const words[] = {
        "route", "cloudsvc/worlds/plain", "--json", "--to", "blacksmith", "--from", "0,2,-22.5", NULL};
    cJSON *json = cJSON_Parse(waynav_run(words, 0));
    const cJSON *leg = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "legs"), 0);
    const cJSON *points = cJSON_GetObjectItem(leg, "points");
    int last = cJSON_GetArraySize(points) - 1;
    assert_true(last > 2);
    double straight_m = hypot(coordinate(points, last, 0) - coordinate(points, 0, 0),
                              coordinate(points, last, 2) - coordinate(points, 0, 2));
    assert_true(cJSON_GetObjectItem(leg, "length_m")->valuedouble > 1.2 * straight_m);
    cJSON_Delete(json);
}

static void no_way_is_an_answer_with_status_one(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *text;
    } cases[] = {
        {"0,2,-22.5", "dragon", "no such npc: dragon\n"},
        {"0,2,-22.5", "merchant/dragons", "no such npc: merchant/dragons\n"},
        {"0,900,900", "blacksmith", "off the mesh\n"},
        {"7,2,-22.5", "blacksmith", "waynav: there is no scene \"7\"; this world has 0 (village)\n"},
        {"town,2,-22.5", "blacksmith", "waynav: there is no scene \"town\"; this world has 0 (village)\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const words[] = {
            "route", "cloudsvc/worlds/plain", "--from", cases[i].from, "--to", cases[i].to, NULL};
        assert_string_equal(waynav_run(words, 1), cases[i].text);
    }
}

static void a_wrong_command_line_is_explained(void **state)
{
    (void)state;
    static const struct {
        const char *words[WORDS_MAX];
        const char *text;
    } cases[] = {
        {{"route"}, "are needed"},
        {{"route", "cloudsvc/worlds/plain", "--to", "guard"}, "are needed"},
        {{"route", "cloudsvc/worlds/plain", "--from", "0,1", "--to", "guard"}, "SCENE,X,Z"},
        {{"route", "cloudsvc/worlds/plain", "--from", "0,1,nan", "--to", "guard"}, "SCENE,X,Z"},
        {{"route", "cloudsvc/worlds/plain", "--from", "-1,1,1", "--to", "guard"}, "SCENE,X,Z"},
        {{"route", "cloudsvc/worlds/plain", "--from", "0,1,1x", "--to", "guard"}, "SCENE,X,Z"},
        {{"route", "cloudsvc/worlds/plain", "--from", "0,1,1", "--to", "/fish"}, "TYPE/SUBTYPE"},
        {{"route", "cloudsvc/worlds/plain", "--from", "0,1,1", "--to"}, "missing after"},
        {{"route", "cloudsvc/worlds/plain", "--graphs", "rails"}, "roads, mesh or both"},
        {{"route", "cloudsvc/worlds/plain", "--index", "magic"}, "tuned or choices"},
        {{"route", "cloudsvc/worlds/plain", "--agent", ""}, "name of a size"},
        {{"route", "cloudsvc/worlds/plain", "--baked", "x", "--from", "0,1,1", "--to", "guard"}, "WORLD or"},
        {{"route", "cloudsvc/worlds/plain", "--fast"}, "no such option"},
        {{"route", "cloudsvc/worlds/plain", "cloudsvc/worlds/plain"}, "one world"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *text = waynav_run(cases[i].words, 2);
        if (!strstr(text, cases[i].text) || !strstr(text, "usage: waynav route"))
            fail_msg("case %zu printed: %s", i, text);
    }
}

static void a_wrong_world_is_reported(void **state)
{
    (void)state;
    const char *const words[] = {"route", "no/such/world", "--from", "0,1,1", "--to", "guard", NULL};
    assert_non_null(strstr(waynav_run(words, 1), "world.json"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trip_is_printed_leg_by_leg),
        cmocka_unit_test(a_scene_goes_by_its_name_too),
        cmocka_unit_test(a_trip_as_json_has_the_same_numbers),
        cmocka_unit_test(trips_lead_over_roads_and_through_jumps),
        cmocka_unit_test(the_way_to_the_blacksmith_is_not_straight),
        cmocka_unit_test(no_way_is_an_answer_with_status_one),
        cmocka_unit_test(a_wrong_command_line_is_explained),
        cmocka_unit_test(a_wrong_world_is_reported),
    };
    return cmocka_run_group_tests_name("waynav_route", tests, NULL, NULL);
}
