#include "cloudsvc/game/footing.h"

#define AROUND_M 1.0 // what a pack names is ground already; this much is room for rounding

struct nav_position footing_of(const struct pack *pack, const struct nav *nav, size_t scene, size_t region,
                               struct geo_point at)
{
    double height_m = pack->scenes[scene].regions[region].heights_mm[0] / 1000.0;
    struct nav_position place = {at.x / 1000.0, height_m, at.z / 1000.0, (uint32_t)scene};
    nav_nearest(nav, place, AROUND_M, &place);
    return place;
}
