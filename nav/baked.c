#include "nav/baked.h"

#include <stdlib.h>
#include <string.h>

#include "nav/floors.h"
#include "nav/mesh_build.h"

/// Half the width of a cell of road that has been given as a place only.
#define ROAD_CELL_HALF_WIDTH_MM 1000

_Static_assert((int)PACK_AGENTS_MAX == (int)MESH_LAYERS_MAX, "a layer for every size of people");

static bool out_of_memory(struct report *report, const char *file, const char *what)
{
    report_add(report, file, "", "not enough memory for the %s", what);
    return false;
}

// ---- scenes ----------------------------------------------------------------------------------

static int32_t half_width(const struct pack_scene *scene, const struct pack_road_link *link)
{
    int32_t width_mm = scene->roads[link->road].width_mm;
    return width_mm > 0 ? width_mm / 2 : ROAD_CELL_HALF_WIDTH_MM;
}

static bool make_roads(struct baked_scene *scene, const struct pack_scene *from)
{
    scene->road_nodes = calloc(from->road_node_count + 1, sizeof *scene->road_nodes);
    scene->road_links = calloc(from->road_link_count + 1, sizeof *scene->road_links);
    if (!scene->road_nodes || !scene->road_links)
        return false;
    scene->road_node_count = from->road_node_count;
    for (size_t i = 0; i < from->road_node_count; i++)
        scene->road_nodes[i] = from->road_nodes[i];
    for (size_t i = 0; i < from->road_link_count; i++) {
        const struct pack_road_link *link = &from->road_links[i];
        if (link->nodes[0] != link->nodes[1])
            scene->road_links[scene->road_link_count++] =
                (struct baked_link){{link->nodes[0], link->nodes[1]}, half_width(from, link)};
    }
    return true;
}

static bool make_scene(struct baked_scene *scene, const struct pack_scene *from, struct report *report)
{
    memcpy(scene->name, from->name, sizeof scene->name);
    memcpy(scene->file, from->file, sizeof scene->file);
    for (size_t i = 0; i < from->agent_count; i++)
        memcpy(scene->agents[i + 1], from->agents[i].name, PACK_NAME_MAX);
    scene->mesh = mesh_build(from, report);
    if (!scene->mesh)
        return false;
    return make_roads(scene, from) || out_of_memory(report, from->file, "roads");
}

static bool make_scenes(struct baked *baked, const struct pack *pack, struct report *report)
{
    baked->scenes = calloc(pack->scene_count + 1, sizeof *baked->scenes);
    if (!baked->scenes)
        return out_of_memory(report, "world.json", "scenes");
    baked->scene_count = pack->scene_count;
    bool is_made = true; // all of them are tried, so that every problem is told
    for (size_t i = 0; i < pack->scene_count; i++)
        is_made = make_scene(&baked->scenes[i], &pack->scenes[i], report) && is_made;
    return is_made;
}

// ---- places ----------------------------------------------------------------------------------

/// The floors of a scene, made when first asked for: places on them come scene by scene or not.
struct ground_finder {
    const struct pack *pack;
    struct floors **floors;
};

static bool find_place(struct ground_finder *finder, size_t scene, size_t region, struct geo_point at,
                       struct baked_place *place)
{
    if (!finder->floors[scene])
        finder->floors[scene] = floors_create(&finder->pack->scenes[scene]);
    *place = (struct baked_place){.scene = (uint32_t)scene, .at = at};
    return finder->floors[scene] && floors_height(finder->floors[scene], region, at, &place->height_mm);
}

static bool make_jump(struct baked *baked, const struct pack_jump *from, struct ground_finder *finder)
{
    struct baked_jump *jump = &baked->jumps[baked->jump_count++];
    memcpy(jump->name, from->name, sizeof jump->name);
    jump->cost_m = from->cost_m;
    jump[1].first_end = jump->first_end + (uint32_t)from->end_count;
    bool is_found = find_place(finder, from->scene, from->region, from->at, &jump->at);
    for (size_t i = 0; is_found && i < from->end_count; i++)
        is_found = find_place(finder, from->ends[i].scene, from->ends[i].region, from->ends[i].at,
                              &baked->ends[baked->end_count++]);
    return is_found;
}

static bool make_jumps(struct baked *baked, const struct pack *pack, struct ground_finder *finder)
{
    size_t end_count = 0;
    for (size_t i = 0; i < pack->jump_count; i++)
        end_count += pack->jumps[i].end_count;
    baked->jumps = calloc(pack->jump_count + 1, sizeof *baked->jumps);
    baked->ends = calloc(end_count + 1, sizeof *baked->ends);
    bool is_made = baked->jumps && baked->ends;
    for (size_t i = 0; is_made && i < pack->jump_count; i++)
        is_made = make_jump(baked, &pack->jumps[i], finder);
    return is_made;
}

static bool make_npcs(struct baked *baked, const struct pack *pack, struct ground_finder *finder)
{
    baked->npcs = calloc(pack->npc_count + 1, sizeof *baked->npcs);
    bool is_made = baked->npcs != NULL;
    for (size_t i = 0; is_made && i < pack->npc_count; i++) {
        const struct pack_npc *from = &pack->npcs[i];
        struct baked_npc *npc = &baked->npcs[baked->npc_count++];
        memcpy(npc->type, from->type, sizeof npc->type);
        memcpy(npc->subtype, from->subtype, sizeof npc->subtype);
        memcpy(npc->name, from->name, sizeof npc->name);
        is_made = find_place(finder, from->scene, from->region, from->at, &npc->at);
    }
    return is_made;
}

/// What stands somewhere: jumps and NPCs.
static bool make_places(struct baked *baked, const struct pack *pack, struct report *report)
{
    struct ground_finder finder = {pack, calloc(pack->scene_count + 1, sizeof(struct floors *))};
    bool is_made = finder.floors && make_jumps(baked, pack, &finder) && make_npcs(baked, pack, &finder);
    for (size_t i = 0; finder.floors && i < pack->scene_count; i++)
        floors_destroy(finder.floors[i]);
    free(finder.floors);
    return is_made || out_of_memory(report, "world.json", "jumps and NPCs");
}

// ---- all ---------------------------------------------------------------------------------------

struct baked *baked_make(const struct pack *pack, struct report *report)
{
    struct baked *baked = calloc(1, sizeof *baked);
    if (!baked) {
        (void)out_of_memory(report, "world.json", "world");
        return NULL;
    }
    memcpy(baked->name, pack->name, sizeof baked->name);
    if (make_scenes(baked, pack, report) && make_places(baked, pack, report))
        return baked;
    baked_destroy(baked);
    return NULL;
}

void baked_destroy(struct baked *baked)
{
    if (!baked)
        return;
    for (size_t i = 0; i < baked->scene_count; i++) {
        navmesh_destroy(baked->scenes[i].mesh);
        free(baked->scenes[i].road_nodes);
        free(baked->scenes[i].road_links);
    }
    free(baked->scenes);
    free(baked->jumps);
    free(baked->ends);
    free(baked->npcs);
    free(baked);
}
