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
    return height_m / (2.0 * TAN_HALF_FOV_Y) / camera->zoom;
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

// Whether the solid stands between the avatar and an eye at `pitch`. Trees do not count: the trunk is thin,
// and from above the crown hides more.
static bool hides(const struct camera *camera, const struct view_solid *solid, const struct solid_box *box,
                  struct direction pitch, double eye_m)
{
    double reach_m = eye_m * pitch.x;
    // Farther away than this one looks over it.
    double over_m = (box->top_m + ROOF_M - camera->focus_y - CHEST_M) * pitch.x / pitch.z;
    reach_m = reach_m < over_m ? reach_m : over_m;
    if (reach_m <= 0.0 ||
        !boxes_touch(box, camera->focus_x, camera->focus_z, camera->focus_x - camera->heading.x * reach_m,
                     camera->focus_z - camera->heading.z * reach_m, SHOULDER_M))
        return false;
    return meets_beside(camera, solid, reach_m, 0.0) || meets_beside(camera, solid, reach_m, SHOULDER_M) ||
           meets_beside(camera, solid, reach_m, -SHOULDER_M);
}

// The lowest pitch from which the avatar is seen. A higher one looks over more and stands nearer, so what
// once is out of the way stays so.
static double clear_pitch(const struct camera *camera, const struct view_scene *scene, double eye_m)
{
    double pitch = PITCH;
    struct direction direction = direction_at(pitch);
    for (size_t i = 0; i < scene->solid_count; i++) {
        struct solid_box box = solid_box(&scene->solids[i]);
        while (pitch < PITCH_MAX && hides(camera, &scene->solids[i], &box, direction, eye_m)) {
            pitch += PITCH_STEP;
            direction = direction_at(pitch);
        }
    }
    return pitch;
}

// Whether the eye at `pitch` is inside the solid.
static bool is_inside(const struct camera *camera, const struct view_solid *solid,
                      const struct solid_box *box, struct direction pitch, double eye_m)
{
    double reach_m = eye_m * pitch.x + shift_m(camera, pitch, eye_m);
    double x = camera->focus_x - camera->heading.x * reach_m;
    double z = camera->focus_z - camera->heading.z * reach_m;
    return camera->focus_y + CHEST_M + eye_m * pitch.z < box->top_m + ROOF_M &&
           boxes_touch(box, x, z, x, z, 0.0) && solid_holds(solid, x, z);
}

// Lifts the eye out of any solid at once: easing would show the inside of a wall.
static void leave_solids(struct camera *camera, const struct view_scene *scene, double eye_m)
{
    struct direction direction = direction_at(camera->pitch);
    for (size_t i = 0; i < scene->solid_count; i++) {
        struct solid_box box = solid_box(&scene->solids[i]);
        while (camera->pitch < PITCH_MAX && is_inside(camera, &scene->solids[i], &box, direction, eye_m)) {
            camera->pitch += PITCH_STEP;
            direction = direction_at(camera->pitch);
        }
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
    double eye_m = distance_m(camera, aspect);
    camera->pitch += (clear_pitch(camera, scene, eye_m) - camera->pitch) * PITCH_SHARE;
    leave_solids(camera, scene, eye_m);
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
