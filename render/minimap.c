#include "render/minimap.h"

#include <GLES3/gl3.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/gl_program.h"
#include "render/minimap_image.h"
#include "render/minimap_place.h"
#include "render/renderer.h"

/// A scene's texture and where it lies.
struct plan {
    GLuint texture;
    float west_m, north_m; // of its upper left corner
    float width_m, height_m;
};

struct minimap {
    GLuint program, arrays;
    GLint rectangle, texels, radius; // uniforms
    struct plan *plans;
    size_t plan_count;
};

// A rectangle without attributes: its corners are numbered.
static const char *const plan_vertex =
    "uniform vec4 rectangle;\n" // left, top, width, height in pixels
    "uniform vec4 texels;\n"    // the same of the texture, 0 to 1
    "out vec2 v_texel;\n"
    "out vec2 v_place;\n" // from the middle, in pixels
    "void main()\n"
    "{\n"
    "    vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);\n"
    "    vec2 position = rectangle.xy + corner * rectangle.zw;\n"
    "    gl_Position = vec4(position * frame.picture.xy - 1.0, 0.0, 1.0);\n"
    "    v_texel = texels.xy + corner * texels.zw;\n"
    "    v_place = (corner - 0.5) * rectangle.zw;\n"
    "}\n";

// The texture holds colours of the picture; round corners are cut by distance.
static const char *const plan_fragment = "uniform sampler2D plan;\n"
                                         "uniform vec4 rectangle;\n"
                                         "uniform float radius;\n"
                                         "in vec2 v_texel;\n"
                                         "in vec2 v_place;\n"
                                         "out vec4 pixel;\n"
                                         "void main()\n"
                                         "{\n"
                                         "    vec2 over = abs(v_place) - 0.5 * rectangle.zw + radius;\n"
                                         "    float away = length(max(over, 0.0)) - radius;\n"
                                         "    float coverage = clamp(0.5 - away, 0.0, 1.0);\n"
                                         "    pixel = vec4(texture(plan, v_texel).rgb, 1.0) * coverage;\n"
                                         "}\n";

static bool create_plan(struct plan *plan, const struct view_scene *scene)
{
    struct minimap_image image = minimap_image_create(scene);
    if (!image.pixels) {
        return false;
    }
    plan->west_m = image.west_m;
    plan->north_m = image.north_m;
    plan->width_m = (float)image.width_px * image.pixel_m;
    plan->height_m = (float)image.height_px * image.pixel_m;
    glGenTextures(1, &plan->texture);
    glBindTexture(GL_TEXTURE_2D, plan->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGB8, (GLsizei)image.width_px, (GLsizei)image.height_px, 0, GL_RGB,
                 GL_UNSIGNED_BYTE, image.pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE); // the margin goes on
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    minimap_image_finish(&image);
    return true;
}

static bool create_plans(struct minimap *minimap, const struct view_world *world)
{
    minimap->plans = calloc(world->scene_count + 1, sizeof *minimap->plans);
    for (size_t i = 0; minimap->plans && i < world->scene_count; i++) {
        if (!create_plan(&minimap->plans[i], &world->scenes[i])) {
            return false;
        }
        minimap->plan_count++;
    }
    return minimap->plans;
}

struct minimap *minimap_create(const struct view_world *world, char *error)
{
    struct minimap *minimap = calloc(1, sizeof *minimap);
    snprintf(error, RENDERER_ERROR_MAX, "out of memory while drawing the map");
    if (!minimap || !create_plans(minimap, world)) {
        minimap_destroy(minimap);
        return NULL;
    }
    minimap->program = gl_program_create("minimap", plan_vertex, plan_fragment, error);
    if (!minimap->program) {
        minimap_destroy(minimap);
        return NULL;
    }
    minimap->rectangle = glGetUniformLocation(minimap->program, "rectangle");
    minimap->texels = glGetUniformLocation(minimap->program, "texels");
    minimap->radius = glGetUniformLocation(minimap->program, "radius");
    glGenVertexArrays(1, &minimap->arrays);
    return minimap;
}

void minimap_destroy(struct minimap *minimap)
{
    if (!minimap) {
        return;
    }
    for (size_t i = 0; i < minimap->plan_count; i++) {
        glDeleteTextures(1, &minimap->plans[i].texture);
    }
    glDeleteVertexArrays(1, &minimap->arrays);
    glDeleteProgram(minimap->program);
    free(minimap->plans);
    free(minimap);
}

void minimap_draw(const struct minimap *minimap, const struct view *view, const struct view_element *element)
{
    const struct plan *plan = &minimap->plans[view->scene];
    struct minimap_place place = minimap_place_of(view, element);
    if (!(place.pixels_per_m > 0)) {
        return;
    }
    float width_m = 2 * place.half_width_px / place.pixels_per_m;
    float height_m = 2 * place.half_height_px / place.pixels_per_m;
    float west = (view->map.center_x - width_m / 2 - plan->west_m) / plan->width_m;
    float north = (plan->north_m - view->map.center_z - height_m / 2) / plan->height_m;
    glUseProgram(minimap->program);
    glBindVertexArray(minimap->arrays);
    glBindTexture(GL_TEXTURE_2D, plan->texture);
    glUniform4f(minimap->rectangle, place.x_px - place.half_width_px, place.y_px - place.half_height_px,
                2 * place.half_width_px, 2 * place.half_height_px);
    glUniform4f(minimap->texels, west, north, width_m / plan->width_m, height_m / plan->height_m);
    glUniform1f(minimap->radius, place.radius_px);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
}
