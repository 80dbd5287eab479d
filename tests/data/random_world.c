#include "tests/data/random_world.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/data/random_region.h"

// Islands lie in a row along x, squares of 12 m with 4 m of nothing between them.
enum { ISLAND_MM = 12000, PITCH_MM = 16000, ENDS_MAX = 3, ROAD_NODES = 4 };

static void *take(size_t count, size_t size_bytes)
{
    void *memory = calloc(count + 1, size_bytes);
    assert(memory);
    return memory;
}

static void make_box(struct pack_polygon *outline, int32_t x0, int32_t z0, int32_t x1, int32_t z1)
{
    const struct geo_point points[] = {{x0, z0}, {x1, z0}, {x1, z1}, {x0, z1}};
    outline->points = take(4, sizeof *outline->points);
    outline->count = 4;
    for (int i = 0; i < 4; i++)
        outline->points[i] = points[i];
}

static size_t island_of(struct geo_point at)
{
    return at.x < 0 ? 0 : (size_t)(at.x / PITCH_MM);
}

struct geo_point random_world_place(uint64_t *seed, const struct random_world_size *size)
{
    // One number after the other: what is done at once, compilers do in an order of their own.
    int32_t island = seed_between(seed, 0, (int32_t)size->island_count - 1);
    int32_t x = seed_between(seed, 1, ISLAND_MM - 1);
    int32_t z = seed_between(seed, 1, ISLAND_MM - 1);
    return (struct geo_point){island * PITCH_MM + x, z};
}

/// A place that no wall stands on: the walls keep 2 m from the islands' shores.
static struct geo_point shore_place(uint64_t *seed, const struct random_world_size *size)
{
    struct geo_point at = random_world_place(seed, size);
    at.z = seed_next(seed) % 2 ? seed_between(seed, 1, 1900) : ISLAND_MM - seed_between(seed, 1, 1900);
    return at;
}

/// Where a jump or NPC of a scene stands.
static struct geo_point stand_place(const struct pack *pack, size_t scene, uint64_t *seed,
                                    const struct random_world_size *size)
{
    const struct pack_scene *roads = &pack->scenes[scene];
    if (size->is_on_roads)
        return roads->road_nodes[seed_next(seed) % roads->road_node_count].at;
    return shore_place(seed, size);
}

static void make_ground(struct pack_scene *scene, uint64_t *seed, const struct random_world_size *size)
{
    scene->regions = take(size->island_count, sizeof *scene->regions);
    scene->obstacles = take(size->island_count, sizeof *scene->obstacles);
    scene->region_count = size->island_count;
    for (size_t i = 0; i < size->island_count; i++) {
        int32_t x = (int32_t)i * PITCH_MM;
        make_box(&scene->regions[i].outline, x, 0, x + ISLAND_MM, ISLAND_MM);
        scene->regions[i].heights_mm = take(4, sizeof *scene->regions[i].heights_mm);
        if (seed_next(seed) % 3 == 0)
            continue;
        struct pack_obstacle *wall = &scene->obstacles[scene->obstacle_count++];
        *wall = (struct pack_obstacle){.kind = PACK_WALL, .region = i, .height_mm = 2000};
        int32_t left = x + seed_between(seed, 2000, 5000);
        int32_t low = seed_between(seed, 2000, 5000);
        int32_t right = left + seed_between(seed, 500, 5000);
        int32_t high = low + seed_between(seed, 500, 5000);
        make_box(&wall->outline, left, low, right, high);
    }
}

static void make_roads(struct pack_scene *scene, uint64_t *seed, const struct random_world_size *size)
{
    scene->roads = take(size->road_count, sizeof *scene->roads);
    scene->road_nodes = take(ROAD_NODES * size->road_count, sizeof *scene->road_nodes);
    scene->road_links = take(ROAD_NODES * size->road_count, sizeof *scene->road_links);
    scene->road_count = size->road_count;
    for (uint32_t road = 0; road < size->road_count; road++) {
        for (uint32_t i = 0; i < ROAD_NODES; i++) {
            uint32_t node = (uint32_t)scene->road_node_count++;
            scene->road_nodes[node].at = shore_place(seed, size);
            if (i > 0)
                scene->road_links[scene->road_link_count++] =
                    (struct pack_road_link){.nodes = {node - 1, node}, .road = road};
        }
    }
}

static void make_jumps(struct pack *pack, uint64_t *seed, const struct random_world_size *size)
{
    pack->jumps = take(size->jump_count, sizeof *pack->jumps);
    pack->jump_count = size->jump_count;
    for (size_t i = 0; i < size->jump_count; i++) {
        struct pack_jump *jump = &pack->jumps[i];
        jump->scene = seed_next(seed) % size->scene_count;
        jump->at = stand_place(pack, jump->scene, seed, size);
        jump->region = island_of(jump->at);
        jump->cost_m = seed_between(seed, 0, 20) / 2.0;
        jump->end_count = 1 + seed_next(seed) % ENDS_MAX;
        jump->ends = take(ENDS_MAX, sizeof *jump->ends);
        for (size_t k = 0; k < jump->end_count; k++) {
            size_t scene = seed_next(seed) % size->scene_count;
            struct geo_point at = stand_place(pack, scene, seed, size);
            jump->ends[k] = (struct pack_jump_end){scene, island_of(at), at};
        }
    }
}

static void make_npcs(struct pack *pack, uint64_t *seed, const struct random_world_size *size)
{
    pack->npcs = take(size->npc_count, sizeof *pack->npcs);
    pack->npc_count = size->npc_count;
    for (size_t i = 0; i < size->npc_count; i++) {
        struct pack_npc *npc = &pack->npcs[i];
        (void)snprintf(npc->type, sizeof npc->type, "type%d", (int)(seed_next(seed) % RANDOM_WORLD_TYPES));
        npc->scene = seed_next(seed) % size->scene_count;
        npc->at = stand_place(pack, npc->scene, seed, size);
        npc->region = island_of(npc->at);
        npc->facing = (struct geo_point){0, 1};
    }
}

struct pack *random_world_make(uint64_t seed, const struct random_world_size *size)
{
    assert(size->scene_count > 0);
    struct pack *pack = take(1, sizeof *pack);
    pack->scenes = take(size->scene_count, sizeof *pack->scenes);
    pack->scene_count = size->scene_count;
    for (size_t i = 0; i < size->scene_count; i++) {
        struct pack_scene *scene = &pack->scenes[i];
        (void)snprintf(scene->name, sizeof scene->name, "scene%zu", i);
        (void)snprintf(scene->file, sizeof scene->file, "scenes/%zu.json", i);
        scene->step_height_mm = 300;
        scene->agent_height_mm = 1800;
        scene->merge_tolerance_mm = 50;
        make_ground(scene, &seed, size);
        make_roads(scene, &seed, size);
    }
    make_jumps(pack, &seed, size);
    make_npcs(pack, &seed, size);
    return pack;
}

static void move_points(struct geo_point *points, size_t count, struct geo_point by)
{
    for (size_t i = 0; i < count; i++)
        points[i] = (struct geo_point){points[i].x + by.x, points[i].z + by.z};
}

void random_world_move(struct pack *pack, struct geo_point by)
{
    for (size_t i = 0; i < pack->scene_count; i++) {
        struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->region_count; k++)
            move_points(scene->regions[k].outline.points, scene->regions[k].outline.count, by);
        for (size_t k = 0; k < scene->obstacle_count; k++)
            move_points(scene->obstacles[k].outline.points, scene->obstacles[k].outline.count, by);
        for (size_t k = 0; k < scene->road_node_count; k++)
            move_points(&scene->road_nodes[k].at, 1, by);
    }
    for (size_t i = 0; i < pack->jump_count; i++) {
        move_points(&pack->jumps[i].at, 1, by);
        for (size_t k = 0; k < pack->jumps[i].end_count; k++)
            move_points(&pack->jumps[i].ends[k].at, 1, by);
    }
    for (size_t i = 0; i < pack->npc_count; i++)
        move_points(&pack->npcs[i].at, 1, by);
}

void random_world_free(struct pack *pack)
{
    for (size_t i = 0; i < pack->scene_count; i++) {
        struct pack_scene *scene = &pack->scenes[i];
        for (size_t k = 0; k < scene->region_count; k++) {
            free(scene->regions[k].outline.points);
            free(scene->regions[k].heights_mm);
        }
        for (size_t k = 0; k < scene->obstacle_count; k++)
            free(scene->obstacles[k].outline.points);
        free(scene->regions);
        free(scene->obstacles);
        free(scene->roads);
        free(scene->road_nodes);
        free(scene->road_links);
    }
    for (size_t i = 0; i < pack->jump_count; i++)
        free(pack->jumps[i].ends);
    free(pack->jumps);
    free(pack->npcs);
    free(pack->scenes);
    free(pack);
}

bool random_world_load(struct load_parts *parts, const struct pack *pack, const struct nav_options *options,
                       struct report *report)
{
    struct baked *baked = baked_make(pack, report);
    assert(baked);
    bool is_loaded = load_parts(parts, baked, options, report);
    baked_destroy(baked);
    return is_loaded;
}
