#include "nav/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "nav/edge.h"

void navmesh_destroy(struct navmesh *mesh)
{
    if (!mesh)
        return;
    free(mesh->corners);
    free(mesh->cells);
    free(mesh->sides);
    free(mesh->shared);
    free(mesh->ledges);
    free(mesh->triangles);
    free(mesh->grounds);
    free(mesh->chunks);
    free(mesh->borders);
    for (size_t i = 0; mesh->layers && i < mesh->layer_count; i++) {
        struct mesh_layer *layer = &mesh->layers[i];
        free(layer->openings);
        free(layer->parted);
        numbers_finish(&layer->sets_of_cells);
        free(layer->sets);
        free(layer->connects);
        numbers_finish(&layer->gap_groups);
    }
    free(mesh->layers);
    free(mesh);
}

bool navmesh_is_numbered(const struct navmesh *mesh)
{
    return mesh->cell_count <= MESH_CELLS_MAX && mesh->side_count < MESH_SHARED &&
           mesh->triangle_count < MESH_SHARED && mesh->ground_count <= MESH_GROUNDS_MAX;
}

uint32_t mesh_link_to(const struct navmesh *mesh, uint32_t side, uint32_t cell)
{
    uint32_t link = mesh_link_first(mesh, side);
    while (link != MESH_NONE && mesh_link_cell(mesh, link) != cell)
        link = mesh_link_next(mesh, link);
    return link;
}

enum mesh_gap mesh_gap_between(const struct mesh_layer *layer, uint32_t from_cell, uint32_t to_cell)
{
    uint32_t from = mesh_component(layer, from_cell);
    uint32_t to = mesh_component(layer, to_cell);
    if (from == to)
        return MESH_GAP_NONE;
    enum mesh_gap gap = MESH_GAP_WIDTH;
    while (gap < MESH_GAP_APART && numbers_get(&layer->gap_groups, mesh_gap_index(from, gap)) !=
                                       numbers_get(&layer->gap_groups, mesh_gap_index(to, gap)))
        gap++;
    return gap;
}

/// Corner number `number` of a cell.
static const struct mesh_corner *cell_corner(const struct navmesh *mesh, uint32_t cell, uint32_t number)
{
    return mesh_side_start(mesh, mesh->cells[cell].first_side + number);
}

/// Parts of the triangle's corners that make up `at`: all from 0 to 1 inside, together 1.
static void weigh(const struct mesh_corner *const corners[3], struct geo_place at, double weights[3])
{
    struct geo_place places[3];
    for (int i = 0; i < 3; i++)
        places[i] = geo_place_of(corners[i]->at);
    double whole = geo_place_cross(places[0], places[1], places[2]);
    for (int i = 0; i < 3; i++)
        weights[i] = geo_place_cross(places[(i + 1) % 3], places[(i + 2) % 3], at) / whole;
}

double mesh_height(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    uint32_t triangle = mesh->cells[cell].first_triangle;
    const struct mesh_corner *corners[3];
    double weights[3];
    double height = 0;
    if (triangle == mesh->cells[cell + 1].first_triangle)
        return cell_corner(mesh, cell, 0)->height_mm;
    triangle += edge_at(mesh, cell, at);
    for (int k = 0; k < 3; k++)
        corners[k] = cell_corner(mesh, cell, mesh->triangles[triangle].corners[k]);
    weigh(corners, at, weights);
    for (int k = 0; k < 3; k++)
        height += weights[k] * corners[k]->height_mm;
    return height;
}

struct geo_place mesh_cell_nearest(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    struct geo_place best = at;
    double best_distance = INFINITY;
    uint32_t first = mesh->cells[cell].first_side;
    uint32_t end = mesh->cells[cell + 1].first_side;
    struct geo_place from = geo_place_of(mesh_side_start(mesh, end - 1)->at);
    for (uint32_t side = first; side < end; side++) {
        struct geo_place to = geo_place_of(mesh_side_start(mesh, side)->at);
        if (geo_place_cross(from, to, at) < 0) {
            struct geo_place nearest = geo_place_mix(from, to, geo_place_project(from, to, at));
            double distance = geo_place_distance(nearest, at);
            best = distance < best_distance ? nearest : best;
            best_distance = fmin(distance, best_distance);
        }
        from = to;
    }
    return best;
}

double mesh_cell_distance(const struct navmesh *mesh, uint32_t cell, struct geo_place at)
{
    return geo_place_distance(mesh_cell_nearest(mesh, cell, at), at);
}

static size_t layer_size_bytes(const struct navmesh *mesh, const struct mesh_layer *layer)
{
    size_t openings = layer->openings ? mesh_link_count(mesh) : 0;
    size_t parted = layer->openings ? mesh->corner_count / 8 + 1 : 0;
    return sizeof *layer + openings * sizeof *layer->openings + parted * sizeof *layer->parted +
           numbers_size_bytes(&layer->sets_of_cells, mesh->cell_count) +
           (layer->set_count + 1) * sizeof *layer->sets + layer->connect_count * sizeof *layer->connects +
           numbers_size_bytes(&layer->gap_groups,
                              mesh_gap_index((uint32_t)layer->component_count, MESH_GAP_WIDTH));
}

size_t mesh_size_bytes(const struct navmesh *mesh)
{
    size_t size = sizeof *mesh + mesh->corner_count * sizeof *mesh->corners +
                  (mesh->cell_count + 1) * sizeof *mesh->cells + mesh->side_count * sizeof *mesh->sides +
                  mesh->shared_count * sizeof *mesh->shared + mesh->ledge_count * sizeof *mesh->ledges +
                  mesh->triangle_count * sizeof *mesh->triangles +
                  mesh->ground_count * sizeof *mesh->grounds +
                  (mesh->chunk_count + 1) * sizeof *mesh->chunks + mesh->border_count * sizeof *mesh->borders;
    for (size_t i = 0; i < mesh->layer_count; i++)
        size += layer_size_bytes(mesh, &mesh->layers[i]);
    return size;
}
