#include "nav/pack_road.h"

#include <stdlib.h>
#include <string.h>

#include "nav/floors.h"
#include "nav/pack_network.h"
#include "nav/pack_region.h"
#include "nav/pack_shape.h"

enum {
    ROADS_MAX = 4096,
    CELLS_MAX = 65535, // of one road
    LINKS_MAX = 64,    // that one cell lists
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/// A cell of a list, by which others link to it.
struct named_cell {
    char name[PACK_NAME_MAX];
    uint32_t mark;
};

/// What reading roads needs throughout.
struct reader {
    struct pack_scene *scene;
    struct floors *floors;
    struct pack_network network;
    struct named_cell *cells;
    size_t cell_count;
    size_t cell_capacity;
};

static bool add_mark(struct reader *reader, const struct json *value, struct pack_network_mark mark)
{
    mark.road = (uint32_t)reader->scene->road_count - 1;
    bool is_added = pack_network_add_mark(&reader->network, mark);
    return is_added || pack_shape_has_memory(value, NULL);
}

// ---- lines -------------------------------------------------------------------------------------

/// Finds the height of the ground at a point of a line, which must be one.
static bool find_height(const struct reader *reader, const struct json *point, struct geo_point at,
                        int32_t *height_mm)
{
    struct floors_under under;
    if (!floors_find(reader->floors, at, 0, &under))
        return pack_shape_has_memory(point, NULL);
    *height_mm = under.height_mm;
    if (under.count == 0)
        json_fault(point,
                   "no ground lies under (%.3f, %.3f); move it, or write \"height\" for the road's points",
                   at.x / 1000.0, at.z / 1000.0);
    else if (under.high_mm - under.low_mm > reader->scene->step_height_mm)
        json_fault(point, "floors lie one over another here; write \"height\" for the road's points");
    else
        return true;
    return false;
}

static bool mark_points(struct reader *reader, const struct json *root, const struct pack_road *road)
{
    struct json line = json_member(root, "line");
    bool is_right = true;
    size_t i = 0;
    for (struct json point = json_first(&line); point.item; point = json_next(&point), i++) {
        struct pack_network_mark mark = {.at = road->line.points[i], .side = (uint32_t)i};
        if (road->heights_mm)
            mark.height_mm = road->heights_mm[i];
        else
            is_right = find_height(reader, &point, mark.at, &mark.height_mm) && is_right;
        is_right = add_mark(reader, &point, mark) && is_right;
    }
    return is_right;
}

static bool read_line(struct reader *reader, const struct json *root, struct pack_road *road)
{
    struct json height = json_member(root, "height");
    if (!pack_shape_line(root, &road->line, &road->width_mm, &road->outline))
        return false;
    if (height.item && !pack_shape_heights(&height, road->line.count, &road->heights_mm))
        return false;
    return mark_points(reader, root, road);
}

// ---- cells -------------------------------------------------------------------------------------

static bool add_name(struct reader *reader, const struct json *value, const char *name)
{
    if (reader->cell_count == reader->cell_capacity) {
        size_t capacity = 2 * reader->cell_capacity + 64;
        struct named_cell *grown = realloc(reader->cells, capacity * sizeof *grown);
        if (!grown)
            return pack_shape_has_memory(value, NULL);
        reader->cells = grown;
        reader->cell_capacity = capacity;
    }
    struct named_cell *cell = &reader->cells[reader->cell_count++];
    *cell = (struct named_cell){.mark = (uint32_t)reader->network.mark_count - 1};
    memcpy(cell->name, name, PACK_NAME_MAX);
    return true;
}

/// A cell lies on the ground, or at the height that is written.
static bool read_cell_height(const struct reader *reader, const struct json *root, struct geo_point at,
                             int32_t *height_mm)
{
    struct json place = json_member(root, "at");
    struct json hint = json_member(root, "region");
    struct json height = json_member(root, "height");
    size_t region;
    if (height.item)
        return json_length(&height, -PACK_GROUND_MM_MAX, PACK_GROUND_MM_MAX, height_mm);
    if (!hint.item)
        return find_height(reader, &place, at, height_mm);
    if (!pack_region_locate(reader->floors, &place, &hint, at, &region))
        return false;
    return floors_height(reader->floors, region, at, height_mm) || pack_shape_has_memory(&place, NULL);
}

static bool read_cell(struct reader *reader, const struct json *root)
{
    static const char *const keys[] = {"name", "at", "region", "height", "links"};
    struct pack_network_mark mark = {.side = PACK_NETWORK_CELL};
    char text[PACK_NAME_MAX] = "";
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    struct json at = json_require(root, "at");
    is_right = json_word(&name, text, sizeof text) && is_right;
    if (!json_point(&at, &mark.at) || !read_cell_height(reader, root, mark.at, &mark.height_mm))
        return false;
    return add_mark(reader, root, mark) && add_name(reader, root, text) && is_right;
}

static bool read_cells(struct reader *reader, const struct json *root)
{
    static const char *const line_keys[] = {"width", "height"};
    struct json cells = json_member(root, "cells");
    size_t count;
    for (size_t i = 0; i < COUNT_OF(line_keys); i++) {
        struct json member = json_member(root, line_keys[i]);
        if (member.item) {
            json_fault(&member, "this belongs to a \"line\"; remove it");
            return false;
        }
    }
    if (!json_array(&cells, 1, CELLS_MAX, &count))
        return false;
    bool is_right = true;
    for (struct json cell = json_first(&cells); cell.item; cell = json_next(&cell))
        is_right = read_cell(reader, &cell) && is_right;
    return is_right;
}

// ---- links between cells -----------------------------------------------------------------------

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct named_cell *)a)->name, ((const struct named_cell *)b)->name);
}

static bool check_names(const struct reader *reader, const struct json *roads)
{
    for (size_t i = 1; i < reader->cell_count; i++) {
        const char *name = reader->cells[i].name;
        if (strcmp(name, reader->cells[i - 1].name) != 0)
            continue;
        json_fault(roads, "two cells of this scene's roads have the name \"%s\"; rename one", name);
        return false;
    }
    return true;
}

static bool read_link(struct reader *reader, const struct json *link, uint32_t from, uint32_t road)
{
    struct named_cell wanted = {.mark = 0};
    if (!json_word(link, wanted.name, sizeof wanted.name))
        return false;
    const struct named_cell *found =
        reader->cell_count == 0
            ? NULL
            : bsearch(&wanted, reader->cells, reader->cell_count, sizeof wanted, compare_names);
    if (!found) {
        json_fault(link, "no cell of a road of this scene has the name \"%s\"; correct it or add the cell",
                   wanted.name);
        return false;
    }
    struct pack_network_pair pair = {.marks = {from, found->mark}, .road = road};
    return pack_network_add_pair(&reader->network, pair) || pack_shape_has_memory(link, NULL);
}

static bool read_links(struct reader *reader, const struct json *cell, uint32_t from, uint32_t road)
{
    struct json links = json_member(cell, "links");
    size_t count;
    if (!links.item)
        return true;
    if (!json_array(&links, 0, LINKS_MAX, &count))
        return false;
    bool is_right = true;
    for (struct json link = json_first(&links); link.item; link = json_next(&link))
        is_right = read_link(reader, &link, from, road) && is_right;
    return is_right;
}

/// Reads the links of all cells, once all cells are known: their marks come in the order of the file.
static bool read_all_links(struct reader *reader, const struct json *roads)
{
    uint32_t road = 0;
    uint32_t mark = 0;
    bool is_right = true;
    if (reader->cell_count > 0)
        qsort(reader->cells, reader->cell_count, sizeof *reader->cells, compare_names);
    if (!check_names(reader, roads))
        return false;
    for (struct json root = json_first(roads); root.item; root = json_next(&root), road++) {
        struct json cells = json_member(&root, "cells");
        mark += (uint32_t)reader->scene->roads[road].line.count;
        if (!cells.item)
            continue;
        for (struct json cell = json_first(&cells); cell.item; cell = json_next(&cell))
            is_right = read_links(reader, &cell, mark++, road) && is_right;
    }
    return is_right;
}

// ---- roads -------------------------------------------------------------------------------------

static bool check_road_name(const struct json *name, const struct pack_scene *scene)
{
    const struct pack_road *road = &scene->roads[scene->road_count - 1];
    for (const struct pack_road *other = scene->roads; other < road; other++) {
        if (strcmp(other->name, road->name) != 0)
            continue;
        json_fault(name, "road %zu has the name \"%s\" too; rename one", (size_t)(other - scene->roads),
                   road->name);
        return false;
    }
    return true;
}

static bool read_road(struct reader *reader, const struct json *root)
{
    static const char *const keys[] = {"name", "line", "width", "height", "cells"};
    struct pack_road *road = &reader->scene->roads[reader->scene->road_count++];
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json name = json_require(root, "name");
    bool is_line = json_member(root, "line").item;
    bool is_list = json_member(root, "cells").item;
    is_right = json_word(&name, road->name, sizeof road->name) && is_right;
    is_right = is_right && check_road_name(&name, reader->scene);
    if (is_line == is_list) {
        json_fault(root, "write either \"line\" with \"width\", or \"cells\"");
        return false;
    }
    return (is_line ? read_line(reader, root, road) : read_cells(reader, root)) && is_right;
}

static bool read_roads(struct reader *reader, const struct json *roads)
{
    bool is_right = true;
    for (struct json road = json_first(roads); road.item; road = json_next(&road))
        is_right = read_road(reader, &road) && is_right;
    if (!is_right || !read_all_links(reader, roads))
        return false;
    bool is_joined = pack_network_join(&reader->network, reader->floors, reader->scene);
    return is_joined || pack_shape_has_memory(roads, NULL);
}

bool pack_road_read_all(const struct json *root, struct floors *floors, struct pack_scene *scene)
{
    struct json roads = json_member(root, "roads");
    size_t count;
    if (!roads.item)
        return true;
    if (!json_array(&roads, 0, ROADS_MAX, &count))
        return false;
    struct reader reader = {.scene = scene, .floors = floors};
    scene->roads = calloc(count + 1, sizeof *scene->roads);
    bool is_right = pack_shape_has_memory(&roads, scene->roads) && read_roads(&reader, &roads);
    pack_network_finish(&reader.network);
    free(reader.cells);
    return is_right;
}
