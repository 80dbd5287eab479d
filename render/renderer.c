#include "render/renderer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/gl_renderer.h"
#include "render/null_renderer.h"
#include "render/tap_mark.h"
#include "render/timestamp.h"

struct renderer {
    enum renderer_kind kind;
    size_t scene_count;
    struct view_color *backgrounds; // of each scene, for RENDERER_NULL
    struct gl_renderer *gl;         // for RENDERER_GL
};

static bool keep_backgrounds(struct renderer *renderer, const struct view_world *world, char *error)
{
    renderer->backgrounds = calloc(world->scene_count + 1, sizeof *renderer->backgrounds);
    if (!renderer->backgrounds) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return false;
    }
    for (size_t i = 0; i < world->scene_count; i++) {
        renderer->backgrounds[i] = world->scenes[i].sky;
    }
    return true;
}

struct renderer *renderer_create(enum renderer_kind kind, const struct view_world *world, char *error)
{
    struct renderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    renderer->kind = kind;
    renderer->scene_count = world->scene_count;
    bool is_ready;
    if (kind == RENDERER_GL) {
        renderer->gl = gl_renderer_create(world, error);
        is_ready = renderer->gl;
    } else {
        is_ready = keep_backgrounds(renderer, world, error);
    }
    if (!is_ready) {
        renderer_destroy(renderer);
        return NULL;
    }
    return renderer;
}

void renderer_destroy(struct renderer *renderer)
{
    if (!renderer) {
        return;
    }
    gl_renderer_destroy(renderer->gl);
    free(renderer->backgrounds);
    free(renderer);
}

static void check(const struct view *view, const struct renderer_target *target)
{
    assert(view->actor_count <= VIEW_ACTORS_MAX);
    assert(view->route_count <= VIEW_ROUTE_MAX);
    assert(view->tap_count <= VIEW_TAPS_MAX);
    assert(view->element_count <= VIEW_ELEMENTS_MAX);
    assert(view->effect_count <= VIEW_EFFECTS_MAX);
    assert(view->item_count <= VIEW_ITEMS_MAX);
    assert(view->width_px >= RENDERER_SIZE_MIN);
    assert(view->height_px >= RENDERER_SIZE_MIN);
    assert(view->width_px <= RENDERER_SIZE_MAX);
    assert(view->height_px <= RENDERER_SIZE_MAX);
    assert(target->width_px == (view->width_px + 1) / 2 * 2);
    assert(target->height_px == (view->height_px + 1) / 2 * 2);
}

static bool draw(struct renderer *renderer, const struct view *view, const struct renderer_target *target,
                 struct renderer_times *times)
{
    if (renderer->kind == RENDERER_GL) {
        return gl_renderer_draw(renderer->gl, view, target, times);
    }
    null_renderer_draw(renderer->backgrounds[view->scene], target);
    times->drawn_us = times->read_back_us = timestamp_now_us();
    times->triangles = 0;
    return true;
}

bool renderer_draw(struct renderer *renderer, const struct view *view, const struct renderer_target *target,
                   struct renderer_times *times)
{
    assert(view->scene < renderer->scene_count);
    check(view, target);
    if (!draw(renderer, view, target, times)) {
        return false;
    }
    tap_marks_paint(view->taps, view->tap_count, view->height_px, target);
    times->converted_us = timestamp_now_us();
    return true;
}
