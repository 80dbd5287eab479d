#include "nav/pack_scene.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/pack_check.h"
#include "nav/polygon.h"

/// Limits of a scene. They bound time and memory, and no scene that people play in comes near.
enum {
    REGIONS_MAX = 4096,
    HOLES_MAX = 4096,
    OBSTACLES_MAX = 16384,
    NPCS_MAX = 65535,
    LINE_MAX = 4096,          // corners of an obstacle's line
    GROUND_MM_MAX = 1000000,  // heights of ground, up and down
    OBSTACLE_MM_MAX = 200000, // height, radius and width of obstacles
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const char *const surface_names[PACK_SURFACE_COUNT] = {"grass", "stone", "path", "sand", "wood"};
static const char *const kind_names[PACK_OBSTACLE_KIND_COUNT] = {"house", "wall", "fence",
                                                                 "pond",  "rock", "tree"};

// ---- polygons ----------------------------------------------------------------------------------

static bool allocate(const struct json *value, void *memory)
{
    if (!memory)
        json_fault(value, "memory ran out; make the file smaller");
    return memory;
}

static bool read_points(const struct json *value, size_t count_min, size_t count_max,
                        struct pack_polygon *polygon)
{
    size_t count;
    if (!json_array(value, count_min, count_max, &count))
        return false;
    polygon->points = calloc(count, sizeof *polygon->points);
    if (!allocate(value, polygon->points))
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
        return allocate(value, NULL);
    }
    return false;
}

static bool read_polygon(const struct json *value, struct pack_polygon *polygon)
{
    return read_points(value, 3, PACK_VERTICES_MAX, polygon) && check_polygon(value, polygon);
}

/// Turns a clockwise polygon around, its heights too if there are any.
static void orient(struct pack_polygon *polygon, int32_t *heights_mm)
{
    if (polygon_area_twice(polygon->points, polygon->count) > 0)
        return;
    for (size_t i = 0, k = polygon->count - 1; i < k; i++, k--) {
        struct geo_point point = polygon->points[i];
        polygon->points[i] = polygon->points[k];
        polygon->points[k] = point;
        if (heights_mm) {
            int32_t height_mm = heights_mm[i];
            heights_mm[i] = heights_mm[k];
            heights_mm[k] = height_mm;
        }
    }
}

// ---- regions -----------------------------------------------------------------------------------

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
        is_right = json_length(&height, -GROUND_MM_MAX, GROUND_MM_MAX, heights_mm++) && is_right;
    return is_right;
}

static bool read_height_of_all(const struct json *value, int32_t *heights_mm, size_t count)
{
    int32_t height_mm;
    if (!json_length(value, -GROUND_MM_MAX, GROUND_MM_MAX, &height_mm))
        return false;
    for (size_t i = 0; i < count; i++)
        heights_mm[i] = height_mm;
    return true;
}

/// Reads `value`, one number for all corners or an array with one for each, into new memory.
static bool read_heights(const struct json *value, size_t count, int32_t **heights_mm)
{
    *heights_mm = calloc(count, sizeof **heights_mm);
    if (!allocate(value, *heights_mm))
        return false;
    return cJSON_IsArray(value->item) ? read_height_each(value, *heights_mm, count)
                                      : read_height_of_all(value, *heights_mm, count);
}

static bool read_hole(const struct json *hole, const struct json *height, struct pack_region *region)
{
    size_t number = region->hole_count++;
    struct pack_polygon *polygon = &region->holes[number];
    if (!read_polygon(hole, polygon))
        return false;
    if (!read_heights(height, polygon->count, &region->hole_heights_mm[number]))
        return false;
    orient(polygon, region->hole_heights_mm[number]);
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
    if (!allocate(&holes, region->holes) || !allocate(&holes, region->hole_heights_mm))
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

static bool read_region(const struct json *root, struct pack_region *region)
{
    static const char *const keys[] = {"name", "surface", "outline", "height", "holes", "hole_heights"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    struct json surface = json_require(root, "surface");
    struct json outline = json_require(root, "outline");
    struct json height = json_require(root, "height");
    size_t choice = 0;
    is_right = json_word(&name, region->name, sizeof region->name) && is_right;
    is_right = json_choice(&surface, surface_names, PACK_SURFACE_COUNT, &choice) && is_right;
    region->surface = (enum pack_surface)choice;
    if (!read_polygon(&outline, &region->outline))
        return false;
    if (!height.item || !read_heights(&height, region->outline.count, &region->heights_mm))
        return false;
    orient(&region->outline, region->heights_mm);
    return read_holes(root, &height, region) && is_right;
}

static bool read_each_region(const struct json *root, struct pack_scene *scene)
{
    struct json regions = json_require(root, "regions");
    size_t count;
    if (!json_array(&regions, 1, REGIONS_MAX, &count))
        return false;
    scene->regions = calloc(count, sizeof *scene->regions);
    if (!allocate(&regions, scene->regions))
        return false;
    bool is_right = true;
    for (struct json region = json_first(&regions); region.item; region = json_next(&region))
        is_right = read_region(&region, &scene->regions[scene->region_count++]) && is_right;
    return is_right;
}

static bool read_regions(const struct json *root, struct pack_scene *scene)
{
    if (!read_each_region(root, scene))
        return false;
    struct report *report = root->document->report;
    size_t problems_before = report->count;
    pack_check_regions(scene, report);
    return report->count == problems_before;
}

/// Checks that the region that `hint` names exists and holds the place.
static bool locate_named(const struct pack_scene *scene, const struct json *place, const struct json *hint,
                         struct geo_point at, size_t *region)
{
    char name[PACK_NAME_MAX];
    if (!json_word(hint, name, sizeof name))
        return false;
    for (size_t i = 0; i < scene->region_count; i++) {
        if (strcmp(scene->regions[i].name, name) != 0)
            continue;
        *region = i;
        bool is_in = pack_region_contains(&scene->regions[i], at);
        if (!is_in)
            json_fault(place, "this is not inside region \"%s\"; move it there, or correct \"region\"", name);
        return is_in;
    }
    json_fault(hint, "no region has the name \"%s\"; correct it or add the region", name);
    return false;
}

bool pack_scene_locate(const struct pack_scene *scene, const struct json *place, const struct json *hint,
                       struct geo_point at, size_t *region)
{
    if (hint->item)
        return locate_named(scene, place, hint, at, region);
    size_t found = 0;
    for (size_t i = 0; i < scene->region_count; i++) {
        if (!pack_region_contains(&scene->regions[i], at))
            continue;
        if (found++ == 1) {
            json_fault(place, "regions \"%s\" and \"%s\" both lie here; say which one with \"region\"",
                       scene->regions[*region].name, scene->regions[i].name);
            return false;
        }
        *region = i;
    }
    if (found == 0)
        json_fault(place, "(%.3f, %.3f) is outside every region, or on a border; move it inside one",
                   at.x / 1000.0, at.z / 1000.0);
    return found == 1;
}

// ---- obstacles ---------------------------------------------------------------------------------

static bool read_circle(const struct json *root, struct pack_polygon *polygon)
{
    struct json center = json_member(root, "center");
    struct json radius = json_require(root, "radius");
    struct geo_point at;
    int32_t radius_mm;
    bool is_center_right = json_point(&center, &at);
    if (!json_length(&radius, 10, OBSTACLE_MM_MAX, &radius_mm) || !is_center_right)
        return false;
    polygon->count = POLYGON_OCTAGON_COUNT;
    polygon->points = calloc(polygon->count, sizeof *polygon->points);
    if (!allocate(root, polygon->points))
        return false;
    polygon_octagon(at, radius_mm, polygon->points);
    return true;
}

static bool check_line(const struct json *value, const struct pack_polygon *line)
{
    for (size_t i = 1; i < line->count; i++) {
        struct json corner = {.document = value->document, .parent = value, .index = i};
        struct geo_point a = line->points[i - 1];
        struct geo_point b = line->points[i];
        if (a.x == b.x && a.z == b.z) {
            json_fault(&corner, "corners %zu and %zu are the same place; remove one", i - 1, i);
            return false;
        }
    }
    return true;
}

static bool thicken(const struct json *value, const struct pack_polygon *line, int32_t width_mm,
                    struct pack_polygon *polygon)
{
    assert(line->count >= 2);
    polygon->count = 2 * line->count;
    polygon->points = calloc(polygon->count, sizeof *polygon->points);
    if (!allocate(value, polygon->points))
        return false;
    if (!polygon_thicken(line->points, line->count, width_mm, polygon->points) ||
        polygon_check(polygon->points, polygon->count).fault != POLYGON_RIGHT) {
        json_fault(value, "the line turns too sharply for its width or crosses itself; bend it wider");
        return false;
    }
    return true;
}

static bool read_line(const struct json *root, struct pack_polygon *polygon)
{
    struct json points = json_member(root, "line");
    struct json width = json_require(root, "width");
    int32_t width_mm = 0;
    struct pack_polygon line = {0};
    bool is_right = json_length(&width, 10, OBSTACLE_MM_MAX, &width_mm);
    is_right = read_points(&points, 2, LINE_MAX, &line) && is_right;
    is_right = is_right && check_line(&points, &line) && thicken(&points, &line, width_mm, polygon);
    free(line.points);
    return is_right;
}

/// An obstacle's shape is given in one of three ways.
static bool read_shape(const struct json *root, struct pack_polygon *polygon)
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
    if (is_line)
        return read_line(root, polygon);
    if (!read_polygon(&outline, polygon))
        return false;
    orient(polygon, NULL);
    return true;
}

static bool read_looks(const struct json *root, struct pack_obstacle *obstacle)
{
    struct json kind = json_require(root, "kind");
    struct json height = json_member(root, "height");
    struct json color = json_member(root, "color");
    size_t choice;
    if (!json_choice(&kind, kind_names, PACK_OBSTACLE_KIND_COUNT, &choice))
        return false;
    obstacle->kind = (enum pack_obstacle_kind)choice;
    if (obstacle->kind != PACK_POND)
        height = json_require(root, "height");
    else if (height.item)
        json_fault(&height, "a pond has no height; remove it");
    bool is_color_right = !color.item || json_color(&color, &obstacle->color_rgb);
    if (obstacle->kind == PACK_POND)
        return is_color_right && !height.item;
    return json_length(&height, 50, OBSTACLE_MM_MAX, &obstacle->height_mm) && is_color_right;
}

static bool read_obstacle(const struct json *root, const struct pack_scene *scene,
                          struct pack_obstacle *obstacle)
{
    static const char *const keys[] = {"kind",  "outline", "center", "radius", "line",
                                       "width", "height",  "color",  "region"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    if (!cJSON_IsObject(root->item))
        return false;
    is_right = read_looks(root, obstacle) && is_right;
    if (!read_shape(root, &obstacle->outline))
        return false;
    struct json region = json_member(root, "region");
    return pack_scene_locate(scene, root, &region, obstacle->outline.points[0], &obstacle->region) &&
           is_right;
}

static bool read_each_obstacle(const struct json *root, struct pack_scene *scene)
{
    struct json obstacles = json_member(root, "obstacles");
    size_t count;
    if (!obstacles.item)
        return true;
    if (!json_array(&obstacles, 0, OBSTACLES_MAX, &count))
        return false;
    scene->obstacles = calloc(count + 1, sizeof *scene->obstacles);
    if (!allocate(&obstacles, scene->obstacles))
        return false;
    bool is_right = true;
    for (struct json obstacle = json_first(&obstacles); obstacle.item; obstacle = json_next(&obstacle))
        is_right = read_obstacle(&obstacle, scene, &scene->obstacles[scene->obstacle_count++]) && is_right;
    return is_right;
}

static bool read_obstacles(const struct json *root, struct pack_scene *scene)
{
    if (!read_each_obstacle(root, scene))
        return false;
    struct report *report = root->document->report;
    size_t problems_before = report->count;
    pack_check_obstacles(scene, report);
    return report->count == problems_before;
}

// ---- people ------------------------------------------------------------------------------------

static bool read_facing(const struct json *root, struct pack_npc *npc)
{
    struct json facing = json_member(root, "facing");
    npc->facing = (struct geo_point){.x = 0, .z = -1000};
    if (!facing.item)
        return true;
    if (!json_point(&facing, &npc->facing))
        return false;
    bool is_direction = npc->facing.x != 0 || npc->facing.z != 0;
    if (!is_direction)
        json_fault(&facing, "this is no direction; write one such as [0, -1]");
    return is_direction;
}

static bool read_npc(const struct json *root, const struct pack_scene *scene, struct pack_npc *npc)
{
    static const char *const keys[] = {"type", "subtype", "name", "dialogue", "at", "facing", "region"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json type = json_require(root, "type");
    struct json subtype = json_member(root, "subtype");
    struct json name = json_require(root, "name");
    struct json dialogue = json_require(root, "dialogue");
    struct json at = json_require(root, "at");
    struct json region = json_member(root, "region");
    is_right = json_word(&type, npc->type, sizeof npc->type) && is_right;
    is_right = (!subtype.item || json_word(&subtype, npc->subtype, sizeof npc->subtype)) && is_right;
    is_right = json_string(&name, npc->name, sizeof npc->name) && is_right;
    is_right = json_string(&dialogue, npc->dialogue, sizeof npc->dialogue) && is_right;
    is_right = read_facing(root, npc) && is_right;
    if (!json_point(&at, &npc->at))
        return false;
    return pack_scene_locate(scene, &at, &region, npc->at, &npc->region) && is_right;
}

static bool read_npcs(const struct json *root, struct pack *pack, size_t scene)
{
    struct json npcs = json_member(root, "npcs");
    size_t count;
    if (!npcs.item)
        return true;
    if (!json_array(&npcs, 0, NPCS_MAX, &count))
        return false;
    struct pack_npc *grown = realloc(pack->npcs, (pack->npc_count + count + 1) * sizeof *grown);
    if (!allocate(&npcs, grown))
        return false;
    pack->npcs = grown;
    memset(&pack->npcs[pack->npc_count], 0, (count + 1) * sizeof *grown);
    bool is_right = true;
    for (struct json npc = json_first(&npcs); npc.item; npc = json_next(&npc)) {
        pack->npcs[pack->npc_count].scene = scene;
        is_right = read_npc(&npc, &pack->scenes[scene], &pack->npcs[pack->npc_count++]) && is_right;
    }
    return is_right;
}

// ---- scene -------------------------------------------------------------------------------------

static bool read_agent(const struct json *root, struct pack_scene *scene)
{
    static const char *const keys[] = {"radius", "height"};
    struct json agent = json_require(root, "agent");
    bool is_right = json_object(&agent, keys, COUNT_OF(keys));
    struct json radius = json_require(&agent, "radius");
    struct json height = json_require(&agent, "height");
    is_right = json_length(&radius, 50, 5000, &scene->agent_radius_mm) && is_right;
    return json_length(&height, 200, 20000, &scene->agent_height_mm) && is_right;
}

static bool read_light(const struct json *root, struct pack_scene *scene)
{
    static const char *const keys[] = {"sky", "sun"};
    struct json light = json_require(root, "light");
    bool is_right = json_object(&light, keys, COUNT_OF(keys));
    struct json sky = json_require(&light, "sky");
    struct json sun = json_require(&light, "sun");
    is_right = json_color(&sky, &scene->sky_rgb) && is_right;
    return json_color(&sun, &scene->sun_rgb) && is_right;
}

static bool read_walking(const struct json *root, struct pack_scene *scene)
{
    struct json step = json_require(root, "step_height");
    struct json tolerance = json_member(root, "merge_tolerance");
    scene->merge_tolerance_mm = 50;
    bool is_step_right = json_length(&step, 0, 5000, &scene->step_height_mm);
    bool is_tolerance_right = !tolerance.item || json_length(&tolerance, 0, 1000, &scene->merge_tolerance_mm);
    return read_agent(root, scene) && is_step_right && is_tolerance_right;
}

bool pack_scene_read(struct pack *pack, size_t scene_number, const struct json *root)
{
    static const char *const keys[] = {"$schema", "name",    "step_height", "agent", "merge_tolerance",
                                       "light",   "regions", "obstacles",   "npcs"};
    struct pack_scene *scene = &pack->scenes[scene_number];
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    is_right = json_word(&name, scene->name, sizeof scene->name) && is_right;
    is_right = read_walking(root, scene) && is_right;
    is_right = read_light(root, scene) && is_right;
    // Everything else stands in a region: with wrong ones it would only be blamed for their mistakes.
    if (!read_regions(root, scene))
        return false;
    is_right = read_obstacles(root, scene) && is_right;
    return read_npcs(root, pack, scene_number) && is_right;
}
