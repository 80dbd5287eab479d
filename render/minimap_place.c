#include "render/minimap_place.h"

#include <math.h>

#define FRAME_PX  3.0f  // CSS pixels of the element around the map
#define CORNER_PX 13.0f // likewise, of its corners, so that the frame is even

struct minimap_place minimap_place_of(const struct view *view, const struct view_element *element)
{
    float unit = view->density > 0 ? view->density : 1;
    float frame = roundf(FRAME_PX * unit);
    float left = roundf(element->x_px) + frame;
    float top = roundf(element->y_px) + frame;
    float right = roundf(element->x_px + element->width_px) - frame;
    float bottom = roundf(element->y_px + element->height_px) - frame;
    if (right <= left || bottom <= top || !(view->map.span_m > 0)) {
        return (struct minimap_place){0};
    }
    return (struct minimap_place){
        .x_px = (left + right) / 2,
        .y_px = (top + bottom) / 2,
        .half_width_px = (right - left) / 2,
        .half_height_px = (bottom - top) / 2,
        .radius_px = fminf(CORNER_PX * unit, fminf(right - left, bottom - top) / 2),
        .pixels_per_m = (right - left) / view->map.span_m,
    };
}

bool minimap_place_has(const struct minimap_place *place, float x, float y, float margin_px)
{
    // The distance to a rectangle with round corners.
    float over_x = fabsf(x - place->x_px) - place->half_width_px + place->radius_px;
    float over_y = fabsf(y - place->y_px) - place->half_height_px + place->radius_px;
    float away = hypotf(fmaxf(over_x, 0), fmaxf(over_y, 0)) + fminf(fmaxf(over_x, over_y), 0);
    return away <= place->radius_px - margin_px;
}

bool minimap_place_find(const struct minimap_place *place, const struct view *view, struct view_vec3 at,
                        float margin_px, float *x, float *y)
{
    *x = place->x_px + (at.x - view->map.center_x) * place->pixels_per_m;
    *y = place->y_px - (at.z - view->map.center_z) * place->pixels_per_m;
    return minimap_place_has(place, *x, *y, margin_px);
}

void minimap_place_clamp(const struct minimap_place *place, const struct view *view, struct view_vec3 at,
                         float margin_px, float *x, float *y)
{
    enum { STEPS = 20 }; // halves the distance: exact to a millionth
    if (minimap_place_find(place, view, at, margin_px, x, y)) {
        return;
    }
    float way_x = *x - place->x_px;
    float way_y = *y - place->y_px;
    float inside = 0;
    float outside = 1;
    for (int i = 0; i < STEPS; i++) {
        float middle = (inside + outside) / 2;
        bool is_inside =
            minimap_place_has(place, place->x_px + middle * way_x, place->y_px + middle * way_y, margin_px);
        inside = is_inside ? middle : inside;
        outside = is_inside ? outside : middle;
    }
    *x = place->x_px + inside * way_x;
    *y = place->y_px + inside * way_y;
}
