// What lies under a tap in a view: a control, a person or a place.
//
// A pure function of the view that was on the screen and of the scene it looks into.
#pragma once

#include <stdint.h>

#include "nav/nav.h"
#include "render/view.h"

enum pick_kind {
    PICK_NOTHING, // sky, far water
    PICK_ELEMENT, // a control, also one without an action: it catches the tap
    PICK_NPC,
    PICK_ENEMY,  // one that lives
    PICK_GROUND, // or a wall, a roof, water: the place that was hit, for the nearest way to it
};

struct pick {
    enum pick_kind kind;
    uint32_t action;              // PICK_ELEMENT: of the element
    uint32_t npc;                 // PICK_NPC: id of the actor
    uint32_t enemy;               // PICK_ENEMY: likewise
    struct nav_position position; // PICK_GROUND
};

/// @param scene  that the view looks into
/// @param x_px   of the tap, in the picture
/// @param y_px   likewise
struct pick picking_pick(const struct view *view, const struct view_scene *scene, double x_px, double y_px);
