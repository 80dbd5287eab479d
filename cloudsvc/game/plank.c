#include "cloudsvc/game/plank.h"

#include <math.h>

#include "nav/polygon.h"

#define BANK_MM  350.0  // that a plank lies on the ground at its end
#define WIDTH_MM 1300.0 // of a road that is a list of cells
#define LEAST_MM 50.0   // a road that only touches a bank does not cross
#define NEAR_MM  500.0  // that somebody on a plank is above or below it

// Part of a link, 0 at its first node, 1 at its second.
struct span {
    double from, to;
};

static bool is_gap(const struct pack_obstacle *obstacle)
{
    return obstacle->kind == PACK_RAVINE || obstacle->kind == PACK_POND;
}

static bool is_inside(const struct pack_polygon *outline, struct geo_place a, struct geo_place b, double at)
{
    struct geo_place place = geo_place_mix(a, b, at);
    struct geo_point rounded = {(int32_t)lround(place.x), (int32_t)lround(place.z)};
    return polygon_locate(outline->points, outline->count, rounded) == POLYGON_INSIDE;
}

// Where the way from a to b crosses a side, when it does behind `after`.
static double crossing(struct geo_place a, struct geo_place b, struct geo_place c, struct geo_place d,
                       double after)
{
    double from = geo_place_cross(c, d, a);
    double to = geo_place_cross(c, d, b);
    double left = geo_place_cross(a, b, c);
    double right = geo_place_cross(a, b, d);
    if (from == to || left == right || (left > 0) == (right > 0))
        return 1.0;
    double at = from / (from - to);
    return at > after ? at : 1.0;
}

// The next place behind `after` where the way from a to b crosses the outline; 1 when there is none.
static double next_crossing(const struct pack_polygon *outline, struct geo_place a, struct geo_place b,
                            double after)
{
    double nearest = 1.0;
    for (size_t i = 0; i < outline->count; i++) {
        struct geo_place c = geo_place_of(outline->points[i]);
        struct geo_place d = geo_place_of(outline->points[(i + 1) % outline->count]);
        nearest = fmin(nearest, crossing(a, b, c, d, after));
    }
    return nearest;
}

// Reaches onto the banks: where the link ends inside the gap, another one goes on.
static struct plank plank_of(const struct pack_scene *scene, size_t link, const struct pack_polygon *outline,
                             struct span span)
{
    const struct pack_road_link *way = &scene->road_links[link];
    const struct pack_road_node *first = &scene->road_nodes[way->nodes[0]];
    const struct pack_road_node *second = &scene->road_nodes[way->nodes[1]];
    struct geo_place a = geo_place_of(first->at);
    struct geo_place b = geo_place_of(second->at);
    double bank = BANK_MM / geo_place_distance(a, b);
    bool a_is_bank = !is_inside(outline, a, b, span.from);
    bool b_is_bank = !is_inside(outline, a, b, span.to);
    double from = a_is_bank ? span.from - bank : span.from;
    double to = b_is_bank ? span.to + bank : span.to;
    double rise_mm = (double)second->height_mm - first->height_mm;
    int32_t width_mm = scene->roads[way->road].width_mm;
    return (struct plank){
        .a = {a.x + (b.x - a.x) * from, a.z + (b.z - a.z) * from},
        .b = {a.x + (b.x - a.x) * to, a.z + (b.z - a.z) * to},
        .a_height_mm = first->height_mm + rise_mm * span.from,
        .b_height_mm = first->height_mm + rise_mm * span.to,
        .a_is_bank = a_is_bank,
        .b_is_bank = b_is_bank,
        .width_mm = width_mm > 0 ? width_mm : WIDTH_MM,
    };
}

static bool visit_crossings(const struct pack_scene *scene, size_t link, const struct pack_polygon *outline,
                            plank_visit *visit, void *context)
{
    const struct pack_road_link *way = &scene->road_links[link];
    struct geo_place a = geo_place_of(scene->road_nodes[way->nodes[0]].at);
    struct geo_place b = geo_place_of(scene->road_nodes[way->nodes[1]].at);
    double length_mm = geo_place_distance(a, b);
    for (double from = 0.0; from < 1.0;) {
        double to = next_crossing(outline, a, b, from);
        bool is_over = (to - from) * length_mm > LEAST_MM && is_inside(outline, a, b, (from + to) / 2);
        if (is_over) {
            struct plank plank = plank_of(scene, link, outline, (struct span){from, to});
            if (!visit(context, &plank))
                return false;
        }
        from = to;
    }
    return true;
}

bool planks_visit(const struct pack_scene *scene, plank_visit *visit, void *context)
{
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        if (!is_gap(&scene->obstacles[i]))
            continue;
        for (size_t link = 0; link < scene->road_link_count; link++)
            if (!visit_crossings(scene, link, &scene->obstacles[i].outline, visit, context))
                return false;
    }
    return true;
}

// ---- standing on planks ----------------------------------------------------------------------------

// Somebody on planks, and the nearest end of one of those that they stand on.
struct leaving {
    struct geo_place at;
    double height_mm;
    struct geo_place end;
    double end_height_mm;
    double distance_mm; // to the end; INFINITY: on no plank
};

static bool is_on(const struct plank *plank, const struct leaving *leaving)
{
    double share = geo_place_project(plank->a, plank->b, leaving->at);
    double height_mm = plank->a_height_mm + (plank->b_height_mm - plank->a_height_mm) * share;
    struct geo_place nearest = geo_place_mix(plank->a, plank->b, share);
    return geo_place_distance(nearest, leaving->at) <= plank->width_mm / 2 &&
           fabs(height_mm - leaving->height_mm) <= NEAR_MM;
}

static void consider(struct leaving *leaving, struct geo_place end, double height_mm, bool is_bank)
{
    double distance_mm = geo_place_distance(end, leaving->at);
    if (!is_bank || distance_mm >= leaving->distance_mm)
        return;
    leaving->end = end;
    leaving->end_height_mm = height_mm;
    leaving->distance_mm = distance_mm;
}

static bool find_end(void *context, const struct plank *plank)
{
    struct leaving *leaving = context;
    if (!is_on(plank, leaving))
        return true;
    consider(leaving, plank->a, plank->a_height_mm, plank->a_is_bank);
    consider(leaving, plank->b, plank->b_height_mm, plank->b_is_bank);
    return true;
}

bool plank_leave(const struct pack_scene *scene, struct nav_position *place)
{
    struct leaving leaving = {
        .at = {place->x * 1000, place->z * 1000}, .height_mm = place->y * 1000, .distance_mm = INFINITY};
    planks_visit(scene, find_end, &leaving);
    if (leaving.distance_mm == INFINITY)
        return false;
    place->x = leaving.end.x / 1000;
    place->y = leaving.end_height_mm / 1000;
    place->z = leaving.end.z / 1000;
    return true;
}
