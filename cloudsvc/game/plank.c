#include "cloudsvc/game/plank.h"

#include <math.h>

#include "nav/polygon.h"

#define BANK_MM  350.0  // that a plank lies on the ground at its end
#define WIDTH_MM 1300.0 // of a road that is a list of cells
#define LEAST_MM 50.0   // a road that only touches a bank does not cross

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
    double from = is_inside(outline, a, b, span.from) ? span.from : span.from - bank;
    double to = is_inside(outline, a, b, span.to) ? span.to : span.to + bank;
    double rise_mm = (double)second->height_mm - first->height_mm;
    int32_t width_mm = scene->roads[way->road].width_mm;
    return (struct plank){
        .a = {a.x + (b.x - a.x) * from, a.z + (b.z - a.z) * from},
        .b = {a.x + (b.x - a.x) * to, a.z + (b.z - a.z) * to},
        .a_height_mm = first->height_mm + rise_mm * span.from,
        .b_height_mm = first->height_mm + rise_mm * span.to,
        .width_mm = width_mm > 0 ? width_mm : WIDTH_MM,
        .link = link,
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
