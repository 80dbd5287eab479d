#include "tests/data/mesh_laws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/// Twice the area of a cell; -1 when it is not convex.
static int64_t cell_area(const struct navmesh *mesh, uint32_t cell)
{
    int64_t area = 0;
    uint32_t first = mesh->cells[cell].first_side;
    for (uint32_t side = first; side < mesh->cells[cell + 1].first_side; side++) {
        uint32_t next = mesh_next_side(mesh, side);
        struct geo_point a = mesh_side_start(mesh, side)->at;
        struct geo_point b = mesh_side_start(mesh, next)->at;
        if (geo_cross(a, b, mesh_side_start(mesh, mesh_next_side(mesh, next))->at) < 0)
            return -1;
        area += geo_cross(mesh_side_start(mesh, first)->at, a, b);
    }
    return area;
}

/// Whether all of `b` lies to the right of some side of `a`, its line included.
static bool is_beside(const struct navmesh *mesh, uint32_t a, uint32_t b)
{
    for (uint32_t side = mesh->cells[a].first_side; side < mesh->cells[a + 1].first_side; side++) {
        struct geo_point from = mesh_side_start(mesh, side)->at;
        struct geo_point to = mesh_side_start(mesh, mesh_next_side(mesh, side))->at;
        bool is_right = true;
        for (uint32_t other = mesh->cells[b].first_side; other < mesh->cells[b + 1].first_side; other++)
            is_right = is_right && geo_cross(from, to, mesh_side_start(mesh, other)->at) <= 0;
        if (is_right)
            return true;
    }
    return false;
}

void mesh_laws_check_cells(const struct navmesh *mesh, int64_t area_twice, uint64_t seed)
{
    for (uint32_t cell = 0; cell < mesh->cell_count; cell++) {
        int64_t twice = cell_area(mesh, cell);
        if (twice <= 0)
            fail_msg("seed %lu: cell %u is not convex", seed, cell);
        area_twice -= twice;
        for (uint32_t other = 0; other < cell; other++) {
            if (!is_beside(mesh, cell, other) && !is_beside(mesh, other, cell))
                fail_msg("seed %lu: cells %u and %u overlap", seed, cell, other);
        }
    }
    if (area_twice != 0)
        fail_msg("seed %lu: the cells' area is not the regions'", seed);
}

static bool is_answered(const struct navmesh *mesh, uint32_t side, uint32_t other)
{
    for (uint32_t back = mesh_link_first(mesh, other); back != MESH_NONE; back = mesh_link_next(mesh, back)) {
        if (mesh_link_side(mesh, back) == side)
            return true;
    }
    return false;
}

void mesh_laws_check_links(const struct navmesh *mesh, uint64_t seed)
{
    for (uint32_t side = 0; side < mesh->side_count; side++) {
        for (uint32_t link = mesh_link_first(mesh, side); link != MESH_NONE;
             link = mesh_link_next(mesh, link)) {
            uint32_t other = mesh_link_side(mesh, link);
            bool is_same_side = geo_equal(mesh_side_start(mesh, side)->at, mesh_side_end(mesh, other)->at) &&
                                geo_equal(mesh_side_end(mesh, side)->at, mesh_side_start(mesh, other)->at);
            if (!is_same_side || !is_answered(mesh, side, other))
                fail_msg("seed %lu: side %u is linked one way", seed, side);
        }
    }
}

static bool are_openings_equal(const struct navmesh *a, const struct navmesh *b)
{
    const struct mesh_opening *openings = a->layers[0].openings;
    if (!openings || !b->layers[0].openings)
        return openings == b->layers[0].openings;
    return memcmp(openings, b->layers[0].openings, mesh_link_count(a) * sizeof *openings) == 0;
}

bool mesh_laws_is_moved(const struct navmesh *a, const struct navmesh *b, struct geo_point offset)
{
    bool is_same_size = a->corner_count == b->corner_count && a->cell_count == b->cell_count &&
                        a->side_count == b->side_count && a->shared_count == b->shared_count &&
                        a->triangle_count == b->triangle_count;
    if (!is_same_size || memcmp(a->cells, b->cells, a->cell_count * sizeof *a->cells) != 0 ||
        memcmp(a->shared, b->shared, a->shared_count * sizeof *a->shared) != 0 ||
        memcmp(a->sides, b->sides, a->side_count * sizeof *a->sides) != 0 || !are_openings_equal(a, b) ||
        memcmp(a->triangles, b->triangles, a->triangle_count * sizeof *a->triangles) != 0)
        return false;
    for (size_t i = 0; i < a->corner_count; i++) {
        const struct mesh_corner *from = &a->corners[i];
        const struct mesh_corner *to = &b->corners[i];
        if (from->at.x + offset.x != to->at.x || from->at.z + offset.z != to->at.z ||
            from->height_mm != to->height_mm)
            return false;
    }
    return true;
}
