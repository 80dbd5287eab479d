#include "cloudsvc/game/picking.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "cloudsvc/game/projection.h"
#include "cloudsvc/game/raycast.h"

#define BODY_RADIUS_M 0.4  // half a person's width in the picture
#define PLATE_M       0.5  // the name plate above the head belongs to the person
#define THUMB_PX      22.0 // CSS pixels around the person: a target of at least 44
#define HIDDEN_M      1.0  // a person this far behind the wall that the tap hits is not seen

static bool pick_element(const struct view *view, double x_px, double y_px, struct pick *pick)
{
    for (size_t i = view->element_count; i-- > 0;) {
        const struct view_element *element = &view->elements[i];
        double x = x_px - element->x_px;
        double y = y_px - element->y_px;
        if (x >= 0.0 && x < element->width_px && y >= 0.0 && y < element->height_px) {
            *pick = (struct pick){.kind = PICK_ELEMENT, .action = element->action};
            return true;
        }
    }
    return false;
}

static double distance_to_segment(double x, double y, double ax, double ay, double bx, double by)
{
    double along_x = bx - ax;
    double along_y = by - ay;
    double square = along_x * along_x + along_y * along_y;
    double share = square > 0.0 ? ((x - ax) * along_x + (y - ay) * along_y) / square : 0.0;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    double away_x = x - (ax + along_x * share);
    double away_y = y - (ay + along_y * share);
    return sqrt(away_x * away_x + away_y * away_y);
}

// How far the tap is from the actor's upright capsule in the picture.
// Returns false when it misses by more than a thumb or the actor is out of sight.
static bool touches(const struct projection *projection, const struct view_actor *actor, double x_px,
                    double y_px, double thumb_px, double wall_m, double *away_px)
{
    struct vector feet = {actor->position.x, actor->position.y, actor->position.z};
    struct vector head = {feet.x, feet.y + actor->height_m + PLATE_M, feet.z};
    double feet_x, feet_y, head_x, head_y;
    double depth_m = projection_point(projection, feet, &feet_x, &feet_y);
    double head_m = projection_point(projection, head, &head_x, &head_y);
    if (depth_m < projection->near_m || head_m < projection->near_m || head_m > wall_m + HIDDEN_M)
        return false;
    double radius_px = BODY_RADIUS_M / (depth_m * projection->tan_half_fov_y) * projection->height_px / 2.0;
    *away_px = distance_to_segment(x_px, y_px, feet_x, feet_y, head_x, head_y);
    return *away_px <= (radius_px > thumb_px ? radius_px : thumb_px);
}

// Players let taps through, and so do the dead.
static bool can_be_picked(const struct view_actor *actor)
{
    return actor->kind == VIEW_NPC || (actor->kind == VIEW_ENEMY && actor->damage < 1.0f);
}

static bool pick_actor(const struct view *view, const struct projection *projection, double x_px, double y_px,
                       double wall_m, struct pick *pick)
{
    double nearest_px = 0.0;
    bool is_found = false;
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        double away_px;
        if (!can_be_picked(actor) ||
            !touches(projection, actor, x_px, y_px, THUMB_PX * view->density, wall_m, &away_px))
            continue;
        if (is_found && away_px >= nearest_px)
            continue;
        *pick = actor->kind == VIEW_NPC ? (struct pick){.kind = PICK_NPC, .npc = actor->id}
                                        : (struct pick){.kind = PICK_ENEMY, .enemy = actor->id};
        nearest_px = away_px;
        is_found = true;
    }
    return is_found;
}

// A tap beside the land means the place at the avatar's own height.
static void pick_beside(const struct view *view, const struct projection *projection, struct vector ray,
                        struct pick *pick)
{
    if (view->actor_count == 0 || ray.y >= 0.0)
        return;
    double ground_m = view->actors[0].position.y;
    double distance_m = (ground_m - projection->eye.y) / ray.y;
    if (distance_m <= 0.0 || distance_m > view->camera.far_m)
        return;
    *pick = (struct pick){.kind = PICK_GROUND,
                          .position = {projection->eye.x + ray.x * distance_m, ground_m,
                                       projection->eye.z + ray.z * distance_m, view->scene}};
}

struct pick picking_pick(const struct view *view, const struct view_scene *scene, double x_px, double y_px)
{
    assert(view->width_px > 0);
    assert(view->height_px > 0);
    struct pick pick = {.kind = PICK_NOTHING};
    if (pick_element(view, x_px, y_px, &pick))
        return pick;
    struct projection projection;
    projection_init(&projection, view);
    struct vector ray = projection_ray(&projection, x_px, y_px);
    struct raycast_hit hit = raycast_view(scene, view, projection.eye, ray);
    double wall_m = HUGE_VAL; // depth of what may hide a person
    if (hit.kind == RAYCAST_SOLID)
        wall_m = hit.distance_m * vector_dot(ray, projection.forward);
    if (pick_actor(view, &projection, x_px, y_px, wall_m, &pick))
        return pick;
    if (hit.kind == RAYCAST_NOTHING) {
        pick_beside(view, &projection, ray, &pick);
        return pick;
    }
    return (struct pick){.kind = PICK_GROUND,
                         .position = {projection.eye.x + ray.x * hit.distance_m, hit.ground_m,
                                      projection.eye.z + ray.z * hit.distance_m, view->scene}};
}
