#include "render/minimap_image.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "render/color.h"
#include "render/palette.h"

#define PIXEL_M  0.25f // the least, of a small scene
#define MARGIN_M 4.0f  // of nothing around the scene, for what is beside it

enum { SAMPLES = 2 }; // each way

static const struct view_color nothing = {40, 52, 66, 255};

/// A picture twice as large, which the result is the mean of.
struct canvas {
    struct view_color *pixels;
    uint32_t width_px, height_px;
    float west_m, north_m, pixel_m;
};

struct bounds {
    float west, east, south, north;
};

static void grow(struct bounds *bounds, struct view_vec3 point)
{
    bounds->west = fminf(bounds->west, point.x);
    bounds->east = fmaxf(bounds->east, point.x);
    bounds->south = fminf(bounds->south, point.z);
    bounds->north = fmaxf(bounds->north, point.z);
}

static struct bounds bounds_of(const struct view_scene *scene)
{
    struct bounds bounds = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < scene->triangle_count; i++) {
        for (int corner = 0; corner < 3; corner++) {
            grow(&bounds, scene->triangles[i].corners[corner]);
        }
    }
    return scene->triangle_count > 0 ? bounds : (struct bounds){0, 1, 0, 1};
}

// ---- filling -------------------------------------------------------------------------------------

// Where the row crosses the polygon's side from a to b, west to east in `crossings`.
static size_t add_crossing(float *crossings, size_t count, struct view_vec3 a, struct view_vec3 b, float z)
{
    if ((a.z > z) == (b.z > z)) {
        return count;
    }
    float x = a.x + (b.x - a.x) * (z - a.z) / (b.z - a.z);
    size_t at = count;
    for (; at > 0 && crossings[at - 1] > x; at--) {
        crossings[at] = crossings[at - 1];
    }
    crossings[at] = x;
    return count + 1;
}

static void fill_row(const struct canvas *canvas, uint32_t row, float west_m, float east_m,
                     struct view_color color)
{
    float from = ceilf((west_m - canvas->west_m) / canvas->pixel_m - 0.5f);
    float to = ceilf((east_m - canvas->west_m) / canvas->pixel_m - 0.5f);
    size_t end = (size_t)fminf(fmaxf(to, 0), (float)canvas->width_px);
    for (size_t x = (size_t)fminf(fmaxf(from, 0), (float)canvas->width_px); x < end; x++) {
        canvas->pixels[(size_t)row * canvas->width_px + x] = color;
    }
}

// Every other crossing enters the polygon [even-odd rule]. Sides beyond CROSSINGS_MAX in one row are left
// out.
static void fill_polygon(const struct canvas *canvas, const struct view_vec3 *points, size_t count,
                         struct view_color color)
{
    enum { CROSSINGS_MAX = 64 };
    struct bounds bounds = {INFINITY, -INFINITY, INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        grow(&bounds, points[i]);
    }
    float first = floorf((canvas->north_m - bounds.north) / canvas->pixel_m);
    float last = ceilf((canvas->north_m - bounds.south) / canvas->pixel_m);
    uint32_t end = (uint32_t)fminf(fmaxf(last + 1, 0), (float)canvas->height_px);
    for (uint32_t row = (uint32_t)fminf(fmaxf(first, 0), (float)canvas->height_px); row < end; row++) {
        float crossings[CROSSINGS_MAX];
        size_t crossing_count = 0;
        float z = canvas->north_m - ((float)row + 0.5f) * canvas->pixel_m;
        for (size_t i = 0; i < count && crossing_count < CROSSINGS_MAX; i++) {
            crossing_count = add_crossing(crossings, crossing_count, points[i], points[(i + 1) % count], z);
        }
        for (size_t i = 0; i + 1 < crossing_count; i += 2) {
            fill_row(canvas, row, crossings[i], crossings[i + 1], color);
        }
    }
}

// ---- the scene -----------------------------------------------------------------------------------

static struct view_color shaded(struct view_color color, float share)
{
    return (struct view_color){(uint8_t)((float)color.r * share), (uint8_t)((float)color.g * share),
                               (uint8_t)((float)color.b * share), 255};
}

// Quieter than in the scene, so that marks stand out; roads stay pale.
static struct view_color ground_color(enum view_surface surface)
{
    return shaded(palette_surface(surface), surface == VIEW_PATH ? 1 : 0.74f);
}

static struct view_color solid_color(const struct view_solid *solid)
{
    struct view_color color = palette_solid(solid->kind, solid->color, 0);
    return shaded(color, solid->kind == VIEW_PLANK ? 1 : 0.55f);
}

/// A triangle's place in the order of drawing.
struct layer {
    float height_m;
    const struct view_triangle *triangle;
};

static int compare_heights(const void *a, const void *b)
{
    float height_a = ((const struct layer *)a)->height_m;
    float height_b = ((const struct layer *)b)->height_m;
    return (height_a > height_b) - (height_a < height_b);
}

static bool draw_ground(const struct canvas *canvas, const struct view_scene *scene)
{
    struct layer *layers = calloc(scene->triangle_count + 1, sizeof *layers);
    if (!layers) {
        return false;
    }
    for (size_t i = 0; i < scene->triangle_count; i++) {
        const struct view_vec3 *corners = scene->triangles[i].corners;
        layers[i] = (struct layer){(corners[0].y + corners[1].y + corners[2].y) / 3, &scene->triangles[i]};
    }
    qsort(layers, scene->triangle_count, sizeof *layers, compare_heights);
    for (size_t i = 0; i < scene->triangle_count; i++) {
        fill_polygon(canvas, layers[i].triangle->corners, 3, ground_color(layers[i].triangle->surface));
    }
    free(layers);
    return true;
}

static bool draw_scene(const struct canvas *canvas, const struct view_scene *scene)
{
    for (size_t i = 0; i < (size_t)canvas->width_px * canvas->height_px; i++) {
        canvas->pixels[i] = nothing;
    }
    if (!draw_ground(canvas, scene)) {
        return false;
    }
    for (size_t i = 0; i < scene->solid_count; i++) {
        const struct view_solid *solid = &scene->solids[i];
        if (solid->gate == 0) {
            fill_polygon(canvas, solid->footprint, solid->footprint_count, solid_color(solid));
        }
    }
    return true;
}

// ---- the result ----------------------------------------------------------------------------------

static void reduce(const struct canvas *canvas, struct minimap_image *image)
{
    for (uint32_t y = 0; y < image->height_px; y++) {
        for (uint32_t x = 0; x < image->width_px; x++) {
            unsigned sums[3] = {0};
            for (uint32_t i = 0; i < SAMPLES * SAMPLES; i++) {
                size_t column = (size_t)x * SAMPLES + i % SAMPLES;
                size_t row = (size_t)y * SAMPLES + i / SAMPLES;
                struct view_color color = canvas->pixels[row * canvas->width_px + column];
                sums[0] += color.r;
                sums[1] += color.g;
                sums[2] += color.b;
            }
            const unsigned count = SAMPLES * SAMPLES;
            struct color_yuv mean = color_yuv_from_rgb((struct view_color){
                (uint8_t)(sums[0] / count), (uint8_t)(sums[1] / count), (uint8_t)(sums[2] / count), 255});
            uint8_t *pixel = image->pixels + ((size_t)y * image->width_px + x) * MINIMAP_CHANNELS;
            pixel[0] = (uint8_t)(mean.y + 0.5f);
            pixel[1] = (uint8_t)(mean.u + 0.5f);
            pixel[2] = (uint8_t)(mean.v + 0.5f);
        }
    }
}

static struct minimap_image size_image(const struct view_scene *scene)
{
    struct bounds bounds = bounds_of(scene);
    float width_m = bounds.east - bounds.west + 2 * MARGIN_M;
    float height_m = bounds.north - bounds.south + 2 * MARGIN_M;
    float pixel_m = fmaxf(PIXEL_M, fmaxf(width_m, height_m) / MINIMAP_PX_MAX);
    return (struct minimap_image){
        .width_px = (uint32_t)fminf(ceilf(width_m / pixel_m), MINIMAP_PX_MAX),
        .height_px = (uint32_t)fminf(ceilf(height_m / pixel_m), MINIMAP_PX_MAX),
        .west_m = bounds.west - MARGIN_M,
        .north_m = bounds.north + MARGIN_M,
        .pixel_m = pixel_m,
    };
}

struct minimap_image minimap_image_create(const struct view_scene *scene)
{
    struct minimap_image image = size_image(scene);
    struct canvas canvas = {.width_px = image.width_px * SAMPLES,
                            .height_px = image.height_px * SAMPLES,
                            .west_m = image.west_m,
                            .north_m = image.north_m,
                            .pixel_m = image.pixel_m / SAMPLES};
    canvas.pixels = calloc((size_t)canvas.width_px * canvas.height_px, sizeof *canvas.pixels);
    image.pixels = calloc((size_t)image.width_px * image.height_px, MINIMAP_CHANNELS);
    if (canvas.pixels && image.pixels && draw_scene(&canvas, scene)) {
        reduce(&canvas, &image);
    } else {
        minimap_image_finish(&image);
    }
    free(canvas.pixels);
    return image;
}

void minimap_image_finish(struct minimap_image *image)
{
    free(image->pixels);
    *image = (struct minimap_image){0};
}
