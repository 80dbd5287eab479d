#include "nav/pack_gate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "nav/chunk_names.h"
#include "nav/pack_hours.h"
#include "nav/pack_region.h"
#include "nav/pack_shape.h"
#include "nav/pack_text.h"
#include "nav/polygon.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

/// What reading gates needs throughout.
struct reader {
    struct pack *pack;
    struct pack_scene *scene;
    struct floors *floors;
};

// ---- names -------------------------------------------------------------------------------------

/// @param[out] scene  that it stands in
/// @param[out] gate   its number there
static bool find_gate(const struct pack *pack, const char *name, size_t *scene, size_t *gate)
{
    for (*scene = 0; *scene < pack->scene_count; (*scene)++) {
        const struct pack_scene *place = &pack->scenes[*scene];
        for (*gate = 0; *gate < place->gate_count; (*gate)++) {
            if (strcmp(place->gates[*gate].name, name) == 0)
                return true;
        }
    }
    return false;
}

bool pack_gate_find(const struct json *value, const struct pack *pack, uint32_t *scene, uint32_t *gate)
{
    char name[PACK_NAME_MAX];
    size_t found_scene;
    size_t found;
    if (!json_word(value, name, sizeof name))
        return false;
    if (!find_gate(pack, name, &found_scene, &found)) {
        json_fault(value, "no gate has the name \"%s\"; correct it or add the gate", name);
        return false;
    }
    *scene = (uint32_t)found_scene;
    *gate = (uint32_t)found;
    return true;
}

/// Says whether no gate before has the name of this one.
static bool check_name(const struct json *name, const struct reader *reader, const struct pack_gate *gate)
{
    size_t scene;
    size_t other;
    bool is_found = find_gate(reader->pack, gate->name, &scene, &other);
    assert(is_found);
    if (!is_found || &reader->pack->scenes[scene].gates[other] == gate)
        return true;
    json_fault(name, "gate %zu of %s has the name \"%s\" too; rename one", other,
               reader->pack->scenes[scene].file, gate->name);
    return false;
}

bool pack_gate_is_door(const struct pack_scene *scene, size_t region, size_t *gate)
{
    const char *chunk = scene->regions[region].chunk;
    for (*gate = 0; chunk[0] && *gate < scene->gate_count; (*gate)++) {
        if (scene->gates[*gate].kind == PACK_GATE_DOOR && strcmp(scene->gates[*gate].chunk, chunk) == 0)
            return true;
    }
    return false;
}

// ---- doors -------------------------------------------------------------------------------------

static bool check_chunk(const struct json *chunk, const struct reader *reader, const struct pack_gate *gate)
{
    if (chunk_names_find(reader->scene, gate->chunk) == CHUNK_NAMES_NONE) {
        json_fault(chunk,
                   "no region has the \"chunk\" \"%s\"; correct it, or write it into the regions of the door",
                   gate->chunk);
        return false;
    }
    for (const struct pack_gate *other = reader->scene->gates; other < gate; other++) {
        if (other->kind == PACK_GATE_DOOR && strcmp(other->chunk, gate->chunk) == 0) {
            json_fault(chunk, "this is the chunk of gate \"%s\" too; give each door its own", other->name);
            return false;
        }
    }
    return true;
}

/// Says whether people fit between a place and the polygon's border, or the place lies in the polygon.
static bool touches(const struct pack_polygon *polygon, struct geo_point at, int32_t gap_mm)
{
    return polygon_is_near(polygon->points, polygon->count, at, gap_mm);
}

/// Says whether a place lies so well inside a region, off everything that stands there, that people pass
/// beside it on all sides.
static bool is_open_ground(const struct reader *reader, const struct pack_region *region, struct geo_point at)
{
    int32_t gap_mm = 2 * reader->scene->agent_radius_mm;
    if (!pack_region_contains(region, at) || touches(&region->outline, at, gap_mm))
        return false;
    for (size_t i = 0; i < region->hole_count; i++) {
        if (touches(&region->holes[i], at, gap_mm))
            return false;
    }
    for (size_t i = 0; i < reader->scene->obstacle_count; i++) {
        const struct pack_polygon *outline = &reader->scene->obstacles[i].outline;
        if (polygon_locate(outline->points, outline->count, at) != POLYGON_OUTSIDE ||
            touches(outline, at, gap_mm))
            return false;
    }
    return true;
}

/// Finds the region of the door's chunk that the middle of its line lies in.
static bool find_middle(const struct reader *reader, const struct pack_gate *gate, size_t *region)
{
    struct geo_point middle = {(gate->line[0].x + gate->line[1].x) / 2,
                               (gate->line[0].z + gate->line[1].z) / 2};
    for (*region = 0; *region < reader->scene->region_count; (*region)++) {
        if (strcmp(reader->scene->regions[*region].chunk, gate->chunk) == 0 &&
            borders_locate(floors_borders(reader->floors), *region, geo_place_of(middle)) != POLYGON_OUTSIDE)
            return true;
    }
    return false;
}

/// The leaves of a door stand all across its ground.
static bool check_span(const struct json *line, const struct reader *reader, struct pack_gate *gate)
{
    struct json end = json_first(line);
    size_t region;
    if (!find_middle(reader, gate, &region)) {
        json_fault(line, "its middle is not on the ground of chunk \"%s\"; lay it across that ground",
                   gate->chunk);
        return false;
    }
    for (size_t i = 0; i < 2; i++) {
        gate->regions[i] = region;
        if (is_open_ground(reader, &reader->scene->regions[region], gate->line[i])) {
            json_fault(&end, "people would pass beside the door here; lengthen the line to a wall or the "
                             "edge of the ground");
            return false;
        }
        if (!floors_height(reader->floors, region, gate->line[i], &gate->heights_mm[i]))
            return pack_shape_has_memory(line, NULL);
        end = i == 0 ? json_next(&end) : end;
    }
    return true;
}

static bool read_door(const struct json *root, const struct reader *reader, struct pack_gate *gate)
{
    struct json chunk = json_require(root, "chunk");
    struct json height = json_require(root, "height");
    struct json line = json_member(root, "line");
    bool is_right = json_length(&height, 50, PACK_WIDTH_MM_MAX, &gate->height_mm);
    return json_word(&chunk, gate->chunk, sizeof gate->chunk) && check_chunk(&chunk, reader, gate) &&
           check_span(&line, reader, gate) && is_right;
}

// ---- bridges -----------------------------------------------------------------------------------

/// Where a road leads by, the bridge is as high as the road, so that they are joined.
static void join_road(const struct pack_scene *scene, struct geo_point at, int32_t *height_mm)
{
    for (size_t i = 0; i < scene->road_node_count; i++) {
        const struct pack_road_node *node = &scene->road_nodes[i];
        if (geo_equal(node->at, at) && abs(node->height_mm - *height_mm) <= scene->step_height_mm) {
            *height_mm = node->height_mm;
            return;
        }
    }
}

static bool read_bridge(const struct json *root, const struct reader *reader, struct pack_gate *gate)
{
    struct json line = json_member(root, "line");
    struct json hints = json_member(root, "regions");
    struct json end = json_first(&line);
    struct json hint = {.item = NULL};
    size_t count;
    if (hints.item && !json_array(&hints, 2, 2, &count))
        return false;
    if (hints.item)
        hint = json_first(&hints);
    for (size_t i = 0; i < 2; i++) {
        if (!pack_region_locate(reader->floors, &end, &hint, gate->line[i], &gate->regions[i]))
            return false;
        if (!floors_height(reader->floors, gate->regions[i], gate->line[i], &gate->heights_mm[i]))
            return pack_shape_has_memory(&line, NULL);
        join_road(reader->scene, gate->line[i], &gate->heights_mm[i]);
        end = i == 0 ? json_next(&end) : end;
        hint = i == 0 && hints.item ? json_next(&hint) : hint;
    }
    return true;
}

// ---- gates -------------------------------------------------------------------------------------

static bool read_kind(const struct json *root, struct pack_gate *gate)
{
    static const char *const kinds[] = {[PACK_GATE_DOOR] = "door", [PACK_GATE_BRIDGE] = "bridge"};
    static const char *const door_keys[] = {"name",   "kind", "chunk", "line",  "width",
                                            "height", "open", "hours", "closed"};
    static const char *const bridge_keys[] = {"name",    "kind", "line",  "width",
                                              "regions", "open", "hours", "closed"};
    struct json kind = json_require(root, "kind");
    size_t choice;
    if (!cJSON_IsObject(root->item))
        return json_object(root, NULL, 0);
    if (!json_choice(&kind, kinds, COUNT_OF(kinds), &choice))
        return false;
    gate->kind = (enum pack_gate_kind)choice;
    return gate->kind == PACK_GATE_DOOR ? json_object(root, door_keys, COUNT_OF(door_keys))
                                        : json_object(root, bridge_keys, COUNT_OF(bridge_keys));
}

static bool read_line(const struct json *root, struct pack_gate *gate)
{
    struct json line = json_require(root, "line");
    struct json width = json_require(root, "width");
    size_t count;
    bool is_right = json_length(&width, 10, PACK_WIDTH_MM_MAX, &gate->width_mm);
    if (!json_array(&line, 2, 2, &count))
        return false;
    struct json from = json_first(&line);
    struct json to = json_next(&from);
    is_right = json_point(&from, &gate->line[0]) && is_right;
    is_right = json_point(&to, &gate->line[1]) && is_right;
    if (is_right && geo_equal(gate->line[0], gate->line[1])) {
        json_fault(&to, "both ends are the same place; move one");
        return false;
    }
    return is_right;
}

static bool read_openness(const struct json *root, struct pack_gate *gate)
{
    struct json open = json_member(root, "open");
    bool is_right = !open.item || json_flag(&open, &gate->is_open);
    is_right = pack_hours_read(root, &gate->hours, &gate->has_hours) && is_right;
    if (open.item && gate->has_hours) {
        json_fault(&open, "the gate's \"hours\" say when it is open; remove one of both");
        return false;
    }
    return is_right;
}

static bool read_gate(const struct json *root, const struct reader *reader, struct pack_gate *gate)
{
    struct json name = json_require(root, "name");
    struct json closed = json_member(root, "closed");
    bool is_right = json_word(&name, gate->name, sizeof gate->name) && check_name(&name, reader, gate);
    if (!read_kind(root, gate))
        return false;
    is_right = (!closed.item || pack_text_read(&closed, reader->pack, PACK_TEXT_MAX, &gate->closed_text)) &&
               is_right;
    is_right = read_openness(root, gate) && is_right;
    if (!read_line(root, gate))
        return false;
    return (gate->kind == PACK_GATE_DOOR ? read_door : read_bridge)(root, reader, gate) && is_right;
}

bool pack_gate_read_all(const struct json *root, struct floors *floors, struct pack *pack, size_t scene)
{
    struct reader reader = {.pack = pack, .scene = &pack->scenes[scene], .floors = floors};
    struct json gates = json_member(root, "gates");
    size_t count;
    if (!gates.item)
        return true;
    if (!json_array(&gates, 0, PACK_GATES_MAX, &count))
        return false;
    reader.scene->gates = calloc(count + 1, sizeof *reader.scene->gates);
    if (!pack_shape_has_memory(&gates, reader.scene->gates))
        return false;
    bool is_right = true;
    for (struct json gate = json_first(&gates); gate.item; gate = json_next(&gate))
        is_right = read_gate(&gate, &reader, &reader.scene->gates[reader.scene->gate_count++]) && is_right;
    return is_right;
}
