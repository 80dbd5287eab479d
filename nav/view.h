// A window as its root sees it: the part of a side between two rays, and ways through it.
#pragma once

#include "nav/plane.h"

/// The root is the origin. Who looks through the side has its start at the right.
struct view {
    struct geo_place start; // of the side, the right end
    struct geo_place end;
    struct geo_place right; // rays
    struct geo_place left;
    bool is_right_end; // the rays lead to the side's ends
    bool is_left_end;
};

/// A ray, or the one of the window's that is nearest to it.
static inline struct geo_place view_into_window(const struct view *view, struct geo_place ray)
{
    double off_right = plane_cross(view->right, ray);
    double off_left = plane_cross(view->left, ray);
    ray = off_right < 0 ? view->right : ray;
    return off_left > 0 ? view->left : ray;
}

/// The ray that the shortest way through the window to `goal` takes. A goal on the root's side of the window
/// is mirrored at it. The ray's length means nothing.
static inline struct geo_place view_best_ray(const struct view *view, struct geo_place goal)
{
    struct geo_place along = plane_minus(view->end, view->start);
    double square = along.x * along.x + along.z * along.z;
    double near = plane_cross(along, plane_minus(goal, view->start));
    near = 2 * (near > 0 ? near : 0);
    struct geo_place ray = {goal.x * square + along.z * near, goal.z * square - along.x * near};
    return view_into_window(view, ray);
}

/// Where a ray crosses the line of the window's side; at the root when it runs along it.
static inline struct geo_place view_crossing(const struct view *view, struct geo_place ray)
{
    struct geo_place along = plane_minus(view->end, view->start);
    double slope = plane_cross(ray, along);
    double part = slope != 0 ? plane_cross(view->start, along) / slope : 0;
    return (struct geo_place){ray.x * part, ray.z * part};
}

/// The way from the root to the window.
static inline double view_distance(const struct view *view)
{
    struct geo_place along = plane_minus(view->end, view->start);
    return plane_length(view_crossing(view, view_into_window(view, (struct geo_place){along.z, -along.x})));
}

/// Never more than the length of the way from the root through the window to `goal`, on whichever side of it;
/// as long as that for a goal in plain sight of the window.
static inline double view_way(const struct view *view, struct geo_place goal)
{
    struct geo_place along = plane_minus(view->end, view->start);
    double near = plane_cross(along, plane_minus(goal, view->start));
    if (near > 0) {
        // A goal on the root's side, mirrored at the window's: as far from all of it.
        double part = 2 * near / (along.x * along.x + along.z * along.z);
        goal.x += along.z * part;
        goal.z -= along.x * part;
    }
    bool is_right = plane_cross(view->right, goal) < 0;
    bool is_left = plane_cross(view->left, goal) > 0;
    if (!is_right && !is_left)
        return plane_length(goal);
    bool is_end = is_left ? view->is_left_end : view->is_right_end;
    struct geo_place place = is_left ? view->left : view->right;
    if (!is_end)
        place = view_crossing(view, place);
    return plane_length(place) + plane_length(plane_minus(goal, place));
}
