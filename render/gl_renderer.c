#include "render/gl_renderer.h"

#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/actor_mesh.h"
#include "render/color.h"
#include "render/convert.h"
#include "render/frame_block.h"
#include "render/gl_context.h"
#include "render/gl_target.h"
#include "render/ground_marks.h"
#include "render/interface.h"
#include "render/live_mesh.h"
#include "render/minimap.h"
#include "render/scene_mesh.h"
#include "render/timestamp.h"

struct gl_renderer {
    struct gl_context *context;
    struct gl_targets targets;
    GLuint frame_blocks;
    struct scene_programs scene_programs;
    struct scene_mesh **scenes;
    size_t scene_count;
    struct actor_mesh *actors;
    struct ground_marks *marks;
    struct live_mesh *live;
    struct atlas *atlas;
    struct text *text;
    struct sprites *sprites;
    struct minimap *minimap;
};

// ---- creation ------------------------------------------------------------------------------------

static bool create_scenes(struct gl_renderer *renderer, const struct view_world *world, char *error)
{
    renderer->scenes = calloc(world->scene_count + 1, sizeof(struct scene_mesh *));
    for (size_t i = 0; renderer->scenes && i < world->scene_count; i++) {
        renderer->scenes[i] = scene_mesh_create(&world->scenes[i]);
        if (!renderer->scenes[i]) {
            break;
        }
        renderer->scene_count++;
    }
    if (renderer->scene_count < world->scene_count || !renderer->scenes) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory while building scene %zu of %zu",
                 renderer->scene_count + 1, world->scene_count);
        return false;
    }
    return true;
}

static bool create_parts(struct gl_renderer *renderer, const struct view_world *world, char *error)
{
    renderer->context = gl_context_create(error);
    if (!renderer->context || !scene_programs_init(&renderer->scene_programs, error) ||
        !create_scenes(renderer, world, error)) {
        return false;
    }
    glGenBuffers(1, &renderer->frame_blocks);
    snprintf(error, RENDERER_ERROR_MAX, "out of memory");
    renderer->marks = ground_marks_create();
    renderer->live = live_mesh_create();
    renderer->atlas = atlas_create();
    renderer->actors = actor_mesh_create(error);
    renderer->sprites = renderer->actors && renderer->atlas ? sprites_create(renderer->atlas, error) : NULL;
    renderer->text = renderer->sprites ? text_create(renderer->atlas, error) : NULL;
    renderer->minimap = renderer->text ? minimap_create(world, error) : NULL;
    return renderer->marks && renderer->live && renderer->minimap;
}

struct gl_renderer *gl_renderer_create(const struct view_world *world, char *error)
{
    struct gl_renderer *renderer = calloc(1, sizeof *renderer);
    if (!renderer) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    if (!create_parts(renderer, world, error)) {
        gl_renderer_destroy(renderer);
        return NULL;
    }
    error[0] = '\0';
    return renderer;
}

static void destroy_parts(struct gl_renderer *renderer)
{
    minimap_destroy(renderer->minimap);
    text_destroy(renderer->text);
    sprites_destroy(renderer->sprites);
    atlas_destroy(renderer->atlas);
    ground_marks_destroy(renderer->marks);
    live_mesh_destroy(renderer->live);
    actor_mesh_destroy(renderer->actors);
    for (size_t i = 0; i < renderer->scene_count; i++) {
        scene_mesh_destroy(renderer->scenes[i]);
    }
    scene_programs_finish(&renderer->scene_programs);
    glDeleteBuffers(1, &renderer->frame_blocks);
    gl_targets_finish(&renderer->targets);
}

void gl_renderer_destroy(struct gl_renderer *renderer)
{
    if (!renderer) {
        return;
    }
    if (renderer->context) {
        destroy_parts(renderer);
    }
    gl_context_destroy(renderer->context);
    free(renderer->scenes);
    free(renderer);
}

// ---- drawing -------------------------------------------------------------------------------------

static void clear(struct view_color background)
{
    struct color_yuv color = color_yuv_from_rgb(background);
    glDepthMask(GL_TRUE);
    glClearColor(color.y / 255, color.u / 255, color.v / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

static void begin_opaque(void)
{
    // Colours are shown as computed; a pattern would only cost bits and time.
    glDisable(GL_DITHER);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glEnable(GL_CULL_FACE);
    glFrontFace(GL_CW); // upside down, see gl_target_read()
    glDisable(GL_BLEND);
}

// Colours are premultiplied [Porter and Duff 1984], which spares the blending a multiplication.
static void begin_translucent(void)
{
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
}

static void begin_hidden(void)
{
    begin_translucent();
    glDepthFunc(GL_GREATER);
}

static void draw_world(struct gl_renderer *renderer, const struct view *view, const struct frustum *frustum)
{
    struct scene_mesh *scene = renderer->scenes[view->scene];
    const struct light *light = scene_mesh_light(scene);
    clear(scene_mesh_sky(scene));
    begin_opaque();
    scene_mesh_draw_opaque(scene, &renderer->scene_programs, frustum, view);
    begin_hidden();
    actor_mesh_draw_hidden(renderer->actors, view);
    begin_opaque();
    actor_mesh_draw(renderer->actors, view, frustum);
    live_mesh_build(renderer->live, view, frustum, light);
    glUseProgram(renderer->scene_programs.solid);
    live_mesh_draw_solid(renderer->live);
    begin_translucent();
    scene_mesh_draw_overlay(scene, &renderer->scene_programs);
    ground_marks_draw(renderer->marks, view, frustum, light);
    glDisable(GL_CULL_FACE);
    live_mesh_draw_glow(renderer->live);
}

static size_t count_triangles(const struct gl_renderer *renderer, uint32_t scene)
{
    return scene_mesh_triangle_count(renderer->scenes[scene]) + actor_mesh_triangle_count(renderer->actors) +
           live_mesh_triangle_count(renderer->live);
}

// The actor whose clothes the portrait names; nobody in particular when all have left.
static struct view_actor portrayed_actor(const struct view *view, struct view_color clothes)
{
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_color *worn = &view->actors[i].clothes;
        if (worn->r == clothes.r && worn->g == clothes.g && worn->b == clothes.b) {
            return view->actors[i];
        }
    }
    return (struct view_actor){.clothes = clothes};
}

static void draw_portrait(struct gl_renderer *renderer, const struct view *view,
                          const struct view_element *element)
{
    struct view_element inside = interface_portrait_inside(element);
    const GLint rectangle[4] = {(GLint)inside.x_px, (GLint)inside.y_px, (GLint)inside.width_px,
                                (GLint)inside.height_px};
    if (rectangle[2] < 1 || rectangle[3] < 1) {
        return;
    }
    const struct scene_mesh *scene = renderer->scenes[view->scene];
    struct frustum frustum = actor_mesh_portrait_frustum(inside.width_px, inside.height_px);
    struct view_actor actor = portrayed_actor(view, element->color);
    glViewport(rectangle[0], rectangle[1], rectangle[2], rectangle[3]);
    glEnable(GL_SCISSOR_TEST);
    glScissor(rectangle[0], rectangle[1], rectangle[2], rectangle[3]);
    begin_opaque();
    glClear(GL_DEPTH_BUFFER_BIT);
    frame_block_upload(renderer->frame_blocks, &frustum, scene_mesh_light(scene), scene_mesh_sky(scene),
                       view->time_s);
    actor_mesh_draw_portrait(renderer->actors, &actor);
    glDisable(GL_SCISSOR_TEST);
    glViewport(0, 0, (GLsizei)view->width_px, (GLsizei)view->height_px);
}

static void begin_flat(void)
{
    begin_translucent();
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
}

static void draw_interface(struct gl_renderer *renderer, const struct view *view,
                           const struct frustum *frustum)
{
    const struct light *light = scene_mesh_light(renderer->scenes[view->scene]);
    struct view_color sky = scene_mesh_sky(renderer->scenes[view->scene]);
    const struct interface interface = {renderer->atlas, renderer->text, renderer->sprites, view->density};
    atlas_begin(renderer->atlas);
    begin_flat();
    interface_add_names(&interface, view, frustum);
    interface_add_fade(&interface, view);
    for (size_t i = 0; i < view->element_count; i++) {
        interface_add_element(&interface, &view->elements[i]);
        if (view->elements[i].kind == VIEW_PORTRAIT) {
            sprites_draw(renderer->sprites);
            draw_portrait(renderer, view, &view->elements[i]);
            frame_block_upload(renderer->frame_blocks, frustum, light, sky, view->time_s);
            begin_flat();
        } else if (view->elements[i].kind == VIEW_MINIMAP) {
            sprites_draw(renderer->sprites);
            minimap_draw(renderer->minimap, view, &view->elements[i]);
            minimap_add_marks(&interface, view, &view->elements[i]);
        }
    }
    sprites_draw(renderer->sprites);
}

static void draw(struct gl_renderer *renderer, const struct view *view, struct renderer_times *times)
{
    struct frustum frustum = frustum_init(&view->camera, (float)view->width_px, (float)view->height_px);
    const struct scene_mesh *scene = renderer->scenes[view->scene];
    frame_block_upload(renderer->frame_blocks, &frustum, scene_mesh_light(scene), scene_mesh_sky(scene),
                       view->time_s);
    draw_world(renderer, view, &frustum);
    times->triangles = (uint32_t)count_triangles(renderer, view->scene);
    draw_interface(renderer, view, &frustum);
    glFinish();
}

// Reading and converting take turns; the stamps say how long each took in all.
static void read_back(struct gl_target *drawn, const struct renderer_target *target,
                      struct renderer_times *times)
{
    uint64_t reading_us = 0;
    for (uint32_t row = 0; row < drawn->height_px; row += GL_TARGET_STRIP_ROWS) {
        uint64_t started_us = timestamp_now_us();
        uint32_t rows = gl_target_read(drawn, row);
        reading_us += timestamp_now_us() - started_us;
        uint8_t *const planes[3] = {target->planes[0] + (ptrdiff_t)target->strides[0] * row,
                                    target->planes[1] + (ptrdiff_t)target->strides[1] * (row / 2),
                                    target->planes[2] + (ptrdiff_t)target->strides[2] * (row / 2)};
        convert_to_i420(drawn->strip, drawn->even_width_px, rows, drawn->scratch, planes, target->strides);
    }
    times->read_back_us = times->drawn_us + reading_us;
    times->converted_us = timestamp_now_us();
}

bool gl_renderer_draw(struct gl_renderer *renderer, const struct view *view,
                      const struct renderer_target *target, struct renderer_times *times)
{
    struct gl_target *drawn = gl_targets_bind(&renderer->targets, view->width_px, view->height_px);
    if (!drawn) {
        return false;
    }
    draw(renderer, view, times);
    times->drawn_us = timestamp_now_us();
    read_back(drawn, target, times);
    return glGetError() == GL_NO_ERROR;
}
