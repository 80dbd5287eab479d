#include "render/scene_mesh.h"

#include <GLES3/gl3.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "render/gl_mesh.h"
#include "render/gl_program.h"
#include "render/scene_build.h"
#include "render/vector.h"

// A window is about a metre; below this many pixels a metre it is not worth its triangles.
#define DETAIL_PIXELS_PER_M 7.0f

struct range {
    GLsizei count;
    size_t first; // index
};

struct chunk {
    struct view_vec3 min, max; // max below min: nothing in it
    float distance_m;          // from the eye, of the picture being drawn
    struct range layers[SCENE_LAYER_COUNT];
    uint8_t storey; // these three as in struct scene_chunk
    uint32_t gate;
    bool is_while_open;
};

struct scene_mesh {
    struct light light;
    struct view_color sky;
    struct gl_mesh gl;
    struct chunk *chunks; // as in struct scene_build
    size_t chunk_count;
    struct chunk **visible; // of the picture being drawn, row by row
    struct chunk **nearest; // the same, nearest first
    size_t visible_count;
    size_t triangle_count; // drawn in that picture
};

// ---- shaders -------------------------------------------------------------------------------------

static const char *const solid_vertex =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec4 color;\n"
    "out vec3 v_color;\n"
    "void main()\n"
    "{\n"
    "    float sway = (1.0 - color.a) * (sin(frame.eye.w * 1.3 + position.x * 0.35 + position.z * 0.21) +\n"
    "                                    0.5 * sin(frame.eye.w * 2.9 + position.x));\n"
    "    vec3 moved = position + vec3(0.35 * sway, 0.0, 0.2 * sway);\n"
    "    gl_Position = frame.matrix * vec4(moved, 1.0);\n"
    "    v_color = picture_color(fogged(color.rgb, position), 1.0).rgb;\n"
    "}\n";

static const char *const solid_fragment = "in vec3 v_color;\n"
                                          "out vec4 pixel;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    pixel = vec4(v_color, 1.0);\n"
                                          "}\n";

static const char *const overlay_vertex =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec4 color;\n"
    "out vec4 v_color;\n"
    "void main()\n"
    "{\n"
    "    gl_Position = frame.matrix * vec4(position, 1.0);\n"
    "    v_color = premultiplied(picture_color(fogged(color.rgb, position), color.a));\n"
    "}\n";

static const char *const overlay_fragment = "in vec4 v_color;\n"
                                            "out vec4 pixel;\n"
                                            "void main()\n"
                                            "{\n"
                                            "    pixel = v_color;\n"
                                            "}\n";

// Waves move corners up and down; each facet glints by the slope at its last corner.
static const char *const water_vertex =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec4 color;\n"
    "out vec3 v_color;\n"
    "flat out float v_glint;\n"
    "void main()\n"
    "{\n"
    "    float time = frame.eye.w;\n"
    "    float open = color.r;\n"
    "    vec3 phase = vec3(position.x * 0.9 + position.z * 0.5 + time * 1.1,\n"
    "                      position.x * -0.4 + position.z * 1.1 + time * 0.8,\n"
    "                      position.x * 1.7 - position.z * 1.3 + time * 1.9);\n"
    "    vec3 wave = sin(phase);\n"
    "    vec3 slope = cos(phase);\n"
    "    vec3 moved = position + vec3(0.0, 0.05 * open * (wave.x + wave.y), 0.0);\n"
    "    gl_Position = frame.matrix * vec4(moved, 1.0);\n"
    "    vec3 water = mix(vec3(0.33, 0.66, 0.64), vec3(0.09, 0.40, 0.47), sqrt(open));\n"
    "    water *= 0.2 + 0.51 * (frame.sun.rgb + frame.sky.rgb);\n"
    "    v_color = picture_color(fogged(water, position), 1.0).rgb;\n"
    "    float tilt = dot(slope, vec3(0.5, 0.35, 0.4));\n"
    "    v_glint = 0.05 * tilt + 0.16 * open * smoothstep(0.75, 1.15, tilt);\n"
    "}\n";

static const char *const water_fragment = "in vec3 v_color;\n"
                                          "flat in float v_glint;\n"
                                          "out vec4 pixel;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    pixel = vec4(v_color.r + v_glint, v_color.gb, 1.0);\n"
                                          "}\n";

bool scene_programs_init(struct scene_programs *programs, char *error)
{
    programs->solid = gl_program_create("solids", solid_vertex, solid_fragment, error);
    programs->overlay = gl_program_create("overlays", overlay_vertex, overlay_fragment, error);
    programs->water = gl_program_create("water", water_vertex, water_fragment, error);
    return programs->solid && programs->overlay && programs->water;
}

void scene_programs_finish(struct scene_programs *programs)
{
    glDeleteProgram(programs->solid);
    glDeleteProgram(programs->overlay);
    glDeleteProgram(programs->water);
    *programs = (struct scene_programs){0};
}

// ---- building ------------------------------------------------------------------------------------

static void include_vertices(struct chunk *chunk, const struct mesh *mesh)
{
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const struct mesh_vertex *vertex = &mesh->vertices[i];
        chunk->min = (struct view_vec3){fminf(chunk->min.x, vertex->x), fminf(chunk->min.y, vertex->y),
                                        fminf(chunk->min.z, vertex->z)};
        chunk->max = (struct view_vec3){fmaxf(chunk->max.x, vertex->x), fmaxf(chunk->max.y, vertex->y),
                                        fmaxf(chunk->max.z, vertex->z)};
    }
}

// Joins the chunks, layer by layer, so that neighbours in a row can be drawn with one call.
static void join_chunks(struct scene_mesh *mesh, const struct scene_build *build, struct mesh *whole)
{
    mesh->chunk_count = build->chunk_count;
    for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
        for (size_t i = 0; i < mesh->chunk_count; i++) {
            const struct mesh *source = &build->chunks[i].layers[layer];
            mesh->chunks[i].layers[layer] = (struct range){(GLsizei)source->index_count, whole->index_count};
            mesh_append(whole, source);
        }
    }
    for (size_t i = 0; i < mesh->chunk_count; i++) {
        struct chunk *chunk = &mesh->chunks[i];
        chunk->storey = build->chunks[i].storey;
        chunk->gate = build->chunks[i].gate;
        chunk->is_while_open = build->chunks[i].is_while_open;
        chunk->min = (struct view_vec3){FLT_MAX, FLT_MAX, FLT_MAX};
        chunk->max = (struct view_vec3){-FLT_MAX, -FLT_MAX, -FLT_MAX};
        for (int layer = 0; layer < SCENE_LAYER_COUNT; layer++) {
            include_vertices(chunk, &build->chunks[i].layers[layer]);
        }
    }
}

static bool build_and_upload(struct scene_mesh *mesh, const struct view_scene *scene)
{
    struct scene_build build;
    struct mesh whole = {0};
    bool is_built = scene_build_init(&build, scene);
    if (is_built) {
        size_t chunks_max = build.chunk_count;
        mesh->light = build.light;
        mesh->chunks = calloc(chunks_max, sizeof *mesh->chunks);
        mesh->visible = calloc(chunks_max, sizeof(struct chunk *));
        mesh->nearest = calloc(chunks_max, sizeof(struct chunk *));
        is_built = mesh->chunks && mesh->visible && mesh->nearest;
    }
    if (is_built) {
        join_chunks(mesh, &build, &whole);
        is_built = !whole.has_failed;
    }
    if (is_built) {
        gl_mesh_init(&mesh->gl);
        gl_mesh_upload(&mesh->gl, &whole, GL_STATIC_DRAW);
    }
    mesh_finish(&whole);
    scene_build_finish(&build);
    return is_built;
}

struct scene_mesh *scene_mesh_create(const struct view_scene *scene)
{
    struct scene_mesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh) {
        return NULL;
    }
    mesh->sky = scene->sky;
    if (!build_and_upload(mesh, scene)) {
        scene_mesh_destroy(mesh);
        return NULL;
    }
    return mesh;
}

void scene_mesh_destroy(struct scene_mesh *mesh)
{
    if (!mesh) {
        return;
    }
    gl_mesh_finish(&mesh->gl);
    free(mesh->chunks);
    free(mesh->visible);
    free(mesh->nearest);
    free(mesh);
}

// ---- drawing -------------------------------------------------------------------------------------

// Whether the chunk is there at all in the view.
static bool is_there(const struct chunk *chunk, const struct view *view)
{
    if (chunk->storey > 0 && chunk->storey < VIEW_STOREYS_MAX &&
        (view->hidden_storeys >> chunk->storey & 1)) {
        return false;
    }
    bool is_open =
        chunk->gate > 0 && chunk->gate <= VIEW_GATES_MAX && (view->open_gates >> (chunk->gate - 1) & 1);
    return chunk->gate == 0 || is_open == chunk->is_while_open;
}

static void find_visible(struct scene_mesh *mesh, const struct frustum *frustum, const struct view *view)
{
    mesh->visible_count = 0;
    mesh->triangle_count = 0;
    for (size_t i = 0; i < mesh->chunk_count; i++) {
        struct chunk *chunk = &mesh->chunks[i];
        if (chunk->min.x <= chunk->max.x && is_there(chunk, view) &&
            frustum_sees_box(frustum, chunk->min, chunk->max)) {
            struct view_vec3 middle = vector_mix(chunk->min, chunk->max, 0.5f);
            chunk->distance_m = vector_length(vector_subtract(middle, frustum->eye));
            mesh->visible[mesh->visible_count++] = chunk;
        }
    }
}

static void draw_range(struct scene_mesh *mesh, struct range range)
{
    if (range.count > 0) {
        mesh->triangle_count += (size_t)range.count / 3;
        glDrawElements(GL_TRIANGLES, range.count, GL_UNSIGNED_INT, gl_offset(range.first * sizeof(uint32_t)));
    }
}

static void draw_layer(struct scene_mesh *mesh, enum scene_layer layer, float distance_m_max)
{
    struct range pending = {0, 0};
    for (size_t i = 0; i < mesh->visible_count; i++) {
        struct range range = mesh->visible[i]->layers[layer];
        if (mesh->visible[i]->distance_m > distance_m_max) {
            continue;
        }
        if (range.first == pending.first + (size_t)pending.count) {
            pending.count += range.count;
        } else {
            draw_range(mesh, pending);
            pending = range;
        }
    }
    draw_range(mesh, pending);
}

// By insertion: a few dozen at most, and qsort() may take memory.
static void sort_nearest(struct scene_mesh *mesh)
{
    for (size_t i = 0; i < mesh->visible_count; i++) {
        struct chunk *chunk = mesh->visible[i];
        size_t at = i;
        for (; at > 0 && mesh->nearest[at - 1]->distance_m > chunk->distance_m; at--) {
            mesh->nearest[at] = mesh->nearest[at - 1];
        }
        mesh->nearest[at] = chunk;
    }
}

// What is drawn first hides what is behind it before its pixels are computed.
static void draw_nearest_first(struct scene_mesh *mesh, enum scene_layer layer)
{
    sort_nearest(mesh);
    for (size_t i = 0; i < mesh->visible_count; i++) {
        draw_range(mesh, mesh->nearest[i]->layers[layer]);
    }
}

void scene_mesh_draw_opaque(struct scene_mesh *mesh, const struct scene_programs *programs,
                            const struct frustum *frustum, const struct view *view)
{
    find_visible(mesh, frustum, view);
    glBindVertexArray(mesh->gl.arrays);
    glUseProgram(programs->solid);
    draw_layer(mesh, SCENE_DETAIL, frustum->pixels_per_unit / DETAIL_PIXELS_PER_M);
    draw_nearest_first(mesh, SCENE_SOLID);
    draw_layer(mesh, SCENE_GROUND, FLT_MAX);
    glUseProgram(programs->water);
    draw_layer(mesh, SCENE_WATER, FLT_MAX);
}

void scene_mesh_draw_overlay(struct scene_mesh *mesh, const struct scene_programs *programs)
{
    glBindVertexArray(mesh->gl.arrays);
    glUseProgram(programs->overlay);
    draw_layer(mesh, SCENE_OVERLAY, FLT_MAX);
}

size_t scene_mesh_triangle_count(const struct scene_mesh *mesh)
{
    return mesh->triangle_count;
}

const struct light *scene_mesh_light(const struct scene_mesh *mesh)
{
    return &mesh->light;
}

struct view_color scene_mesh_sky(const struct scene_mesh *mesh)
{
    return mesh->sky;
}
