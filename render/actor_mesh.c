#include "render/actor_mesh.h"

#include <GLES3/gl3.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/actor_model.h"
#include "render/gl_mesh.h"
#include "render/gl_program.h"
#include "render/light.h"
#include "render/noise.h"
#include "render/renderer.h"
#include "render/style.h"
#include "render/vector.h"

// Below this height in pixels nobody sees the facets that a coarse model leaves out.
#define FINE_PIXELS 120.0f

/// One actor for the shader.
struct instance {
    float position[3];
    float height_m;
    float facing[2];
    float stride, pace;
    float blow_r; // how far a blow has turned the limb that strikes
    float flash;  // of being hit, 0 to 1
    struct view_color clothes, skin, hair, trousers;
};

enum { FINE, COARSE, DETAIL_COUNT };
enum { BATCH_MARKS = ACTOR_LOOK_COUNT * DETAIL_COUNT, BATCH_QUEST_MARKS, BATCH_COUNT };
enum { INSTANCES_MAX = 2 * VIEW_ACTORS_MAX }; // everyone with a mark

/// A model and the instances of it in the picture being drawn.
struct batch {
    GLint first;
    GLsizei vertex_count;
    size_t instance_count;
    struct instance instances[VIEW_ACTORS_MAX];
};

struct actor_mesh {
    GLuint program, hidden_program, arrays, vertices, instances;
    struct batch batches[BATCH_COUNT];
    size_t triangle_count; // drawn since actor_mesh_draw_hidden()
};

// Light as baked into the scene (render/light.h), but computed for every picture, because people turn; at
// dusk a little more, so that they are told from the ground.
static const char *const vertex_source =
    "layout(location = 0) in vec3 position;\n"
    "layout(location = 1) in vec3 pivot_strike;\n"
    "layout(location = 2) in vec4 normal_swing;\n"
    "layout(location = 3) in vec4 paint;\n"
    "layout(location = 4) in vec4 place;\n"
    "layout(location = 5) in vec4 motion;\n"
    "layout(location = 6) in vec4 clothes;\n"
    "layout(location = 7) in vec4 skin;\n"
    "layout(location = 8) in vec4 hair;\n"
    "layout(location = 9) in vec4 trousers;\n"
    "layout(location = 10) in vec2 fight;\n"
    "out vec3 v_color;\n"
    "const float full_turn = 6.2831853;\n"
    "void main()\n"
    "{\n"
    "    float angle = 0.6 * motion.w * normal_swing.w * sin(full_turn * motion.z) + fight.x * "
    "pivot_strike.z;\n"
    "    vec2 turn = vec2(cos(angle), sin(angle));\n"
    "    vec3 p = position;\n"
    "    p.yz -= pivot_strike.xy;\n"
    "    p.yz = vec2(p.y * turn.x - p.z * turn.y, p.y * turn.y + p.z * turn.x);\n"
    "    p.yz += pivot_strike.xy;\n"
    "    p.y += 0.025 * motion.w * abs(cos(full_turn * motion.z));\n"
    "    vec3 n = normal_swing.xyz;\n"
    "    n.yz = vec2(n.y * turn.x - n.z * turn.y, n.y * turn.y + n.z * turn.x);\n"
    "    vec3 ahead = vec3(motion.x, 0.0, motion.y);\n"
    "    vec3 right = vec3(motion.y, 0.0, -motion.x);\n"
    "    vec3 world = place.xyz + place.w * (p.x * right + p.z * ahead + vec3(0.0, p.y, 0.0));\n"
    "    vec3 normal = n.x * right + n.z * ahead + vec3(0.0, n.y, 0.0);\n"
    "    vec3 color = paint.x * clothes.rgb + paint.y * skin.rgb + paint.z * hair.rgb + paint.w * "
    "trousers.rgb;\n"
    "    color = mix(color, vec3(1.0, 0.58, 0.46), 0.85 * fight.y);\n"
    "    vec3 light = mix(frame.ground.rgb, frame.sky.rgb, 0.5 + 0.5 * normal.y);\n"
    "    light += frame.sun.rgb * max(0.0, dot(normal, frame.to_sun.xyz));\n"
    "    light *= (0.8 + 0.25 * smoothstep(0.0, 0.6, p.y)) * (1.0 + 0.4 * frame.to_sun.w);\n"
    "    gl_Position = frame.matrix * vec4(world, 1.0);\n"
    "    v_color = picture_color(fogged(color * light, world), 1.0).rgb;\n"
    "}\n";

static const char *const fragment_source = "in vec3 v_color;\n"
                                           "out vec4 pixel;\n"
                                           "void main()\n"
                                           "{\n"
                                           "    pixel = vec4(v_color, 1.0);\n"
                                           "}\n";

static const char *const hidden_fragment_source =
    "in vec3 v_color;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    vec3 bright = picture_color(vec3(0.75, 0.85, 1.0), 1.0).rgb;\n"
    "    pixel = premultiplied(vec4(mix(bright, v_color, 0.25), 0.5));\n"
    "}\n";

// ---- creation ------------------------------------------------------------------------------------

static size_t batch_of(enum actor_look look, int detail)
{
    return (size_t)look * DETAIL_COUNT + (size_t)detail;
}

static void add_model(struct batch *batch, size_t *vertex_count, size_t added)
{
    batch->first = (GLint)*vertex_count;
    batch->vertex_count = (GLsizei)added;
    *vertex_count += added;
}

static bool upload_models(struct actor_mesh *mesh)
{
    struct actor_vertex *vertices = calloc(BATCH_COUNT * (size_t)ACTOR_MODEL_VERTICES_MAX, sizeof *vertices);
    if (!vertices) {
        return false;
    }
    size_t count = 0;
    for (int look = 0; look < ACTOR_LOOK_COUNT; look++) {
        for (int detail = 0; detail < DETAIL_COUNT; detail++) {
            size_t added = actor_model_build((enum actor_look)look, detail == COARSE, vertices + count);
            add_model(&mesh->batches[batch_of((enum actor_look)look, detail)], &count, added);
        }
    }
    add_model(&mesh->batches[BATCH_MARKS], &count, actor_model_build_mark(vertices + count));
    add_model(&mesh->batches[BATCH_QUEST_MARKS], &count, actor_model_build_quest_mark(vertices + count));
    glBindBuffer(GL_ARRAY_BUFFER, mesh->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(count * sizeof *vertices), vertices, GL_STATIC_DRAW);
    free(vertices);
    return true;
}

static void attribute(GLuint location, GLint size, GLenum type, GLboolean is_unit, GLsizei stride,
                      size_t offset)
{
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, size, type, is_unit, stride, gl_offset(offset));
}

static void describe_vertices(void)
{
    const GLsizei stride = sizeof(struct actor_vertex);
    attribute(0, 3, GL_FLOAT, GL_FALSE, stride, offsetof(struct actor_vertex, x));
    attribute(1, 3, GL_FLOAT, GL_FALSE, stride, offsetof(struct actor_vertex, pivot_y));
    attribute(2, 4, GL_BYTE, GL_TRUE, stride, offsetof(struct actor_vertex, normal));
    attribute(3, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, offsetof(struct actor_vertex, paint));
}

// `base` is where the batch's instances begin in the buffer: GLES 3.0 cannot start at a later instance.
static void describe_instances(size_t base)
{
    const GLsizei stride = sizeof(struct instance);
    attribute(4, 4, GL_FLOAT, GL_FALSE, stride, base + offsetof(struct instance, position));
    attribute(5, 4, GL_FLOAT, GL_FALSE, stride, base + offsetof(struct instance, facing));
    attribute(6, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, base + offsetof(struct instance, clothes));
    attribute(7, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, base + offsetof(struct instance, skin));
    attribute(8, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, base + offsetof(struct instance, hair));
    attribute(9, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride, base + offsetof(struct instance, trousers));
    attribute(10, 2, GL_FLOAT, GL_FALSE, stride, base + offsetof(struct instance, blow_r));
    for (GLuint location = 4; location <= 10; location++) {
        glVertexAttribDivisor(location, 1);
    }
}

struct actor_mesh *actor_mesh_create(char *error)
{
    struct actor_mesh *mesh = calloc(1, sizeof *mesh);
    if (!mesh) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    mesh->program = gl_program_create("actors", vertex_source, fragment_source, error);
    if (mesh->program) {
        mesh->hidden_program =
            gl_program_create("hidden actors", vertex_source, hidden_fragment_source, error);
    }
    glGenVertexArrays(1, &mesh->arrays);
    glGenBuffers(1, &mesh->vertices);
    glGenBuffers(1, &mesh->instances);
    glBindVertexArray(mesh->arrays);
    if (!mesh->hidden_program || !upload_models(mesh)) {
        actor_mesh_destroy(mesh);
        return NULL;
    }
    describe_vertices();
    return mesh;
}

void actor_mesh_destroy(struct actor_mesh *mesh)
{
    if (!mesh) {
        return;
    }
    glDeleteProgram(mesh->program);
    glDeleteProgram(mesh->hidden_program);
    glDeleteVertexArrays(1, &mesh->arrays);
    glDeleteBuffers(1, &mesh->vertices);
    glDeleteBuffers(1, &mesh->instances);
    free(mesh);
}

// ---- looks ---------------------------------------------------------------------------------------

// Raised over the head in the first third, down in the next fifth, then back to rest.
static float blow_of(float swing)
{
    const float raised_r = -2.7f;
    const float done_r = -0.4f;
    if (swing <= 0.33f) {
        return raised_r * fmaxf(swing, 0) / 0.33f;
    }
    if (swing <= 0.53f) {
        return raised_r + (done_r - raised_r) * (swing - 0.33f) / 0.2f;
    }
    return done_r * fmaxf(1 - swing, 0) / 0.47f;
}

// Who strikes leans into it, animals most of all.
static float lunge_of(const struct view_actor *actor)
{
    float share = actor->swing > 0.3f ? fmaxf(1 - fabsf(actor->swing - 0.55f) / 0.45f, 0) : 0;
    return (actor->shape == VIEW_PERSON ? 0.08f : 0.3f) * actor->height_m * share;
}

static struct instance instance_of(const struct view_actor *actor)
{
    float lunge_m = lunge_of(actor);
    return (struct instance){
        .position = {actor->position.x + lunge_m * actor->facing_x, actor->position.y,
                     actor->position.z + lunge_m * actor->facing_z},
        .height_m = actor->height_m,
        .facing = {actor->facing_x, actor->facing_z},
        .stride = actor->stride,
        .pace = actor->pace,
        .blow_r = blow_of(actor->swing),
        .flash = fminf(fmaxf(actor->hurt, 0), 1),
    };
}

static void dress_person(struct instance *instance, const struct view_actor *actor)
{
    static const struct view_color skins[4] = {
        {244, 206, 172, 255}, {226, 178, 138, 255}, {186, 132, 94, 255}, {136, 92, 66, 255}};
    static const struct view_color hairs[5] = {
        {74, 48, 34, 255}, {44, 36, 38, 255}, {150, 96, 48, 255}, {206, 164, 96, 255}, {168, 160, 152, 255}};
    static const struct view_color trousers[3] = {{86, 78, 78, 255}, {104, 82, 62, 255}, {68, 76, 96, 255}};
    uint32_t hash = noise_hash(actor->id);
    instance->clothes = actor->clothes;
    instance->skin = skins[hash % 4];
    instance->hair = hairs[(hash >> 4) % 5];
    instance->trousers = trousers[(hash >> 8) % 3];
}

// What is light and what is dark on an animal goes with its coat; a skeleton's coat are its bones.
static void dress_creature(struct instance *instance, const struct view_actor *actor)
{
    static const struct view_color coats[VIEW_SHAPE_COUNT] = {
        [VIEW_WOLF] = {124, 124, 134, 255},
        [VIEW_BOAR] = {112, 84, 66, 255},
        [VIEW_CRAB] = {206, 92, 58, 255},
        [VIEW_SKELETON] = {228, 220, 198, 255},
    };
    struct view_color coat = actor->clothes;
    bool is_plain = coat.r == 0 && coat.g == 0 && coat.b == 0;
    coat = is_plain ? coats[actor->shape] : coat;
    bool is_bones = actor->shape == VIEW_SKELETON;
    const struct view_color rag = {110, 62, 70, 255};
    const struct view_color iron = {132, 138, 150, 255};
    instance->clothes = is_bones ? rag : coat;
    instance->skin = is_bones ? coat : light_mix(coat, (struct view_color){238, 226, 206, 255}, 0.6f);
    instance->hair = is_bones ? iron : light_tint(coat, 0.62f);
    instance->trousers = (struct view_color){34, 26, 30, 255};
}

static struct instance dressed(const struct view_actor *actor)
{
    struct instance instance = instance_of(actor);
    if (actor->shape == VIEW_PERSON) {
        dress_person(&instance, actor);
    } else {
        dress_creature(&instance, actor);
    }
    return instance;
}

static enum actor_look look_of(const struct view_actor *actor)
{
    static const enum actor_look looks[VIEW_SHAPE_COUNT] = {[VIEW_WOLF] = ACTOR_WOLF,
                                                            [VIEW_BOAR] = ACTOR_BOAR,
                                                            [VIEW_CRAB] = ACTOR_CRAB,
                                                            [VIEW_SKELETON] = ACTOR_SKELETON};
    if (actor->shape != VIEW_PERSON) {
        return looks[actor->shape];
    }
    return (enum actor_look)((noise_hash(actor->id) >> 12) % ACTOR_PEOPLE_COUNT);
}

float actor_mesh_mark_height_m(const struct view_actor *actor)
{
    float bar_m = actor->damage > 0 ? 0.12f : 0;
    return fmaxf(1.32f * actor->height_m, actor->height_m + 0.52f) + bar_m;
}

static struct instance mark_of(const struct view_actor *actor, float time_s)
{
    bool is_goal = actor->mark == VIEW_MARK_GOAL;
    bool is_quest = actor->mark == VIEW_MARK_QUEST;
    float turn_r = 2 * time_s;
    float bob_m = 0.06f * sinf(3 * time_s + (float)(actor->id % 7));
    struct view_vec3 position = vector_raise(actor->position, actor_mesh_mark_height_m(actor) + bob_m);
    return (struct instance){
        .position = {position.x, position.y, position.z},
        .height_m = is_goal    ? 1.15f
                    : is_quest ? 1.2f
                               : 0.75f,
        .facing = {sinf(turn_r), cosf(turn_r)},
        .clothes = is_goal ? (struct view_color){255, 150, 60, 255} : (struct view_color){255, 208, 70, 255},
    };
}

// ---- drawing -------------------------------------------------------------------------------------

static void add_instance(struct batch *batch, struct instance instance)
{
    batch->instances[batch->instance_count++] = instance;
}

static void collect(struct actor_mesh *mesh, const struct view *view, const struct frustum *frustum)
{
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        struct view_vec3 middle = vector_raise(actor->position, 0.5f * actor->height_m);
        if (!frustum_sees_ball(frustum, middle, 1.2f * actor->height_m)) {
            continue;
        }
        float distance = vector_length(vector_subtract(middle, frustum->eye));
        bool is_fine = frustum->pixels_per_unit * actor->height_m > FINE_PIXELS * distance;
        add_instance(&mesh->batches[batch_of(look_of(actor), is_fine ? FINE : COARSE)], dressed(actor));
        if (actor->mark != VIEW_MARK_NONE) {
            bool is_quest = actor->mark == VIEW_MARK_QUEST;
            add_instance(&mesh->batches[is_quest ? BATCH_QUEST_MARKS : BATCH_MARKS],
                         mark_of(actor, view->time_s));
        }
    }
}

static void draw_batches(struct actor_mesh *mesh, GLuint program)
{
    glUseProgram(program);
    glBindVertexArray(mesh->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, mesh->instances);
    glBufferData(GL_ARRAY_BUFFER, INSTANCES_MAX * sizeof(struct instance), NULL, GL_STREAM_DRAW);
    size_t base = 0;
    for (size_t i = 0; i < BATCH_COUNT; i++) {
        struct batch *batch = &mesh->batches[i];
        if (batch->instance_count == 0) {
            continue;
        }
        size_t bytes = batch->instance_count * sizeof *batch->instances;
        glBufferSubData(GL_ARRAY_BUFFER, (GLintptr)base, (GLsizeiptr)bytes, batch->instances);
        describe_instances(base);
        glDrawArraysInstanced(GL_TRIANGLES, batch->first, batch->vertex_count,
                              (GLsizei)batch->instance_count);
        mesh->triangle_count += batch->instance_count * (size_t)batch->vertex_count / 3;
        base += bytes;
        batch->instance_count = 0;
    }
}

void actor_mesh_draw_hidden(struct actor_mesh *mesh, const struct view *view)
{
    mesh->triangle_count = 0;
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        if (actor->kind == VIEW_PLAYER || actor->mark == VIEW_MARK_GOAL || actor->is_speaker) {
            add_instance(&mesh->batches[batch_of(look_of(actor), COARSE)], dressed(actor));
        }
    }
    draw_batches(mesh, mesh->hidden_program);
}

void actor_mesh_draw(struct actor_mesh *mesh, const struct view *view, const struct frustum *frustum)
{
    collect(mesh, view, frustum);
    draw_batches(mesh, mesh->program);
}

void actor_mesh_draw_portrait(struct actor_mesh *mesh, const struct view_actor *actor)
{
    struct instance instance = dressed(actor);
    instance.position[0] = instance.position[1] = instance.position[2] = 0;
    instance.height_m = 1;
    // Turned a little aside, so that the face is lit on one side.
    instance.facing[0] = -0.3f;
    instance.facing[1] = -0.954f;
    instance.pace = 0;
    add_instance(&mesh->batches[batch_of(look_of(actor), FINE)], instance);
    draw_batches(mesh, mesh->program);
}

size_t actor_mesh_triangle_count(const struct actor_mesh *mesh)
{
    return mesh->triangle_count;
}

struct frustum actor_mesh_portrait_frustum(float width_px, float height_px)
{
    const struct view_camera view = {
        .eye = {0, 0.86f, -3}, .target = {0, 0.8f, 0}, .tan_half_fov_y = 0.088f, .near_m = 1, .far_m = 6};
    return frustum_init(&view, width_px, height_px);
}
