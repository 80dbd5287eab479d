// Puts solids into the chunks they stand in.
#include "render/outline.h"
#include "render/scene_build.h"
#include "render/solid.h"
#include "render/vector.h"

// A soft dark edge on the ground around a foot: light does not reach into the corner.
#define CREASE_M 0.45f

static bool add_solid(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    switch (solid->kind) {
    case VIEW_HOUSE:
        return solid_house(brushes, solid);
    case VIEW_WALL:
        return solid_wall(brushes, solid);
    case VIEW_FENCE:
        solid_fence(brushes, solid);
        return true;
    case VIEW_ROCK:
        solid_rock(brushes, solid);
        return true;
    case VIEW_TREE:
        solid_tree(brushes, solid);
        return true;
    case VIEW_DOOR:
        return solid_door(brushes, solid);
    case VIEW_PLANK:
        return solid_plank(brushes, solid);
    case VIEW_SOLID_KIND_COUNT:
        break;
    }
    return true;
}

static void add_crease(struct mesh *overlay, const struct view_solid *solid)
{
    const struct view_color near = {40, 34, 58, 110};
    const struct view_color far = {40, 34, 58, 0};
    size_t count = solid->footprint_count;
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) % count;
        struct view_vec3 points[4] = {
            outline_offset_corner(solid->footprint, count, i, CREASE_M),
            outline_offset_corner(solid->footprint, count, next, CREASE_M),
            solid->footprint[next],
            solid->footprint[i],
        };
        for (int corner = 0; corner < 4; corner++) {
            points[corner].y += SCENE_OVERLAY_LIFT_M;
        }
        mesh_add_polygon(overlay, points, (struct view_color[]){far, far, near, near}, 4);
    }
}

static struct solid_brushes brushes_of(struct scene_chunk *chunk, const struct light *light)
{
    return (struct solid_brushes){{&chunk->layers[SCENE_SOLID], light},
                                  {&chunk->layers[SCENE_DETAIL], light},
                                  {&chunk->layers[SCENE_OVERLAY], light}};
}

// What comes and goes with a gate is a chunk of its own.
static struct scene_chunk *gate_chunk(struct scene_build *build, const struct view_solid *solid)
{
    struct scene_chunk *chunk = &build->chunks[build->gate_chunk++];
    chunk->storey = build->storey ? build->storey->storey : 0;
    chunk->gate = solid->gate;
    chunk->is_while_open = solid->kind == VIEW_PLANK;
    return chunk;
}

bool scene_build_solids(struct scene_build *build)
{
    for (size_t i = 0; i < build->scene->solid_count; i++) {
        const struct view_solid *solid = &build->scene->solids[i];
        if (solid->footprint_count < 3) {
            continue;
        }
        struct view_vec3 center = outline_center(solid->footprint, solid->footprint_count);
        struct scene_chunk *chunk = scene_build_chunk(build, center.x, center.z);
        struct solid_brushes brushes = brushes_of(chunk, &build->light);
        if (solid->kind == VIEW_DOOR) {
            solid_door_posts(&brushes, solid);
        }
        if (solid->gate > 0) {
            chunk = gate_chunk(build, solid);
            brushes = brushes_of(chunk, &build->light);
        }
        if (!add_solid(&brushes, solid)) {
            return false;
        }
        // Smaller things are dark enough at their own feet.
        if (solid->kind == VIEW_HOUSE) {
            add_crease(&chunk->layers[SCENE_OVERLAY], solid);
        }
    }
    return true;
}
