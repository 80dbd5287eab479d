// Rocks and trees.
#include "render/solid.h"

#include <math.h>

#include "render/noise.h"
#include "render/outline.h"
#include "render/palette.h"
#include "render/vector.h"

enum { OUTLINE_MAX = 16 };

// ---- rocks ---------------------------------------------------------------------------------------

// The outline again, drawn in and raised, each corner a little differently.
static void rock_ring(const struct view_solid *solid, size_t count, float width, float height_m,
                      struct view_vec3 *ring)
{
    struct view_vec3 center = outline_center(solid->footprint, solid->footprint_count);
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 foot = solid->footprint[i];
        float chance = noise_at(foot.x, foot.z, (uint32_t)(10 * width));
        struct view_vec3 point = vector_mix(center, foot, width * (0.85f + 0.25f * chance));
        ring[i] = (struct view_vec3){point.x, foot.y + height_m * (0.8f + 0.35f * chance), point.z};
    }
}

void solid_rock(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    size_t count = solid->footprint_count < OUTLINE_MAX ? solid->footprint_count : OUTLINE_MAX;
    struct view_vec3 foot = solid->footprint[0];
    struct view_color color =
        palette_solid(VIEW_ROCK, solid->color, (unsigned)(100 * noise_at(foot.x, foot.z, 3)));
    struct view_vec3 waist[OUTLINE_MAX];
    struct view_vec3 shoulder[OUTLINE_MAX];
    rock_ring(solid, count, 0.95f, 0.45f * solid->height_m, waist);
    rock_ring(solid, count, 0.55f, 0.88f * solid->height_m, shoulder);
    struct view_vec3 top = vector_raise(outline_center(shoulder, count), 0.1f * solid->height_m);
    for (size_t i = 0; i < count; i++) {
        size_t next = (i + 1) % count;
        struct view_vec3 a = solid->footprint[i];
        struct view_vec3 b = solid->footprint[next];
        float shade = 0.94f + 0.12f * noise_at(a.x, a.z, 4);
        struct view_color face = light_tint(color, shade);
        brush_quad(&brushes->body, a, b, waist[next], waist[i], face, 0.6f, 0.92f);
        brush_quad(&brushes->body, waist[i], waist[next], shoulder[next], shoulder[i], face, 0.95f, 1);
        brush_facet(&brushes->body, (struct view_vec3[]){shoulder[i], shoulder[next], top}, 3, face, NULL);
    }
}

// ---- trees ---------------------------------------------------------------------------------------

struct solid_crown solid_crown_of(const struct view_solid *tree)
{
    struct view_vec3 center = outline_center(tree->footprint, tree->footprint_count);
    float chance = noise_at(center.x, center.z, 5);
    bool is_conifer = chance < 0.4f;
    return (struct solid_crown){
        .center = center,
        .is_conifer = is_conifer,
        .bottom_m = (is_conifer ? 0.2f : 0.32f) * tree->height_m,
        .top_m = tree->height_m,
        .radius_m = (is_conifer ? 0.27f : 0.36f) * tree->height_m * (0.9f + 0.25f * chance),
    };
}

// How far it sways in the wind travels in alpha: 255 stands still.
static struct view_color swaying(struct view_color color, uint8_t sway)
{
    color.a = (uint8_t)(255 - sway);
    return color;
}

static void add_conifer(const struct brush *brush, struct solid_crown crown, struct view_color color,
                        float turn_r)
{
    enum { TIERS = 3 };
    float height = crown.top_m - crown.bottom_m;
    for (int tier = 0; tier < TIERS; tier++) {
        float fraction = (float)tier / TIERS;
        struct brush_ring rings[2] = {
            {crown.bottom_m + fraction * height, crown.radius_m * (1 - 0.72f * fraction), 0.72f},
            {crown.bottom_m + fminf(1, fraction + 0.52f) * height, 0, 1.08f},
        };
        struct view_color shade =
            swaying(light_tint(color, 0.94f + 0.06f * (float)tier), (uint8_t)(20 + 30 * tier));
        brush_turned(brush, crown.center, rings, 2, 7, turn_r + (float)tier, shade);
    }
}

static void add_leafy(const struct brush *brush, struct solid_crown crown, struct view_color color,
                      float turn_r)
{
    float height = crown.top_m - crown.bottom_m;
    const struct brush_ring rings[4] = {
        {crown.bottom_m, 0.45f * crown.radius_m, 0.66f},
        {crown.bottom_m + 0.32f * height, crown.radius_m, 0.84f},
        {crown.bottom_m + 0.72f * height, 0.78f * crown.radius_m, 1},
        {crown.top_m, 0, 1.06f},
    };
    brush_turned(brush, crown.center, rings, 4, 8, turn_r, swaying(color, 40));
}

void solid_tree(const struct solid_brushes *brushes, const struct view_solid *solid)
{
    struct solid_crown crown = solid_crown_of(solid);
    float chance = noise_at(crown.center.x, crown.center.z, 6);
    struct view_color color = palette_solid(VIEW_TREE, solid->color, (unsigned)(100 * chance));
    struct view_vec3 corner = vector_subtract(solid->footprint[0], crown.center);
    float trunk_m = fminf(0.7f * hypotf(corner.x, corner.z), 0.07f * solid->height_m);
    const struct brush_ring trunk[2] = {{-0.1f, 1.2f * trunk_m, 0.6f},
                                        {crown.bottom_m + 0.3f, 0.8f * trunk_m, 0.8f}};
    brush_turned(&brushes->body, crown.center, trunk, 2, 4, chance, (struct view_color){118, 84, 58, 255});
    if (crown.is_conifer) {
        add_conifer(&brushes->body, crown, light_tint(color, 0.86f), 6 * chance);
    } else {
        add_leafy(&brushes->body, crown, color, 6 * chance);
    }
}
