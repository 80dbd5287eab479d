#include "render/sprites.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/gl_mesh.h"
#include "render/gl_program.h"
#include "render/renderer.h"

struct sprite_vertex {
    float x, y;    // pixels
    uint16_t u, v; // texels
    struct view_color color;
};

/// Sprites of one sort that wait to be drawn.
struct queue {
    GLuint program, arrays, vertex_buffer;
    size_t count;
    struct sprite_vertex vertices[4 * SPRITES_MAX];
};

struct sprites {
    const struct atlas *atlas;
    GLuint index_buffer;
    struct queue solids, pictures;
};

static const char *const solid_vertex = "layout(location = 0) in vec2 position;\n"
                                        "layout(location = 2) in vec4 color;\n"
                                        "flat out vec4 v_color;\n"
                                        "void main()\n"
                                        "{\n"
                                        "    vec2 unit = position * frame.picture.xy - 1.0;\n"
                                        "    gl_Position = vec4(unit, 0.0, 1.0);\n"
                                        "    v_color = premultiplied(picture_color(color.rgb, color.a));\n"
                                        "}\n";

static const char *const solid_fragment = "flat in vec4 v_color;\n"
                                          "out vec4 pixel;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    pixel = v_color;\n"
                                          "}\n";

static const char *const picture_vertex = "layout(location = 0) in vec2 position;\n"
                                          "layout(location = 1) in vec2 texel;\n"
                                          "layout(location = 2) in vec4 color;\n"
                                          "uniform sampler2D atlas;\n"
                                          "out vec2 v_texel;\n"
                                          "flat out vec4 v_color;\n"
                                          "void main()\n"
                                          "{\n"
                                          "    vec2 unit = position * frame.picture.xy - 1.0;\n"
                                          "    gl_Position = vec4(unit, 0.0, 1.0);\n"
                                          "    v_texel = texel / vec2(textureSize(atlas, 0));\n"
                                          "    v_color = premultiplied(picture_color(color.rgb, color.a));\n"
                                          "}\n";

static const char *const picture_fragment = "uniform sampler2D atlas;\n"
                                            "in vec2 v_texel;\n"
                                            "flat in vec4 v_color;\n"
                                            "out vec4 pixel;\n"
                                            "void main()\n"
                                            "{\n"
                                            "    pixel = v_color * texture(atlas, v_texel).r;\n"
                                            "}\n";

// ---- creation ------------------------------------------------------------------------------------

static void upload_indices(void)
{
    static const uint16_t corners[6] = {0, 1, 2, 0, 2, 3};
    uint16_t *indices = calloc(6 * (size_t)SPRITES_MAX, sizeof *indices);
    if (!indices) {
        return;
    }
    for (size_t i = 0; i < 6 * (size_t)SPRITES_MAX; i++) {
        indices[i] = (uint16_t)(4 * (i / 6) + corners[i % 6]);
    }
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(6 * SPRITES_MAX * sizeof *indices), indices,
                 GL_STATIC_DRAW);
    free(indices);
}

static void describe_vertices(void)
{
    const GLsizei stride = sizeof(struct sprite_vertex);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, gl_offset(offsetof(struct sprite_vertex, x)));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 2, GL_UNSIGNED_SHORT, GL_FALSE, stride,
                          gl_offset(offsetof(struct sprite_vertex, u)));
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          gl_offset(offsetof(struct sprite_vertex, color)));
}

static void queue_init(struct queue *queue, GLuint index_buffer)
{
    glGenVertexArrays(1, &queue->arrays);
    glGenBuffers(1, &queue->vertex_buffer);
    glBindVertexArray(queue->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, queue->vertex_buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, index_buffer);
    describe_vertices();
}

static void queue_finish(struct queue *queue)
{
    glDeleteProgram(queue->program);
    glDeleteVertexArrays(1, &queue->arrays);
    glDeleteBuffers(1, &queue->vertex_buffer);
}

struct sprites *sprites_create(const struct atlas *atlas, char *error)
{
    struct sprites *sprites = calloc(1, sizeof *sprites);
    if (!sprites) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    sprites->atlas = atlas;
    sprites->solids.program = gl_program_create("rectangles", solid_vertex, solid_fragment, error);
    if (sprites->solids.program) {
        sprites->pictures.program = gl_program_create("sprites", picture_vertex, picture_fragment, error);
    }
    if (!sprites->pictures.program) {
        sprites_destroy(sprites);
        return NULL;
    }
    glGenBuffers(1, &sprites->index_buffer);
    queue_init(&sprites->solids, sprites->index_buffer);
    queue_init(&sprites->pictures, sprites->index_buffer);
    upload_indices();
    return sprites;
}

void sprites_destroy(struct sprites *sprites)
{
    if (!sprites) {
        return;
    }
    queue_finish(&sprites->solids);
    queue_finish(&sprites->pictures);
    glDeleteBuffers(1, &sprites->index_buffer);
    free(sprites);
}

// ---- adding --------------------------------------------------------------------------------------

/// Texels of a sprite's left, top, right and bottom edge.
struct texels {
    uint16_t left, top, right, bottom;
};

static void add(struct queue *queue, float x, float y, float width, float height, struct texels texels,
                struct view_color color)
{
    if (queue->count == SPRITES_MAX) {
        return;
    }
    struct sprite_vertex *corner = &queue->vertices[4 * queue->count++];
    corner[0] = (struct sprite_vertex){x, y, texels.left, texels.top, color};
    corner[1] = (struct sprite_vertex){x + width, y, texels.right, texels.top, color};
    corner[2] = (struct sprite_vertex){x + width, y + height, texels.right, texels.bottom, color};
    corner[3] = (struct sprite_vertex){x, y + height, texels.left, texels.bottom, color};
}

static bool is_over_picture(const struct queue *pictures, float x, float y, float width, float height)
{
    for (size_t i = 0; i < pictures->count; i++) {
        const struct sprite_vertex *first = &pictures->vertices[4 * i];
        const struct sprite_vertex *last = first + 2;
        if (x < last->x && first->x < x + width && y < last->y && first->y < y + height) {
            return true;
        }
    }
    return false;
}

void sprites_add_solid(struct sprites *sprites, float x, float y, float width, float height,
                       struct view_color color)
{
    if (!(width > 0) || !(height > 0)) {
        return;
    }
    if (is_over_picture(&sprites->pictures, x, y, width, height)) {
        sprites_draw(sprites);
    }
    add(&sprites->solids, x, y, width, height, (struct texels){0}, color);
}

void sprites_add_entry(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                       bool flip_x, bool flip_y, struct view_color color)
{
    uint16_t right = (uint16_t)(entry->x + entry->width);
    uint16_t bottom = (uint16_t)(entry->y + entry->height);
    struct texels texels = {flip_x ? right : entry->x, flip_y ? bottom : entry->y, flip_x ? entry->x : right,
                            flip_y ? entry->y : bottom};
    add(&sprites->pictures, x, y, entry->width, entry->height, texels, color);
}

// Where a turn of `share` from the top comes to on the edge of a square from 0 to 1.
static void edge_at(float share, float *x, float *y)
{
    float angle_r = 2 * (float)M_PI * share;
    float east = sinf(angle_r);
    float south = -cosf(angle_r);
    float reach = 0.5f / fmaxf(fabsf(east), fabsf(south));
    *x = 0.5f + reach * east;
    *y = 0.5f + reach * south;
}

// A corner of a part of a picture; texels are whole, and so is the place.
static struct sprite_vertex part_corner(const struct atlas_entry *entry, float x, float y, float part_x,
                                        float part_y, struct view_color color)
{
    float right = roundf(part_x * (float)entry->width);
    float down = roundf(part_y * (float)entry->height);
    return (struct sprite_vertex){x + right, y + down, (uint16_t)((float)entry->x + right),
                                  (uint16_t)((float)entry->y + down), color};
}

void sprites_add_sector(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                        float share, struct view_color color)
{
    // Turns at which the edge has a corner, and the end.
    static const float corners[] = {0, 0.125f, 0.375f, 0.625f, 0.875f, 1};
    struct queue *queue = &sprites->pictures;
    for (size_t i = 0; i + 1 < sizeof corners / sizeof corners[0] && corners[i] < share; i++) {
        float from[2];
        float to[2];
        if (queue->count == SPRITES_MAX) {
            return;
        }
        edge_at(corners[i], &from[0], &from[1]);
        edge_at(fminf(corners[i + 1], share), &to[0], &to[1]);
        struct sprite_vertex *corner = &queue->vertices[4 * queue->count++];
        corner[0] = part_corner(entry, x, y, 0.5f, 0.5f, color);
        corner[1] = part_corner(entry, x, y, from[0], from[1], color);
        corner[2] = part_corner(entry, x, y, to[0], to[1], color);
        corner[3] = corner[0];
    }
}

void sprites_add_rounded(struct sprites *sprites, struct atlas *atlas, float x, float y, float width,
                         float height, float radius_px, struct view_color color)
{
    // On whole pixels, so that edges are crisp and corners fit.
    float left = roundf(x);
    float top = roundf(y);
    float right = roundf(x + width);
    float bottom = roundf(y + height);
    float radius = floorf(fminf(radius_px, fminf(right - left, bottom - top) / 2));
    const struct atlas_entry *corner = radius >= 1 ? atlas_corner(atlas, (uint32_t)radius) : NULL;
    if (!corner) {
        sprites_add_solid(sprites, left, top, right - left, bottom - top, color);
        return;
    }
    radius = corner->width;
    sprites_add_solid(sprites, left + radius, top, right - left - 2 * radius, radius, color);
    sprites_add_solid(sprites, left, top + radius, right - left, bottom - top - 2 * radius, color);
    sprites_add_solid(sprites, left + radius, bottom - radius, right - left - 2 * radius, radius, color);
    sprites_add_entry(sprites, corner, left, top, false, false, color);
    sprites_add_entry(sprites, corner, right - radius, top, true, false, color);
    sprites_add_entry(sprites, corner, left, bottom - radius, false, true, color);
    sprites_add_entry(sprites, corner, right - radius, bottom - radius, true, true, color);
}

// ---- drawing -------------------------------------------------------------------------------------

static void draw_queue(struct queue *queue)
{
    if (queue->count == 0) {
        return;
    }
    glUseProgram(queue->program);
    glBindVertexArray(queue->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, queue->vertex_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(4 * queue->count * sizeof *queue->vertices), queue->vertices,
                 GL_STREAM_DRAW);
    glDrawElements(GL_TRIANGLES, (GLsizei)(6 * queue->count), GL_UNSIGNED_SHORT, NULL);
    queue->count = 0;
}

void sprites_draw(struct sprites *sprites)
{
    glBindTexture(GL_TEXTURE_2D, atlas_texture(sprites->atlas));
    draw_queue(&sprites->solids);
    draw_queue(&sprites->pictures);
}
