// The user interface over the picture: panels, buttons, labels, name plates.
//
// Rectangles come from the view; what they look like is decided here. Portraits are left to the caller, who
// can draw people.
#pragma once

#include "render/atlas.h"
#include "render/frustum.h"
#include "render/sprites.h"
#include "render/text.h"
#include "render/view.h"

/// What the interface is drawn with; borrowed.
struct interface {
    struct atlas *atlas;
    struct text *text;
    struct sprites *sprites;
    float unit; // picture pixels per CSS pixel; 0: one
};

/// Adds the names over the heads of people, nearest first, then signs; what would cover another moves up or
/// stays away.
void interface_add_names(const struct interface *interface, const struct view *view,
                         const struct frustum *frustum);

/// Adds the dark between two scenes, over the whole picture.
void interface_add_fade(const struct interface *interface, const struct view *view);

/// Adds one rectangle; of a portrait and of a minimap, the frame.
void interface_add_element(const struct interface *interface, const struct view_element *element);

/// The rectangle inside a portrait's frame.
struct view_element interface_portrait_inside(const struct view_element *element);
