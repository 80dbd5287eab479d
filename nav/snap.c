#include "nav/snap.h"

#include <geos_c.h>
#include <math.h>
#include <stdlib.h>

enum { GRID_MM = 1 };

struct snapper {
    GEOSContextHandle_t geos;
    struct geo_point origin;
    double *buffer; // coordinates of one ring
    size_t buffer_count;
    struct snap_faces *faces;
    size_t point_count;
};

// ---- to GEOS -----------------------------------------------------------------------------------

static bool reserve(struct snapper *snapper, size_t count)
{
    if (count <= snapper->buffer_count)
        return true;
    double *grown = realloc(snapper->buffer, 2 * count * sizeof *grown);
    if (!grown)
        return false;
    snapper->buffer = grown;
    snapper->buffer_count = count;
    return true;
}

/// @return NULL when memory runs out
static GEOSGeometry *make_line(struct snapper *snapper, const struct geo_point *points, size_t count)
{
    if (!reserve(snapper, count + 1))
        return NULL;
    for (size_t i = 0; i <= count; i++) {
        const struct geo_point *point = &points[i < count ? i : 0];
        snapper->buffer[2 * i] = (double)point->x - snapper->origin.x;
        snapper->buffer[2 * i + 1] = (double)point->z - snapper->origin.z;
    }
    GEOSCoordSequence *sequence =
        GEOSCoordSeq_copyFromBuffer_r(snapper->geos, snapper->buffer, (unsigned)count + 1, 0, 0);
    return sequence ? GEOSGeom_createLineString_r(snapper->geos, sequence) : NULL;
}

/// @return all rings as lines; NULL when memory runs out
static GEOSGeometry *make_lines(struct snapper *snapper, const struct snap_rings *rings)
{
    GEOSGeometry **lines = calloc(rings->ring_count + 1, sizeof(GEOSGeometry *));
    GEOSGeometry *all = NULL;
    uint32_t first = 0;
    size_t made = 0;
    while (lines && made < rings->ring_count) {
        lines[made] = make_line(snapper, rings->points + first, rings->ends[made] - first);
        if (!lines[made])
            break;
        first = rings->ends[made++];
    }
    if (lines && made == rings->ring_count)
        all = GEOSGeom_createCollection_r(snapper->geos, GEOS_MULTILINESTRING, lines, (unsigned)made);
    for (size_t i = 0; !all && i < made; i++)
        GEOSGeom_destroy_r(snapper->geos, lines[i]);
    free(lines);
    return all;
}

// ---- from GEOS ---------------------------------------------------------------------------------

static size_t ring_size(const struct snapper *snapper, const GEOSGeometry *ring)
{
    int count = GEOSGeomGetNumPoints_r(snapper->geos, ring);
    return count > 0 ? (size_t)count - 1 : 0;
}

static int hole_count(const struct snapper *snapper, const GEOSGeometry *polygon)
{
    int count = GEOSGetNumInteriorRings_r(snapper->geos, polygon);
    return count > 0 ? count : 0;
}

static bool take_memory(struct snapper *snapper, const GEOSGeometry *polygons)
{
    struct snap_faces *faces = snapper->faces;
    size_t point_count = 0;
    size_t ring_count = 0;
    int count = GEOSGetNumGeometries_r(snapper->geos, polygons);
    for (int i = 0; i < count; i++) {
        const GEOSGeometry *polygon = GEOSGetGeometryN_r(snapper->geos, polygons, i);
        int points = GEOSGetNumCoordinates_r(snapper->geos, polygon);
        point_count += points > 0 ? (size_t)points : 0;
        ring_count += 1 + (size_t)hole_count(snapper, polygon);
    }
    faces->rings.points = calloc(point_count + 1, sizeof *faces->rings.points);
    faces->rings.ends = calloc(ring_count + 1, sizeof *faces->rings.ends);
    faces->faces = calloc((count > 0 ? (size_t)count : 0) + 1, sizeof *faces->faces);
    return faces->rings.points && faces->rings.ends && faces->faces;
}

static bool take_ring(struct snapper *snapper, const GEOSGeometry *ring)
{
    struct snap_rings *rings = &snapper->faces->rings;
    size_t count = ring_size(snapper, ring);
    const GEOSCoordSequence *sequence = GEOSGeom_getCoordSeq_r(snapper->geos, ring);
    if (!sequence || !reserve(snapper, count + 1) ||
        !GEOSCoordSeq_copyToBuffer_r(snapper->geos, sequence, snapper->buffer, 0, 0))
        return false;
    for (size_t i = 0; i < count; i++)
        rings->points[snapper->point_count++] =
            (struct geo_point){.x = (int32_t)(snapper->origin.x + llround(snapper->buffer[2 * i])),
                               .z = (int32_t)(snapper->origin.z + llround(snapper->buffer[2 * i + 1]))};
    rings->ends[rings->ring_count++] = (uint32_t)snapper->point_count;
    return true;
}

static bool find_inside(struct snapper *snapper, const GEOSGeometry *polygon, struct geo_place *inside)
{
    GEOSGeometry *point = GEOSPointOnSurface_r(snapper->geos, polygon);
    bool is_found = point && GEOSGeomGetX_r(snapper->geos, point, &inside->x) &&
                    GEOSGeomGetY_r(snapper->geos, point, &inside->z);
    inside->x += snapper->origin.x;
    inside->z += snapper->origin.z;
    GEOSGeom_destroy_r(snapper->geos, point);
    return is_found;
}

static bool take_face(struct snapper *snapper, const GEOSGeometry *polygon)
{
    struct snap_faces *faces = snapper->faces;
    struct snap_face *face = &faces->faces[faces->count];
    face->first_ring = (uint32_t)faces->rings.ring_count;
    if (!polygon || !find_inside(snapper, polygon, &face->inside) ||
        !take_ring(snapper, GEOSGetExteriorRing_r(snapper->geos, polygon)))
        return false;
    int holes = hole_count(snapper, polygon);
    for (int i = 0; i < holes; i++) {
        if (!take_ring(snapper, GEOSGetInteriorRingN_r(snapper->geos, polygon, i)))
            return false;
    }
    faces->faces[++faces->count].first_ring = (uint32_t)faces->rings.ring_count;
    return true;
}

static bool take_faces(struct snapper *snapper, const GEOSGeometry *polygons)
{
    if (!take_memory(snapper, polygons))
        return false;
    int count = GEOSGetNumGeometries_r(snapper->geos, polygons);
    for (int i = 0; i < count; i++) {
        if (!take_face(snapper, GEOSGetGeometryN_r(snapper->geos, polygons, i)))
            return false;
    }
    return true;
}

// ---- both --------------------------------------------------------------------------------------

static bool snap(struct snapper *snapper, const struct snap_rings *rings)
{
    GEOSGeometry *lines = make_lines(snapper, rings);
    GEOSGeometry *cut = lines ? GEOSUnaryUnionPrec_r(snapper->geos, lines, GRID_MM) : NULL;
    const GEOSGeometry *const inputs[1] = {cut};
    GEOSGeometry *polygons = cut ? GEOSPolygonize_r(snapper->geos, inputs, 1) : NULL;
    bool is_done = polygons && take_faces(snapper, polygons);
    GEOSGeom_destroy_r(snapper->geos, polygons);
    GEOSGeom_destroy_r(snapper->geos, cut);
    GEOSGeom_destroy_r(snapper->geos, lines);
    return is_done;
}

bool snap_rings(const struct snap_rings *rings, struct geo_point origin, struct snap_faces *faces)
{
    *faces = (struct snap_faces){0};
    struct snapper snapper = {.geos = GEOS_init_r(), .origin = origin, .faces = faces};
    bool is_done = snapper.geos && snap(&snapper, rings);
    if (snapper.geos)
        GEOS_finish_r(snapper.geos);
    free(snapper.buffer);
    return is_done;
}

void snap_finish(struct snap_faces *faces)
{
    free(faces->rings.points);
    free(faces->rings.ends);
    free(faces->faces);
    *faces = (struct snap_faces){0};
}
