#include "cloudsvc/game/raycast.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "cloudsvc/game/solids.h"

static void keep_nearer(struct raycast_hit *nearest, struct raycast_hit hit)
{
    if (nearest->kind == RAYCAST_NOTHING || hit.distance_m < nearest->distance_m)
        *nearest = hit;
}

static double cross(double ax, double az, double bx, double bz)
{
    return ax * bz - az * bx;
}

// Distance along the ray to the triangle's plane, if it is met inside the triangle. The test in plan is
// enough, because ground never stands upright.
static bool meets_triangle(const struct view_triangle *triangle, struct vector from, struct vector along,
                           double *distance_m)
{
    const struct view_vec3 *a = &triangle->corners[0];
    const struct view_vec3 *b = &triangle->corners[1];
    const struct view_vec3 *c = &triangle->corners[2];
    double bx = (double)b->x - a->x, by = (double)b->y - a->y, bz = (double)b->z - a->z;
    double cx = (double)c->x - a->x, cy = (double)c->y - a->y, cz = (double)c->z - a->z;
    double area = cross(bx, bz, cx, cz);
    if (area == 0.0)
        return false;
    // Height of the plane above a: slope_x · x + slope_z · z.
    double slope_x = (by * cz - cy * bz) / area;
    double slope_z = (cy * bx - by * cx) / area;
    double descent = slope_x * along.x + slope_z * along.z - along.y;
    if (descent == 0.0)
        return false;
    double x = from.x - a->x, z = from.z - a->z;
    double distance = (from.y - a->y - slope_x * x - slope_z * z) / descent;
    x += along.x * distance;
    z += along.z * distance;
    double share_b = cross(x, z, cx, cz) / area;
    double share_c = cross(bx, bz, x, z) / area;
    *distance_m = distance;
    return distance > 0.0 && share_b >= 0.0 && share_c >= 0.0 && share_b + share_c <= 1.0;
}

// Where the ray passes through the upright plane of the side from a to b.
static bool meets_side(struct view_vec3 a, struct view_vec3 b, struct vector from, struct vector along,
                       double *distance_m, double *share)
{
    double side_x = (double)b.x - a.x, side_z = (double)b.z - a.z;
    double area = cross(along.x, along.z, side_x, side_z);
    if (area == 0.0)
        return false;
    double to_x = a.x - from.x, to_z = a.z - from.z;
    *distance_m = cross(to_x, to_z, side_x, side_z) / area;
    *share = cross(to_x, to_z, along.x, along.z) / area;
    return *distance_m > 0.0 && *share >= 0.0 && *share <= 1.0;
}

static void meet_riser(const struct view_riser *riser, struct vector from, struct vector along,
                       struct raycast_hit *nearest)
{
    double distance_m, share;
    if (!meets_side(riser->a, riser->b, from, along, &distance_m, &share))
        return;
    double y = from.y + along.y * distance_m;
    double top_m = riser->a.y + (riser->b.y - riser->a.y) * share;
    double bottom_m = riser->a_bottom_m + (riser->b_bottom_m - riser->a_bottom_m) * share;
    if (y >= bottom_m && y <= top_m)
        keep_nearer(nearest, (struct raycast_hit){RAYCAST_RISER, distance_m, y});
}

static void meet_walls(const struct view_solid *solid, const struct solid_box *box, struct vector from,
                       struct vector along, struct raycast_hit *nearest)
{
    size_t count = solid->footprint_count;
    for (size_t i = 0; i < count; i++) {
        double distance_m, share;
        if (!meets_side(solid->footprint[i], solid->footprint[(i + 1) % count], from, along, &distance_m,
                        &share))
            continue;
        double y = from.y + along.y * distance_m;
        if (y >= box->bottom_m && y <= box->top_m)
            keep_nearer(nearest, (struct raycast_hit){RAYCAST_SOLID, distance_m, box->bottom_m});
    }
}

static void meet_roof(const struct view_solid *solid, const struct solid_box *box, struct vector from,
                      struct vector along, struct raycast_hit *nearest)
{
    if (along.y >= 0.0 || from.y <= box->top_m)
        return;
    double distance_m = (box->top_m - from.y) / along.y;
    if (solid_holds(solid, from.x + along.x * distance_m, from.z + along.z * distance_m))
        keep_nearer(nearest, (struct raycast_hit){RAYCAST_SOLID, distance_m, box->bottom_m});
}

// What of a scene is there.
struct shown {
    uint64_t hidden_storeys, open_gates;
    bool is_everything;
};

static bool is_storey_shown(const struct shown *shown, const uint8_t *storeys, size_t index)
{
    return !storeys || storeys[index] == 0 || !(shown->hidden_storeys >> storeys[index] & 1);
}

// A door is there while its gate is shut, planks while it is open.
static bool is_solid_shown(const struct shown *shown, const struct view_solid *solid)
{
    if (shown->is_everything || solid->gate == 0)
        return true;
    bool is_open = shown->open_gates >> (solid->gate - 1) & 1;
    return is_open == (solid->kind == VIEW_PLANK);
}

static struct raycast_hit raycast(const struct view_scene *scene, const struct shown *shown,
                                  struct vector from, struct vector along)
{
    struct raycast_hit nearest = {.kind = RAYCAST_NOTHING};
    for (size_t i = 0; i < scene->triangle_count; i++) {
        double distance_m;
        if (is_storey_shown(shown, scene->triangle_storeys, i) &&
            meets_triangle(&scene->triangles[i], from, along, &distance_m))
            keep_nearer(&nearest,
                        (struct raycast_hit){RAYCAST_GROUND, distance_m, from.y + along.y * distance_m});
    }
    for (size_t i = 0; i < scene->riser_count; i++)
        if (is_storey_shown(shown, scene->riser_storeys, i))
            meet_riser(&scene->risers[i], from, along, &nearest);
    for (size_t i = 0; i < scene->solid_count; i++) {
        if (!is_storey_shown(shown, scene->solid_storeys, i) || !is_solid_shown(shown, &scene->solids[i]))
            continue;
        struct solid_box box = solid_box(&scene->solids[i]);
        meet_walls(&scene->solids[i], &box, from, along, &nearest);
        meet_roof(&scene->solids[i], &box, from, along, &nearest);
    }
    return nearest;
}

struct raycast_hit raycast_scene(const struct view_scene *scene, struct vector from, struct vector along)
{
    return raycast(scene, &(struct shown){.is_everything = true}, from, along);
}

struct raycast_hit raycast_view(const struct view_scene *scene, const struct view *view, struct vector from,
                                struct vector along)
{
    return raycast(scene, &(struct shown){view->hidden_storeys, view->open_gates, false}, from, along);
}
