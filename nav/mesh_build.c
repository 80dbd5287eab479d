#include "nav/mesh_build.h"

#include <stdio.h>
#include <stdlib.h>

#include "nav/arrange.h"
#include "nav/ground.h"
#include "nav/merge.h"
#include "nav/mesh_make.h"
#include "nav/triangulate.h"

struct builder {
    const struct pack_scene *scene;
    struct report *report;
    struct arrange_point *points; // rings of all regions one after another
    size_t point_count;
    uint32_t *ends; // per ring
    size_t ring_count;
    uint32_t *region_rings; // per region and one more: its first ring
    struct arrangement arrangement;
    struct triangle *triangles; // of corners
    uint32_t *surfaces;         // per triangle
    size_t triangle_count;
    struct merge_result cells;
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
               "region \"%s\" cannot be cut into triangles; keep its holes and obstacles apart and inside, "
               "and look for sides that cross",
               builder->scene->regions[region].name);
}

static bool take_memory(struct builder *builder)
{
    const struct pack_scene *scene = builder->scene;
    size_t points = 0;
    size_t rings = scene->region_count + scene->obstacle_count;
    for (size_t i = 0; i < scene->region_count; i++) {
        const struct pack_region *region = &scene->regions[i];
        points += region->outline.count;
        rings += region->hole_count;
        for (size_t hole = 0; hole < region->hole_count; hole++)
            points += region->holes[hole].count;
    }
    for (size_t i = 0; i < scene->obstacle_count; i++)
        points += scene->obstacles[i].outline.count;
    builder->points = calloc(points + 1, sizeof *builder->points);
    builder->ends = calloc(rings + 1, sizeof *builder->ends);
    builder->region_rings = calloc(scene->region_count + 1, sizeof *builder->region_rings);
    return builder->points && builder->ends && builder->region_rings;
}

/// @param heights_mm  per point
static void add_ring(struct builder *builder, const struct pack_polygon *polygon, const int32_t *heights_mm)
{
    for (size_t i = 0; i < polygon->count; i++)
        builder->points[builder->point_count++] =
            (struct arrange_point){.at = polygon->points[i], .height_mm = heights_mm[i]};
    builder->ends[builder->ring_count++] = (uint32_t)builder->point_count;
}

static void add_obstacle(struct builder *builder, const struct pack_polygon *polygon,
                         const struct ground *ground)
{
    for (size_t i = 0; i < polygon->count; i++)
        builder->points[builder->point_count++] = (struct arrange_point){
            .at = polygon->points[i], .height_mm = ground_height(ground, polygon->points[i])};
    builder->ends[builder->ring_count++] = (uint32_t)builder->point_count;
}

// ---- rings -----------------------------------------------------------------------------------

/// Some rings that follow one another, with indices of their own. Freed by finish_rings().
struct ring_copy {
    struct geo_point *points;
    int32_t *heights_mm;
    uint32_t *ends;
    struct region_rings rings;
};

static void finish_rings(struct ring_copy *copy)
{
    free(copy->points);
    free(copy->heights_mm);
    free(copy->ends);
}

static uint32_t ring_start(const uint32_t *ends, uint32_t ring)
{
    return ring == 0 ? 0 : ends[ring - 1];
}

/// @param ring   the first to copy
/// @param count  how many, at least 1
/// @return false when memory runs out; finish_rings() is due all the same
static bool copy_rings(struct ring_copy *copy, const uint32_t *ends, uint32_t ring, uint32_t count)
{
    uint32_t first = ring_start(ends, ring);
    size_t point_count = ends[ring + count - 1] - first;
    copy->points = calloc(point_count + 1, sizeof *copy->points);
    copy->heights_mm = calloc(point_count + 1, sizeof *copy->heights_mm);
    copy->ends = calloc(count, sizeof *copy->ends);
    if (!copy->points || !copy->heights_mm || !copy->ends)
        return false;
    for (uint32_t i = 0; i < count; i++)
        copy->ends[i] = ends[ring + i] - first;
    copy->rings = (struct region_rings){copy->points, point_count, copy->ends, count};
    return true;
}

/// Makes the ground of the rings from `ring` on, and the obstacles of the region into further rings.
static bool add_obstacles(struct builder *builder, size_t region, uint32_t ring)
{
    struct ring_copy copy = {0};
    struct ground *ground = NULL;
    if (copy_rings(&copy, builder->ends, ring, (uint32_t)builder->ring_count - ring)) {
        uint32_t first = ring_start(builder->ends, ring);
        for (size_t i = 0; i < copy.rings.point_count; i++) {
            copy.points[i] = builder->points[first + i].at;
            copy.heights_mm[i] = builder->points[first + i].height_mm;
        }
        ground = ground_create(&copy.rings, copy.heights_mm);
    }
    for (size_t i = 0; ground && i < builder->scene->obstacle_count; i++) {
        if (builder->scene->obstacles[i].region == region)
            add_obstacle(builder, &builder->scene->obstacles[i].outline, ground);
    }
    bool is_done = ground != NULL;
    ground_destroy(ground);
    finish_rings(&copy);
    return is_done;
}

static bool collect_rings(struct builder *builder)
{
    for (size_t i = 0; i < builder->scene->region_count; i++) {
        const struct pack_region *region = &builder->scene->regions[i];
        uint32_t ring = (uint32_t)builder->ring_count;
        builder->region_rings[i] = ring;
        add_ring(builder, &region->outline, region->heights_mm);
        for (size_t hole = 0; hole < region->hole_count; hole++)
            add_ring(builder, &region->holes[hole], region->hole_heights_mm[hole]);
        if (!add_obstacles(builder, i, ring)) {
            report_region(builder, i);
            return false;
        }
    }
    builder->region_rings[builder->scene->region_count] = (uint32_t)builder->ring_count;
    return true;
}

// ---- triangles and cells ---------------------------------------------------------------------

/// Cuts the region's rings, which `copy` holds, and adds the triangles.
static bool add_triangles(struct builder *builder, size_t region, const struct ring_copy *copy,
                          uint32_t first)
{
    struct triangle *triangles = builder->triangles + builder->triangle_count;
    if (!triangulate(&copy->rings, triangles)) {
        report_region(builder, region);
        return false;
    }
    size_t count = triangulate_count(&copy->rings);
    for (size_t i = 0; i < count; i++) {
        for (int k = 0; k < 3; k++)
            triangles[i].points[k] = builder->arrangement.points[first + triangles[i].points[k]];
        builder->surfaces[builder->triangle_count + i] = builder->scene->regions[region].surface;
    }
    builder->triangle_count += count;
    return true;
}

static bool cut_region(struct builder *builder, size_t region)
{
    const struct arrangement *arrangement = &builder->arrangement;
    uint32_t ring = builder->region_rings[region];
    uint32_t first = ring_start(arrangement->ends, ring);
    struct ring_copy copy = {0};
    bool is_done = copy_rings(&copy, arrangement->ends, ring, builder->region_rings[region + 1] - ring);
    if (is_done) {
        for (size_t i = 0; i < copy.rings.point_count; i++)
            copy.points[i] = arrangement->corners[arrangement->points[first + i]].at;
        is_done = add_triangles(builder, region, &copy, first);
    }
    finish_rings(&copy);
    return is_done;
}

static bool cut_regions(struct builder *builder)
{
    // Each ring but a region's first adds two triangles to one a point: never more than this.
    size_t triangles_max = builder->arrangement.point_count + 2 * builder->ring_count;
    builder->triangles = calloc(triangles_max, sizeof *builder->triangles);
    builder->surfaces = calloc(triangles_max, sizeof *builder->surfaces);
    if (!builder->triangles || !builder->surfaces)
        return false;
    for (size_t region = 0; region < builder->scene->region_count; region++) {
        if (!cut_region(builder, region))
            return false;
    }
    return true;
}

static bool merge_cells(struct builder *builder)
{
    struct merge_input input = {.corners = builder->arrangement.corners,
                                .triangles = builder->triangles,
                                .surfaces = builder->surfaces,
                                .triangle_count = builder->triangle_count,
                                .tolerance_mm = builder->scene->merge_tolerance_mm};
    return merge_triangles(&input, &builder->cells);
}

static struct navmesh *connect(struct builder *builder)
{
    const struct pack_scene *scene = builder->scene;
    struct mesh_ground grounds[PACK_SURFACE_COUNT] = {{0}};
    uint32_t *cell_grounds = calloc(builder->cells.cell_count + 1, sizeof *cell_grounds);
    if (!cell_grounds)
        return NULL;
    for (uint32_t i = 0; i < PACK_SURFACE_COUNT; i++)
        grounds[i].surface = i;
    for (size_t i = 0; i < builder->triangle_count; i++)
        cell_grounds[builder->cells.cells[i]] = builder->surfaces[i];
    struct mesh_agent agent = {.radius_mm = scene->agent_radius_mm, .height_mm = scene->agent_height_mm};
    struct mesh_input input = {.step_mm = scene->step_height_mm,
                               .agents = &agent,
                               .agent_count = 1,
                               .corners = builder->arrangement.corners,
                               .corner_count = builder->arrangement.corner_count,
                               .triangles = builder->triangles,
                               .triangle_count = builder->triangle_count,
                               .cells_of_triangles = builder->cells.cells,
                               .cell_corners = builder->cells.corners,
                               .cell_firsts = builder->cells.firsts,
                               .cell_grounds = cell_grounds,
                               .grounds = grounds,
                               .ground_count = PACK_SURFACE_COUNT,
                               .cell_count = builder->cells.cell_count};
    struct navmesh *mesh = navmesh_create(&input);
    free(cell_grounds);
    return mesh;
}

static struct navmesh *build(struct builder *builder)
{
    struct arrange_input input = {0};
    if (!take_memory(builder) || !collect_rings(builder))
        return NULL;
    input.points = builder->points;
    input.point_count = builder->point_count;
    input.ends = builder->ends;
    input.ring_count = builder->ring_count;
    if (!arrange(&input, &builder->arrangement) || !cut_regions(builder) || !merge_cells(builder))
        return NULL;
    return connect(builder);
}

struct navmesh *mesh_build(const struct pack_scene *scene, struct report *report)
{
    struct builder builder = {.scene = scene, .report = report};
    size_t problem_count = report->count;
    if (scene->region_count == 0) {
        report_scene(&builder, "a scene without regions has no ground to walk on; add one to $.regions");
        return NULL;
    }
    struct navmesh *mesh = build(&builder);
    if (!mesh && report->count == problem_count)
        report_scene(&builder, "not enough memory for the mesh");
    free(builder.points);
    free(builder.ends);
    free(builder.region_rings);
    arrange_finish(&builder.arrangement);
    free(builder.triangles);
    free(builder.surfaces);
    merge_finish(&builder.cells);
    return mesh;
}
