#include "nav/ends.h"

#include <math.h>

static bool locate(const struct route_scene *scene, struct nav_position at, uint32_t component,
                   struct locator_place *place)
{
    // Further off than any scene, or not a number: nowhere, and not to be computed with.
    const double far_m = 2.0 * GEO_COORDINATE_MAX / 1000;
    bool is_sane = fabs(at.x) < far_m && fabs(at.y) < far_m && fabs(at.z) < far_m;
    struct locator_place asked = {
        .at = {at.x * 1000, at.z * 1000}, .height_mm = at.y * 1000, .cell = MESH_NONE};
    struct locator_place found;
    bool is_found =
        is_sane && scene->mesh && locator_find(scene->locator, scene->layer, &asked, component, &found);
    *place = is_found ? found : asked;
    return is_found || (is_sane && route_scene_has_roads_only(scene));
}

static uint32_t ground_of(const struct route_scene *scene, const struct locator_place *place)
{
    return mesh_component(scene->layer, place->cell);
}

static uint32_t union_of(const struct route_scene *scene, uint32_t ground)
{
    return scene->gates ? scene->gates->unions[ground] : ground;
}

/// Moves `place`, found for the position `at`, to a cell of another ground if that is as good: who stands on
/// the border of two belongs to both.
static void prefer_ground(const struct route_scene *scene, struct nav_position at, uint32_t ground,
                          struct locator_place *place)
{
    const double equal_mm = 1;
    struct locator_place other;
    if (ground_of(scene, place) != ground && locate(scene, at, ground, &other) &&
        fabs(other.height_mm - place->height_mm) <= equal_mm)
        *place = other;
}

bool ends_find(const struct route_scene *scene, struct nav_position from, struct nav_position to,
               struct ends *ends)
{
    if (!locate(scene, from, MESH_NONE, &ends->from) || !locate(scene, to, MESH_NONE, &ends->to))
        return false;
    if (route_scene_has_roads_only(scene)) {
        ends->from_node = roads_stand_on(scene->roads, ends->from.at, ends->from.height_mm);
        ends->to_node = roads_stand_on(scene->roads, ends->to.at, ends->to.height_mm);
        return ends->from_node != ROADS_NONE && ends->to_node != ROADS_NONE;
    }
    prefer_ground(scene, to, ground_of(scene, &ends->from), &ends->to);
    prefer_ground(scene, from, ground_of(scene, &ends->to), &ends->from);
    ends->from_ground = ground_of(scene, &ends->from);
    ends->to_ground = ground_of(scene, &ends->to);
    return true;
}

bool ends_are_joined(const struct route_scene *scene, const struct ends *ends)
{
    if (route_scene_has_roads_only(scene))
        return roads_component(scene->roads, ends->from_node) == roads_component(scene->roads, ends->to_node);
    return union_of(scene, ends->from_ground) == union_of(scene, ends->to_ground);
}

static struct nav_position position_of(const struct route_scene *scene, struct geo_place at, double height_mm)
{
    return (struct nav_position){
        .x = at.x / 1000, .y = height_mm / 1000, .z = at.z / 1000, .scene = scene->number};
}

// ---- no way ----------------------------------------------------------------------------------

static enum nav_reason reason_of(enum mesh_gap gap)
{
    static const enum nav_reason reasons[] = {[MESH_GAP_NONE] = NAV_REASON_NONE,
                                              [MESH_GAP_WIDTH] = NAV_REASON_WIDTH,
                                              [MESH_GAP_CLEARANCE] = NAV_REASON_CLEARANCE,
                                              [MESH_GAP_STEP] = NAV_REASON_STEP,
                                              [MESH_GAP_APART] = NAV_REASON_NO_JUMP};
    return reasons[gap];
}

/// The nearest node of the road that one stands on.
static void explain_roads(const struct route_scene *scene, const struct ends *ends, struct ends_gap *gap)
{
    const struct roads *roads = scene->roads;
    uint32_t component = roads_component(roads, ends->from_node);
    *gap = (struct ends_gap){.reason = NAV_REASON_NO_JUMP, .distance_m = INFINITY};
    for (uint32_t i = 0; i < roads->node_count; i++) {
        if (roads->nodes[i].use_count == 0 || roads_component(roads, i) != component)
            continue;
        struct geo_place at = geo_place_of(roads->nodes[i].at);
        double distance_m = geo_place_distance(at, ends->to.at) / 1000;
        if (distance_m >= gap->distance_m)
            continue;
        gap->distance_m = distance_m;
        gap->nearest = position_of(scene, at, roads->nodes[i].height_mm);
    }
}

/// The nearest place of all grounds that can be reached.
static void explain_mesh(const struct route_scene *scene, const struct ends *ends, struct ends_gap *gap)
{
    uint32_t own = ends->from_ground;
    uint32_t wanted = union_of(scene, own);
    uint32_t count = scene->gates ? (uint32_t)scene->gates->ground_count : 0;
    struct locator_place nearest = ends->from;
    double distance_mm = INFINITY;
    for (uint32_t i = 0; i <= count; i++) {
        uint32_t ground = i == count ? own : i;
        struct locator_place found;
        if ((i < count && scene->gates->unions[i] != wanted) ||
            !locator_nearest(scene->locator, scene->layer, &ends->to, INFINITY, ground, &found))
            continue;
        double other_mm = geo_place_distance(found.at, ends->to.at);
        if (other_mm >= distance_mm)
            continue;
        distance_mm = other_mm;
        nearest = found;
    }
    *gap = (struct ends_gap){.reason = reason_of(mesh_gap_between(scene->layer, nearest.cell, ends->to.cell)),
                             .nearest = position_of(scene, nearest.at, nearest.height_mm),
                             .distance_m = distance_mm / 1000};
}

void ends_explain(const struct route_scene *scene, const struct ends *ends, struct ends_gap *gap)
{
    if (route_scene_has_roads_only(scene))
        explain_roads(scene, ends, gap);
    else
        explain_mesh(scene, ends, gap);
}

bool ends_find_ground(const struct route_scene *scene, struct nav_position at, struct nav_position *ground)
{
    struct locator_place place;
    if (!locate(scene, at, MESH_NONE, &place))
        return false;
    *ground = position_of(scene, place.at, place.height_mm);
    return !route_scene_has_roads_only(scene) ||
           roads_stand_on(scene->roads, place.at, place.height_mm) != ROADS_NONE;
}
