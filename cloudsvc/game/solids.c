#include "cloudsvc/game/solids.h"

#include <stddef.h>

static void widen(double value, double *low, double *high)
{
    *low = value < *low ? value : *low;
    *high = value > *high ? value : *high;
}

struct solid_box solid_box(const struct view_solid *solid)
{
    struct view_vec3 first = solid->footprint[0];
    struct solid_box box = {first.x, first.z, first.x, first.z, first.y, first.y};
    for (size_t i = 1; i < solid->footprint_count; i++) {
        widen(solid->footprint[i].x, &box.low_x, &box.high_x);
        widen(solid->footprint[i].z, &box.low_z, &box.high_z);
        widen(solid->footprint[i].y, &box.bottom_m, &box.top_m);
    }
    box.top_m += solid->height_m;
    return box;
}

bool solid_holds(const struct view_solid *solid, double x, double z)
{
    bool is_inside = false;
    size_t count = solid->footprint_count;
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 a = solid->footprint[i];
        struct view_vec3 b = solid->footprint[(i + 1) % count];
        if ((a.z > z) != (b.z > z) && x < a.x + (z - a.z) / (b.z - a.z) * (b.x - a.x))
            is_inside = !is_inside;
    }
    return is_inside;
}

static double distance_squared_to_side(struct view_vec3 a, struct view_vec3 b, double x, double z)
{
    double side_x = (double)b.x - a.x, side_z = (double)b.z - a.z;
    double square = side_x * side_x + side_z * side_z;
    double share = square > 0.0 ? ((x - a.x) * side_x + (z - a.z) * side_z) / square : 0.0;
    share = share < 0.0 ? 0.0 : share > 1.0 ? 1.0 : share;
    double away_x = x - a.x - side_x * share;
    double away_z = z - a.z - side_z * share;
    return away_x * away_x + away_z * away_z;
}

bool solid_is_near(const struct view_solid *solid, double x, double z, double margin_m)
{
    if (solid_holds(solid, x, z))
        return true;
    size_t count = solid->footprint_count;
    for (size_t i = 0; i < count; i++) {
        struct view_vec3 a = solid->footprint[i];
        struct view_vec3 b = solid->footprint[(i + 1) % count];
        if (distance_squared_to_side(a, b, x, z) < margin_m * margin_m)
            return true;
    }
    return false;
}

// Where the vector crosses the side from a to b.
static bool crosses_side(struct view_vec3 a, struct view_vec3 b, double x, double z, double towards_x,
                         double towards_z, double *share)
{
    double side_x = (double)b.x - a.x;
    double side_z = (double)b.z - a.z;
    double area = towards_x * side_z - towards_z * side_x;
    if (area == 0.0)
        return false;
    double from_x = a.x - x;
    double from_z = a.z - z;
    double along = (from_x * side_z - from_z * side_x) / area;
    double across = (from_x * towards_z - from_z * towards_x) / area;
    if (along < 0.0 || along > 1.0 || across < 0.0 || across > 1.0)
        return false;
    *share = along;
    return true;
}

bool solid_entry(const struct view_solid *solid, double x, double z, double towards_x, double towards_z,
                 double *share)
{
    if (solid_holds(solid, x, z)) {
        *share = 0.0;
        return true;
    }
    bool is_found = false;
    size_t count = solid->footprint_count;
    for (size_t i = 0; i < count; i++) {
        double here;
        if (crosses_side(solid->footprint[i], solid->footprint[(i + 1) % count], x, z, towards_x, towards_z,
                         &here) &&
            (!is_found || here < *share)) {
            *share = here;
            is_found = true;
        }
    }
    return is_found;
}
