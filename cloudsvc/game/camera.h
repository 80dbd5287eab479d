// The camera behind and above a player's avatar: follows, turns, zooms, and rises where a house would
// hide the avatar.
//
// State advanced by one tick at a time with + − × ÷ √ alone; allocates nothing. Owned by the sim thread.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/direction.h"
#include "cloudsvc/game/walk.h"
#include "render/view.h"

struct camera {
    struct direction heading; // that the camera looks in, in plan
    struct direction wanted_heading;
    double zoom, wanted_zoom;         // 1: as at the start; above: things are larger
    double pitch;                     // below the horizon, in turns
    double away;                      // factor on its distance: above 1 where no pitch leads out of a solid
    double focus_x, focus_y, focus_z; // the ground that it looks at, gliding after the avatar
    double turns_max;                 // how far it turns in a tick
    double cover;                     // share of the picture's height that a panel covers from below
    bool is_held;                     // turned by hand: does not follow until the next errand
};

/// Puts the camera behind `body`, at rest.
void camera_begin(struct camera *camera, const struct body *body);

/// Turns by hand.
/// @param turn  1/65536 of a circle, positive: the scene turns with a finger that moves right
void camera_turn(struct camera *camera, int32_t turn);

/// Makes things larger by `percent`, within bounds.
void camera_zoom(struct camera *camera, int32_t percent);

/// Glides back behind `body`.
void camera_reset(struct camera *camera, const struct body *body);

/// Looks at the avatar and someone it talks to so that it does not hide them; by hand turned, it stays.
/// @param towards  from the avatar to the other
void camera_face(struct camera *camera, struct direction towards);

/// Lets the camera follow the avatar's ways again.
void camera_release(struct camera *camera);

/// Advances by 1/60 s.
/// @param walk    of the avatar; on longer ways the camera turns to look along them
/// @param cover   share of the picture's height that a panel covers from below: the avatar glides upwards
/// @param scene   whose solids may stand between camera and avatar, or where the camera would be
/// @param aspect  width of the picture by its height
void camera_step(struct camera *camera, const struct body *body, const struct walk *walk, double cover,
                 const struct view_scene *scene, double aspect);

/// Where the camera is and looks.
/// @param aspect  width of the picture by its height
struct view_camera camera_view(const struct camera *camera, double aspect);
