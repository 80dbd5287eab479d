// What a world begins with, baked: meshes, roads, jumps and NPCs, as they are after all that takes long.
//
// A world is made of it at once (nav_create_baked() of nav.h), whether it has just been made of a pack or
// comes from a file (baked_file.h). What a file does not say follows from the rest: which cells hang together
// and which sides are walls' ends is found when it is loaded, so that no file can tell it wrongly.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/mesh.h"
#include "nav/pack.h"
#include "nav/report.h"

/// A place on the ground of a scene.
struct baked_place {
    uint32_t scene;
    struct geo_point at;
    int32_t height_mm;
};

/// Two nodes of a scene's roads that are linked.
struct baked_link {
    uint32_t nodes[2];
    int32_t half_width_mm;
};

struct baked_scene {
    char name[PACK_NAME_MAX];
    char file[PACK_NAME_MAX]; // of the pack, for messages
    struct navmesh *mesh;     // NULL: somebody has taken it
    char agents[MESH_LAYERS_MAX]
               [PACK_NAME_MAX];        // per layer of the mesh: who it is for; the first is nameless
    struct pack_road_node *road_nodes; // each has a place and height of its own
    size_t road_node_count;
    struct baked_link *road_links;
    size_t road_link_count;
};

struct baked_jump {
    char name[PACK_NAME_MAX];
    struct baked_place at;
    uint32_t first_end; // its ends end where those of the next jump begin
    double cost_m;
};

struct baked_npc {
    char type[PACK_NAME_MAX];
    char subtype[PACK_NAME_MAX]; // may be empty
    char name[PACK_NAME_MAX];
    struct baked_place at;
};

/// Jumps and NPCs have the numbers of the pack.
struct baked {
    char name[PACK_NAME_MAX]; // of the world
    struct baked_scene *scenes;
    size_t scene_count;
    struct baked_jump *jumps; // one element more than there are, which ends the last one's list
    size_t jump_count;
    struct baked_place *ends; // of the jumps, where they lead to
    size_t end_count;
    struct baked_npc *npcs;
    size_t npc_count;
};

/// Builds the meshes of a pack and finds the heights of its places.
/// @param pack         only read
/// @param[out] report  what is wrong, when NULL is returned
/// @return for baked_destroy()
struct baked *baked_make(const struct pack *pack, struct report *report);

/// Accepts NULL and half-made ones.
void baked_destroy(struct baked *baked);
