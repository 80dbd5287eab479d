#include "nav/pack_scene.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/pack_enemy.h"
#include "nav/pack_gate.h"
#include "nav/pack_hours.h"
#include "nav/pack_item.h"
#include "nav/pack_obstacle.h"
#include "nav/pack_region.h"
#include "nav/pack_road.h"
#include "nav/pack_shape.h"
#include "nav/pack_text.h"

enum {
    NPCS_MAX = 65535,
    RADIUS_MM_MIN = 50, // of people
    RADIUS_MM_MAX = 5000,
    HEIGHT_MM_MIN = 200,
    HEIGHT_MM_MAX = 20000,
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

// ---- people ------------------------------------------------------------------------------------

static bool read_facing(const struct json *root, struct pack_npc *npc)
{
    struct json facing = json_member(root, "facing");
    npc->facing = (struct geo_point){.x = 0, .z = -1000};
    if (!facing.item)
        return true;
    if (!json_point(&facing, &npc->facing))
        return false;
    bool is_direction = npc->facing.x != 0 || npc->facing.z != 0;
    if (!is_direction)
        json_fault(&facing, "this is no direction; write one such as [0, -1]");
    return is_direction;
}

/// Reads what is shown of an NPC.
static bool read_npc_texts(const struct json *root, struct pack *pack, struct pack_npc *npc)
{
    struct json name = json_require(root, "name");
    struct json dialogue = json_require(root, "dialogue");
    bool is_right = pack_text_read(&name, pack, sizeof npc->name, &npc->name_text);
    is_right = pack_text_read(&dialogue, pack, sizeof npc->dialogue, &npc->dialogue_text) && is_right;
    snprintf(npc->name, sizeof npc->name, "%s", pack_text(pack, npc->name_text, 0));
    snprintf(npc->dialogue, sizeof npc->dialogue, "%s", pack_text(pack, npc->dialogue_text, 0));
    return is_right;
}

static bool read_npc(const struct json *root, const struct floors *floors, struct pack *pack,
                     struct pack_npc *npc)
{
    static const char *const keys[] = {"type", "subtype", "name",   "dialogue",
                                       "at",   "facing",  "region", "hours"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json type = json_require(root, "type");
    struct json subtype = json_member(root, "subtype");
    is_right = json_word(&type, npc->type, sizeof npc->type) && is_right;
    is_right = (!subtype.item || json_word(&subtype, npc->subtype, sizeof npc->subtype)) && is_right;
    is_right = read_npc_texts(root, pack, npc) && is_right;
    is_right = pack_hours_read(root, &npc->hours, &npc->has_hours) && is_right;
    is_right = read_facing(root, npc) && is_right;
    return pack_region_read_place(root, floors, &npc->at, &npc->region) && is_right;
}

static bool read_npcs(const struct json *root, const struct floors *floors, struct pack *pack, size_t scene)
{
    struct json npcs = json_member(root, "npcs");
    size_t count;
    if (!npcs.item)
        return true;
    if (!json_array(&npcs, 0, NPCS_MAX, &count))
        return false;
    struct pack_npc *grown = realloc(pack->npcs, (pack->npc_count + count + 1) * sizeof *grown);
    if (!grown)
        return pack_shape_has_memory(&npcs, NULL);
    pack->npcs = grown;
    memset(&pack->npcs[pack->npc_count], 0, (count + 1) * sizeof *grown);
    bool is_right = true;
    for (struct json npc = json_first(&npcs); npc.item; npc = json_next(&npc)) {
        pack->npcs[pack->npc_count].scene = scene;
        is_right = read_npc(&npc, floors, pack, &pack->npcs[pack->npc_count++]) && is_right;
    }
    return is_right;
}

// ---- scene -------------------------------------------------------------------------------------

static bool read_size(const struct json *agent, int32_t *radius_mm, int32_t *height_mm)
{
    struct json radius = json_require(agent, "radius");
    struct json height = json_require(agent, "height");
    bool is_right = json_length(&radius, RADIUS_MM_MIN, RADIUS_MM_MAX, radius_mm);
    return json_length(&height, HEIGHT_MM_MIN, HEIGHT_MM_MAX, height_mm) && is_right;
}

static bool read_agent(const struct json *root, struct pack_scene *scene)
{
    static const char *const keys[] = {"radius", "height"};
    struct json agent = json_require(root, "agent");
    bool is_right = json_object(&agent, keys, COUNT_OF(keys));
    return read_size(&agent, &scene->agent_radius_mm, &scene->agent_height_mm) && is_right;
}

static bool read_further_agent(const struct json *root, struct pack_scene *scene)
{
    static const char *const keys[] = {"name", "radius", "height"};
    struct pack_agent *agent = &scene->agents[scene->agent_count];
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    is_right = json_word(&name, agent->name, sizeof agent->name) && is_right;
    is_right = read_size(root, &agent->radius_mm, &agent->height_mm) && is_right;
    for (size_t i = 0; is_right && i < scene->agent_count; i++) {
        if (strcmp(scene->agents[i].name, agent->name) == 0) {
            json_fault(&name, "size %zu of \"agents\" has the name \"%s\" too; rename one", i, agent->name);
            return false;
        }
    }
    scene->agent_count++;
    return is_right;
}

static bool read_agents(const struct json *root, struct pack_scene *scene)
{
    struct json agents = json_member(root, "agents");
    size_t count;
    bool is_right = read_agent(root, scene);
    if (!agents.item)
        return is_right;
    if (!json_array(&agents, 0, COUNT_OF(scene->agents), &count))
        return false;
    for (struct json agent = json_first(&agents); agent.item; agent = json_next(&agent))
        is_right = read_further_agent(&agent, scene) && is_right;
    return is_right;
}

static bool read_light(const struct json *root, struct pack_scene *scene)
{
    static const char *const keys[] = {"sky", "sun"};
    struct json light = json_require(root, "light");
    bool is_right = json_object(&light, keys, COUNT_OF(keys));
    struct json sky = json_require(&light, "sky");
    struct json sun = json_require(&light, "sun");
    is_right = json_color(&sky, &scene->sky_rgb) && is_right;
    return json_color(&sun, &scene->sun_rgb) && is_right;
}

static bool read_walking(const struct json *root, struct pack_scene *scene)
{
    struct json step = json_require(root, "step_height");
    struct json tolerance = json_member(root, "merge_tolerance");
    scene->merge_tolerance_mm = 50;
    bool is_step_right = json_length(&step, 0, 5000, &scene->step_height_mm);
    bool is_tolerance_right = !tolerance.item || json_length(&tolerance, 0, 1000, &scene->merge_tolerance_mm);
    return read_agents(root, scene) && is_step_right && is_tolerance_right;
}

/// A scene without title is shown by its name: "old-harbour" as "Old harbour".
static bool read_title(const struct json *root, struct pack *pack, struct pack_scene *scene)
{
    struct json title = json_member(root, "title");
    char name[PACK_NAME_MAX];
    if (title.item)
        return pack_text_read(&title, pack, PACK_NAME_MAX, &scene->title);
    snprintf(name, sizeof name, "%s", scene->name);
    name[0] = (char)toupper((unsigned char)name[0]);
    for (char *at = name; *at; at++)
        *at = *at == '_' || *at == '-' ? ' ' : *at;
    scene->title = pack_text_add(pack, name);
    return pack_shape_has_memory(root, scene->title > 0 ? pack->texts : NULL);
}

bool pack_scene_read(struct pack *pack, size_t scene_number, const struct json *root, struct floors **floors)
{
    static const char *const keys[] = {
        "$schema", "name",      "title", "step_height", "agent", "agents", "merge_tolerance", "light",
        "regions", "obstacles", "roads", "jumps",       "npcs",  "gates",  "enemies",         "items"};
    struct pack_scene *scene = &pack->scenes[scene_number];
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    is_right = json_word(&name, scene->name, sizeof scene->name) && is_right;
    is_right = read_title(root, pack, scene) && is_right;
    is_right = read_walking(root, scene) && is_right;
    is_right = read_light(root, scene) && is_right;
    // Everything else stands in a region: with wrong ones it would only be blamed for their mistakes.
    if (!pack_region_read_all(root, scene))
        return false;
    *floors = floors_create(scene);
    if (!pack_shape_has_memory(root, *floors))
        return false;
    is_right = pack_obstacle_read_all(root, *floors, scene) && is_right;
    is_right = pack_road_read_all(root, *floors, scene) && is_right;
    is_right = pack_gate_read_all(root, *floors, pack, scene_number) && is_right;
    is_right = pack_enemy_read_all(root, *floors, pack, scene_number) && is_right;
    is_right = pack_item_read_spots(root, *floors, pack, scene_number) && is_right;
    return read_npcs(root, *floors, pack, scene_number) && is_right;
}
