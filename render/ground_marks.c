#include "render/ground_marks.h"

#include <math.h>
#include <stdlib.h>

#include "render/gl_mesh.h"
#include "render/style.h"
#include "render/vector.h"

// Above the ground's own overlays.
#define LIFT_M 0.04f

#define RIBBON_HALF_M    0.26f // where it begins to fade
#define RIBBON_FADE_M    0.16f
#define CORNER_M         0.7f // how far before a corner the ribbon begins to turn
#define CHEVRON_STEP_M   1.15f
#define CHEVRON_LENGTH_M 0.24f
#define CHEVRON_SPEED    1.4f // m/s
#define RING_M           0.62f

enum {
    CORNER_STEPS = 4, // a corner becomes as many pieces
    PATH_MAX = VIEW_ROUTE_MAX * (CORNER_STEPS + 1),
    RING_SIDES = 20,
    BLOB_SIDES = 10,
    CHEVRONS_MAX = 120, // more than a camera sees
    // Seven corners a blob; ribbons, chevrons and the ring in quads.
    VERTICES_MAX = VIEW_ACTORS_MAX * 3 * BLOB_SIDES + 12 * PATH_MAX + 8 * CHEVRONS_MAX + 8 * RING_SIDES,
};

struct ground_marks {
    struct mesh mesh;
    struct gl_mesh gl;
    bool has_gl;
    struct view_vec3 path[PATH_MAX]; // the route with round corners
    size_t path_count;
};

struct ground_marks *ground_marks_create(void)
{
    struct ground_marks *marks = calloc(1, sizeof *marks);
    if (!marks || !mesh_fix(&marks->mesh, VERTICES_MAX, 2 * VERTICES_MAX)) {
        ground_marks_destroy(marks);
        return NULL;
    }
    return marks;
}

void ground_marks_destroy(struct ground_marks *marks)
{
    if (!marks) {
        return;
    }
    if (marks->has_gl) {
        gl_mesh_finish(&marks->gl);
    }
    mesh_finish(&marks->mesh);
    free(marks);
}

static struct view_color faded(struct view_color color, float alpha)
{
    color.a = (uint8_t)(255 * fminf(fmaxf(alpha, 0), 1));
    return color;
}

// ---- shadows under people ------------------------------------------------------------------------

// An ellipse drawn out away from the sun: dark in the middle, soft at the rim.
static void add_blob(struct mesh *mesh, const struct view_actor *actor, const struct light *light)
{
    const struct view_color dark = {24, 26, 60, 120};
    const struct view_color clear = {24, 26, 60, 0};
    struct view_vec3 away = vector_normalize((struct view_vec3){-light->to_sun.x, 0, -light->to_sun.z});
    struct view_vec3 across = {-away.z, 0, away.x};
    float radius = 0.26f * actor->height_m;
    struct view_vec3 center =
        vector_raise(vector_add(actor->position, vector_scale(away, 0.5f * radius)), LIFT_M);
    struct view_vec3 rim[BLOB_SIDES];
    for (int i = 0; i < BLOB_SIDES; i++) {
        float angle_r = 2 * (float)M_PI * (float)i / BLOB_SIDES;
        rim[i] = vector_add(center, vector_add(vector_scale(away, 1.7f * radius * cosf(angle_r)),
                                               vector_scale(across, radius * sinf(angle_r))));
    }
    for (int i = 0; i < BLOB_SIDES; i++) {
        const struct view_vec3 points[3] = {center, rim[i], rim[(i + 1) % BLOB_SIDES]};
        mesh_add_polygon(mesh, points, (struct view_color[]){dark, clear, clear}, 3);
    }
}

// ---- the route -----------------------------------------------------------------------------------

static void add_to_path(struct ground_marks *marks, struct view_vec3 point)
{
    if (marks->path_count > 0 &&
        vector_length(vector_subtract(point, marks->path[marks->path_count - 1])) < 0.01f) {
        return;
    }
    marks->path[marks->path_count++] = point;
}

// A quadratic curve from before the corner to behind it.
static void round_corner(struct ground_marks *marks, struct view_vec3 before, struct view_vec3 corner,
                         struct view_vec3 after)
{
    float in = vector_length(vector_subtract(corner, before));
    float out = vector_length(vector_subtract(after, corner));
    if (in < 0.02f || out < 0.02f) {
        return;
    }
    float reach = fminf(CORNER_M, 0.5f * fminf(in, out));
    struct view_vec3 from = vector_mix(corner, before, reach / in);
    struct view_vec3 to = vector_mix(corner, after, reach / out);
    for (int i = 0; i <= CORNER_STEPS; i++) {
        float t = (float)i / CORNER_STEPS;
        add_to_path(marks, vector_mix(vector_mix(from, corner, t), vector_mix(corner, to, t), t));
    }
}

static void lay_path(struct ground_marks *marks, const struct view *view)
{
    marks->path_count = 0;
    for (size_t i = 0; i < view->route_count && i < VIEW_ROUTE_MAX; i++) {
        if (i == 0 || i + 1 == view->route_count) {
            add_to_path(marks, view->route[i]);
        } else {
            round_corner(marks, view->route[i - 1], view->route[i], view->route[i + 1]);
        }
    }
}

// A level vector to the right of the path at a point, long enough to keep the ribbon's width in corners.
static struct view_vec3 path_right(const struct ground_marks *marks, size_t index)
{
    size_t before = index > 0 ? index - 1 : 0;
    size_t after = index + 1 < marks->path_count ? index + 1 : index;
    return vector_right(marks->path[before], marks->path[after]);
}

// A piece of ribbon: soft rim, body, soft rim.
static void add_ribbon_piece(struct ground_marks *marks, size_t index, float from_alpha, float to_alpha)
{
    const float offsets[4] = {-RIBBON_HALF_M - RIBBON_FADE_M, -RIBBON_HALF_M, RIBBON_HALF_M,
                              RIBBON_HALF_M + RIBBON_FADE_M};
    const float alphas[4] = {0, 1, 1, 0};
    struct view_vec3 from = vector_raise(marks->path[index], LIFT_M);
    struct view_vec3 to = vector_raise(marks->path[index + 1], LIFT_M);
    struct view_vec3 from_right = path_right(marks, index);
    struct view_vec3 to_right = path_right(marks, index + 1);
    for (int i = 0; i < 3; i++) {
        const struct view_vec3 points[4] = {
            vector_add(from, vector_scale(from_right, offsets[i])),
            vector_add(from, vector_scale(from_right, offsets[i + 1])),
            vector_add(to, vector_scale(to_right, offsets[i + 1])),
            vector_add(to, vector_scale(to_right, offsets[i])),
        };
        const struct view_color colors[4] = {
            faded(style_accent, alphas[i] * from_alpha), faded(style_accent, alphas[i + 1] * from_alpha),
            faded(style_accent, alphas[i + 1] * to_alpha), faded(style_accent, alphas[i] * to_alpha)};
        mesh_add_polygon(&marks->mesh, points, colors, 4);
    }
}

// An arrow head without a shaft, pointing along.
static void add_chevron(struct mesh *mesh, struct view_vec3 tip, struct view_vec3 along, float alpha)
{
    struct view_vec3 right = {along.z, 0, -along.x};
    struct view_vec3 back = vector_scale(along, -CHEVRON_LENGTH_M);
    struct view_color color = faded((struct view_color){255, 246, 222, 255}, alpha);
    for (int side = -1; side <= 1; side += 2) {
        struct view_vec3 wing = vector_add(vector_add(tip, vector_scale(right, 0.24f * (float)side)), back);
        const struct view_vec3 inner = vector_add(tip, vector_scale(along, -0.16f));
        const struct view_vec3 outer = vector_add(wing, vector_scale(along, -0.16f));
        const struct view_vec3 left_side[4] = {tip, wing, outer, inner};
        const struct view_vec3 right_side[4] = {tip, inner, outer, wing};
        mesh_add_polygon(mesh, side < 0 ? left_side : right_side,
                         (struct view_color[]){color, color, color, color}, 4);
    }
}

// Fades in from the avatar's feet and out before the goal.
static float ribbon_alpha(float along_m, float length_m)
{
    return 0.62f * fminf(1, fmaxf(0, fminf((along_m - 0.2f) / 0.8f, (length_m - along_m) / 0.5f)));
}

static float path_length(const struct ground_marks *marks)
{
    float length_m = 0;
    for (size_t i = 0; i + 1 < marks->path_count; i++) {
        length_m += vector_length(vector_subtract(marks->path[i + 1], marks->path[i]));
    }
    return length_m;
}

static void add_chevrons(struct ground_marks *marks, size_t index, float from_m, float length_m,
                         float shift_m)
{
    struct view_vec3 a = marks->path[index];
    struct view_vec3 b = marks->path[index + 1];
    float piece_m = vector_length(vector_subtract(b, a));
    struct view_vec3 along = vector_normalize(vector_subtract(b, a));
    int first = (int)ceilf((from_m - shift_m) / CHEVRON_STEP_M);
    int last = (int)ceilf((from_m + piece_m - shift_m) / CHEVRON_STEP_M);
    for (int i = first; i < last; i++) {
        float at = shift_m + CHEVRON_STEP_M * (float)i;
        struct view_vec3 tip = vector_raise(vector_mix(a, b, (at - from_m) / piece_m), 1.5f * LIFT_M);
        float alpha = 1.45f * ribbon_alpha(at, length_m);
        if (alpha > 0) {
            add_chevron(&marks->mesh, tip, along, alpha);
        }
    }
}

static void add_route(struct ground_marks *marks, const struct view *view, const struct frustum *frustum)
{
    lay_path(marks, view);
    float length_m = path_length(marks);
    float shift_m = fmodf(view->time_s * CHEVRON_SPEED, CHEVRON_STEP_M);
    for (int pass = 0; pass < 2; pass++) {
        float from_m = 0;
        for (size_t i = 0; i + 1 < marks->path_count; i++) {
            struct view_vec3 middle = vector_mix(marks->path[i], marks->path[i + 1], 0.5f);
            float piece_m = vector_length(vector_subtract(marks->path[i + 1], marks->path[i]));
            if (frustum_sees_ball(frustum, middle, 0.5f * piece_m + 1)) {
                if (pass == 0) {
                    add_ribbon_piece(marks, i, ribbon_alpha(from_m, length_m),
                                     ribbon_alpha(from_m + piece_m, length_m));
                } else {
                    add_chevrons(marks, i, from_m, length_m, shift_m);
                }
            }
            from_m += piece_m;
        }
    }
}

// ---- the destination -----------------------------------------------------------------------------

static void add_ring_band(struct mesh *mesh, struct view_vec3 center, float inner_m, float outer_m,
                          struct view_color inner, struct view_color outer)
{
    for (int i = 0; i < RING_SIDES; i++) {
        float from_r = 2 * (float)M_PI * (float)i / RING_SIDES;
        float to_r = 2 * (float)M_PI * (float)(i + 1) / RING_SIDES;
        struct view_vec3 from = {cosf(from_r), 0, sinf(from_r)};
        struct view_vec3 to = {cosf(to_r), 0, sinf(to_r)};
        const struct view_vec3 points[4] = {
            vector_add(center, vector_scale(from, outer_m)), vector_add(center, vector_scale(to, outer_m)),
            vector_add(center, vector_scale(to, inner_m)), vector_add(center, vector_scale(from, inner_m))};
        mesh_add_polygon(mesh, points, (struct view_color[]){outer, outer, inner, inner}, 4);
    }
}

static void add_destination(struct mesh *mesh, const struct view *view)
{
    float pulse = 0.5f + 0.5f * sinf(4 * view->time_s);
    struct view_vec3 center = vector_raise(view->destination, 1.5f * LIFT_M);
    float radius_m = RING_M * (0.92f + 0.12f * pulse);
    add_ring_band(mesh, center, 0, radius_m - 0.14f, faded(style_accent, 0.12f), faded(style_accent, 0.42f));
    add_ring_band(mesh, center, radius_m - 0.14f, radius_m, faded(style_accent, 0.95f),
                  faded(style_accent, 0.95f));
}

// ---- all -----------------------------------------------------------------------------------------

const struct mesh *ground_marks_build(struct ground_marks *marks, const struct view *view,
                                      const struct frustum *frustum, const struct light *light)
{
    mesh_clear(&marks->mesh);
    add_route(marks, view, frustum);
    if (view->has_destination) {
        add_destination(&marks->mesh, view);
    }
    for (size_t i = 0; i < view->actor_count; i++) {
        if (frustum_sees_ball(frustum, view->actors[i].position, 1)) {
            add_blob(&marks->mesh, &view->actors[i], light);
        }
    }
    return &marks->mesh;
}

void ground_marks_draw(struct ground_marks *marks, const struct view *view, const struct frustum *frustum,
                       const struct light *light)
{
    const struct mesh *mesh = ground_marks_build(marks, view, frustum, light);
    if (!marks->has_gl) {
        gl_mesh_init(&marks->gl);
        marks->has_gl = true;
    }
    gl_mesh_upload(&marks->gl, mesh, GL_STREAM_DRAW);
    glDrawElements(GL_TRIANGLES, (GLsizei)mesh->index_count, GL_UNSIGNED_INT, NULL);
}
