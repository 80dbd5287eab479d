#include "nav/baked_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked_check.h"
#include "nav/baked_mesh.h"
#include "nav/baked_wire.h"
#include "nav/import_text.h"

/// Sections in the order of the file: the world, all of each scene, and what stands in scenes.
enum kind {
    WORLD = 1,
    SCENE,
    AGENTS,
    GROUNDS,
    CORNERS,
    SIDES,
    TRIANGLES,
    CELLS,
    CHUNKS,
    LINKS,
    LEDGES,
    OPENINGS,
    ROAD_NODES,
    ROAD_LINKS,
    JUMPS,
    JUMP_ENDS,
    NPCS,
};

/// Bytes of records.
enum {
    POINT_BYTES = 12, // x, z and height
    PLACE_BYTES = 4 + POINT_BYTES,
};

/// One scene on its way.
struct walk {
    struct baked_wire *wire;
    uint32_t number; // of the scene
    struct baked_scene *scene;
    struct baked_mesh flat;
};

static bool section(struct walk *walk, enum kind kind, const char *name, size_t record_bytes, size_t *count)
{
    return baked_wire_section(walk->wire, name, kind, walk->number, record_bytes, count);
}

static void point(struct baked_wire *wire, struct geo_point *at, int32_t *height_mm)
{
    baked_wire_i32(wire, &at->x);
    baked_wire_i32(wire, &at->z);
    baked_wire_i32(wire, height_mm);
}

// ---- the mesh ----------------------------------------------------------------------------------

static bool walk_agents(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    struct baked_wire *wire = walk->wire;
    size_t count = mesh->layer_count;
    if (!section(walk, AGENTS, "agents", PACK_NAME_MAX + 8, &count))
        return false;
    if (count < 1 || count > MESH_LAYERS_MAX)
        return baked_wire_fault(wire, "agents", "%zu sizes of people are not 1 to %d", count,
                                MESH_LAYERS_MAX);
    mesh->layers = baked_wire_array(wire, mesh->layers, count, sizeof *mesh->layers);
    mesh->layer_count = count;
    for (size_t i = 0; mesh->layers && i < count; i++) {
        baked_wire_name(wire, walk->scene->agents[i]);
        baked_wire_i32(wire, &mesh->layers[i].agent.radius_mm);
        baked_wire_i32(wire, &mesh->layers[i].agent.height_mm);
    }
    return mesh->layers;
}

static bool walk_grounds(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    struct baked_wire *wire = walk->wire;
    if (!section(walk, GROUNDS, "grounds", 8 + 3 * POINT_BYTES, &mesh->ground_count))
        return false;
    mesh->grounds = baked_wire_array(wire, mesh->grounds, mesh->ground_count, sizeof *mesh->grounds);
    for (size_t i = 0; mesh->grounds && i < mesh->ground_count; i++) {
        struct mesh_ground *ground = &mesh->grounds[i];
        uint32_t has_ceiling = ground->has_ceiling;
        baked_wire_u32(wire, &ground->surface);
        baked_wire_u32(wire, &has_ceiling);
        ground->has_ceiling = has_ceiling != 0;
        for (int k = 0; k < 3; k++)
            point(wire, &ground->ceiling[k].at, &ground->ceiling[k].height_mm);
        if (has_ceiling > 1)
            return baked_wire_fault(wire, "grounds", "ground %zu neither has a ceiling nor has none", i);
    }
    return mesh->grounds;
}

static bool walk_corners(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    if (!section(walk, CORNERS, "corners", POINT_BYTES, &mesh->corner_count))
        return false;
    mesh->corners = baked_wire_array(walk->wire, mesh->corners, mesh->corner_count, sizeof *mesh->corners);
    for (size_t i = 0; mesh->corners && i < mesh->corner_count; i++)
        point(walk->wire, &mesh->corners[i].at, &mesh->corners[i].height_mm);
    return mesh->corners;
}

static bool walk_sides(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    struct baked_wire *wire = walk->wire;
    if (!section(walk, SIDES, "sides", 8, &mesh->side_count))
        return false;
    mesh->sides = baked_wire_array(wire, mesh->sides, mesh->side_count, sizeof *mesh->sides);
    walk->flat.link_counts =
        baked_wire_array(wire, walk->flat.link_counts, mesh->side_count, sizeof *walk->flat.link_counts);
    if (!mesh->sides || !walk->flat.link_counts)
        return false;
    for (size_t i = 0; i < mesh->side_count; i++) {
        uint32_t corner = mesh->sides[i].corner;
        baked_wire_u32(wire, &corner);
        baked_wire_u32(wire, &walk->flat.link_counts[i]);
        if (corner >= mesh->corner_count)
            return baked_wire_fault(wire, "sides", "side %zu begins at corner %u of %zu", i, corner,
                                    mesh->corner_count);
        mesh->sides[i].corner = corner & UINT32_C(0x1fffffff);
    }
    return true;
}

static bool walk_triangles(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    if (!section(walk, TRIANGLES, "triangles", 6, &mesh->triangle_count))
        return false;
    mesh->triangles =
        baked_wire_array(walk->wire, mesh->triangles, mesh->triangle_count, sizeof *mesh->triangles);
    for (size_t i = 0; mesh->triangles && i < mesh->triangle_count; i++) {
        for (int k = 0; k < 3; k++)
            baked_wire_u16(walk->wire, &mesh->triangles[i].corners[k]);
    }
    return mesh->triangles;
}

/// Reads or writes how many things an element of a list has.
/// @param first  of its things
/// @param end    the next element's first
/// @param count  of all things
/// @return the next element's first; `first` after a mistake
static uint32_t extent(struct baked_wire *wire, uint32_t first, uint32_t end, size_t count, const char *place)
{
    uint32_t size = end - first;
    baked_wire_u32(wire, &size);
    if (size <= count - first)
        return first + size;
    (void)baked_wire_fault(wire, place, "%u of %zu cannot follow the first %u", size, count, first);
    return first;
}

static void walk_cell(struct walk *walk, uint32_t number)
{
    struct navmesh *mesh = walk->flat.mesh;
    struct mesh_cell *cell = &mesh->cells[number];
    uint32_t ground = cell->ground;
    cell[1].first_side =
        extent(walk->wire, cell->first_side, cell[1].first_side, mesh->side_count, "cells' sides");
    cell[1].first_triangle = extent(walk->wire, cell->first_triangle, cell[1].first_triangle,
                                    mesh->triangle_count, "cells' triangles");
    baked_wire_u32(walk->wire, &ground);
    if (ground >= mesh->ground_count)
        (void)baked_wire_fault(walk->wire, "cells", "cell %u is of ground %u of %zu", number, ground,
                               mesh->ground_count);
    else
        cell->ground = ground;
    for (uint32_t side = cell->first_side; side < cell[1].first_side; side++)
        mesh->sides[side].cell = number;
}

static bool walk_cells(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    if (!section(walk, CELLS, "cells", 12, &mesh->cell_count))
        return false;
    if (!navmesh_is_numbered(mesh))
        return baked_wire_fault(walk->wire, "cells", "there are more than a mesh may have; part the scene");
    mesh->cells = baked_wire_array(walk->wire, mesh->cells, mesh->cell_count, sizeof *mesh->cells);
    for (uint32_t i = 0; mesh->cells && !walk->wire->has_failed && i < mesh->cell_count; i++)
        walk_cell(walk, i);
    if (!mesh->cells || walk->wire->has_failed)
        return false;
    const struct mesh_cell *end = &mesh->cells[mesh->cell_count];
    if (end->first_side == mesh->side_count && end->first_triangle == mesh->triangle_count)
        return true;
    return baked_wire_fault(walk->wire, "cells", "sides or triangles belong to no cell");
}

static bool walk_chunks(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    struct baked_wire *wire = walk->wire;
    if (!section(walk, CHUNKS, "chunks", 8, &mesh->chunk_count))
        return false;
    mesh->chunks = baked_wire_array(wire, mesh->chunks, mesh->chunk_count, sizeof *mesh->chunks);
    if (!mesh->chunks)
        return false;
    for (size_t i = 0; i < mesh->chunk_count; i++) {
        struct mesh_chunk *chunk = &mesh->chunks[i];
        chunk[1].first_cell =
            extent(wire, chunk->first_cell, chunk[1].first_cell, mesh->cell_count, "chunks' cells");
        chunk[1].first_corner =
            extent(wire, chunk->first_corner, chunk[1].first_corner, mesh->corner_count, "chunks' corners");
        if (wire->has_failed)
            return false;
        chunk[1].first_side = mesh->cells[chunk[1].first_cell].first_side;
        chunk[1].first_triangle = mesh->cells[chunk[1].first_cell].first_triangle;
    }
    const struct mesh_chunk *end = &mesh->chunks[mesh->chunk_count];
    if (end->first_cell == mesh->cell_count && end->first_corner == mesh->corner_count)
        return true;
    return baked_wire_fault(wire, "chunks", "cells or corners belong to no chunk");
}

static bool walk_links(struct walk *walk)
{
    struct baked_mesh *flat = &walk->flat;
    if (!section(walk, LINKS, "links", 4, &flat->link_count))
        return false;
    if (flat->link_count + 1 >= MESH_SHARED)
        return baked_wire_fault(walk->wire, "links", "there are more than a mesh may have; part the scene");
    flat->links = baked_wire_array(walk->wire, flat->links, flat->link_count, sizeof *flat->links);
    for (size_t i = 0; flat->links && i < flat->link_count; i++)
        baked_wire_u32(walk->wire, &flat->links[i]);
    return flat->links;
}

static bool walk_ledges(struct walk *walk)
{
    struct navmesh *mesh = walk->flat.mesh;
    if (!section(walk, LEDGES, "ledges", 8, &mesh->ledge_count))
        return false;
    mesh->ledges = baked_wire_array(walk->wire, mesh->ledges, mesh->ledge_count, sizeof *mesh->ledges);
    for (size_t i = 0; mesh->ledges && i < mesh->ledge_count; i++) {
        baked_wire_u32(walk->wire, &mesh->ledges[i].side);
        baked_wire_u32(walk->wire, &mesh->ledges[i].other);
    }
    return mesh->ledges;
}

static bool walk_openings(struct walk *walk)
{
    struct baked_mesh *flat = &walk->flat;
    if (!section(walk, OPENINGS, "openings", 8, &flat->opening_count))
        return false;
    flat->openings =
        baked_wire_array(walk->wire, flat->openings, flat->opening_count, sizeof *flat->openings);
    for (size_t i = 0; flat->openings && i < flat->opening_count; i++) {
        baked_wire_float(walk->wire, &flat->openings[i].from);
        baked_wire_float(walk->wire, &flat->openings[i].to);
    }
    return flat->openings;
}

static bool walk_mesh(struct walk *walk)
{
    return walk_agents(walk) && walk_grounds(walk) && walk_corners(walk) && walk_sides(walk) &&
           walk_triangles(walk) && walk_cells(walk) && walk_chunks(walk) && walk_links(walk) &&
           walk_ledges(walk) && walk_openings(walk);
}

// ---- scenes ----------------------------------------------------------------------------------

static bool walk_roads(struct walk *walk)
{
    struct baked_scene *scene = walk->scene;
    struct baked_wire *wire = walk->wire;
    if (!section(walk, ROAD_NODES, "road nodes", POINT_BYTES, &scene->road_node_count))
        return false;
    scene->road_nodes =
        baked_wire_array(wire, scene->road_nodes, scene->road_node_count, sizeof *scene->road_nodes);
    for (size_t i = 0; scene->road_nodes && i < scene->road_node_count; i++)
        point(wire, &scene->road_nodes[i].at, &scene->road_nodes[i].height_mm);
    if (!section(walk, ROAD_LINKS, "road links", 12, &scene->road_link_count))
        return false;
    scene->road_links =
        baked_wire_array(wire, scene->road_links, scene->road_link_count, sizeof *scene->road_links);
    for (size_t i = 0; scene->road_links && i < scene->road_link_count; i++) {
        baked_wire_u32(wire, &scene->road_links[i].nodes[0]);
        baked_wire_u32(wire, &scene->road_links[i].nodes[1]);
        baked_wire_i32(wire, &scene->road_links[i].half_width_mm);
    }
    return scene->road_nodes && scene->road_links;
}

/// Does everything of a scene, for whatever purpose.
static bool walk_scene(struct baked_wire *wire, struct baked_scene *scene, uint32_t number)
{
    struct walk walk = {.wire = wire, .number = number, .scene = scene};
    bool is_reading = wire->purpose == BAKED_READ;
    size_t count = 1;
    bool is_done = section(&walk, SCENE, "scene", 2 * PACK_NAME_MAX + 4, &count);
    if (is_done && count != 1)
        return baked_wire_fault(wire, "scene", "it is there %zu times", count);
    if (is_done && is_reading)
        walk.flat.mesh = scene->mesh = baked_wire_array(wire, NULL, 0, sizeof *scene->mesh);
    bool has_memory = is_reading ? scene->mesh != NULL : baked_mesh_flatten(scene->mesh, &walk.flat);
    if (is_done && has_memory) {
        baked_wire_name(wire, scene->name);
        baked_wire_name(wire, scene->file);
        baked_wire_i32(wire, &scene->mesh->step_mm);
    }
    is_done = is_done && has_memory && walk_mesh(&walk) && walk_roads(&walk);
    if (is_done && is_reading)
        is_done =
            baked_check_scene(wire, number, scene, &walk.flat) &&
            (baked_mesh_restore(&walk.flat) || baked_wire_fault(wire, "", "not enough memory to read it"));
    else if (!has_memory)
        (void)baked_wire_fault(wire, "", "not enough memory for a mesh");
    baked_mesh_finish(&walk.flat);
    return is_done;
}

// ---- places ----------------------------------------------------------------------------------

static void place(struct baked_wire *wire, struct baked_place *at)
{
    baked_wire_u32(wire, &at->scene);
    point(wire, &at->at, &at->height_mm);
}

static bool walk_ends(struct baked_wire *wire, struct baked *baked)
{
    if (!baked_wire_section(wire, "jumps' ends", JUMP_ENDS, 0, PLACE_BYTES, &baked->end_count))
        return false;
    baked->ends = baked_wire_array(wire, baked->ends, baked->end_count, sizeof *baked->ends);
    for (size_t i = 0; baked->ends && i < baked->end_count; i++)
        place(wire, &baked->ends[i]);
    return baked->ends;
}

static bool walk_jumps(struct baked_wire *wire, struct baked *baked)
{
    if (!baked_wire_section(wire, "jumps", JUMPS, 0, PACK_NAME_MAX + PLACE_BYTES + 12, &baked->jump_count))
        return false;
    baked->jumps = baked_wire_array(wire, baked->jumps, baked->jump_count, sizeof *baked->jumps);
    for (size_t i = 0; baked->jumps && i < baked->jump_count; i++) {
        struct baked_jump *jump = &baked->jumps[i];
        baked_wire_name(wire, jump->name);
        place(wire, &jump->at);
        baked_wire_double(wire, &jump->cost_m);
        jump[1].first_end = extent(wire, jump->first_end, jump[1].first_end, baked->end_count, "jumps' ends");
    }
    if (baked->jumps && baked->jumps[baked->jump_count].first_end == baked->end_count)
        return true;
    return baked_wire_fault(wire, "jumps' ends", "some belong to no jump");
}

static bool walk_npcs(struct baked_wire *wire, struct baked *baked)
{
    if (!baked_wire_section(wire, "NPCs", NPCS, 0, 3 * PACK_NAME_MAX + PLACE_BYTES, &baked->npc_count))
        return false;
    baked->npcs = baked_wire_array(wire, baked->npcs, baked->npc_count, sizeof *baked->npcs);
    for (size_t i = 0; baked->npcs && i < baked->npc_count; i++) {
        baked_wire_name(wire, baked->npcs[i].type);
        baked_wire_name(wire, baked->npcs[i].subtype);
        baked_wire_name(wire, baked->npcs[i].name);
        place(wire, &baked->npcs[i].at);
    }
    return baked->npcs;
}

// ---- the world ---------------------------------------------------------------------------------

static bool walk_world(struct baked_wire *wire, struct baked *baked)
{
    size_t count = 1;
    uint32_t scene_count = (uint32_t)baked->scene_count;
    if (!baked_wire_section(wire, "world", WORLD, 0, PACK_NAME_MAX + 4, &count))
        return false;
    if (count != 1)
        return baked_wire_fault(wire, "world", "it is there %zu times", count);
    baked_wire_name(wire, baked->name);
    baked_wire_u32(wire, &scene_count);
    if (scene_count < 1 || scene_count > PACK_SCENES_MAX)
        return baked_wire_fault(wire, "world", "%u scenes are not 1 to %d", scene_count, PACK_SCENES_MAX);
    baked->scenes = baked_wire_array(wire, baked->scenes, scene_count, sizeof *baked->scenes);
    if (!baked->scenes)
        return false;
    baked->scene_count = scene_count;
    for (uint32_t i = 0; i < scene_count; i++) {
        if (!walk_scene(wire, &baked->scenes[i], i))
            return false;
    }
    return walk_ends(wire, baked) && walk_jumps(wire, baked) && walk_npcs(wire, baked);
}

unsigned char *baked_file_write(struct baked *baked, size_t *size_bytes, struct report *report)
{
    struct baked_wire wire = {.purpose = BAKED_MEASURE, .report = report, .file = baked->name};
    if (!walk_world(&wire, baked))
        return NULL;
    if (!baked_wire_begin(&wire))
        (void)baked_wire_fault(&wire, "", "not enough memory for the file");
    else if (wire.size_bytes > IMPORT_FILE_BYTES_MAX)
        (void)baked_wire_fault(&wire, "", "the world takes %zu bytes, a file of it may have %d; part it",
                               wire.size_bytes, IMPORT_FILE_BYTES_MAX);
    else if (walk_world(&wire, baked))
        baked_wire_seal(&wire);
    if (wire.has_failed) {
        free(wire.bytes);
        return NULL;
    }
    *size_bytes = wire.size_bytes;
    return wire.bytes;
}

struct baked *baked_file_read(const char *file, const unsigned char *bytes, size_t size_bytes,
                              struct report *report)
{
    struct baked_wire wire = baked_wire_read(file, bytes, size_bytes, report);
    struct baked *baked = calloc(1, sizeof *baked);
    if (!baked)
        (void)baked_wire_fault(&wire, "", "not enough memory to read it");
    bool is_read = baked && !wire.has_failed && walk_world(&wire, baked) && baked_check_places(&wire, baked);
    if (is_read)
        baked_wire_end(&wire);
    if (!wire.has_failed)
        return baked;
    baked_destroy(baked);
    return NULL;
}

// ---- files -------------------------------------------------------------------------------------

bool baked_file_save(struct baked *baked, const char *path, struct report *report)
{
    size_t size_bytes = 0;
    unsigned char *bytes = baked_file_write(baked, &size_bytes, report);
    if (!bytes)
        return false;
    FILE *file = fopen(path, "wbe");
    bool is_written = file && fwrite(bytes, 1, size_bytes, file) == size_bytes;
    if (file)
        is_written = fclose(file) == 0 && is_written;
    if (!is_written)
        report_add(report, path, "", "%s; write it elsewhere", strerror(errno));
    if (file && !is_written)
        (void)remove(path);
    free(bytes);
    return is_written;
}

struct baked *baked_file_load(const char *path, struct report *report)
{
    size_t size_bytes = 0;
    char *bytes = import_text_load(path, &size_bytes, report);
    struct baked *baked =
        bytes ? baked_file_read(path, (const unsigned char *)bytes, size_bytes, report) : NULL;
    free(bytes);
    return baked;
}
