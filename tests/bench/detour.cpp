#include "tests/bench/detour.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <recastnavigation/DetourAlloc.h>
#include <recastnavigation/DetourCommon.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>
#include <recastnavigation/DetourNavMeshQuery.h>

namespace
{

constexpr std::size_t corners_max = 0xfffe; // of a tile
constexpr std::size_t polygons_max = 0x7fff;
constexpr int straight_max = 4096; // corners of a way
constexpr unsigned short no_corner = 0xffff;

// A side of a convex part of a cell: one of the cell's, or a cut.
struct piece_side {
    uint32_t corner;
    uint32_t side;      // the cell's; DETOUR_NONE: a cut
    uint32_t neighbour; // across a cut: the piece
};
using piece = std::vector<piece_side>;

struct mesh_deleter {
    void operator()(dtNavMesh *mesh) const
    {
        dtFreeNavMesh(mesh);
    }
};
struct query_deleter {
    void operator()(dtNavMeshQuery *query) const
    {
        dtFreeNavMeshQuery(query);
    }
};

} // namespace

struct detour {
    std::vector<int32_t> corners_mm;
    std::vector<piece> pieces;
    std::vector<uint32_t> first_pieces; // per cell and one more
    std::unique_ptr<dtNavMesh, mesh_deleter> mesh;
    std::unique_ptr<dtNavMeshQuery, query_deleter> query;
    dtQueryFilter filter;
    dtPolyRef base = 0; // a polygon's reference is this plus its number
    std::vector<dtPolyRef> path;
    std::vector<float> straight; // x, y, z of each corner
    int straight_count = 0;
};

// ---- splitting -------------------------------------------------------------------------------

namespace
{

int64_t cross(const detour &d, uint32_t a, uint32_t b, uint32_t c)
{
    const int32_t *p = &d.corners_mm[3 * a];
    const int32_t *q = &d.corners_mm[3 * b];
    const int32_t *r = &d.corners_mm[3 * c];
    return (int64_t{q[0]} - p[0]) * (int64_t{r[2]} - p[2]) - (int64_t{q[2]} - p[2]) * (int64_t{r[0]} - p[0]);
}

// Twice the area of `count` corners from `first` on.
double area(const detour &d, const piece &whole, std::size_t first, std::size_t count)
{
    double sum = 0;
    for (std::size_t i = 1; i + 1 < count; i++)
        sum += double(cross(d, whole[first % whole.size()].corner, whole[(first + i) % whole.size()].corner,
                            whole[(first + i + 1) % whole.size()].corner));
    return sum;
}

// The first corner of the largest part with `count` corners that leaves a rest; the size when there is none.
std::size_t largest_part(const detour &d, const piece &rest, std::size_t count)
{
    std::size_t best = rest.size();
    double best_area = 0;
    for (std::size_t first = 0; first < rest.size(); first++) {
        double part = area(d, rest, first, count);
        if (part > best_area && area(d, rest, first + count - 1, rest.size() - count + 2) > 0) {
            best = first;
            best_area = part;
        }
    }
    return best;
}

// Cuts part after part off a cell until what is left is small enough.
void split(detour &d, piece rest)
{
    while (rest.size() > DT_VERTS_PER_POLYGON) {
        std::size_t count = DT_VERTS_PER_POLYGON;
        std::size_t first = largest_part(d, rest, count);
        while (first == rest.size() && count > 3)
            first = largest_part(d, rest, --count);
        if (first == rest.size())
            throw std::bad_alloc(); // no convex cell is like that
        std::rotate(rest.begin(), rest.begin() + std::ptrdiff_t(first), rest.end());
        piece part(rest.begin(), rest.begin() + std::ptrdiff_t(count));
        part.back().side = DETOUR_NONE;
        rest.erase(rest.begin() + 1, rest.begin() + std::ptrdiff_t(count) - 1);
        rest.front().side = DETOUR_NONE;
        d.pieces.push_back(part);
    }
    d.pieces.push_back(rest);
}

// Finds the neighbours across cuts: both pieces have the cut, running opposite ways.
void join_cuts(detour &d, uint32_t first, uint32_t end)
{
    for (uint32_t a = first; a < end; a++) {
        for (std::size_t i = 0; i < d.pieces[a].size(); i++) {
            piece_side &side = d.pieces[a][i];
            uint32_t to = d.pieces[a][(i + 1) % d.pieces[a].size()].corner;
            for (uint32_t b = first; side.side == DETOUR_NONE && b < end; b++) {
                for (std::size_t k = 0; b != a && k < d.pieces[b].size(); k++) {
                    if (d.pieces[b][k].corner == to &&
                        d.pieces[b][(k + 1) % d.pieces[b].size()].corner == side.corner)
                        side.neighbour = b;
                }
            }
        }
    }
}

void split_cells(detour &d, const detour_input &input)
{
    for (std::size_t cell = 0; cell < input.cell_count; cell++) {
        piece whole;
        for (uint32_t side = input.firsts[cell]; side < input.firsts[cell + 1]; side++)
            whole.push_back({input.sides[side], side, DETOUR_NONE});
        uint32_t first = uint32_t(d.pieces.size());
        d.first_pieces.push_back(first);
        split(d, whole);
        join_cuts(d, first, uint32_t(d.pieces.size()));
    }
    d.first_pieces.push_back(uint32_t(d.pieces.size()));
}

// ---- building --------------------------------------------------------------------------------

// Polygons as Detour's builder takes them: clockwise, corners, then neighbours.
std::vector<unsigned short> polygon_rows(const detour &d, const detour_input &input)
{
    std::vector<uint32_t> pieces_of_sides(input.firsts[input.cell_count], DETOUR_NONE);
    for (uint32_t number = 0; number < d.pieces.size(); number++) {
        for (const piece_side &side : d.pieces[number]) {
            if (side.side != DETOUR_NONE)
                pieces_of_sides[side.side] = number;
        }
    }
    std::vector<unsigned short> rows(d.pieces.size() * 2 * DT_VERTS_PER_POLYGON, no_corner);
    for (std::size_t number = 0; number < d.pieces.size(); number++) {
        const piece &part = d.pieces[number];
        unsigned short *row = &rows[number * 2 * DT_VERTS_PER_POLYGON];
        for (std::size_t i = 0; i < part.size(); i++) {
            // Turned around, the side that began at corner i ends there.
            const piece_side &side = part[i];
            std::size_t at = part.size() - 1 - i;
            uint32_t neighbour = side.neighbour;
            if (side.side != DETOUR_NONE)
                neighbour = input.twins[side.side] == DETOUR_NONE ? DETOUR_NONE
                                                                  : pieces_of_sides[input.twins[side.side]];
            row[at] = (unsigned short)side.corner;
            row[DT_VERTS_PER_POLYGON + (at + part.size() - 1) % part.size()] =
                neighbour == DETOUR_NONE ? no_corner : (unsigned short)neighbour;
        }
    }
    return rows;
}

void put_corners(const detour &d, unsigned char *data)
{
    float *corners = reinterpret_cast<float *>(data + dtAlign4(sizeof(dtMeshHeader)));
    for (std::size_t i = 0; i < d.corners_mm.size(); i++)
        corners[i] = float(d.corners_mm[i] / 1000.0);
}

bool build(detour &d, const detour_input &input)
{
    std::vector<unsigned short> rows = polygon_rows(d, input);
    std::vector<unsigned short> corners(d.corners_mm.size(), 0); // put_corners() brings the real ones
    std::vector<unsigned short> flags(d.pieces.size(), 1);
    std::vector<unsigned char> areas(d.pieces.size(), 0);
    dtNavMeshCreateParams params = {};
    params.verts = corners.data();
    params.vertCount = int(input.corner_count);
    params.polys = rows.data();
    params.polyFlags = flags.data();
    params.polyAreas = areas.data();
    params.polyCount = int(d.pieces.size());
    params.nvp = DT_VERTS_PER_POLYGON;
    params.cs = 1;
    params.ch = 1;
    unsigned char *data = nullptr;
    int size = 0;
    if (!dtCreateNavMeshData(&params, &data, &size))
        return false;
    put_corners(d, data);
    d.mesh.reset(dtAllocNavMesh());
    if (!d.mesh || dtStatusFailed(d.mesh->init(data, size, DT_TILE_FREE_DATA))) {
        dtFree(data);
        return false;
    }
    d.base = d.mesh->getPolyRefBase(const_cast<const dtNavMesh &>(*d.mesh).getTile(0));
    d.query.reset(dtAllocNavMeshQuery());
    return d.query && dtStatusSucceed(d.query->init(d.mesh.get(),
                                                    int(std::min(d.pieces.size() + 1, std::size_t{65535}))));
}

void check_size(const detour &d, const detour_input &input, char *error)
{
    if (input.corner_count > corners_max)
        (void)std::snprintf(error, DETOUR_ERROR_MAX, "%zu corners, and a tile of Detour's holds %zu",
                            input.corner_count, corners_max);
    else if (d.pieces.size() > polygons_max)
        (void)std::snprintf(error, DETOUR_ERROR_MAX, "%zu polygons, and a tile of Detour's holds %zu",
                            d.pieces.size(), polygons_max);
}

} // namespace

struct detour *detour_create(const struct detour_input *input, char error[DETOUR_ERROR_MAX])
{
    error[0] = '\0';
    try {
        auto d = std::make_unique<detour>();
        d->corners_mm.assign(input->corners_mm, input->corners_mm + 3 * input->corner_count);
        split_cells(*d, *input);
        check_size(*d, *input, error);
        if (error[0] != '\0')
            return nullptr;
        d->path.resize(d->pieces.size() + 1);
        d->straight.resize(3 * straight_max);
        if (build(*d, *input))
            return d.release();
    } catch (const std::bad_alloc &) {
    }
    (void)std::snprintf(error, DETOUR_ERROR_MAX, "Detour could not build its mesh");
    return nullptr;
}

void detour_destroy(struct detour *detour)
{
    delete detour;
}

size_t detour_polygon_count(const struct detour *detour)
{
    return detour->pieces.size();
}

// ---- finding ---------------------------------------------------------------------------------

uint32_t detour_polygon_at(const struct detour *detour, struct detour_place place)
{
    uint32_t best = DETOUR_NONE;
    double best_inside = -HUGE_VAL;
    for (uint32_t i = detour->first_pieces[place.cell]; i < detour->first_pieces[place.cell + 1]; i++) {
        const piece &part = detour->pieces[i];
        double inside = HUGE_VAL; // distance to the side that is nearest or most exceeded
        for (std::size_t k = 0; k < part.size(); k++) {
            const int32_t *a = &detour->corners_mm[3 * part[k].corner];
            const int32_t *b = &detour->corners_mm[3 * part[(k + 1) % part.size()].corner];
            double x = b[0] - a[0];
            double z = b[2] - a[2];
            inside = std::min(inside, (x * (place.z - a[2]) - z * (place.x - a[0])) / std::hypot(x, z));
        }
        if (inside > best_inside) {
            best_inside = inside;
            best = i;
        }
    }
    return best;
}

enum detour_status detour_find(struct detour *detour, struct detour_place start, struct detour_place end)
{
    const float from[] = {float(start.x / 1000), float(start.y / 1000), float(start.z / 1000)};
    const float to[] = {float(end.x / 1000), float(end.y / 1000), float(end.z / 1000)};
    dtPolyRef *path = detour->path.data();
    int count = 0;
    detour->straight_count = 0;
    dtStatus status = detour->query->findPath(detour->base | start.cell, detour->base | end.cell, from, to,
                                              &detour->filter, path, &count, int(detour->path.size()));
    if (dtStatusFailed(status) || dtStatusDetail(status, DT_OUT_OF_NODES | DT_BUFFER_TOO_SMALL))
        return DETOUR_BUDGET;
    if (dtStatusDetail(status, DT_PARTIAL_RESULT))
        return DETOUR_UNREACHABLE;
    status = detour->query->findStraightPath(from, to, path, count, detour->straight.data(), nullptr, nullptr,
                                             &detour->straight_count, straight_max);
    return dtStatusFailed(status) || dtStatusDetail(status, DT_BUFFER_TOO_SMALL) ? DETOUR_BUDGET
                                                                                 : DETOUR_FOUND;
}

double detour_length_mm(const struct detour *detour)
{
    double length_m = 0;
    for (int i = 1; i < detour->straight_count; i++) {
        const float *a = &detour->straight[3 * std::size_t(i - 1)];
        const float *b = a + 3;
        length_m += std::hypot(double(b[0]) - double(a[0]), double(b[2]) - double(a[2]));
    }
    return length_m * 1000;
}
