#include "render/sprites.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/gl_program.h"
#include "render/renderer.h"

struct sprite_vertex {
    float x, y;    // pixels
    uint16_t u, v; // texels
    struct view_color color;
};

struct sprites {
    GLuint program, arrays, vertex_buffer, index_buffer;
    size_t count;
    struct sprite_vertex vertices[4 * SPRITES_MAX];
};

static const char *const vertex_source = "layout(location = 0) in vec2 position;\n"
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
                                         "    v_color = picture_color(color.rgb, color.a);\n"
                                         "}\n";

static const char *const fragment_source =
    "uniform sampler2D atlas;\n"
    "in vec2 v_texel;\n"
    "flat in vec4 v_color;\n"
    "out vec4 pixel;\n"
    "void main()\n"
    "{\n"
    "    pixel = vec4(v_color.rgb, v_color.a * texture(atlas, v_texel).r);\n"
    "}\n";

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
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, stride, (const void *)offsetof(struct sprite_vertex, x));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 2, GL_UNSIGNED_SHORT, GL_FALSE, stride,
                          (const void *)offsetof(struct sprite_vertex, u));
    glEnableVertexAttribArray(2);
    glVertexAttribPointer(2, 4, GL_UNSIGNED_BYTE, GL_TRUE, stride,
                          (const void *)offsetof(struct sprite_vertex, color));
}

struct sprites *sprites_create(char *error)
{
    struct sprites *sprites = calloc(1, sizeof *sprites);
    if (!sprites) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    sprites->program = gl_program_create("sprites", vertex_source, fragment_source, error);
    if (!sprites->program) {
        sprites_destroy(sprites);
        return NULL;
    }
    glGenVertexArrays(1, &sprites->arrays);
    glGenBuffers(1, &sprites->vertex_buffer);
    glGenBuffers(1, &sprites->index_buffer);
    glBindVertexArray(sprites->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, sprites->vertex_buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, sprites->index_buffer);
    describe_vertices();
    upload_indices();
    return sprites;
}

void sprites_destroy(struct sprites *sprites)
{
    if (!sprites) {
        return;
    }
    glDeleteProgram(sprites->program);
    glDeleteVertexArrays(1, &sprites->arrays);
    glDeleteBuffers(1, &sprites->vertex_buffer);
    glDeleteBuffers(1, &sprites->index_buffer);
    free(sprites);
}

/// Texels of a sprite's left, top, right and bottom edge.
struct texels {
    uint16_t left, top, right, bottom;
};

static void add(struct sprites *sprites, float x, float y, float width, float height, struct texels texels,
                struct view_color color)
{
    if (sprites->count == SPRITES_MAX || !(width > 0) || !(height > 0)) {
        return;
    }
    struct sprite_vertex *corner = &sprites->vertices[4 * sprites->count++];
    corner[0] = (struct sprite_vertex){x, y, texels.left, texels.top, color};
    corner[1] = (struct sprite_vertex){x + width, y, texels.right, texels.top, color};
    corner[2] = (struct sprite_vertex){x + width, y + height, texels.right, texels.bottom, color};
    corner[3] = (struct sprite_vertex){x, y + height, texels.left, texels.bottom, color};
}

void sprites_add_solid(struct sprites *sprites, float x, float y, float width, float height,
                       struct view_color color)
{
    add(sprites, x, y, width, height,
        (struct texels){ATLAS_SOLID_X, ATLAS_SOLID_Y, ATLAS_SOLID_X + 1, ATLAS_SOLID_Y + 1}, color);
}

void sprites_add_entry(struct sprites *sprites, const struct atlas_entry *entry, float x, float y,
                       bool flip_x, bool flip_y, struct view_color color)
{
    uint16_t right = (uint16_t)(entry->x + entry->width);
    uint16_t bottom = (uint16_t)(entry->y + entry->height);
    struct texels texels = {flip_x ? right : entry->x, flip_y ? bottom : entry->y, flip_x ? entry->x : right,
                            flip_y ? entry->y : bottom};
    add(sprites, x, y, entry->width, entry->height, texels, color);
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
    sprites_add_entry(sprites, corner, left, top, false, false, color);
    sprites_add_entry(sprites, corner, right - radius, top, true, false, color);
    sprites_add_entry(sprites, corner, left, bottom - radius, false, true, color);
    sprites_add_entry(sprites, corner, right - radius, bottom - radius, true, true, color);
    sprites_add_solid(sprites, left + radius, top, right - left - 2 * radius, radius, color);
    sprites_add_solid(sprites, left, top + radius, right - left, bottom - top - 2 * radius, color);
    sprites_add_solid(sprites, left + radius, bottom - radius, right - left - 2 * radius, radius, color);
}

void sprites_draw(struct sprites *sprites, const struct atlas *atlas)
{
    if (sprites->count == 0) {
        return;
    }
    glUseProgram(sprites->program);
    glBindTexture(GL_TEXTURE_2D, atlas_texture(atlas));
    glBindVertexArray(sprites->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, sprites->vertex_buffer);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(4 * sprites->count * sizeof *sprites->vertices),
                 sprites->vertices, GL_STREAM_DRAW);
    glDrawElements(GL_TRIANGLES, (GLsizei)(6 * sprites->count), GL_UNSIGNED_SHORT, NULL);
    sprites->count = 0;
}
