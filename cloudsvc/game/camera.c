#include "cloudsvc/game/camera.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "cloudsvc/game/solids.h"

#define TAN_HALF_FOV_Y   0.26           // 29°: narrow, like a look into a model town
#define VISIBLE_HEIGHT_M 12.0           // across the picture at the avatar, who is a twelfth of that
#define VISIBLE_WIDTH_M  8.0            // at least: a portrait picture is taken from farther away
#define PITCH            (50.0 / 360.0) // turns
#define PITCH_MAX        (82.0 / 360.0) // higher shows hats only
#define PITCH_STEP       (2.0 / 360.0)
#define AWAY_STEP        0.05
#define AWAY_MAX         4.0
#define AWAY_SHARE       0.07
#define MARGIN_M         0.6  // kept from walls, for eaves and the near plane
#define CROWN_SHARE      0.45 // of a tree's height: how far its crown may reach
#define CHEST_M          1.1  // what is looked at and kept in sight, above the feet
#define AHEAD_SHARE      0.14 // of half the picture's height: the avatar stands lower, to show more of the way
#define SHOULDER_M       0.45 // sight is tested on both sides, so that half an avatar does not count as seen
#define ROOF_M           0.8  // kept above flat tops for eaves and ridges
#define GLIDE_SHARE      0.16 // of the way to the avatar in a tick
#define JUMP_M           8.0  // farther than that is not glided
#define PITCH_SHARE      0.07
#define COVER_SHARE      0.1
#define ZOOM_SHARE       0.25
#define ZOOM_MIN         0.55
#define ZOOM_MAX         2.0
#define TURN_SHARE       0.06
#define TURNS_FOLLOWING  (0.8 / 360.0) // in a tick, 48° a second: slow enough not to make dizzy
#define TURNS_RESETTING  (5.0 / 360.0)
#define SIDE_TURNS       (55.0 / 360.0) // two who talk are looked at from the side, so that both are seen
#define SIDE_COSINE      0.64           // 50°
#define AHEAD_M          7.0            // the camera looks along this much of the way
#define FOLLOW_COSINE    0.87           // 30°: smaller bends of the way leave the camera as it is

static double distance_m(const struct camera *camera, double aspect)
{
    double height_m = VISIBLE_HEIGHT_M;
    if (height_m * aspect < VISIBLE_WIDTH_M)
        height_m = VISIBLE_WIDTH_M / aspect;
    return height_m / (2.0 * TAN_HALF_FOV_Y) / camera->zoom * camera->away;
}

// How far the camera is drawn back on the ground so that the avatar stands in the middle of what a panel
// leaves of the picture, or without one a little below the middle.
static double shift_m(const struct camera *camera, struct direction pitch, double eye_m)
{
    double up = camera->cover - AHEAD_SHARE * (1.0 - camera->cover); // shares of half the height
    return up * eye_m * TAN_HALF_FOV_Y / pitch.z;
}

void camera_begin(struct camera *camera, const struct body *body)
{
    *camera = (struct camera){
        .heading = body->facing,
        .wanted_heading = body->facing,
        .zoom = 1.0,
        .wanted_zoom = 1.0,
        .pitch = PITCH,
        .away = 1.0,
        .focus_x = body->position.x,
        .focus_y = body->position.y,
        .focus_z = body->position.z,
        .turns_max = TURNS_FOLLOWING,
    };
}

void camera_turn(struct camera *camera, int32_t turn)
{
    camera->heading = direction_turned(camera->heading, turn / 65536.0);
    camera->wanted_heading = camera->heading;
    camera->is_held = true;
}

void camera_zoom(struct camera *camera, int32_t percent)
{
    double zoom = camera->wanted_zoom * (1.0 + percent / 100.0);
    zoom = zoom > ZOOM_MIN ? zoom : ZOOM_MIN;
    camera->wanted_zoom = zoom < ZOOM_MAX ? zoom : ZOOM_MAX;
}

void camera_reset(struct camera *camera, const struct body *body)
{
    camera->wanted_heading = body->facing;
    camera->wanted_zoom = 1.0;
    camera->turns_max = TURNS_RESETTING;
    camera->is_held = false;
}

void camera_face(struct camera *camera, struct direction towards)
{
    double sine = camera->heading.x * towards.z - camera->heading.z * towards.x;
    double cosine = camera->heading.x * towards.x + camera->heading.z * towards.z;
    if (camera->is_held || cosine < SIDE_COSINE)
        return;
    camera->wanted_heading = direction_turned(towards, sine < 0.0 ? SIDE_TURNS : -SIDE_TURNS);
    camera->turns_max = TURNS_FOLLOWING;
}

void camera_release(struct camera *camera)
{
    camera->is_held = false;
}

// The point AHEAD_M along the way; NULL when the way is shorter.
static const struct walk_point *point_ahead(const struct walk *walk, const struct body *body)
{
    double x = body->position.x;
    double z = body->position.z;
    double length_m = 0.0;
    for (size_t i = walk->next; i < walk->point_count; i++) {
        const struct walk_point *point = &walk->points[i];
        length_m += sqrt((point->x - x) * (point->x - x) + (point->z - z) * (point->z - z));
        if (length_m >= AHEAD_M)
            return point;
        x = point->x;
        z = point->z;
    }
    return NULL;
}

static void turn_to_way(struct camera *camera, const struct body *body, const struct walk *walk)
{
    const struct walk_point *ahead = camera->is_held ? NULL : point_ahead(walk, body);
    if (ahead) {
        struct direction along =
            direction_between(body->position.x, body->position.z, ahead->x, ahead->z, camera->wanted_heading);
        struct direction wanted = camera->wanted_heading;
        if (along.x * wanted.x + along.z * wanted.z < FOLLOW_COSINE) {
            camera->wanted_heading = along;
            camera->turns_max = TURNS_FOLLOWING;
        }
    }
    camera->heading = direction_eased(camera->heading, camera->wanted_heading, TURN_SHARE, camera->turns_max);
}

static void glide(struct camera *camera, const struct nav_position *to)
{
    double x = to->x - camera->focus_x;
    double y = to->y - camera->focus_y;
    double z = to->z - camera->focus_z;
    double share = x * x + y * y + z * z > JUMP_M * JUMP_M ? 1.0 : GLIDE_SHARE;
    camera->focus_x += x * share;
    camera->focus_y += y * share;
    camera->focus_z += z * share;
}

static bool boxes_touch(const struct solid_box *box, double ax, double az, double bx, double bz,
                        double margin_m)
{
    double low_x = (ax < bx ? ax : bx) - margin_m, high_x = (ax > bx ? ax : bx) + margin_m;
    double low_z = (az < bz ? az : bz) - margin_m, high_z = (az > bz ? az : bz) + margin_m;
    return box->low_x <= high_x && box->high_x >= low_x && box->low_z <= high_z && box->high_z >= low_z;
}

// Whether the way back from `aside_m` beside the avatar meets the solid within `reach_m`. A shoulder that
// touches the wall that the avatar walks along does not count.
static bool meets_beside(const struct camera *camera, const struct view_solid *solid, double reach_m,
                         double aside_m)
{
    double x = camera->focus_x - camera->heading.z * aside_m;
    double z = camera->focus_z + camera->heading.x * aside_m;
    double share;
    return solid_entry(solid, x, z, -camera->heading.x * reach_m, -camera->heading.z * reach_m, &share) &&
           share > 0.0;
}

// A solid near the way from the avatar to the eye.
struct near_solid {
    const struct view_solid *solid;
    struct solid_box box;
    bool may_hide;
};

enum { NEAR_MAX = 96 };

struct nearby {
    struct near_solid items[NEAR_MAX];
    size_t count;
};

// Leaves of gates are thin and come and go. On a storey above the avatar's head nothing hides it that is not
// hidden itself.
static bool may_hide(const struct camera *camera, const struct view_scene *scene, size_t index,
                     const struct solid_box *box)
{
    bool is_above =
        scene->solid_storeys && scene->solid_storeys[index] > 0 && box->bottom_m > camera->focus_y + CHEST_M;
    return scene->solids[index].gate == 0 && !is_above;
}

// What the eye may be inside of and what may be in between, over the plan of all pitches.
static void find_nearby(const struct camera *camera, const struct view_scene *scene, double eye_m,
                        struct nearby *nearby)
{
    struct direction pitch = direction_at(PITCH);
    double reach_m = eye_m * pitch.x;
    double shift = shift_m(camera, pitch, eye_m);
    reach_m += shift > 0.0 ? shift : 0.0;
    nearby->count = 0;
    for (size_t i = 0; i < scene->solid_count && nearby->count < NEAR_MAX; i++) {
        const struct view_solid *solid = &scene->solids[i];
        struct solid_box box = solid_box(solid);
        double margin_m = MARGIN_M + CROWN_SHARE * (double)solid->height_m;
        if (boxes_touch(&box, camera->focus_x, camera->focus_z, camera->focus_x - camera->heading.x * reach_m,
                        camera->focus_z - camera->heading.z * reach_m, margin_m))
            nearby->items[nearby->count++] =
                (struct near_solid){solid, box, may_hide(camera, scene, i, &box)};
    }
}
// Whether the solid stands between the avatar and an eye at `pitch`. Trees do not count: the trunk is thin,
// and from above the crown hides more.
static bool hides(const struct camera *camera, const struct near_solid *near, struct direction pitch,
                  double eye_m)
{
    double reach_m = eye_m * pitch.x;
    // Farther away than this one looks over it.
    double over_m = (near->box.top_m + ROOF_M - camera->focus_y - CHEST_M) * pitch.x / pitch.z;
    reach_m = reach_m < over_m ? reach_m : over_m;
    if (!near->may_hide || reach_m <= 0.0 ||
        !boxes_touch(&near->box, camera->focus_x, camera->focus_z,
                     camera->focus_x - camera->heading.x * reach_m,
                     camera->focus_z - camera->heading.z * reach_m, SHOULDER_M))
        return false;
    return meets_beside(camera, near->solid, reach_m, 0.0) ||
           meets_beside(camera, near->solid, reach_m, SHOULDER_M) ||
           meets_beside(camera, near->solid, reach_m, -SHOULDER_M);
}

// The lowest pitch from which the avatar is seen. A higher one looks over more and stands nearer, so what
// once is out of the way stays so.
static double clear_pitch(const struct camera *camera, const struct nearby *nearby, double eye_m)
{
    double pitch = PITCH;
    struct direction direction = direction_at(pitch);
    for (size_t i = 0; i < nearby->count; i++) {
        while (pitch < PITCH_MAX && hides(camera, &nearby->items[i], direction, eye_m)) {
            pitch += PITCH_STEP;
            direction = direction_at(pitch);
        }
    }
    return pitch;
}

// Whether the eye is inside any solid or too close to it.
static bool is_inside(const struct camera *camera, const struct nearby *nearby, double eye_m)
{
    struct direction pitch = direction_at(camera->pitch);
    double reach_m = eye_m * pitch.x + shift_m(camera, pitch, eye_m);
    double x = camera->focus_x - camera->heading.x * reach_m;
    double y = camera->focus_y + CHEST_M + eye_m * pitch.z;
    double z = camera->focus_z - camera->heading.z * reach_m;
    for (size_t i = 0; i < nearby->count; i++) {
        const struct view_solid *solid = nearby->items[i].solid;
        double crown_m = solid->kind == VIEW_TREE ? CROWN_SHARE * (double)solid->height_m : 0.0;
        if (y < nearby->items[i].box.top_m + ROOF_M && solid_is_near(solid, x, z, MARGIN_M + crown_m))
            return true;
    }
    return false;
}

// Lifts the eye out of solids at once: easing would show the inside of a wall. Where no pitch leads out, it
// goes farther away.
static void leave_solids(struct camera *camera, const struct view_scene *scene, struct nearby *nearby,
                         double aspect)
{
    while (camera->pitch < PITCH_MAX && is_inside(camera, nearby, distance_m(camera, aspect)))
        camera->pitch += PITCH_STEP;
    while (camera->away < AWAY_MAX && is_inside(camera, nearby, distance_m(camera, aspect))) {
        camera->away += AWAY_STEP;
        find_nearby(camera, scene, distance_m(camera, aspect), nearby);
    }
}

void camera_step(struct camera *camera, const struct body *body, const struct walk *walk, double cover,
                 const struct view_scene *scene, double aspect)
{
    assert(aspect > 0.0);
    turn_to_way(camera, body, walk);
    glide(camera, &body->position);
    camera->zoom += (camera->wanted_zoom - camera->zoom) * ZOOM_SHARE;
    camera->cover += (cover - camera->cover) * COVER_SHARE;
    camera->away += (1.0 - camera->away) * AWAY_SHARE;
    double eye_m = distance_m(camera, aspect);
    struct nearby nearby;
    find_nearby(camera, scene, eye_m, &nearby);
    camera->pitch += (clear_pitch(camera, &nearby, eye_m) - camera->pitch) * PITCH_SHARE;
    leave_solids(camera, scene, &nearby, aspect);
}

struct view_camera camera_view(const struct camera *camera, double aspect)
{
    double eye_m = distance_m(camera, aspect);
    struct direction pitch = direction_at(camera->pitch);
    double reach_m = eye_m * pitch.x;
    double back_m = shift_m(camera, pitch, eye_m);
    double x = camera->focus_x - camera->heading.x * back_m;
    double y = camera->focus_y + CHEST_M;
    double z = camera->focus_z - camera->heading.z * back_m;
    return (struct view_camera){
        .eye = {(float)(x - camera->heading.x * reach_m), (float)(y + eye_m * pitch.z),
                (float)(z - camera->heading.z * reach_m)},
        .target = {(float)x, (float)y, (float)z},
        .tan_half_fov_y = (float)TAN_HALF_FOV_Y,
        .near_m = 0.5f,
        .far_m = (float)(eye_m * 3.0 + 20.0),
    };
}
