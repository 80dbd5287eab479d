#include "nav/pack.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/json.h"
#include "nav/pack_find.h"
#include "nav/pack_hours.h"
#include "nav/pack_item.h"
#include "nav/pack_jump.h"
#include "nav/pack_quest.h"
#include "nav/pack_region.h"
#include "nav/pack_scene.h"
#include "nav/pack_stand.h"
#include "nav/pack_text.h"
#include "nav/polygon.h"

#define WORLD_FILE      "world.json"
#define QUESTS_FILE     "quests.json"
#define SCENE_FOLDER    "scenes/"
#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

enum { PATH_SIZE_MAX = 4096 };

/// What reading a pack needs throughout.
struct reader {
    pack_read_file *read_file;
    void *context;
    struct report *report;
    struct pack *pack;
    cJSON *quests;          // the file of things and quests; NULL: there is none
    struct floors **floors; // per scene: where things lie
    cJSON **later;          // per scene: of its file, what names other scenes and is read when all are known
};

/// @return the parsed file, for cJSON_Delete(); NULL when there is a problem
static cJSON *read_tree(const struct reader *reader, const struct json_document *document)
{
    size_t size_bytes = 0;
    char *text = reader->read_file(reader->context, document->file, &size_bytes, reader->report);
    if (!text)
        return NULL;
    cJSON *tree = json_parse(document, text, size_bytes);
    free(text);
    return tree;
}

// ---- texts -------------------------------------------------------------------------------------

static bool read_text_file(const struct reader *reader, size_t language)
{
    char file[PACK_NAME_MAX];
    pack_text_name_file(reader->pack, language, file);
    struct json_document document = {.file = file, .report = reader->report};
    cJSON *tree = read_tree(reader, &document);
    if (!tree)
        return false;
    struct json root = json_root(&document, tree);
    bool is_right = pack_text_read_file(&root, reader->pack, language);
    cJSON_Delete(tree);
    return is_right;
}

static bool read_texts(const struct reader *reader, const struct json *root)
{
    struct pack *pack = reader->pack;
    if (!pack_text_read_languages(root, pack))
        return false;
    pack->texts = pack_text_create(pack);
    if (!pack->texts)
        json_fault(root, "memory ran out; free some and try again");
    bool is_right = pack->texts;
    size_t file_count = json_member(root, "languages").item ? pack->language_count : 0;
    for (size_t i = 0; is_right && i < file_count; i++)
        is_right = read_text_file(reader, i);
    return is_right;
}

// ---- things and quests -------------------------------------------------------------------------

/// Reads the things; quests are read when all that they name is known.
static bool read_items(struct reader *reader, const struct json *world)
{
    static const char *const files[] = {QUESTS_FILE};
    static const char *const keys[] = {"$schema", "items", "quests"};
    struct json file = json_member(world, "quests");
    struct json_document document = {.file = QUESTS_FILE, .report = reader->report};
    size_t choice;
    if (!file.item)
        return true;
    if (!json_choice(&file, files, COUNT_OF(files), &choice))
        return false;
    reader->quests = read_tree(reader, &document);
    if (!reader->quests)
        return false;
    struct json root = json_root(&document, reader->quests);
    bool is_right = json_object(&root, keys, COUNT_OF(keys));
    return pack_item_read_all(&root, reader->pack) && is_right;
}

static bool read_quests(const struct reader *reader)
{
    struct json_document document = {.file = QUESTS_FILE, .report = reader->report};
    struct json root = json_root(&document, reader->quests);
    return pack_quest_read_all(&root, reader->pack);
}

// ---- scenes ------------------------------------------------------------------------------------

/// Scene files lie in the folder of scenes; no name leads out of the pack.
static bool is_scene_file(const char *file)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-";
    if (strncmp(file, SCENE_FOLDER, strlen(SCENE_FOLDER)) != 0)
        return false;
    const char *name = file + strlen(SCENE_FOLDER);
    size_t stem = strspn(name, letters);
    return stem > 0 && strcmp(name + stem, ".json") == 0;
}

static bool is_scene_name_new(const struct reader *reader, size_t scene)
{
    const struct pack_scene *scenes = reader->pack->scenes;
    for (size_t i = 0; i < scene; i++) {
        if (strcmp(scenes[i].name, scenes[scene].name) != 0)
            continue;
        report_add(reader->report, scenes[scene].file, "$.name", "%s has the name \"%s\" too; rename one",
                   scenes[i].file, scenes[i].name);
        return false;
    }
    return true;
}

/// Puts aside the part of a scene's file that names other scenes.
static bool put_aside(const struct reader *reader, size_t scene, cJSON *tree)
{
    reader->later[scene] = cJSON_CreateObject();
    cJSON *jumps = cJSON_DetachItemFromObjectCaseSensitive(tree, "jumps");
    if (reader->later[scene] && (!jumps || cJSON_AddItemToObject(reader->later[scene], "jumps", jumps)))
        return true;
    cJSON_Delete(jumps);
    report_add(reader->report, reader->pack->scenes[scene].file, "", "memory ran out; make the file smaller");
    return false;
}

static bool read_jumps(const struct reader *reader)
{
    bool is_right = true;
    for (size_t i = 0; i < reader->pack->scene_count; i++) {
        struct json_document document = {.file = reader->pack->scenes[i].file, .report = reader->report};
        struct json root = json_root(&document, reader->later[i]);
        is_right = pack_jump_read_all(&root, reader->pack, reader->floors, i) && is_right;
    }
    return is_right;
}

static bool read_scene_file(const struct reader *reader, size_t scene)
{
    struct json_document document = {.file = reader->pack->scenes[scene].file, .report = reader->report};
    cJSON *tree = read_tree(reader, &document);
    if (!tree)
        return false;
    struct json root = json_root(&document, tree);
    bool is_right =
        pack_scene_read(reader->pack, scene, &root, &reader->floors[scene]) && put_aside(reader, scene, tree);
    cJSON_Delete(tree);
    return is_right && is_scene_name_new(reader, scene);
}

static bool is_scene_file_used(const struct pack *pack, size_t scene)
{
    for (size_t i = 0; i < scene; i++) {
        if (strcmp(pack->scenes[i].file, pack->scenes[scene].file) == 0)
            return true;
    }
    return false;
}

static bool read_scene(const struct reader *reader, const struct json *file)
{
    size_t scene = reader->pack->scene_count++;
    char *name = reader->pack->scenes[scene].file;
    if (!json_string(file, name, sizeof reader->pack->scenes[scene].file))
        return false;
    if (!is_scene_file(name)) {
        json_fault(file,
                   "\"%s\" is not a scene's file; write " SCENE_FOLDER "NAME.json with letters, digits, "
                   "'_' and '-'",
                   name);
        return false;
    }
    if (is_scene_file_used(reader->pack, scene)) {
        json_fault(file, "\"%s\" is there twice; remove one", name);
        return false;
    }
    return read_scene_file(reader, scene);
}

static bool read_scenes(struct reader *reader, const struct json *root)
{
    struct json scenes = json_require(root, "scenes");
    size_t count;
    if (!json_array(&scenes, 1, PACK_SCENES_MAX, &count))
        return false;
    reader->pack->scenes = calloc(count, sizeof *reader->pack->scenes);
    reader->later = calloc(count, sizeof(cJSON *));
    reader->floors = calloc(count, sizeof(struct floors *));
    if (!reader->pack->scenes || !reader->later || !reader->floors) {
        json_fault(&scenes, "memory ran out; make the world smaller");
        return false;
    }
    bool is_right = true;
    for (struct json file = json_first(&scenes); file.item; file = json_next(&file))
        is_right = read_scene(reader, &file) && is_right;
    return is_right;
}

// ---- what names parts of scenes ----------------------------------------------------------------

static bool read_spawn(struct pack *pack, struct floors *const *floors, const struct json *root)
{
    static const char *const keys[] = {"scene", "at", "region"};
    struct json spawn = json_require(root, "spawn");
    bool is_right = json_object(&spawn, keys, COUNT_OF(keys));
    struct json scene = json_require(&spawn, "scene");
    struct json at = json_require(&spawn, "at");
    struct json region = json_member(&spawn, "region");
    char name[PACK_NAME_MAX];
    is_right = json_word(&scene, name, sizeof name) && is_right;
    is_right = json_point(&at, &pack->spawn) && is_right;
    if (!is_right)
        return false;
    for (size_t i = 0; i < pack->scene_count; i++) {
        pack->spawn_scene = i;
        if (strcmp(pack->scenes[i].name, name) == 0)
            return pack_region_locate(floors[i], &at, &region, pack->spawn, &pack->spawn_region);
    }
    json_fault(&scene, "no scene has the name \"%s\"; correct it or add the scene", name);
    return false;
}

// ---- the world ---------------------------------------------------------------------------------

static bool read_world(struct reader *reader, const struct json *root)
{
    static const char *const keys[] = {"$schema",  "name",      "scenes",      "spawn",
                                       "find",     "languages", "day_minutes", "start_hour",
                                       "festival", "treasurer", "quests"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    is_right = json_string(&name, reader->pack->name, sizeof reader->pack->name) && is_right;
    is_right = pack_hours_read_day(root, reader->pack) && is_right;
    // Texts and things are named everywhere.
    if (!read_texts(reader, root) || !read_items(reader, root))
        return false;
    // What is named below is looked for in scenes: without them it would be blamed for their mistakes.
    if (!read_scenes(reader, root))
        return false;
    is_right = read_jumps(reader) && is_right;
    is_right = read_spawn(reader->pack, reader->floors, root) && is_right;
    is_right = pack_find_read_all(root, reader->pack) && is_right;
    is_right = pack_find_read_festival(root, reader->pack) && is_right;
    is_right = pack_find_read_treasurer(root, reader->pack) && is_right;
    is_right = read_quests(reader) && is_right;
    return is_right && pack_text_check_used(reader->pack, reader->report);
}

static bool read_pack(struct reader *reader)
{
    struct json_document document = {.file = WORLD_FILE, .report = reader->report};
    cJSON *tree = read_tree(reader, &document);
    if (!tree)
        return false;
    struct json root = json_root(&document, tree);
    bool is_right = read_world(reader, &root);
    cJSON_Delete(tree);
    return is_right;
}

struct pack *pack_parse(pack_read_file *read_file, void *context, struct report *report)
{
    assert(read_file);
    assert(report);
    size_t problems_before = report->count;
    struct reader reader = {.read_file = read_file, .context = context, .report = report};
    reader.pack = calloc(1, sizeof *reader.pack);
    if (!reader.pack) {
        report_add(report, WORLD_FILE, "", "memory ran out; free some and try again");
        return NULL;
    }
    bool is_right = read_pack(&reader);
    assert(is_right == (report->count == problems_before)); // no mistake without a word, no word without one
    if (is_right)
        pack_stand_check(reader.pack, report);
    for (size_t i = 0; reader.later && i < reader.pack->scene_count; i++)
        cJSON_Delete(reader.later[i]);
    for (size_t i = 0; reader.floors && i < reader.pack->scene_count; i++)
        floors_destroy(reader.floors[i]);
    cJSON_Delete(reader.quests);
    free(reader.later);
    free(reader.floors);
    if (report->count == problems_before)
        return reader.pack;
    pack_destroy(reader.pack);
    return NULL;
}

static char *read_from_folder(void *folder, const char *file, size_t *size_bytes, struct report *report)
{
    struct json_document document = {.file = file, .report = report};
    char path[PATH_SIZE_MAX];
    int size = snprintf(path, sizeof path, "%s/%s", (const char *)folder, file);
    if (size < 0 || (size_t)size >= sizeof path) {
        report_add(report, file, "", "the folder's name is too long; move the world elsewhere");
        return NULL;
    }
    return json_file_read(&document, path, size_bytes);
}

struct pack *pack_load(const char *path, struct report *report)
{
    assert(path);
    char folder[PATH_SIZE_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    return pack_parse(read_from_folder, folder, report);
}

bool pack_region_contains(const struct pack_region *region, struct geo_point at)
{
    if (polygon_locate(region->outline.points, region->outline.count, at) != POLYGON_INSIDE)
        return false;
    for (size_t i = 0; i < region->hole_count; i++) {
        if (polygon_locate(region->holes[i].points, region->holes[i].count, at) != POLYGON_OUTSIDE)
            return false;
    }
    return true;
}

// ---- destroying --------------------------------------------------------------------------------

static void finish_region(struct pack_region *region)
{
    for (size_t i = 0; i < region->hole_count; i++) {
        free(region->holes[i].points);
        free(region->hole_heights_mm[i]);
    }
    free(region->holes);
    free(region->hole_heights_mm);
    free(region->outline.points);
    free(region->heights_mm);
    free(region->ceilings_mm);
}

static void finish_road(struct pack_road *road)
{
    free(road->line.points);
    free(road->heights_mm);
    free(road->outline.points);
}

static void finish_scene(struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->region_count; i++)
        finish_region(&scene->regions[i]);
    for (size_t i = 0; i < scene->obstacle_count; i++)
        free(scene->obstacles[i].outline.points);
    for (size_t i = 0; i < scene->road_count; i++)
        finish_road(&scene->roads[i]);
    free(scene->regions);
    free(scene->obstacles);
    free(scene->roads);
    free(scene->road_nodes);
    free(scene->road_links);
    free(scene->gates);
}

void pack_destroy(struct pack *pack)
{
    if (!pack)
        return;
    for (size_t i = 0; i < pack->scene_count; i++)
        finish_scene(&pack->scenes[i]);
    free(pack->scenes);
    for (size_t i = 0; i < pack->jump_count; i++)
        free(pack->jumps[i].ends);
    free(pack->jumps);
    free(pack->npcs);
    pack_text_destroy(pack->texts);
    free(pack->enemies);
    free(pack->items);
    free(pack->spots);
    free(pack->quests);
    free(pack);
}
