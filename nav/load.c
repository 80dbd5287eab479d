#include "nav/load.h"

#include <stdlib.h>
#include <string.h>

static bool out_of_memory(struct report *report, const struct baked_scene *scene, const char *what)
{
    report_add(report, scene->file, "", "not enough memory for the %s", what);
    return false;
}

// ---- scenes ----------------------------------------------------------------------------------

/// Nodes are numbered as roads number them: each has a place and height of its own.
static bool load_roads(struct roads *roads, const struct baked_scene *scene)
{
    uint32_t *nodes = calloc(scene->road_node_count + 1, sizeof *nodes);
    bool has_memory = nodes != NULL;
    for (size_t i = 0; has_memory && i < scene->road_node_count; i++) {
        nodes[i] = roads_add_node(roads, scene->road_nodes[i].at, scene->road_nodes[i].height_mm);
        has_memory = nodes[i] != ROADS_NONE;
    }
    for (size_t i = 0; has_memory && i < scene->road_link_count; i++) {
        const struct baked_link *link = &scene->road_links[i];
        uint32_t from = nodes[link->nodes[0]];
        uint32_t to = nodes[link->nodes[1]];
        has_memory = from == to || roads_add_link(roads, from, to, link->half_width_mm) != ROADS_NONE;
    }
    free(nodes);
    return has_memory;
}

static bool load_scene(struct version_draft *draft, struct baked_scene *scene, struct report *report)
{
    draft->ground = version_ground_create(scene->mesh);
    scene->mesh = NULL;
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
static bool load_agents(struct load_parts *parts, const struct baked *baked, struct report *report)
{
    parts->agent_count = 1;
    for (size_t i = 0; i < baked->scene_count; i++) {
        const struct baked_scene *scene = &baked->scenes[i];
        for (size_t k = 1; k < parts->drafts[i].ground->mesh->layer_count; k++) {
            size_t agent = find_agent(parts, scene->agents[k]);
            if (agent == NAV_AGENTS_MAX) {
                report_add(report, scene->file, "$.agents",
                           "the scenes have more than %d sizes of people by name; use fewer names",
                           NAV_AGENTS_MAX - 1);
                return false;
            }
            if (agent == parts->agent_count)
                memcpy(parts->agents[parts->agent_count++], scene->agents[k], PACK_NAME_MAX);
            parts->drafts[i].layers[agent] = (uint32_t)k;
        }
    }
    return true;
}

// ---- places ----------------------------------------------------------------------------------

static struct nav_position position_of(const struct baked_place *place)
{
    return (struct nav_position){.x = place->at.x / 1000.0,
                                 .y = place->height_mm / 1000.0,
                                 .z = place->at.z / 1000.0,
                                 .scene = place->scene};
}

static nav_jump load_jump(struct load_parts *parts, const struct baked *baked, const struct baked_jump *from)
{
    struct nav_position ends[JUMPS_ENDS_MAX];
    struct jump jump = {.at = position_of(&from->at),
                        .ends = ends,
                        .end_count = from[1].first_end - from->first_end,
                        .cost_m = from->cost_m};
    for (size_t i = 0; i < jump.end_count; i++)
        ends[i] = position_of(&baked->ends[from->first_end + i]);
    return edits_add_jump(parts->edits, &jump);
}

static bool load_jumps(struct load_parts *parts, const struct baked *baked, struct report *report)
{
    if (baked->jump_count > JUMPS_MAX - NAV_JUMPS_SPARE) {
        report_add(report, "world.json", "", "%zu jumps are too many; %d are allowed", baked->jump_count,
                   JUMPS_MAX - NAV_JUMPS_SPARE);
        return false;
    }
    parts->jumps_max = baked->jump_count + NAV_JUMPS_SPARE;
    parts->pack_jump_count = baked->jump_count;
    parts->pack_jumps = calloc(baked->jump_count + 1, sizeof *parts->pack_jumps);
    parts->edits = edits_create(parts->jumps_max);
    bool has_memory = parts->pack_jumps && parts->edits;
    for (size_t i = 0; has_memory && i < baked->jump_count; i++) {
        parts->pack_jumps[i] = load_jump(parts, baked, &baked->jumps[i]);
        has_memory = parts->pack_jumps[i] != 0;
    }
    if (!has_memory)
        report_add(report, "world.json", "", "not enough memory for the jumps");
    return has_memory;
}

static bool load_npcs(struct load_parts *parts, const struct baked *baked, const struct nav_options *options,
                      struct report *report)
{
    parts->npcs_max = baked->npc_count + NAV_NPCS_SPARE;
    parts->npcs_max = parts->npcs_max < NPC_INDEX_MAX ? parts->npcs_max : NPC_INDEX_MAX;
    parts->pack_npc_count = baked->npc_count;
    parts->pack_npcs = calloc(baked->npc_count + 1, sizeof *parts->pack_npcs);
    parts->pack_places = calloc(baked->npc_count + 1, sizeof *parts->pack_places);
    struct npc_index_options index = npc_index_options_usual(parts->npcs_max, options->hash_seed);
    index.scheme = options->index_scheme;
    parts->index = npc_index_create_with(&index);
    if (!parts->pack_npcs || !parts->pack_places || !parts->index) {
        report_add(report, "world.json", "", "not enough memory for the index");
        return false;
    }
    for (size_t i = 0; i < baked->npc_count; i++) {
        const struct baked_npc *npc = &baked->npcs[i];
        parts->pack_places[i] = position_of(&npc->at);
        parts->pack_npcs[i] = npc_index_insert(parts->index, npc->type, npc->subtype, parts->pack_places[i]);
        if (parts->pack_npcs[i] == 0) {
            report_add(report, baked->scenes[npc->at.scene].file, "", "no room in the index for NPC \"%s\"",
                       npc->name);
            return false;
        }
    }
    (void)npc_index_settle(parts->index); // without memory it answers the same, only later
    return true;
}

static enum version_graphs graphs_of(enum nav_graphs graphs)
{
    if (graphs == NAV_GRAPHS_ALL)
        return VERSION_BOTH;
    return graphs == NAV_GRAPHS_ROADS_ONLY ? VERSION_ROADS : VERSION_MESH;
}

bool load_parts(struct load_parts *parts, struct baked *baked, const struct nav_options *options,
                struct report *report)
{
    parts->graphs = graphs_of(options->graphs);
    parts->drafts = calloc(baked->scene_count + 1, sizeof *parts->drafts);
    if (!parts->drafts) {
        report_add(report, "", "", "not enough memory for the world");
        return false;
    }
    parts->scene_count = baked->scene_count;
    bool is_loaded = true;
    for (size_t i = 0; is_loaded && i < baked->scene_count; i++)
        is_loaded = load_scene(&parts->drafts[i], &baked->scenes[i], report);
    return is_loaded && load_agents(parts, baked, report) && load_jumps(parts, baked, report) &&
           load_npcs(parts, baked, options, report);
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
    free(parts->pack_places);
    free(parts->pack_npcs);
}
