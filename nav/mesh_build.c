#include "nav/mesh_build.h"

#include <stdio.h>
#include <stdlib.h>

#include "nav/arrange.h"
#include "nav/grounds.h"
#include "nav/merge.h"
#include "nav/mesh_make.h"
#include "nav/narrows.h"
#include "nav/pieces.h"
#include "nav/triangulate.h"

#define ALL_CHUNKS SIZE_MAX

struct builder {
    const struct pack_scene *scene;
    struct report *report;
    size_t only_chunk; // of which a mesh is made, or ALL_CHUNKS
    struct pieces pieces;
    struct grounds grounds;
    struct arrangement arrangement; // of the pieces' rings
    struct triangle *triangles;     // of corners
    uint32_t *ground_numbers;       // per triangle
    size_t triangle_count;
    uint32_t *twins; // per side of a triangle: where to merge; NULL: wherever sides meet
    struct merge_result cells;
    bool is_empty; // the chunk has no ground
};

static void report_scene(struct builder *builder, const char *text)
{
    report_add(builder->report, builder->scene->file, "", "%s", text);
}

static void report_region(struct builder *builder, size_t region)
{
    char place[REPORT_PLACE_MAX];
    (void)snprintf(place, sizeof place, "$.regions[%zu]", region);
    report_add(builder->report, builder->scene->file, place,
               "region \"%s\" cannot be cut into triangles; keep its holes apart and inside, and look for "
               "sides that cross",
               builder->scene->regions[region].name);
}

// ---- triangles ---------------------------------------------------------------------------------

static uint32_t ring_start(const uint32_t *ends, uint32_t ring)
{
    return ring == 0 ? 0 : ends[ring - 1];
}

/// Cuts the rings of a piece into triangles of corners.
/// @param points  room for all of the arrangement's
/// @param ends    room for the ends of all rings
static bool cut_piece(struct builder *builder, const struct piece *piece, struct geo_point *points,
                      uint32_t *ends)
{
    const struct arrangement *arrangement = &builder->arrangement;
    uint32_t first = ring_start(arrangement->ends, piece->first_ring);
    struct region_rings rings = {points, 0, ends, 0};
    for (uint32_t ring = piece->first_ring; ring < piece[1].first_ring; ring++)
        ends[rings.ring_count++] = arrangement->ends[ring] - first;
    rings.point_count = ends[rings.ring_count - 1];
    for (size_t i = 0; i < rings.point_count; i++)
        points[i] = arrangement->corners[arrangement->points[first + i]].at;
    struct triangle *triangles = builder->triangles + builder->triangle_count;
    if (!triangulate(&rings, triangles)) {
        report_region(builder, piece->region);
        return false;
    }
    size_t count = triangulate_count(&rings);
    uint32_t ground = grounds_number(&builder->grounds, piece);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            triangles[i].points[k] = arrangement->points[first + triangles[i].points[k]];
        builder->ground_numbers[builder->triangle_count + i] = ground;
    }
    builder->triangle_count += count;
    return true;
}

static bool cut_pieces(struct builder *builder)
{
    // Each ring but a piece's first adds two triangles to one a point: never more than this.
    size_t triangles_max = builder->arrangement.point_count + 2 * builder->pieces.ring_count;
    builder->triangles = calloc(triangles_max + 1, sizeof *builder->triangles);
    builder->ground_numbers = calloc(triangles_max + 1, sizeof *builder->ground_numbers);
    struct geo_point *points = calloc(builder->arrangement.point_count + 1, sizeof *points);
    uint32_t *ends = calloc(builder->pieces.ring_count + 1, sizeof *ends);
    bool is_done = builder->triangles && builder->ground_numbers && points && ends;
    for (size_t i = 0; is_done && i < builder->pieces.count; i++) {
        const struct piece *piece = &builder->pieces.pieces[i];
        if (builder->only_chunk == ALL_CHUNKS ||
            builder->grounds.region_chunks[piece->region] == builder->only_chunk)
            is_done = cut_piece(builder, piece, points, ends);
    }
    free(points);
    free(ends);
    return is_done;
}

// ---- cells -------------------------------------------------------------------------------------

static bool merge_cells(struct builder *builder)
{
    struct merge_input input = {.corners = builder->arrangement.corners,
                                .triangles = builder->triangles,
                                .surfaces = builder->ground_numbers,
                                .triangle_count = builder->triangle_count,
                                .twins = builder->twins,
                                .tolerance_mm = builder->scene->merge_tolerance_mm};
    return merge_triangles(&input, &builder->cells);
}

/// The scene's sizes of people, the first one first.
static size_t list_agents(const struct pack_scene *scene, struct mesh_agent agents[PACK_AGENTS_MAX])
{
    agents[0] = (struct mesh_agent){.radius_mm = scene->agent_radius_mm, .height_mm = scene->agent_height_mm};
    for (size_t i = 0; i < scene->agent_count; i++)
        agents[1 + i] = (struct mesh_agent){.radius_mm = scene->agents[i].radius_mm,
                                            .height_mm = scene->agents[i].height_mm};
    return 1 + scene->agent_count;
}

/// Makes triangles meet wherever the widest people may not get through.
static bool cut_narrows(struct builder *builder)
{
    struct mesh_agent agents[PACK_AGENTS_MAX];
    int32_t widest_mm = 0;
    for (size_t i = list_agents(builder->scene, agents); i > 0; i--)
        widest_mm = agents[i - 1].radius_mm > widest_mm ? agents[i - 1].radius_mm : widest_mm;
    if (widest_mm == 0)
        return true;
    struct narrows narrows = {.corners = builder->arrangement.corners,
                              .corner_count = builder->arrangement.corner_count,
                              .triangles = builder->triangles,
                              .grounds = builder->ground_numbers,
                              .triangle_count = builder->triangle_count};
    bool is_cut = narrows_cut(&narrows, builder->scene->step_height_mm, 2 * widest_mm);
    builder->arrangement.corners = narrows.corners;
    builder->arrangement.corner_count = narrows.corner_count;
    builder->triangles = narrows.triangles;
    builder->ground_numbers = narrows.grounds;
    builder->triangle_count = narrows.triangle_count;
    builder->twins = narrows.twins;
    return is_cut;
}

static struct navmesh *connect(struct builder *builder)
{
    struct mesh_agent agents[PACK_AGENTS_MAX];
    uint32_t *cell_grounds = calloc(builder->cells.cell_count + 1, sizeof *cell_grounds);
    uint32_t *cell_chunks = calloc(builder->cells.cell_count + 1, sizeof *cell_chunks);
    struct navmesh *mesh = NULL;
    for (size_t i = 0; cell_grounds && cell_chunks && i < builder->triangle_count; i++) {
        uint32_t cell = builder->cells.cells[i];
        cell_grounds[cell] = builder->ground_numbers[i];
        cell_chunks[cell] = grounds_chunk(&builder->grounds, cell_grounds[cell]);
    }
    struct mesh_input input = {.step_mm = builder->scene->step_height_mm,
                               .agents = agents,
                               .agent_count = list_agents(builder->scene, agents),
                               .corners = builder->arrangement.corners,
                               .corner_count = builder->arrangement.corner_count,
                               .triangles = builder->triangles,
                               .triangle_count = builder->triangle_count,
                               .cells_of_triangles = builder->cells.cells,
                               .cell_corners = builder->cells.corners,
                               .cell_firsts = builder->cells.firsts,
                               .cell_grounds = cell_grounds,
                               .cell_chunks = cell_chunks,
                               .chunk_count = builder->grounds.chunk_count,
                               .grounds = builder->grounds.grounds,
                               .ground_count = builder->grounds.count,
                               .cell_count = builder->cells.cell_count};
    if (cell_grounds && cell_chunks)
        mesh = navmesh_create(&input);
    free(cell_grounds);
    free(cell_chunks);
    return mesh;
}

static struct navmesh *build(struct builder *builder)
{
    if (!pieces_make(builder->scene, &builder->pieces))
        return NULL;
    struct arrange_input input = {.points = builder->pieces.points,
                                  .point_count = builder->pieces.point_count,
                                  .ends = builder->pieces.ends,
                                  .ring_count = builder->pieces.ring_count};
    if (builder->pieces.count == 0) {
        report_scene(builder, "obstacles cover all ground; leave some to walk on");
        return NULL;
    }
    if (!grounds_make(builder->scene, &builder->pieces, &builder->grounds) ||
        !arrange(&input, &builder->arrangement) || !cut_pieces(builder))
        return NULL;
    builder->is_empty = builder->triangle_count == 0;
    if (builder->is_empty || !cut_narrows(builder) || !merge_cells(builder))
        return NULL;
    return connect(builder);
}

static struct navmesh *build_chunks(const struct pack_scene *scene, size_t only_chunk, struct report *report)
{
    struct builder builder = {.scene = scene, .report = report, .only_chunk = only_chunk};
    size_t problem_count = report->count;
    if (scene->region_count == 0) {
        report_scene(&builder, "a scene without regions has no ground to walk on; add one to $.regions");
        return NULL;
    }
    struct navmesh *mesh = build(&builder);
    if (!mesh && !builder.is_empty && report->count == problem_count)
        report_scene(&builder, "not enough memory for the mesh");
    pieces_finish(&builder.pieces);
    grounds_finish(&builder.grounds);
    arrange_finish(&builder.arrangement);
    free(builder.triangles);
    free(builder.ground_numbers);
    free(builder.twins);
    merge_finish(&builder.cells);
    return mesh;
}

struct navmesh *mesh_build(const struct pack_scene *scene, struct report *report)
{
    return build_chunks(scene, ALL_CHUNKS, report);
}

struct navmesh *mesh_build_chunk(const struct pack_scene *scene, size_t chunk, struct report *report)
{
    return build_chunks(scene, chunk, report);
}
