#include "nav/pack_region.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "nav/overlap.h"
#include "nav/pack_check.h"
#include "nav/pack_shape.h"

enum {
    REGIONS_MAX = 4096,
    HOLES_MAX = 4096,
    CEILING_BEND_MM = 10, // corners of a ceiling that are meant to lie in one plane
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const char *const surface_names[PACK_SURFACE_COUNT] = {"grass", "stone", "path", "sand", "wood"};

// ---- ceilings ----------------------------------------------------------------------------------

static size_t farthest_from(const struct pack_polygon *outline, size_t corner)
{
    size_t best = corner;
    int64_t best_squared = 0;
    for (size_t i = 0; i < outline->count; i++) {
        int64_t squared = geo_distance_squared(outline->points[corner], outline->points[i]);
        if (squared > best_squared) {
            best_squared = squared;
            best = i;
        }
    }
    return best;
}

static size_t farthest_from_line(const struct pack_polygon *outline, size_t a, size_t b)
{
    size_t best = a;
    int64_t best_area = 0;
    for (size_t i = 0; i < outline->count; i++) {
        int64_t area = llabs(geo_cross(outline->points[a], outline->points[b], outline->points[i]));
        if (area > best_area) {
            best_area = area;
            best = i;
        }
    }
    return best;
}

void pack_region_ceiling_corners(const struct pack_region *region, size_t corners[3])
{
    const struct geo_point *points = region->outline.points;
    corners[0] = 0;
    corners[1] = farthest_from(&region->outline, 0);
    corners[2] = farthest_from_line(&region->outline, corners[0], corners[1]);
    if (geo_cross(points[corners[0]], points[corners[1]], points[corners[2]]) < 0) {
        size_t corner = corners[1];
        corners[1] = corners[2];
        corners[2] = corner;
    }
}

int32_t pack_region_ceiling(const struct pack_region *region, struct geo_point at)
{
    const struct geo_point *points = region->outline.points;
    size_t corners[3];
    pack_region_ceiling_corners(region, corners);
    double whole = (double)geo_cross(points[corners[0]], points[corners[1]], points[corners[2]]);
    double height_mm = region->ceilings_mm[0];
    for (size_t i = 1; i < 3; i++) {
        double weight =
            (double)geo_cross(points[corners[(i + 1) % 3]], points[corners[(i + 2) % 3]], at) / whole;
        height_mm += weight * ((double)region->ceilings_mm[corners[i]] - region->ceilings_mm[0]);
    }
    return (int32_t)lround(height_mm);
}

// ---- holes -------------------------------------------------------------------------------------

static bool read_hole(const struct json *hole, const struct json *height, struct pack_region *region)
{
    size_t number = region->hole_count++;
    struct pack_polygon *polygon = &region->holes[number];
    if (!pack_shape_polygon(hole, polygon))
        return false;
    if (!pack_shape_heights(height, polygon->count, &region->hole_heights_mm[number]))
        return false;
    pack_shape_orient(polygon, region->hole_heights_mm[number], NULL);
    return true;
}

/// Heights of holes: the region's one height, or an array for each hole under "hole_heights".
static bool expect_hole_heights(const struct json *root, const struct json *height, size_t hole_count)
{
    struct json hole_heights = json_member(root, "hole_heights");
    size_t count;
    if (!cJSON_IsArray(height->item)) {
        if (hole_heights.item)
            json_fault(&hole_heights, "\"height\" is one number and holds for holes too; remove this");
        return !hole_heights.item;
    }
    hole_heights = json_require(root, "hole_heights");
    return json_array(&hole_heights, hole_count, hole_count, &count);
}

static bool expect_no_hole_heights(const struct json *root)
{
    struct json hole_heights = json_member(root, "hole_heights");
    if (hole_heights.item)
        json_fault(&hole_heights, "there are no \"holes\"; remove this");
    return !hole_heights.item;
}

static bool read_holes(const struct json *root, const struct json *height, struct pack_region *region)
{
    struct json holes = json_member(root, "holes");
    size_t count;
    if (!holes.item)
        return expect_no_hole_heights(root);
    if (!json_array(&holes, 0, HOLES_MAX, &count) || !expect_hole_heights(root, height, count))
        return false;
    region->holes = calloc(count + 1, sizeof *region->holes);
    region->hole_heights_mm = calloc(count + 1, sizeof *region->hole_heights_mm);
    if (!pack_shape_has_memory(&holes, region->holes) ||
        !pack_shape_has_memory(&holes, region->hole_heights_mm))
        return false;
    struct json hole_heights = json_member(root, "hole_heights");
    struct json hole_height = hole_heights.item ? json_first(&hole_heights) : *height;
    bool is_right = true;
    for (struct json hole = json_first(&holes); hole.item; hole = json_next(&hole)) {
        is_right = read_hole(&hole, &hole_height, region) && is_right;
        if (hole_heights.item)
            hole_height = json_next(&hole_height);
    }
    return is_right;
}

// ---- regions -----------------------------------------------------------------------------------

/// Says whether the ceiling lies above the ground at every corner and is plane.
static bool check_ceiling(const struct json *ceiling, const struct pack_region *region)
{
    for (size_t i = 0; i < region->outline.count; i++) {
        struct geo_point at = region->outline.points[i];
        if (region->ceilings_mm[i] <= region->heights_mm[i]) {
            json_fault(ceiling, "at (%.3f, %.3f) the ceiling is not above the ground; raise it",
                       at.x / 1000.0, at.z / 1000.0);
            return false;
        }
        if (abs(pack_region_ceiling(region, at) - region->ceilings_mm[i]) > CEILING_BEND_MM) {
            json_fault(ceiling,
                       "at (%.3f, %.3f) the ceiling leaves the plane of its other corners; make it flat or "
                       "divide the region",
                       at.x / 1000.0, at.z / 1000.0);
            return false;
        }
    }
    return true;
}

static bool read_ceiling(const struct json *root, struct pack_region *region)
{
    struct json ceiling = json_member(root, "ceiling");
    return !ceiling.item || pack_shape_heights(&ceiling, region->outline.count, &region->ceilings_mm);
}

static bool read_words(const struct json *root, struct pack_region *region)
{
    struct json name = json_require(root, "name");
    struct json surface = json_require(root, "surface");
    struct json chunk = json_member(root, "chunk");
    size_t choice = 0;
    bool is_right = json_word(&name, region->name, sizeof region->name);
    is_right = json_choice(&surface, surface_names, PACK_SURFACE_COUNT, &choice) && is_right;
    region->surface = (enum pack_surface)choice;
    return (!chunk.item || json_word(&chunk, region->chunk, sizeof region->chunk)) && is_right;
}

static bool read_region(const struct json *root, struct pack_region *region)
{
    static const char *const keys[] = {"name",   "surface", "chunk", "outline",
                                       "height", "ceiling", "holes", "hole_heights"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json outline = json_require(root, "outline");
    struct json height = json_require(root, "height");
    is_right = read_words(root, region) && is_right;
    if (!pack_shape_polygon(&outline, &region->outline))
        return false;
    if (!height.item || !pack_shape_heights(&height, region->outline.count, &region->heights_mm))
        return false;
    if (!read_ceiling(root, region))
        return false;
    pack_shape_orient(&region->outline, region->heights_mm, region->ceilings_mm);
    if (region->ceilings_mm) {
        struct json ceiling = json_member(root, "ceiling");
        is_right = check_ceiling(&ceiling, region) && is_right;
    }
    return read_holes(root, &height, region) && is_right;
}

static bool read_each_region(const struct json *root, struct pack_scene *scene)
{
    struct json regions = json_require(root, "regions");
    size_t count;
    if (!json_array(&regions, 1, REGIONS_MAX, &count))
        return false;
    scene->regions = calloc(count, sizeof *scene->regions);
    if (!pack_shape_has_memory(&regions, scene->regions))
        return false;
    bool is_right = true;
    for (struct json region = json_first(&regions); region.item; region = json_next(&region))
        is_right = read_region(&region, &scene->regions[scene->region_count++]) && is_right;
    return is_right;
}

bool pack_region_read_all(const struct json *root, struct pack_scene *scene)
{
    if (!read_each_region(root, scene))
        return false;
    struct report *report = root->document->report;
    size_t problems_before = report->count;
    pack_check_regions(scene, report);
    return report->count == problems_before;
}

// ---- finding -----------------------------------------------------------------------------------

/// Finds the region that `hint` names.
static bool find_named(const struct pack_scene *scene, const struct json *hint, size_t *region)
{
    char name[PACK_NAME_MAX];
    if (!json_word(hint, name, sizeof name))
        return false;
    for (size_t i = 0; i < scene->region_count; i++) {
        *region = i;
        if (strcmp(scene->regions[i].name, name) == 0)
            return true;
    }
    json_fault(hint, "no region has the name \"%s\"; correct it or add the region", name);
    return false;
}

/// Finds the regions that a place lies strictly inside of.
/// @param[out] found  the first two of them
/// @return how many
static size_t find_around(const struct floors *floors, struct geo_point at, size_t found[2])
{
    size_t count = 0;
    for (size_t i = 0; i < floors_scene(floors)->region_count; i++) {
        if (borders_locate(floors_borders(floors), i, geo_place_of(at)) != POLYGON_INSIDE)
            continue;
        if (count < 2)
            found[count] = i;
        count++;
    }
    return count;
}

static void ambiguous_fault(const struct pack_scene *scene, const struct json *place, const size_t found[2])
{
    json_fault(place, "regions \"%s\" and \"%s\" both lie here; say which one with \"region\"",
               scene->regions[found[0]].name, scene->regions[found[1]].name);
}

static bool not_inside_fault(const struct json *place, const char *name)
{
    json_fault(place, "this is not inside region \"%s\"; move it there, or correct \"region\"", name);
    return false;
}

bool pack_region_locate(const struct floors *floors, const struct json *place, const struct json *hint,
                        struct geo_point at, size_t *region)
{
    const struct pack_scene *scene = floors_scene(floors);
    size_t found[2];
    if (hint->item) {
        if (!find_named(scene, hint, region))
            return false;
        return pack_region_contains(&scene->regions[*region], at) ||
               not_inside_fault(place, scene->regions[*region].name);
    }
    size_t count = find_around(floors, at, found);
    if (count == 0)
        json_fault(place, "(%.3f, %.3f) is outside every region, or on a border; move it inside one",
                   at.x / 1000.0, at.z / 1000.0);
    else if (count > 1)
        ambiguous_fault(scene, place, found);
    *region = count == 1 ? found[0] : 0;
    return count == 1;
}

bool pack_region_read_place(const struct json *root, const struct floors *floors, struct geo_point *at,
                            size_t *region)
{
    struct json place = json_require(root, "at");
    struct json hint = json_member(root, "region");
    return json_point(&place, at) && pack_region_locate(floors, &place, &hint, *at, region);
}

bool pack_region_locate_shape(const struct floors *floors, const struct json *place, const struct json *hint,
                              const struct pack_polygon *outline, size_t *region)
{
    const struct pack_scene *scene = floors_scene(floors);
    size_t found[2];
    size_t most = 0;
    if (hint->item) {
        struct pack_region shape = {.outline = *outline};
        if (!find_named(scene, hint, region))
            return false;
        enum overlap_kind kind = overlap_find(&scene->regions[*region], &shape).kind;
        return kind == OVERLAP_AREA || not_inside_fault(place, scene->regions[*region].name);
    }
    for (size_t i = 0; i < outline->count && most != 1; i++) {
        size_t count = find_around(floors, outline->points[i], found);
        most = count == 1 || count > most ? count : most;
    }
    if (most == 0)
        json_fault(place, "no corner of this lies inside a region; move it, or name one with \"region\"");
    else if (most > 1)
        ambiguous_fault(scene, place, found);
    *region = most == 1 ? found[0] : 0;
    return most == 1;
}

static void find_range(const struct pack_region *region, int32_t *low_mm, int32_t *high_mm)
{
    *low_mm = *high_mm = region->heights_mm[0];
    for (size_t i = 1; i < region->outline.count; i++) {
        *low_mm = region->heights_mm[i] < *low_mm ? region->heights_mm[i] : *low_mm;
        *high_mm = region->heights_mm[i] > *high_mm ? region->heights_mm[i] : *high_mm;
    }
}

bool pack_region_is_level_with(const struct pack_scene *scene, size_t a, size_t b)
{
    int32_t low_mm[2];
    int32_t high_mm[2];
    find_range(&scene->regions[a], &low_mm[0], &high_mm[0]);
    find_range(&scene->regions[b], &low_mm[1], &high_mm[1]);
    return a == b || (low_mm[1] - high_mm[0] < scene->agent_height_mm &&
                      low_mm[0] - high_mm[1] < scene->agent_height_mm);
}
