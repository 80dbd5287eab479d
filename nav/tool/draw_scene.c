#include "nav/tool/draw_scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/mesh.h"

const char *const draw_style =
    "text{font:12px 'DejaVu Sans',sans-serif;fill:#222;paint-order:stroke;stroke:#fff;stroke-width:3px;"
    "stroke-linejoin:round}"
    ".title{font-size:18px;font-weight:bold}.strong{font-weight:bold}.warn{fill:#b00020}"
    ".road-name{fill:#9a4d00;font-style:italic}.jump-name{fill:#6a1b9a}"
    "path{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".cell{stroke:#000;stroke-opacity:.22;stroke-width:.6px}"
    ".s0{fill:#b7d6a1}.s1{fill:#cfd0d4}.s2{fill:#e3cda4}.s3{fill:#f1e4b3}.s4{fill:#c9a27a}"
    ".c1{fill:#e53935}.c2{fill:#8e24aa}.c3{fill:#1e88e5}.c4{fill:#fb8c00}.c5{fill:#00897b}"
    ".c1,.c2,.c3,.c4,.c5{fill-opacity:.38}"
    ".low{fill:#000;fill-opacity:.22}"
    ".o0{fill:#a58b7b}.o1{fill:#7d7d84}.o2{fill:#8d6e4a}.o3{fill:#8ec9ea}.o4{fill:#93958f}.o5{fill:#6f9b5c}"
    ".o6{fill:#3b3346}.o0,.o1,.o2,.o3,.o4,.o5,.o6{stroke:#444;stroke-width:.8px}"
    ".wall{stroke:#222;stroke-width:1.8px}.ledge{stroke:#d81b1b;stroke-width:2.6px}"
    ".step{stroke:#d69a00;stroke-width:2px}.narrow{stroke:#d81b1b;stroke-width:2px;stroke-dasharray:1 4}"
    ".chunk{stroke:#7b1fa2;stroke-width:2.4px;stroke-dasharray:9 5}"
    ".road{stroke:#e07b00;stroke-width:4px;stroke-opacity:.65}.node{fill:#9a4d00}"
    ".npc{fill:#c2185b;stroke:#fff;stroke-width:1.5px}.spawn{fill:#fff;stroke:#222;stroke-width:2px}"
    ".jump{fill:#6a1b9a;stroke:#fff;stroke-width:1.5px}.jump-end{fill:#fff;stroke:#6a1b9a;stroke-width:2.5px}"
    ".jump-line{stroke:#6a1b9a;stroke-width:1.5px;stroke-dasharray:5 4}"
    ".door,.bridge{stroke-width:5px;stroke-linecap:butt}.door{stroke:#00695c}.bridge{stroke:#6d4c41;stroke-"
    "dasharray:4 2}.gate-name{fill:#00695c}.enemy-name{fill:#b71c1c}.spot-name{fill:#5d4037}"
    ".lair{fill:#b71c1c;fill-opacity:.1;stroke:#b71c1c;stroke-dasharray:3 3}"
    ".enemy{fill:#b71c1c;stroke:#fff;stroke-width:1.5px}.spot{fill:#f9a825;stroke:#5d4037}"
    ".route{stroke:#0b3fd9;stroke-width:3.5px}.point{fill:#0b3fd9;stroke:#fff;stroke-width:1px}";

static const struct navmesh *mesh_of(const struct drawing *drawing)
{
    return nav_mesh(drawing->nav, drawing->scene);
}

static struct geo_place start_of(const struct navmesh *mesh, uint32_t side)
{
    return geo_place_of(mesh_side_start(mesh, side)->at);
}

static struct geo_place end_of(const struct navmesh *mesh, uint32_t side)
{
    return geo_place_of(mesh_side_end(mesh, side)->at);
}

static void widen(struct geo_box *box, const struct geo_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct geo_point all[] = {box->low, box->high, points[i]};
        *box = geo_bounds(all, 3);
    }
}

struct geo_box draw_box(const struct drawing *drawing)
{
    const struct pack_scene *scene = &drawing->pack->scenes[drawing->scene];
    struct geo_box box = geo_bounds(scene->regions[0].outline.points, scene->regions[0].outline.count);
    for (size_t i = 1; i < scene->region_count; i++)
        widen(&box, scene->regions[i].outline.points, scene->regions[i].outline.count);
    for (size_t i = 0; i < scene->road_node_count; i++)
        widen(&box, &scene->road_nodes[i].at, 1);
    return box;
}

// ---- ground ----------------------------------------------------------------------------------

static void add_cell(struct svg *svg, const struct navmesh *mesh, uint32_t cell)
{
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++)
        (side == first ? svg_move : svg_line)(svg, start_of(mesh, side));
    svg_close(svg);
}

/// A cell and how high it lies.
struct floor {
    uint32_t cell;
    int32_t height_mm;
};

static int compare_floors(const void *a, const void *b)
{
    const struct floor *first = a;
    const struct floor *second = b;
    if (first->height_mm != second->height_mm)
        return first->height_mm < second->height_mm ? -1 : 1;
    return (first->cell > second->cell) - (first->cell < second->cell);
}

/// The component that most cells belong to.
static uint32_t main_component(const struct navmesh *mesh, const struct mesh_layer *layer)
{
    uint32_t *counts = calloc(layer->component_count + 1, sizeof *counts);
    uint32_t best = 0;
    for (uint32_t cell = 0; counts && cell < mesh->cell_count; cell++)
        counts[mesh_component(layer, cell)]++;
    for (uint32_t i = 1; counts && i < layer->component_count; i++)
        best = counts[i] > counts[best] ? i : best;
    free(counts);
    return best;
}

static void draw_cell(struct svg *svg, const struct navmesh *mesh, const struct mesh_layer *layer,
                      uint32_t cell, uint32_t largest)
{
    enum { TINTS = 5 };
    const struct mesh_ground *ground = &mesh->grounds[mesh->cells[cell].ground];
    uint32_t component = mesh_component(layer, cell);
    char look[32];
    (void)snprintf(look, sizeof look, "cell s%u", ground->surface % PACK_SURFACE_COUNT);
    svg_path_begin(svg, look);
    add_cell(svg, mesh, cell);
    svg_path_end(svg);
    if (ground->has_ceiling) {
        svg_path_begin(svg, "low");
        add_cell(svg, mesh, cell);
        svg_path_end(svg);
    }
    if (component != largest) {
        (void)snprintf(look, sizeof look, "c%u", component % TINTS + 1);
        svg_path_begin(svg, look);
        add_cell(svg, mesh, cell);
        svg_path_end(svg);
    }
}

/// Draws the cells, lower ones first.
static void draw_cells(struct svg *svg, const struct drawing *drawing)
{
    const struct navmesh *mesh = mesh_of(drawing);
    const struct mesh_layer *layer = &mesh->layers[drawing->layer];
    uint32_t largest = main_component(mesh, layer);
    struct floor *floors = calloc(mesh->cell_count + 1, sizeof *floors);
    for (uint32_t cell = 0; floors && cell < mesh->cell_count; cell++)
        floors[cell] = (struct floor){cell, mesh_side_start(mesh, mesh->cells[cell].first_side)->height_mm};
    if (floors)
        qsort(floors, mesh->cell_count, sizeof *floors, compare_floors);
    for (size_t i = 0; floors && i < mesh->cell_count; i++)
        draw_cell(svg, mesh, layer, floors[i].cell, largest);
    free(floors);
}

static void draw_obstacles(struct svg *svg, const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->obstacle_count; i++) {
        char look[8];
        (void)snprintf(look, sizeof look, "o%d", (int)scene->obstacles[i].kind);
        svg_polygon(svg, look, scene->obstacles[i].outline.points, scene->obstacles[i].outline.count);
    }
}

// ---- sides -----------------------------------------------------------------------------------

static void add_side(struct svg *svg, const struct navmesh *mesh, uint32_t side)
{
    svg_move(svg, start_of(mesh, side));
    svg_line(svg, end_of(mesh, side));
}

/// Whether people of the layer get over a side to nobody, though a way is there.
static bool is_closed(const struct navmesh *mesh, const struct mesh_layer *layer, uint32_t side)
{
    uint32_t link = mesh_link_first(mesh, side);
    if (link == MESH_NONE)
        return false;
    while (link != MESH_NONE && !mesh_link_is_open(layer, link))
        link = mesh_link_next(mesh, link);
    return link == MESH_NONE;
}

/// Whether one climbs over a side.
static bool is_step(const struct navmesh *mesh, const struct mesh_layer *layer, uint32_t side)
{
    uint32_t link = mesh_link_first(mesh, side);
    if (link == MESH_NONE)
        return false;
    uint32_t other = mesh_link_side(mesh, link);
    return side < other && !is_closed(mesh, layer, side) &&
           (mesh_side_start(mesh, side)->height_mm != mesh_side_end(mesh, other)->height_mm ||
            mesh_side_end(mesh, side)->height_mm != mesh_side_start(mesh, other)->height_mm);
}

static bool is_wall(const struct navmesh *mesh, const struct mesh_layer *layer, uint32_t side)
{
    (void)layer;
    return mesh_is_wall(mesh, side);
}

/// Draws the sides that something holds for.
static void draw_sides(struct svg *svg, const struct drawing *drawing, const char *look,
                       bool (*holds)(const struct navmesh *mesh, const struct mesh_layer *layer,
                                     uint32_t side))
{
    const struct navmesh *mesh = mesh_of(drawing);
    svg_path_begin(svg, look);
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        if (holds(mesh, &mesh->layers[drawing->layer], side))
            add_side(svg, mesh, side);
    }
    svg_path_end(svg);
}

static void draw_borders(struct svg *svg, const struct drawing *drawing)
{
    const struct navmesh *mesh = mesh_of(drawing);
    draw_sides(svg, drawing, "wall", is_wall);
    draw_sides(svg, drawing, "step", is_step);
    draw_sides(svg, drawing, "narrow", is_closed);
    svg_path_begin(svg, "ledge");
    for (size_t i = 0; i < mesh->ledge_count; i++)
        add_side(svg, mesh, mesh->ledges[i].side);
    svg_path_end(svg);
    svg_path_begin(svg, "chunk");
    for (size_t i = 0; i < mesh->border_count; i++)
        add_side(svg, mesh, mesh->borders[i].side);
    svg_path_end(svg);
}

// ---- roads and jumps -------------------------------------------------------------------------

static void name_roads(struct svg *svg, const struct pack_scene *scene)
{
    for (size_t i = 0; i < scene->road_link_count; i++) {
        const struct pack_road_link *link = &scene->road_links[i];
        size_t end = i;
        // In the middle of the links of one road, which follow one another.
        while (end < scene->road_link_count && scene->road_links[end].road == link->road)
            end++;
        const struct pack_road_link *middle = &scene->road_links[i + (end - i) / 2];
        struct geo_place at = geo_place_mix(geo_place_of(scene->road_nodes[middle->nodes[0]].at),
                                            geo_place_of(scene->road_nodes[middle->nodes[1]].at), 0.5);
        svg_label(svg, "road-name", at, scene->roads[link->road].name);
        i = end - 1;
    }
}

static void draw_roads(struct svg *svg, const struct pack_scene *scene)
{
    svg_path_begin(svg, "road");
    for (size_t i = 0; i < scene->road_link_count; i++) {
        svg_move(svg, geo_place_of(scene->road_nodes[scene->road_links[i].nodes[0]].at));
        svg_line(svg, geo_place_of(scene->road_nodes[scene->road_links[i].nodes[1]].at));
    }
    svg_path_end(svg);
    for (size_t i = 0; i < scene->road_node_count; i++)
        svg_dot(svg, "node", geo_place_of(scene->road_nodes[i].at), 2.5);
}

/// What a jump is called, with the scenes that it leads to.
static void name_jump(const struct drawing *drawing, const struct pack_jump *jump, char *text, size_t room)
{
    int used = snprintf(text, room, "%s \xe2\x86\x92", jump->name); // an arrow to the right
    for (size_t i = 0; i < jump->end_count && used > 0 && (size_t)used < room; i++)
        used += snprintf(text + used, room - (size_t)used, " %s",
                         drawing->pack->scenes[jump->ends[i].scene].name);
}

static void draw_jump(struct svg *svg, const struct drawing *drawing, const struct pack_jump *jump)
{
    char text[2 * PACK_NAME_MAX];
    bool is_here = jump->scene == drawing->scene;
    for (size_t i = 0; i < jump->end_count; i++) {
        if (jump->ends[i].scene != drawing->scene)
            continue;
        if (is_here) {
            svg_path_begin(svg, "jump-line");
            svg_move(svg, geo_place_of(jump->at));
            svg_line(svg, geo_place_of(jump->ends[i].at));
            svg_path_end(svg);
        }
        svg_dot(svg, "jump-end", geo_place_of(jump->ends[i].at), 5);
        (void)snprintf(text, sizeof text, "from %s", jump->name);
        svg_label(svg, "jump-name", geo_place_of(jump->ends[i].at), text);
    }
    if (!is_here)
        return;
    name_jump(drawing, jump, text, sizeof text);
    svg_dot(svg, "jump", geo_place_of(jump->at), 7);
    svg_label(svg, "jump-name", geo_place_of(jump->at), text);
}

// ---- people and their ways -------------------------------------------------------------------

static void draw_people(struct svg *svg, const struct drawing *drawing)
{
    const struct pack *pack = drawing->pack;
    if (pack->spawn_scene == drawing->scene) {
        svg_dot(svg, "spawn", geo_place_of(pack->spawn), 6);
        svg_label(svg, "strong", geo_place_of(pack->spawn), "spawn");
    }
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        char text[4 * PACK_NAME_MAX];
        if (npc->scene != drawing->scene)
            continue;
        (void)snprintf(text, sizeof text, "%s (%s%s%s)", npc->name, npc->type, npc->subtype[0] ? "/" : "",
                       npc->subtype);
        svg_dot(svg, "npc", geo_place_of(npc->at), 6);
        svg_label(svg, "strong", geo_place_of(npc->at), text);
    }
}

static struct geo_place point_of(const struct nav_trip *trip, size_t point)
{
    return (struct geo_place){trip->points[point].x * 1000, trip->points[point].z * 1000};
}

/// Draws the legs that are walked in this scene.
static void draw_trip(struct svg *svg, const struct drawing *drawing)
{
    const struct nav_trip *trip = drawing->trip;
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_leg *leg = &trip->legs[i];
        if (leg->kind != NAV_LEG_WALK || leg->count == 0 || trip->points[leg->first].scene != drawing->scene)
            continue;
        svg_path_begin(svg, "route");
        for (size_t k = leg->first; k < leg->first + leg->count; k++)
            (k == leg->first ? svg_move : svg_line)(svg, point_of(trip, k));
        svg_path_end(svg);
        for (size_t k = leg->first; k < leg->first + leg->count; k++)
            svg_dot(svg, "point", point_of(trip, k), 3.5);
    }
}

void draw_map(struct svg *svg, const struct drawing *drawing)
{
    const struct pack_scene *scene = &drawing->pack->scenes[drawing->scene];
    svg_clip_begin(svg);
    draw_obstacles(svg, scene); // the sea may go on beyond the scene
    svg_clip_end(svg);
    draw_cells(svg, drawing);
    draw_borders(svg, drawing);
    draw_roads(svg, scene);
    if (drawing->trip)
        draw_trip(svg, drawing);
    for (size_t i = 0; i < drawing->pack->jump_count; i++)
        draw_jump(svg, drawing, &drawing->pack->jumps[i]);
    draw_people(svg, drawing);
    name_roads(svg, scene);
}
