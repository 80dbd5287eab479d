// Where places of a scene are on the minimap, in pixels of the picture.
#pragma once

#include <stdbool.h>

#include "render/view.h"

/// The map inside the frame of an element.
struct minimap_place {
    float x_px, y_px; // its middle
    float half_width_px, half_height_px;
    float radius_px; // of its corners
    float pixels_per_m;
};

/// @return pixels_per_m is 0 when the view has no map or the element no room for one
struct minimap_place minimap_place_of(const struct view *view, const struct view_element *element);

/// Whether a place of the picture is on the map.
/// @param margin_px  kept free at the map's edge
bool minimap_place_has(const struct minimap_place *place, float x, float y, float margin_px);

/// Where a place of the scene would be.
/// @param[out] x  of the picture
/// @param[out] y  likewise
/// @param margin_px  kept free at the map's edge
/// @return whether the place is on the map
bool minimap_place_find(const struct minimap_place *place, const struct view *view, struct view_vec3 at,
                        float margin_px, float *x, float *y);

/// The same; what is beyond the edge is moved to the edge, towards the map's middle.
void minimap_place_clamp(const struct minimap_place *place, const struct view *view, struct view_vec3 at,
                         float margin_px, float *x, float *y);
