#include "render/live_mesh.h"

#include <stdlib.h>

#include "render/effects.h"
#include "render/gl_mesh.h"
#include "render/items.h"
#include "render/vector.h"

enum {
    SOLID_VERTICES_MAX = VIEW_ITEMS_MAX * ITEM_VERTICES_MAX,
    GLOW_VERTICES_MAX = VIEW_ITEMS_MAX * ITEM_GLOW_VERTICES_MAX + VIEW_EFFECTS_MAX * EFFECT_VERTICES_MAX +
                        VIEW_ACTORS_MAX * EFFECT_BAR_VERTICES,
};

// Nothing here reaches farther from its place.
#define REACH_M 4.0f

/// Geometry here and in the GPU's memory.
struct part {
    struct mesh mesh;
    struct gl_mesh gl;
};

struct live_mesh {
    struct part solid, glow;
};

struct live_mesh *live_mesh_create(void)
{
    struct live_mesh *live = calloc(1, sizeof *live);
    if (!live || !mesh_fix(&live->solid.mesh, SOLID_VERTICES_MAX, 2 * SOLID_VERTICES_MAX) ||
        !mesh_fix(&live->glow.mesh, GLOW_VERTICES_MAX, 2 * GLOW_VERTICES_MAX)) {
        live_mesh_destroy(live);
        return NULL;
    }
    return live;
}

static void finish_part(struct part *part)
{
    if (part->gl.arrays) {
        gl_mesh_finish(&part->gl);
    }
    mesh_finish(&part->mesh);
}

void live_mesh_destroy(struct live_mesh *live)
{
    if (!live) {
        return;
    }
    finish_part(&live->solid);
    finish_part(&live->glow);
    free(live);
}

static void add_items(struct live_mesh *live, const struct view *view, const struct frustum *frustum,
                      const struct light *light, const struct glow *glow)
{
    const struct brush brush = {&live->solid.mesh, light};
    for (size_t i = 0; i < view->item_count; i++) {
        if (frustum_sees_ball(frustum, view->items[i].position, 1.5f)) {
            item_add(&brush, &view->items[i], view->time_s);
            item_add_glow(glow, &view->items[i], view->time_s);
        }
    }
}

static void add_effects(const struct view *view, const struct frustum *frustum, const struct glow *glow)
{
    for (size_t i = 0; i < view->effect_count; i++) {
        const struct view_effect *effect = &view->effects[i];
        float reach_m = effect->kind == VIEW_EFFECT_DASH
                            ? REACH_M + vector_length(vector_subtract(effect->to, effect->at))
                            : REACH_M;
        if (frustum_sees_ball(frustum, effect->at, reach_m)) {
            effects_add(glow, effect);
        }
    }
}

void live_mesh_build(struct live_mesh *live, const struct view *view, const struct frustum *frustum,
                     const struct light *light)
{
    mesh_clear(&live->solid.mesh);
    mesh_clear(&live->glow.mesh);
    struct glow glow = glow_init(&live->glow.mesh, &view->camera);
    add_items(live, view, frustum, light, &glow);
    add_effects(view, frustum, &glow);
    for (size_t i = 0; i < view->actor_count; i++) {
        if (frustum_sees_ball(frustum, view->actors[i].position, REACH_M)) {
            effects_add_bar(&glow, &view->actors[i]);
        }
    }
}

static void draw_part(struct part *part)
{
    if (part->mesh.index_count == 0) {
        return;
    }
    if (!part->gl.arrays) {
        gl_mesh_init(&part->gl);
    }
    gl_mesh_upload(&part->gl, &part->mesh, GL_STREAM_DRAW);
    glDrawElements(GL_TRIANGLES, (GLsizei)part->mesh.index_count, GL_UNSIGNED_INT, NULL);
}

void live_mesh_draw_solid(struct live_mesh *live)
{
    draw_part(&live->solid);
}

void live_mesh_draw_glow(struct live_mesh *live)
{
    draw_part(&live->glow);
}

const struct mesh *live_mesh_solid(const struct live_mesh *live)
{
    return &live->solid.mesh;
}

const struct mesh *live_mesh_glow(const struct live_mesh *live)
{
    return &live->glow.mesh;
}

size_t live_mesh_triangle_count(const struct live_mesh *live)
{
    return (live->solid.mesh.index_count + live->glow.mesh.index_count) / 3;
}
