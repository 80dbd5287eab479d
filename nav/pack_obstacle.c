#include "nav/pack_obstacle.h"

#include <stdlib.h>

#include "nav/pack_region.h"
#include "nav/pack_shape.h"

enum { OBSTACLES_MAX = 16384 };

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static const char *const kind_names[PACK_OBSTACLE_KIND_COUNT] = {"house", "wall", "fence", "pond",
                                                                 "rock",  "tree", "ravine"};

/// Ponds and ravines are holes in the ground: nothing of them stands on it.
static bool has_height(enum pack_obstacle_kind kind)
{
    return kind != PACK_POND && kind != PACK_RAVINE;
}

static bool read_height(const struct json *root, struct pack_obstacle *obstacle)
{
    struct json height = json_member(root, "height");
    if (has_height(obstacle->kind)) {
        height = json_require(root, "height");
        return json_length(&height, 50, PACK_WIDTH_MM_MAX, &obstacle->height_mm);
    }
    if (height.item)
        json_fault(&height, "a %s has no height; remove it", kind_names[obstacle->kind]);
    return !height.item;
}

static bool read_looks(const struct json *root, struct pack_obstacle *obstacle)
{
    struct json kind = json_require(root, "kind");
    struct json color = json_member(root, "color");
    size_t choice;
    if (!json_choice(&kind, kind_names, PACK_OBSTACLE_KIND_COUNT, &choice))
        return false;
    obstacle->kind = (enum pack_obstacle_kind)choice;
    bool is_color_right = !color.item || json_color(&color, &obstacle->color_rgb);
    return read_height(root, obstacle) && is_color_right;
}

static bool read_obstacle(const struct json *root, const struct floors *floors,
                          struct pack_obstacle *obstacle)
{
    static const char *const keys[] = {"kind",  "outline", "center", "radius", "line",
                                       "width", "height",  "color",  "region"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    if (!cJSON_IsObject(root->item))
        return false;
    is_right = read_looks(root, obstacle) && is_right;
    if (!pack_shape_footprint(root, &obstacle->outline))
        return false;
    struct json region = json_member(root, "region");
    return pack_region_locate_shape(floors, root, &region, &obstacle->outline, &obstacle->region) && is_right;
}

bool pack_obstacle_read_all(const struct json *root, const struct floors *floors, struct pack_scene *scene)
{
    struct json obstacles = json_member(root, "obstacles");
    size_t count;
    if (!obstacles.item)
        return true;
    if (!json_array(&obstacles, 0, OBSTACLES_MAX, &count))
        return false;
    scene->obstacles = calloc(count + 1, sizeof *scene->obstacles);
    if (!pack_shape_has_memory(&obstacles, scene->obstacles))
        return false;
    bool is_right = true;
    for (struct json obstacle = json_first(&obstacles); obstacle.item; obstacle = json_next(&obstacle))
        is_right = read_obstacle(&obstacle, floors, &scene->obstacles[scene->obstacle_count++]) && is_right;
    return is_right;
}
