#include "nav/pieces.h"

#include <stdlib.h>

#include "nav/apart.h"
#include "nav/borders.h"
#include "nav/crossings.h"
#include "nav/disjoint.h"
#include "nav/floors.h"
#include "nav/polygon.h"
#include "nav/seams.h"
#include "nav/snap.h"
#include "nav/trace.h"

struct maker {
    const struct pack_scene *scene;
    struct pieces *pieces;
    struct floors *floors;
    struct borders *borders;
    struct crossings crossings;
    struct seams seams;
    struct geo_point origin;
};

// ---- growing -----------------------------------------------------------------------------------

/// @return the array with room for `count` elements; NULL when memory runs out, and it is as it was then
static void *grow(void *array, size_t *capacity, size_t count, size_t size_bytes)
{
    if (count <= *capacity)
        return array;
    void *grown = realloc(array, 2 * count * size_bytes);
    if (grown)
        *capacity = 2 * count;
    return grown;
}

static bool reserve(struct pieces *pieces, size_t point_count, size_t ring_count)
{
    void *points = grow(pieces->points, &pieces->point_capacity, pieces->point_count + point_count,
                        sizeof *pieces->points);
    if (points)
        pieces->points = points;
    void *ends =
        grow(pieces->ends, &pieces->ring_capacity, pieces->ring_count + ring_count, sizeof *pieces->ends);
    if (ends)
        pieces->ends = ends;
    return points && ends;
}

/// Begins a piece; what rings are added next are its own.
static bool begin_piece(struct pieces *pieces, uint32_t region, uint32_t road)
{
    void *grown = grow(pieces->pieces, &pieces->capacity, pieces->count + 2, sizeof *pieces->pieces);
    if (!grown)
        return false;
    pieces->pieces = grown;
    pieces->pieces[pieces->count++] =
        (struct piece){.region = region, .road = road, .first_ring = (uint32_t)pieces->ring_count};
    return true;
}

/// @param heights_mm  per point; NULL: those of the region's ground
static bool add_ring(struct maker *maker, uint32_t region, const struct geo_point *points, size_t count,
                     const int32_t *heights_mm)
{
    struct pieces *pieces = maker->pieces;
    if (!reserve(pieces, count, 1))
        return false;
    for (size_t i = 0; i < count; i++) {
        struct arrange_point point = {.at = points[i]};
        if (heights_mm)
            point.height_mm = heights_mm[i];
        else if (!floors_height(maker->floors, region, points[i], &point.height_mm))
            return false;
        pieces->points[pieces->point_count++] = point;
    }
    pieces->ends[pieces->ring_count++] = (uint32_t)pieces->point_count;
    return true;
}

// ---- regions as they are written ---------------------------------------------------------------

static bool add_whole_region(struct maker *maker, uint32_t number)
{
    const struct pack_region *region = &maker->scene->regions[number];
    const struct pack_polygon *outline = &region->outline;
    if (!begin_piece(maker->pieces, number, PIECE_NO_ROAD) ||
        !add_ring(maker, number, outline->points, outline->count, region->heights_mm))
        return false;
    for (size_t i = 0; i < region->hole_count; i++) {
        if (!add_ring(maker, number, region->holes[i].points, region->holes[i].count,
                      region->hole_heights_mm[i]))
            return false;
    }
    for (size_t i = maker->crossings.firsts[number]; i < maker->crossings.firsts[number + 1]; i++) {
        outline = crossings_cutter(&maker->crossings, i)->outline;
        if (!add_ring(maker, number, outline->points, outline->count, NULL))
            return false;
    }
    return true;
}

// ---- regions that are crossed ------------------------------------------------------------------

/// A face that is ground of a region.
struct label {
    uint32_t road; // on it, or PIECE_NO_ROAD
    uint32_t face;
};

/// The rings of a group of regions, and of what cuts them.
struct group {
    uint32_t root;
    struct snap_rings rings;
    size_t point_count;
    bool *is_in; // per cutter
    struct snap_faces faces;
    struct label *labels; // of the faces that are ground of one region
    size_t label_count;
    struct trace_side *sides;
};

static void add_group_ring(struct group *group, const struct pack_polygon *polygon)
{
    for (size_t i = 0; i < polygon->count; i++)
        group->rings.points[group->point_count++] = polygon->points[i];
    group->rings.ends[group->rings.ring_count++] = (uint32_t)group->point_count;
}

static bool take_group_memory(const struct maker *maker, struct group *group)
{
    size_t points = maker->seams.arrangement.point_count;
    size_t rings = maker->seams.first_rings[maker->scene->region_count] + maker->crossings.cutters.count;
    for (size_t i = 0; i < maker->crossings.cutters.count; i++)
        points += maker->crossings.cutters.cutters[i].outline->count;
    group->rings.points = calloc(points + 1, sizeof *group->rings.points);
    group->rings.ends = calloc(rings + 1, sizeof *group->rings.ends);
    group->is_in = calloc(maker->crossings.cutters.count + 1, sizeof *group->is_in);
    return group->rings.points && group->rings.ends && group->is_in;
}

static void add_group_region(const struct maker *maker, struct group *group, uint32_t region)
{
    const struct seams *seams = &maker->seams;
    for (uint32_t ring = seams->first_rings[region]; ring < seams->first_rings[region + 1]; ring++) {
        for (uint32_t i = seams_ring_start(seams, ring); i < seams_ring_start(seams, ring + 1); i++)
            group->rings.points[group->point_count++] = seams_point(seams, i);
        group->rings.ends[group->rings.ring_count++] = (uint32_t)group->point_count;
    }
}

static void collect_group(struct maker *maker, struct group *group)
{
    group->rings.ring_count = 0;
    group->point_count = 0;
    for (size_t i = 0; i < maker->crossings.cutters.count; i++)
        group->is_in[i] = false;
    for (uint32_t number = 0; number < maker->scene->region_count; number++) {
        if (disjoint_find(maker->crossings.groups, number) != group->root)
            continue;
        add_group_region(maker, group, number);
        for (size_t i = maker->crossings.firsts[number]; i < maker->crossings.firsts[number + 1]; i++) {
            uint32_t cutter = maker->crossings.cutters.cuts[i].cutter;
            if (!group->is_in[cutter] && !maker->crossings.cutters.cutters[cutter].is_apart)
                add_group_ring(group, maker->crossings.cutters.cutters[cutter].outline);
            group->is_in[cutter] = true;
        }
    }
}

/// Lists the faces that are ground of the region, with the road on each.
static void list_faces(const struct maker *maker, uint32_t region, struct group *group)
{
    group->label_count = 0;
    for (uint32_t i = 0; i < group->faces.count; i++) {
        struct geo_place inside = group->faces.faces[i].inside;
        if (borders_locate(maker->borders, region, inside) != POLYGON_INSIDE)
            continue;
        struct cutters_cover cover = cutters_look(&maker->crossings.cutters, region, inside);
        if (!cover.is_obstacle)
            group->labels[group->label_count++] =
                (struct label){.road = cover.is_road ? cover.road : PIECE_NO_ROAD, .face = i};
    }
}

static int compare_labels(const void *left, const void *right)
{
    const struct label *a = left;
    const struct label *b = right;
    if (a->road != b->road)
        return a->road < b->road ? -1 : 1;
    return (a->face > b->face) - (a->face < b->face);
}

/// Adds the sides of a ring to those that are followed, with the ground on their left.
static size_t add_sides(const struct group *group, const struct geo_point *points, size_t size,
                        bool is_outline, size_t count)
{
    bool is_turned = (polygon_area_twice(points, size) > 0) != is_outline;
    for (size_t i = 0; i < size; i++) {
        struct geo_point a = points[i];
        struct geo_point b = points[i + 1 == size ? 0 : i + 1];
        group->sides[count++] = (struct trace_side){.from = is_turned ? b : a, .to = is_turned ? a : b};
    }
    return count;
}

static size_t add_face(const struct group *group, uint32_t number, size_t count)
{
    const struct snap_face *face = &group->faces.faces[number];
    const struct snap_rings *rings = &group->faces.rings;
    for (uint32_t ring = face->first_ring; ring < face[1].first_ring; ring++) {
        uint32_t first = ring == 0 ? 0 : rings->ends[ring - 1];
        count = add_sides(group, rings->points + first, rings->ends[ring] - first, ring == face->first_ring,
                          count);
    }
    return count;
}

/// Adds the obstacles that stand by themselves on the road's ground, as holes.
/// @param road  PIECE_NO_ROAD: on the ground that is no road
static size_t add_apart(const struct maker *maker, const struct group *group, uint32_t region, uint32_t road,
                        size_t count)
{
    const struct crossings *crossings = &maker->crossings;
    for (size_t cut = crossings->firsts[region]; cut < crossings->firsts[region + 1]; cut++) {
        const struct cutter *cutter = crossings_cutter(crossings, cut);
        const struct pack_polygon *outline = cutter->outline;
        if (!cutter->is_apart)
            continue;
        struct cutters_cover cover =
            cutters_look(&crossings->cutters, region, geo_place_of(outline->points[0]));
        bool is_here = !cover.is_obstacle && (cover.is_road ? cover.road : PIECE_NO_ROAD) == road;
        if (is_here) // and not inside another obstacle
            count = add_sides(group, outline->points, outline->count, false, count);
    }
    return count;
}

static bool add_pieces(struct maker *maker, uint32_t region, uint32_t road, const struct trace *trace)
{
    for (size_t piece = 0; piece < trace->piece_count; piece++) {
        if (!begin_piece(maker->pieces, region, road))
            return false;
        for (uint32_t ring = trace->pieces[piece].first_ring; ring < trace->pieces[piece + 1].first_ring;
             ring++) {
            uint32_t first = ring == 0 ? 0 : trace->ends[ring - 1];
            if (!add_ring(maker, region, trace->points + first, trace->ends[ring] - first, NULL))
                return false;
        }
    }
    return true;
}

/// Joins faces with the same road on them to pieces.
static bool join_faces(struct maker *maker, const struct group *group, uint32_t region,
                       const struct label *labels, size_t label_count)
{
    size_t count = 0;
    struct trace trace;
    for (size_t i = 0; i < label_count; i++)
        count = add_face(group, labels[i].face, count);
    count = add_apart(maker, group, region, labels[0].road, count);
    bool is_done =
        trace_rings(group->sides, count, &trace) && add_pieces(maker, region, labels[0].road, &trace);
    trace_finish(&trace);
    return is_done;
}

static bool add_crossed_region(struct maker *maker, struct group *group, uint32_t region)
{
    list_faces(maker, region, group);
    qsort(group->labels, group->label_count, sizeof *group->labels, compare_labels);
    size_t end;
    for (size_t first = 0; first < group->label_count; first = end) {
        for (end = first + 1;
             end < group->label_count && group->labels[end].road == group->labels[first].road;)
            end++;
        if (!join_faces(maker, group, region, &group->labels[first], end - first))
            return false;
    }
    return true;
}

static bool add_snapped(struct maker *maker, struct group *group)
{
    size_t point_count =
        group->faces.rings.ring_count ? group->faces.rings.ends[group->faces.rings.ring_count - 1] : 0;
    group->labels = calloc(group->faces.count + 1, sizeof *group->labels);
    for (size_t i = 0; i < maker->crossings.cutters.count; i++)
        point_count += maker->crossings.cutters.cutters[i].outline->count;
    group->sides = calloc(point_count + 1, sizeof *group->sides);
    bool is_done = group->labels && group->sides;
    for (uint32_t i = 0; is_done && i < maker->scene->region_count; i++) {
        if (disjoint_find(maker->crossings.groups, i) == group->root)
            is_done = add_crossed_region(maker, group, i);
    }
    free(group->labels);
    free(group->sides);
    return is_done;
}

static bool add_group(struct maker *maker, struct group *group)
{
    collect_group(maker, group);
    bool is_done = snap_rings(&group->rings, maker->origin, &group->faces) && add_snapped(maker, group);
    snap_finish(&group->faces);
    return is_done;
}

// ---- the scene ---------------------------------------------------------------------------------

/// Regions one after another; a group comes where its first region does.
static bool add_all(struct maker *maker, struct group *group)
{
    for (uint32_t i = 0; i < maker->scene->region_count; i++) {
        group->root = i;
        if (!maker->crossings.are_crossed[i]) {
            if (!add_whole_region(maker, i))
                return false;
        } else if (disjoint_find(maker->crossings.groups, i) == i && !add_group(maker, group)) {
            return false;
        }
    }
    return true;
}

static bool end_pieces(struct pieces *pieces)
{
    if (!begin_piece(pieces, 0, PIECE_NO_ROAD))
        return false;
    pieces->count--;
    return true;
}

static struct geo_point low_corner(const struct maker *maker)
{
    struct geo_point low = borders_box(maker->borders, 0)->low;
    for (size_t i = 1; i < maker->scene->region_count; i++) {
        const struct geo_box *box = borders_box(maker->borders, i);
        low.x = box->low.x < low.x ? box->low.x : low.x;
        low.z = box->low.z < low.z ? box->low.z : low.z;
    }
    return low;
}

bool pieces_make(const struct pack_scene *scene, struct pieces *pieces)
{
    struct maker maker = {.scene = scene, .pieces = pieces};
    struct group group = {.root = 0};
    *pieces = (struct pieces){0};
    maker.floors = floors_create(scene);
    bool is_done = maker.floors && crossings_find(maker.floors, &maker.crossings) &&
                   seams_make(scene, &maker.seams) && take_group_memory(&maker, &group) &&
                   apart_find(&maker.crossings, &maker.seams);
    if (is_done) {
        maker.borders = floors_borders(maker.floors);
        maker.origin = low_corner(&maker);
        is_done = add_all(&maker, &group) && end_pieces(pieces);
    }
    free(group.rings.points);
    free(group.rings.ends);
    free(group.is_in);
    seams_finish(&maker.seams);
    crossings_finish(&maker.crossings);
    floors_destroy(maker.floors);
    return is_done;
}

void pieces_finish(struct pieces *pieces)
{
    free(pieces->points);
    free(pieces->ends);
    free(pieces->pieces);
    *pieces = (struct pieces){0};
}
