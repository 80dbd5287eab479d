// Any bytes as each file of a world whose other files are right: each is taken or refused with a problem, and
// a pack that is taken keeps its promises and has meshes.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/mesh_build.h"
#include "nav/pack.h"
#include "nav/pack_gate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define SCENE_BEGINNING                                                                                      \
    "{\"name\": \"a\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8}, "              \
    "\"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"}, \"regions\": [{\"name\": \"g\", "              \
    "\"surface\": \"grass\", \"height\": 0, \"outline\": [[0, 0], [9, 0], [9, 9], [0, 9]]}"
#define GAME_SCENE(label)                                                                                    \
    SCENE_BEGINNING                                                                                          \
    ", {\"name\": \"d\", \"surface\": \"stone\", \"height\": 0, \"chunk\": \"d\", "                          \
    "\"outline\": [[9, 0], [12, 0], [12, 9], [9, 9]]}], "                                                    \
    "\"gates\": [{\"name\": \"d\", \"kind\": \"door\", \"chunk\": \"d\", \"line\": [[10, 0], [10, 9]], "     \
    "\"width\": 0.2, \"height\": 2}], \"enemies\": [{\"kind\": \"wolf\", \"at\": [5, 5], \"radius\": 2, "    \
    "\"count\": 2}], \"items\": [{\"item\": \"i\", \"at\": [2, 2]}], \"npcs\": [{\"type\": \"n\", "          \
    "\"name\": \"" label "\", \"dialogue\": \"D\", \"at\": [3, 3]}]}"

/// What stands in the other files suits the one that the bytes are for: a world may have neither things nor
/// texts, while quests and texts need somebody to be about.
static const struct {
    const char *file;
    const char *world;
    const char *scene;
    const char *quests;
    const char *text;
} kinds[] = {
#define WORLD                                                                                                \
    "{\"name\": \"W\", \"scenes\": [\"scenes/a.json\"], \"languages\": [\"en\", \"zh\"], "                   \
    "\"quests\": \"quests.json\", \"find\": [], \"spawn\": {\"scene\": \"a\", \"at\": [1, 1]}}"
#define ITEMS "{\"items\": [{\"name\": \"i\", \"title\": \"I\", \"kind\": \"thing\", \"look\": \"lamp\"}]}"
    {"world.json", NULL, SCENE_BEGINNING "]}", "{}", "{}"},
    {"scenes/a.json", WORLD, NULL, ITEMS, "{}"},
    {"quests.json", WORLD, GAME_SCENE("N"), NULL, "{}"},
    {"text/en.json", WORLD, GAME_SCENE("@n"), ITEMS, "{\"n\": \"N\"}"},
    {"text/zh.json", WORLD, GAME_SCENE("@n"), ITEMS, "{\"n\": \"N\"}"},
};

enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

/// The bytes, and the file that they stand for.
struct input {
    size_t kind;
    const uint8_t *data;
    size_t size;
};

/// The text of a file that is right; NULL when there is none of that name.
static const char *right_text(size_t kind, const char *file)
{
    if (strcmp(file, "world.json") == 0)
        return kinds[kind].world;
    if (strcmp(file, "scenes/a.json") == 0)
        return kinds[kind].scene;
    if (strcmp(file, "quests.json") == 0)
        return kinds[kind].quests;
    return strcmp(file, "text/en.json") == 0 || strcmp(file, "text/zh.json") == 0 ? kinds[kind].text : NULL;
}

static char *read_input(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    const struct input *input = context;
    const char *right = right_text(input->kind, file);
    bool is_input = strcmp(file, kinds[input->kind].file) == 0;
    *size_bytes = is_input ? input->size : right ? strlen(right) : 0;
    char *text = is_input || right ? calloc(*size_bytes + 1, 1) : NULL;
    if (text)
        memcpy(text, is_input ? (const char *)input->data : right, *size_bytes);
    else
        report_add(report, file, "", "cannot open it");
    return text;
}

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static void check_roads(const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i];
        require(link->road < scene->road_count);
        require(link->nodes[0] < link->nodes[1]);
        require(link->nodes[1] < scene->road_node_count);
    }
}

static void check_jump(const struct pack *pack, const struct pack_jump *jump)
{
    require(jump->scene < pack->scene_count);
    require(jump->region < pack->scenes[jump->scene].region_count);
    require(jump->end_count > 0);
    for (size_t i = 0; i < jump->end_count; i++) {
        const struct pack_jump_end *end = &jump->ends[i];
        require(end->scene < pack->scene_count);
        require(end->region < pack->scenes[end->scene].region_count);
        require(pack_region_contains(&pack->scenes[end->scene].regions[end->region], end->at));
    }
}

static void check_gates(const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->gate_count; i++) {
        const struct pack_gate *gate = &scene->gates[i];
        size_t door;
        require(gate->name[0]);
        require(!geo_equal(gate->line[0], gate->line[1]));
        for (size_t k = 0; k < 2; k++)
            require(gate->regions[k] < scene->region_count);
        require(gate->kind != PACK_GATE_DOOR || pack_gate_is_door(scene, gate->regions[0], &door));
    }
}

static void check_hours(struct pack_hours hours)
{
    require(hours.from >= 0);
    require(hours.from < 24);
    require(hours.until >= 0);
    require(hours.until < 24);
}

/// Every text is a line in every language.
static void check_text(const struct pack *pack, pack_text_id text, size_t room_bytes)
{
    for (size_t i = 0; i < pack->language_count; i++) {
        size_t size = strlen(pack_text(pack, text, i));
        require(size < room_bytes);
        require((size > 0) == (text > 0));
    }
}

static void check_things(const struct pack *pack)
{
    for (size_t i = 0; i < pack->enemies_count; i++) {
        const struct pack_enemies *enemies = &pack->enemies[i];
        require(enemies->kind < PACK_ENEMY_KIND_COUNT);
        require(enemies->count > 0);
        require(enemies->health > 0);
        require(pack_region_contains(&pack->scenes[enemies->scene].regions[enemies->region], enemies->at));
        check_text(pack, enemies->name, PACK_NAME_MAX);
    }
    for (size_t i = 0; i < pack->spot_count; i++) {
        const struct pack_spot *spot = &pack->spots[i];
        require(spot->item < pack->item_count);
        require(pack_region_contains(&pack->scenes[spot->scene].regions[spot->region], spot->at));
    }
    for (size_t i = 0; i < pack->item_count; i++)
        check_text(pack, pack->items[i].title, PACK_NAME_MAX);
}

static void check_quest(const struct pack *pack, const struct pack_quest *quest)
{
    require(quest->task_count > 0);
    require(quest->giver.type[0]);
    check_text(pack, quest->offer, PACK_TEXT_MAX);
    for (size_t i = 0; i < quest->after_count; i++)
        require(quest->after[i] < pack->quest_count);
    for (size_t i = 0; i < quest->gift_count; i++)
        require(quest->gifts[i] < pack->item_count);
    require(!quest->has_gate || quest->opens < pack->scenes[quest->opens_scene].gate_count);
    for (size_t i = 0; i < quest->task_count; i++) {
        const struct pack_task *task = &quest->tasks[i];
        bool is_of_item = task->kind == PACK_TASK_FETCH || task->kind == PACK_TASK_DELIVER;
        require(!is_of_item || task->item < pack->item_count);
        require(task->kind == PACK_TASK_TALK || task->count > 0);
        check_text(pack, task->title, PACK_NAME_MAX);
        check_text(pack, task->says, PACK_TEXT_MAX);
    }
}

/// A scene that is right has a mesh, unless nothing is left of its ground.
static void check_mesh(const struct pack_scene *scene)
{
    static struct report report;
    report.count = 0;
    struct navmesh *mesh = mesh_build(scene, &report);
    require(mesh || (report.count == 1 && strstr(report.problems[0].text, "cover all ground")));
    navmesh_destroy(mesh);
}

static void check_pack(const struct pack *pack)
{
    require(pack->spawn_scene < pack->scene_count);
    require(pack->language_count > 0);
    require(pack->day_s >= 30);
    check_things(pack);
    check_hours(pack->festival.hours);
    for (size_t i = 0; i < pack->quest_count; i++)
        check_quest(pack, &pack->quests[i]);
    for (size_t i = 0; i < pack->jump_count; i++)
        check_jump(pack, &pack->jumps[i]);
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        require(npc->scene < pack->scene_count);
        require(npc->region < pack->scenes[npc->scene].region_count);
        require(pack_region_contains(&pack->scenes[npc->scene].regions[npc->region], npc->at));
        check_hours(npc->hours);
        check_text(pack, npc->name_text, PACK_NAME_MAX);
        check_text(pack, npc->dialogue_text, PACK_TEXT_MAX);
    }
    for (size_t i = 0; i < pack->scene_count; i++) {
        const struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->obstacle_count; k++)
            require(scene->obstacles[k].region < scene->region_count);
        check_roads(scene);
        check_gates(scene);
        check_text(pack, scene->title, PACK_NAME_MAX);
        check_mesh(scene);
    }
}

static void parse_as(size_t kind, const uint8_t *data, size_t size)
{
    static struct report report;
    report.count = 0;
    struct input input = {.kind = kind, .data = data, .size = size};
    struct pack *pack = pack_parse(read_input, &input, &report);
    require((pack != NULL) == (report.count == 0));
    if (pack)
        check_pack(pack);
    pack_destroy(pack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < KIND_COUNT; i++)
        parse_as(i, data, size);
    return 0;
}
