#include "nav/load.h"

#include <stdlib.h>
#include <string.h>

#include "nav/floors.h"
#include "nav/mesh_build.h"

/// Half the width of a cell of road that has been given as a place only.
#define ROAD_CELL_HALF_WIDTH_MM 1000

static bool out_of_memory(struct report *report, const struct pack_scene *scene, const char *what)
{
    report_add(report, scene->file, "", "not enough memory for the %s", what);
    return false;
}

// ---- scenes ----------------------------------------------------------------------------------

static int32_t half_width(const struct pack_scene *scene, const struct pack_road_link *link)
{
    int32_t width_mm = scene->roads[link->road].width_mm;
    return width_mm > 0 ? width_mm / 2 : ROAD_CELL_HALF_WIDTH_MM;
}

/// Nodes of the pack are numbered as roads number them: each has a place and height of its own.
static bool load_roads(struct roads *roads, const struct pack_scene *scene)
{
    uint32_t *nodes = calloc(scene->road_node_count + 1, sizeof *nodes);
    bool has_memory = nodes != NULL;
    for (size_t i = 0; has_memory && i < scene->road_node_count; i++) {
        nodes[i] = roads_add_node(roads, scene->road_nodes[i].at, scene->road_nodes[i].height_mm);
        has_memory = nodes[i] != ROADS_NONE;
    }
    for (size_t i = 0; has_memory && i < scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i];
        uint32_t from = nodes[link->nodes[0]];
        uint32_t to = nodes[link->nodes[1]];
        has_memory = from == to || roads_add_link(roads, from, to, half_width(scene, link)) != ROADS_NONE;
    }
    free(nodes);
    return has_memory;
}

static bool load_scene(struct version_draft *draft, const struct pack_scene *scene, struct report *report)
{
    struct navmesh *mesh = mesh_build(scene, report);
    if (!mesh)
        return false;
    draft->ground = version_ground_create(mesh);
    if (!draft->ground)
        return out_of_memory(report, scene, "mesh");
    draft->roads = roads_create();
    if (!draft->roads || !load_roads(draft->roads, scene))
        return out_of_memory(report, scene, "roads");
    draft->is_changed = true;
    return true;
}

// ---- sizes of agents -------------------------------------------------------------------------

/// @return its number, the count when there is none
static size_t find_agent(const struct load_parts *parts, const char *name)
{
    size_t i = 0;
    while (i < parts->agent_count && strcmp(parts->agents[i], name) != 0)
        i++;
    return i;
}

/// Numbers the sizes of all scenes by their names.
static bool load_agents(struct load_parts *parts, const struct pack *pack, struct report *report)
{
    parts->agent_count = 1;
    for (size_t i = 0; i < pack->scene_count; i++) {
        const struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->agent_count; k++) {
            size_t agent = find_agent(parts, scene->agents[k].name);
            if (agent == NAV_AGENTS_MAX) {
                report_add(report, scene->file, "$.agents",
                           "the scenes have more than %d sizes of people by name; use fewer names",
                           NAV_AGENTS_MAX - 1);
                return false;
            }
            if (agent == parts->agent_count)
                memcpy(parts->agents[parts->agent_count++], scene->agents[k].name, PACK_NAME_MAX);
            parts->drafts[i].layers[agent] = (uint32_t)k + 1;
        }
    }
    return true;
}

// ---- places ----------------------------------------------------------------------------------

/// The floors of a scene, made when first asked for: places on them come scene by scene or not.
struct ground_finder {
    const struct pack *pack;
    struct floors **floors;
};

static bool find_position(struct ground_finder *finder, size_t scene, size_t region, struct geo_point at,
                          struct nav_position *position)
{
    int32_t height_mm = 0;
    if (!finder->floors[scene])
        finder->floors[scene] = floors_create(&finder->pack->scenes[scene]);
    if (!finder->floors[scene] || !floors_height(finder->floors[scene], region, at, &height_mm))
        return false;
    *position = (struct nav_position){
        .x = at.x / 1000.0, .y = height_mm / 1000.0, .z = at.z / 1000.0, .scene = (uint32_t)scene};
    return true;
}

static bool load_jump(struct load_parts *parts, const struct pack_jump *from, struct ground_finder *finder,
                      nav_jump *name)
{
    struct nav_position ends[PACK_JUMP_ENDS_MAX];
    struct jump jump = {.ends = ends, .end_count = from->end_count, .cost_m = from->cost_m};
    bool has_memory = find_position(finder, from->scene, from->region, from->at, &jump.at);
    for (size_t i = 0; has_memory && i < from->end_count; i++)
        has_memory =
            find_position(finder, from->ends[i].scene, from->ends[i].region, from->ends[i].at, &ends[i]);
    *name = has_memory ? edits_add_jump(parts->edits, &jump) : 0;
    return *name != 0;
}

static bool load_jumps(struct load_parts *parts, const struct pack *pack, struct ground_finder *finder,
                       struct report *report)
{
    if (pack->jump_count > JUMPS_MAX - NAV_JUMPS_SPARE) {
        report_add(report, "world.json", "", "%zu jumps are too many; %d are allowed", pack->jump_count,
                   JUMPS_MAX - NAV_JUMPS_SPARE);
        return false;
    }
    parts->jumps_max = pack->jump_count + NAV_JUMPS_SPARE;
    parts->pack_jump_count = pack->jump_count;
    parts->pack_jumps = calloc(pack->jump_count + 1, sizeof *parts->pack_jumps);
    parts->edits = edits_create(parts->jumps_max);
    bool has_memory = parts->pack_jumps && parts->edits;
    for (size_t i = 0; has_memory && i < pack->jump_count; i++)
        has_memory = load_jump(parts, &pack->jumps[i], finder, &parts->pack_jumps[i]);
    if (!has_memory)
        report_add(report, "world.json", "", "not enough memory for the jumps");
    return has_memory;
}

static bool load_npcs(struct load_parts *parts, const struct pack *pack, struct ground_finder *finder,
                      const struct nav_options *options, struct report *report)
{
    parts->npcs_max = pack->npc_count + NAV_NPCS_SPARE;
    parts->npcs_max = parts->npcs_max < NPC_INDEX_MAX ? parts->npcs_max : NPC_INDEX_MAX;
    parts->pack_npc_count = pack->npc_count;
    parts->pack_npcs = calloc(pack->npc_count + 1, sizeof *parts->pack_npcs);
    struct npc_index_options index = npc_index_options_usual(parts->npcs_max, options->hash_seed);
    index.scheme = options->index_scheme;
    parts->index = npc_index_create_with(&index);
    if (!parts->pack_npcs || !parts->index) {
        report_add(report, "world.json", "", "not enough memory for the index");
        return false;
    }
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        struct nav_position at;
        if (find_position(finder, npc->scene, npc->region, npc->at, &at))
            parts->pack_npcs[i] = npc_index_insert(parts->index, npc->type, npc->subtype, at);
        if (parts->pack_npcs[i] == 0) {
            report_add(report, pack->scenes[npc->scene].file, "", "no room in the index for NPC \"%s\"",
                       npc->name);
            return false;
        }
    }
    (void)npc_index_settle(parts->index); // without memory it answers the same, only later
    return true;
}

/// What stands somewhere: jumps and NPCs.
static bool load_places(struct load_parts *parts, const struct pack *pack, const struct nav_options *options,
                        struct report *report)
{
    struct ground_finder finder = {pack, calloc(pack->scene_count + 1, sizeof(struct floors *))};
    bool is_loaded = finder.floors && load_jumps(parts, pack, &finder, report) &&
                     load_npcs(parts, pack, &finder, options, report);
    for (size_t i = 0; finder.floors && i < pack->scene_count; i++)
        floors_destroy(finder.floors[i]);
    free(finder.floors);
    return is_loaded;
}

static enum version_graphs graphs_of(enum nav_graphs graphs)
{
    if (graphs == NAV_GRAPHS_ALL)
        return VERSION_BOTH;
    return graphs == NAV_GRAPHS_ROADS_ONLY ? VERSION_ROADS : VERSION_MESH;
}

bool load_parts(struct load_parts *parts, const struct pack *pack, const struct nav_options *options,
                struct report *report)
{
    parts->graphs = graphs_of(options->graphs);
    parts->drafts = calloc(pack->scene_count + 1, sizeof *parts->drafts);
    if (!parts->drafts) {
        report_add(report, "", "", "not enough memory for the world");
        return false;
    }
    parts->scene_count = pack->scene_count;
    bool is_loaded = true;
    for (size_t i = 0; i < pack->scene_count; i++)
        is_loaded = load_scene(&parts->drafts[i], &pack->scenes[i], report) && is_loaded;
    return is_loaded && load_agents(parts, pack, report) && load_places(parts, pack, options, report);
}

void load_finish(struct load_parts *parts)
{
    for (size_t i = 0; parts->drafts && i < parts->scene_count; i++) {
        version_ground_release(parts->drafts[i].ground);
        roads_destroy(parts->drafts[i].roads);
    }
    edits_destroy(parts->edits);
    npc_index_destroy(parts->index);
    free(parts->drafts);
    free(parts->pack_jumps);
    free(parts->pack_npcs);
}
