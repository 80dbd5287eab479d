#include "nav/import_polygons.h"

#include <math.h>
#include <stdlib.h>

enum {
    // Bytes that a side takes in any format: its corner's number, its neighbour's and spaces between.
    SIDE_BYTES_MIN = 4,
};

/// How far a corner may lie inside the line of its neighbours: three points rounded by up to 0.71 mm each.
static const double rounding_mm = 2;

static const double pi = 3.14159265358979323846;

// ---- filling ---------------------------------------------------------------------------------

bool import_polygons_take(struct import_polygons *polygons, struct import_text *text, int64_t corner_count,
                          size_t corner_bytes, int64_t polygon_count, size_t polygon_bytes)
{
    size_t left = import_text_left(text) + 1; // the last line may lack its end
    if ((size_t)corner_count > left / corner_bytes)
        return import_text_fault(text, "%lld vertices do not fit the rest of the file; correct the count",
                                 (long long)corner_count);
    if ((size_t)polygon_count > left / polygon_bytes)
        return import_text_fault(text, "%lld polygons do not fit the rest of the file; correct the count",
                                 (long long)polygon_count);
    polygons->corners_max = (size_t)corner_count;
    polygons->polygons_max = (size_t)polygon_count;
    polygons->corners = calloc((size_t)corner_count + 1, sizeof *polygons->corners);
    polygons->polygons = calloc((size_t)polygon_count + 1, sizeof *polygons->polygons);
    polygons->sides = calloc(left / SIDE_BYTES_MIN + 1, sizeof *polygons->sides);
    if (!polygons->corners || !polygons->polygons || !polygons->sides)
        return import_text_fault(text, "memory ran out; make the mesh smaller");
    return true;
}

void import_polygons_finish(struct import_polygons *polygons)
{
    free(polygons->corners);
    free(polygons->polygons);
    free(polygons->sides);
    *polygons = (struct import_polygons){0};
}

struct geo_place import_plan_of(const struct import_polygons *polygons, struct import_place place)
{
    return (struct geo_place){(place.x - polygons->origin.x) * 1000, (place.z - polygons->origin.z) * 1000};
}

bool import_polygons_add_corner(struct import_polygons *polygons, struct import_text *text,
                                struct import_place at)
{
    if (polygons->corner_count == 0)
        polygons->origin = at;
    struct geo_place plan = import_plan_of(polygons, at);
    double height_mm = (at.y - polygons->origin.y) * 1000;
    if (!(fmax(fabs(plan.x), fmax(fabs(plan.z), fabs(height_mm))) <= GEO_COORDINATE_MAX))
        return import_text_fault(
            text, "the vertex lies more than %.0f m from the first one; coordinates are metres, scale them",
            GEO_COORDINATE_MAX / 1000.0);
    polygons->corners[polygons->corner_count++] = (struct mesh_corner){
        .at = {(int32_t)lround(plan.x), (int32_t)lround(plan.z)}, .height_mm = (int32_t)lround(height_mm)};
    return true;
}

struct import_side *import_polygons_add(struct import_polygons *polygons, struct import_text *text,
                                        int64_t count)
{
    if ((size_t)count > (import_text_left(text) + 1) / SIDE_BYTES_MIN) {
        import_text_fault(text, "%lld vertices do not fit the rest of the file; correct the count",
                          (long long)count);
        return NULL;
    }
    uint32_t number = (uint32_t)polygons->polygon_count++;
    struct import_side *sides = &polygons->sides[polygons->side_count];
    for (int64_t i = 0; i < count; i++)
        sides[i].polygon = number;
    polygons->side_count += (size_t)count;
    polygons->polygons[number].line = text->line;
    polygons->polygons[number + 1].first_side = (uint32_t)polygons->side_count;
    return sides;
}

bool import_polygons_read_corner(const struct import_polygons *polygons, struct import_text *text,
                                 struct import_side *side)
{
    int64_t corner = 0;
    bool is_read =
        import_text_whole(text, "a polygon's vertex", 0, (int64_t)polygons->corners_max - 1, &corner);
    side->corner = (uint32_t)corner;
    return is_read;
}

bool import_polygons_read_neighbour(const struct import_polygons *polygons, struct import_text *text,
                                    struct import_side *side)
{
    int64_t polygon = -1;
    if (!import_text_whole(text, "a polygon's neighbour", -1, (int64_t)polygons->polygons_max - 1, &polygon))
        return false;
    side->neighbour = polygon < 0 ? MESH_NONE : (uint32_t)polygon;
    return side->neighbour != side->polygon ||
           import_text_fault(text, "polygon %u is its own neighbour; correct it", side->polygon);
}

uint32_t import_next_side(const struct import_polygons *polygons, uint32_t side)
{
    const struct import_polygon *polygon = &polygons->polygons[polygons->sides[side].polygon];
    return side + 1 == polygon[1].first_side ? polygon->first_side : side + 1;
}

// ---- shape -----------------------------------------------------------------------------------

static struct geo_point start_of(const struct import_polygons *polygons, uint32_t side)
{
    return polygons->corners[polygons->sides[side].corner].at;
}

/// How far `at` lies to the right of the way from `before` to `after`, where a convex corner never is.
static double dent_mm(struct geo_point before, struct geo_point at, struct geo_point after)
{
    double length = sqrt((double)geo_distance_squared(before, after));
    return length > 0 ? -(double)geo_cross(before, at, after) / length : INFINITY;
}

/// The turn at a corner, positive to the left.
static double turn(struct geo_point before, struct geo_point at, struct geo_point after)
{
    double cross = (double)geo_cross(before, at, after);
    double dot = (double)((int64_t)at.x - before.x) * ((double)after.x - at.x) +
                 (double)((int64_t)at.z - before.z) * ((double)after.z - at.z);
    return atan2(cross, dot);
}

static bool check_corner(const struct import_polygons *polygons, struct import_text *text, uint32_t side,
                         double *turned)
{
    uint32_t next = import_next_side(polygons, side);
    struct geo_point before = start_of(polygons, side);
    struct geo_point at = start_of(polygons, next);
    struct geo_point after = start_of(polygons, import_next_side(polygons, next));
    uint32_t polygon = polygons->sides[side].polygon;
    size_t line = polygons->polygons[polygon].line;
    if (geo_equal(before, at))
        return import_text_fault_at(
            text, line,
            "vertices %u and %u of polygon %u are less than a millimetre apart; scale the mesh up",
            polygons->sides[side].corner, polygons->sides[next].corner, polygon);
    double part = turn(before, at, after);
    *turned += part;
    if (part < 0 && dent_mm(before, at, after) > rounding_mm)
        return import_text_fault_at(
            text, line,
            "polygon %u is not convex and counter-clockwise at its vertex %u; split it or turn it around",
            polygon, polygons->sides[next].corner);
    return true;
}

/// Twice the polygon's area.
static double doubled_area(const struct import_polygons *polygons, uint32_t first, uint32_t end)
{
    double area = 0;
    for (uint32_t side = first + 1; side + 1 < end; side++)
        area += (double)geo_cross(start_of(polygons, first), start_of(polygons, side),
                                  start_of(polygons, side + 1));
    return area;
}

static bool check_shape(const struct import_polygons *polygons, struct import_text *text, uint32_t polygon)
{
    uint32_t first = polygons->polygons[polygon].first_side;
    uint32_t end = polygons->polygons[polygon + 1].first_side;
    double turned = 0;
    for (uint32_t side = first; side < end; side++) {
        if (!check_corner(polygons, text, side, &turned))
            return false;
    }
    size_t line = polygons->polygons[polygon].line;
    if (lround(turned / (2 * pi)) != 1)
        return import_text_fault_at(text, line,
                                    "polygon %u does not run around its inside once, counter-clockwise; "
                                    "list its vertices in order",
                                    polygon);
    if (doubled_area(polygons, first, end) <= 0)
        return import_text_fault_at(
            text, line, "polygon %u is thinner than a millimetre; scale the mesh up or merge it", polygon);
    return true;
}

// ---- neighbours ------------------------------------------------------------------------------

/// A side by where its ends lie and whose it is, for finding the one across.
struct ends {
    struct geo_point from, to;
    uint32_t polygon;
    uint32_t side;
};

static int compare_numbers(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_ends(const void *a, const void *b)
{
    const struct ends *first = a;
    const struct ends *second = b;
    int order = compare_numbers(first->from.x, second->from.x);
    order = order ? order : compare_numbers(first->from.z, second->from.z);
    order = order ? order : compare_numbers(first->to.x, second->to.x);
    order = order ? order : compare_numbers(first->to.z, second->to.z);
    return order ? order : compare_numbers(first->polygon, second->polygon);
}

static struct ends *sort_ends(const struct import_polygons *polygons)
{
    struct ends *sorted = calloc(polygons->side_count + 1, sizeof *sorted);
    if (!sorted)
        return NULL;
    for (uint32_t side = 0; side < polygons->side_count; side++)
        sorted[side] = (struct ends){.from = start_of(polygons, side),
                                     .to = start_of(polygons, import_next_side(polygons, side)),
                                     .polygon = polygons->sides[side].polygon,
                                     .side = side};
    qsort(sorted, polygons->side_count, sizeof *sorted, compare_ends);
    return sorted;
}

static bool find_twin(struct import_polygons *polygons, struct import_text *text, const struct ends *sorted,
                      uint32_t number)
{
    struct import_side *side = &polygons->sides[number];
    side->twin = MESH_NONE;
    if (side->neighbour == MESH_NONE)
        return true;
    struct ends wanted = {.from = start_of(polygons, import_next_side(polygons, number)),
                          .to = start_of(polygons, number),
                          .polygon = side->neighbour};
    const struct ends *found = bsearch(&wanted, sorted, polygons->side_count, sizeof *sorted, compare_ends);
    size_t line = polygons->polygons[side->polygon].line;
    uint32_t next_corner = polygons->sides[import_next_side(polygons, number)].corner;
    if (!found)
        return import_text_fault_at(
            text, line, "polygon %u names %u across its side %u-%u, which has no such side; correct one",
            side->polygon, side->neighbour, side->corner, next_corner);
    if (polygons->sides[found->side].neighbour != side->polygon)
        return import_text_fault_at(
            text, line,
            "polygon %u names %u across its side %u-%u, but is not named there in return; correct one",
            side->polygon, side->neighbour, side->corner, next_corner);
    side->twin = found->side;
    return true;
}

// ---- corners ---------------------------------------------------------------------------------

struct numbered_corner {
    struct mesh_corner corner;
    uint32_t number;
};

static int compare_places(const struct mesh_corner *first, const struct mesh_corner *second)
{
    int order = compare_numbers(first->at.x, second->at.x);
    order = order ? order : compare_numbers(first->at.z, second->at.z);
    return order ? order : compare_numbers(first->height_mm, second->height_mm);
}

static int compare_corners(const void *a, const void *b)
{
    const struct numbered_corner *first = a;
    const struct numbered_corner *second = b;
    int order = compare_places(&first->corner, &second->corner);
    return order ? order : compare_numbers(first->number, second->number);
}

/// Gives the sides the lowest number that stands for their corner's place and height.
static bool unify_corners(struct import_polygons *polygons)
{
    struct numbered_corner *sorted = calloc(polygons->corner_count + 1, sizeof *sorted);
    uint32_t *numbers = calloc(polygons->corner_count + 1, sizeof *numbers);
    bool has_memory = sorted && numbers;
    if (has_memory) {
        for (uint32_t i = 0; i < polygons->corner_count; i++)
            sorted[i] = (struct numbered_corner){polygons->corners[i], i};
        qsort(sorted, polygons->corner_count, sizeof *sorted, compare_corners);
        for (size_t i = 0; i < polygons->corner_count; i++) {
            bool is_same = i > 0 && compare_places(&sorted[i - 1].corner, &sorted[i].corner) == 0;
            numbers[sorted[i].number] = is_same ? numbers[sorted[i - 1].number] : sorted[i].number;
        }
        for (size_t i = 0; i < polygons->side_count; i++)
            polygons->sides[i].corner = numbers[polygons->sides[i].corner];
    }
    free(sorted);
    free(numbers);
    return has_memory;
}

bool import_polygons_check(struct import_polygons *polygons, struct import_text *text)
{
    for (uint32_t polygon = 0; polygon < polygons->polygon_count; polygon++) {
        if (!check_shape(polygons, text, polygon))
            return false;
    }
    struct ends *sorted = sort_ends(polygons);
    if (!sorted)
        return import_text_fault(text, "memory ran out; make the mesh smaller");
    bool is_right = true;
    for (uint32_t side = 0; is_right && side < polygons->side_count; side++)
        is_right = find_twin(polygons, text, sorted, side);
    free(sorted);
    if (is_right && !unify_corners(polygons))
        return import_text_fault(text, "memory ran out; make the mesh smaller");
    return is_right;
}

static bool read_all(const struct import_format *format, struct import_text *text,
                     struct import_polygons *polygons)
{
    int64_t corner_count = 0;
    int64_t polygon_count = 0;
    if (!format->read_head(text, &corner_count, &polygon_count) ||
        !import_polygons_take(polygons, text, corner_count, format->corner_bytes_min, polygon_count,
                              format->polygon_bytes_min))
        return false;
    for (int64_t i = 0; i < corner_count; i++) {
        if (!format->read_corner(text, polygons))
            return false;
    }
    for (int64_t i = 0; i < polygon_count; i++) {
        if (!format->read_polygon(text, polygons))
            return false;
    }
    if (format->skip_tail)
        format->skip_tail(text);
    if (!import_text_is_end(text))
        return import_text_fault(text,
                                 "goes on after the last polygon; correct the counts or remove the rest");
    return true;
}

bool import_polygons_read(const struct import_format *format, struct import_text *text,
                          struct import_polygons *polygons)
{
    *polygons = (struct import_polygons){0};
    return read_all(format, text, polygons) && import_polygons_check(polygons, text);
}
