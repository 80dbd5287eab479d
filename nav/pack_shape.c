#include "nav/pack_shape.h"

#include <assert.h>
#include <stdlib.h>

#include "nav/polygon.h"

bool pack_shape_has_memory(const struct json *value, const void *memory)
{
    if (!memory)
        json_fault(value, "memory ran out; make the file smaller");
    return memory;
}

// ---- polygons ----------------------------------------------------------------------------------

bool pack_shape_points(const struct json *value, size_t count_min, size_t count_max,
                       struct pack_polygon *polygon)
{
    size_t count;
    if (!json_array(value, count_min, count_max, &count))
        return false;
    polygon->points = calloc(count, sizeof *polygon->points);
    if (!pack_shape_has_memory(value, polygon->points))
        return false;
    bool is_right = true;
    for (struct json point = json_first(value); point.item; point = json_next(&point))
        is_right = json_point(&point, &polygon->points[polygon->count++]) && is_right;
    return is_right;
}

static bool check_polygon(const struct json *value, const struct pack_polygon *polygon)
{
    struct polygon_finding finding = polygon_check(polygon->points, polygon->count);
    struct json corner = {.document = value->document, .parent = value, .index = finding.second};
    switch (finding.fault) {
    case POLYGON_RIGHT:
        return true;
    case POLYGON_FEW_POINTS:
        json_fault(value, "a polygon needs three corners or more; add some");
        break;
    case POLYGON_SAME_POINT:
        json_fault(&corner, "corners %zu and %zu are the same place; remove or move one", finding.first,
                   finding.second);
        break;
    case POLYGON_FLAT:
        json_fault(value, "all corners lie on one line, so the polygon has no area; move one off the line");
        break;
    case POLYGON_SIDES_TOUCH:
        json_fault(&corner, "sides %zu and %zu cross or touch; move a corner so that they keep apart",
                   finding.first, finding.second);
        break;
    case POLYGON_NO_MEMORY:
        return pack_shape_has_memory(value, NULL);
    }
    return false;
}

bool pack_shape_polygon(const struct json *value, struct pack_polygon *polygon)
{
    return pack_shape_points(value, 3, PACK_VERTICES_MAX, polygon) && check_polygon(value, polygon);
}

static void turn_around(int32_t *values, size_t count)
{
    for (size_t i = 0, k = count - 1; i < k; i++, k--) {
        int32_t value = values[i];
        values[i] = values[k];
        values[k] = value;
    }
}

void pack_shape_orient(struct pack_polygon *polygon, int32_t *heights_mm, int32_t *ceilings_mm)
{
    assert(polygon->count >= 3);
    if (polygon_area_twice(polygon->points, polygon->count) > 0)
        return;
    for (size_t i = 0, k = polygon->count - 1; i < k; i++, k--) {
        struct geo_point point = polygon->points[i];
        polygon->points[i] = polygon->points[k];
        polygon->points[k] = point;
    }
    if (heights_mm)
        turn_around(heights_mm, polygon->count);
    if (ceilings_mm)
        turn_around(ceilings_mm, polygon->count);
}

// ---- heights -----------------------------------------------------------------------------------

static bool read_height_each(const struct json *value, int32_t *heights_mm, size_t count)
{
    size_t given;
    if (!json_array(value, 0, PACK_VERTICES_MAX, &given))
        return false;
    if (given != count) {
        json_fault(value, "there are %zu heights for %zu corners; write one for each corner", given, count);
        return false;
    }
    bool is_right = true;
    for (struct json height = json_first(value); height.item; height = json_next(&height))
        is_right = json_length(&height, -PACK_GROUND_MM_MAX, PACK_GROUND_MM_MAX, heights_mm++) && is_right;
    return is_right;
}

static bool read_height_of_all(const struct json *value, int32_t *heights_mm, size_t count)
{
    int32_t height_mm;
    if (!json_length(value, -PACK_GROUND_MM_MAX, PACK_GROUND_MM_MAX, &height_mm))
        return false;
    for (size_t i = 0; i < count; i++)
        heights_mm[i] = height_mm;
    return true;
}

bool pack_shape_heights(const struct json *value, size_t count, int32_t **heights_mm)
{
    *heights_mm = calloc(count, sizeof **heights_mm);
    if (!pack_shape_has_memory(value, *heights_mm))
        return false;
    return cJSON_IsArray(value->item) ? read_height_each(value, *heights_mm, count)
                                      : read_height_of_all(value, *heights_mm, count);
}

// ---- circles and lines -------------------------------------------------------------------------

static bool read_circle(const struct json *root, struct pack_polygon *polygon)
{
    struct json center = json_member(root, "center");
    struct json radius = json_require(root, "radius");
    struct geo_point at;
    int32_t radius_mm;
    bool is_center_right = json_point(&center, &at);
    if (!json_length(&radius, 10, PACK_WIDTH_MM_MAX, &radius_mm) || !is_center_right)
        return false;
    polygon->count = POLYGON_OCTAGON_COUNT;
    polygon->points = calloc(polygon->count, sizeof *polygon->points);
    if (!pack_shape_has_memory(root, polygon->points))
        return false;
    polygon_octagon(at, radius_mm, polygon->points);
    return true;
}

static bool check_line(const struct json *value, const struct pack_polygon *line)
{
    for (size_t i = 1; i < line->count; i++) {
        struct json corner = {.document = value->document, .parent = value, .index = i};
        if (geo_equal(line->points[i - 1], line->points[i])) {
            json_fault(&corner, "corners %zu and %zu are the same place; remove one", i - 1, i);
            return false;
        }
    }
    if (geo_equal(line->points[0], line->points[line->count - 1])) {
        json_fault(value, "the line comes back to its start; make a ring of two lines");
        return false;
    }
    return true;
}

static bool thicken(const struct json *value, const struct pack_polygon *line, int32_t width_mm,
                    struct pack_polygon *outline)
{
    assert(line->count >= 2);
    outline->count = 2 * line->count;
    outline->points = calloc(outline->count, sizeof *outline->points);
    if (!pack_shape_has_memory(value, outline->points))
        return false;
    if (!polygon_thicken(line->points, line->count, width_mm, outline->points) ||
        polygon_check(outline->points, outline->count).fault != POLYGON_RIGHT) {
        json_fault(value, "the line turns too sharply for its width or crosses itself; bend it wider");
        return false;
    }
    return true;
}

bool pack_shape_line(const struct json *root, struct pack_polygon *line, int32_t *width_mm,
                     struct pack_polygon *outline)
{
    struct json points = json_member(root, "line");
    struct json width = json_require(root, "width");
    bool is_right = json_length(&width, 10, PACK_WIDTH_MM_MAX, width_mm);
    is_right = pack_shape_points(&points, 2, PACK_LINE_MAX, line) && is_right;
    return is_right && check_line(&points, line) && thicken(&points, line, *width_mm, outline);
}

bool pack_shape_footprint(const struct json *root, struct pack_polygon *polygon)
{
    struct json outline = json_member(root, "outline");
    bool is_circle = json_member(root, "center").item;
    bool is_line = json_member(root, "line").item;
    bool has_radius = json_member(root, "radius").item;
    bool has_width = json_member(root, "width").item;
    bool is_one = (outline.item != NULL) + is_circle + is_line == 1;
    if (!is_one || (has_radius && !is_circle) || (has_width && !is_line)) {
        json_fault(root, "write one of \"outline\", \"center\" with \"radius\", or \"line\" with \"width\"");
        return false;
    }
    if (is_circle)
        return read_circle(root, polygon);
    if (is_line) {
        struct pack_polygon line = {0};
        int32_t width_mm = 0;
        bool is_right = pack_shape_line(root, &line, &width_mm, polygon);
        free(line.points);
        return is_right;
    }
    if (!pack_shape_polygon(&outline, polygon))
        return false;
    pack_shape_orient(polygon, NULL, NULL);
    return true;
}
