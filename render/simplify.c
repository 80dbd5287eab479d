#include "render/simplify.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "render/outline.h"
#include "render/vector.h"

enum { NONE = UINT32_MAX, STAR_MAX = OUTLINE_POINTS_MAX };

// Triangles thinner than this have no normal to rely on.
#define AREA_LEAST_M2 1e-4f

/// The corners of triangles by place: corner 3 × t + i is corner i of triangle t.
struct corners {
    struct view_triangle *triangles;
    size_t triangle_count;
    bool *is_gone;    // by triangle
    uint32_t *vertex; // by corner
    uint32_t *next;   // by corner: another one of the same vertex, or NONE
    uint32_t *first;  // by vertex: a corner of it, or NONE
    size_t vertex_count;
};

/// The triangles around a vertex, in order.
struct star {
    uint32_t corners[STAR_MAX]; // where the triangles meet
    size_t count;
};

// ---- finding corners -----------------------------------------------------------------------------

struct located {
    struct view_vec3 point;
    uint32_t corner;
};

static int compare_located(const void *left, const void *right)
{
    const struct located *a = left;
    const struct located *b = right;
    int order = vector_compare(a->point, b->point);
    return order != 0 ? order : (a->corner > b->corner) - (a->corner < b->corner);
}

static void link_corner(struct corners *corners, uint32_t corner)
{
    uint32_t *first = &corners->first[corners->vertex[corner]];
    corners->next[corner] = *first;
    *first = corner;
}

static void unlink_corner(struct corners *corners, uint32_t corner)
{
    uint32_t *link = &corners->first[corners->vertex[corner]];
    while (*link != corner) {
        link = &corners->next[*link];
    }
    *link = corners->next[corner];
}

static void number_vertices(struct corners *corners, struct located *located)
{
    size_t count = 3 * corners->triangle_count;
    for (uint32_t i = 0; i < count; i++) {
        located[i] = (struct located){corners->triangles[i / 3].corners[i % 3], i};
    }
    qsort(located, count, sizeof *located, compare_located);
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || vector_compare(located[i - 1].point, located[i].point) != 0) {
            corners->first[corners->vertex_count++] = NONE;
        }
        corners->vertex[located[i].corner] = (uint32_t)corners->vertex_count - 1;
        link_corner(corners, located[i].corner);
    }
}

// ---- one vertex ----------------------------------------------------------------------------------

static uint32_t corner_after(uint32_t corner)
{
    return corner % 3 == 2 ? corner - 2 : corner + 1;
}

static struct view_vec3 point_at(const struct corners *corners, uint32_t corner)
{
    return corners->triangles[corner / 3].corners[corner % 3];
}

// The corner of the same vertex whose triangle begins where the triangle of `corner` ends.
static uint32_t corner_beside(const struct corners *corners, uint32_t corner)
{
    uint32_t end = corners->vertex[corner_after(corner_after(corner))];
    uint32_t other = corners->first[corners->vertex[corner]];
    while (other != NONE && corners->vertex[corner_after(other)] != end) {
        other = corners->next[other];
    }
    return other;
}

static size_t count_corners(const struct corners *corners, size_t vertex)
{
    size_t count = 0;
    for (uint32_t corner = corners->first[vertex]; corner != NONE; corner = corners->next[corner]) {
        count++;
    }
    return count;
}

// @return false when the triangles do not close a circle around the vertex
static bool find_star(const struct corners *corners, size_t vertex, struct star *star)
{
    size_t count = count_corners(corners, vertex);
    star->count = 0;
    if (count < 3 || count > STAR_MAX) {
        return false;
    }
    uint32_t corner = corners->first[vertex];
    while (corner != NONE && star->count < count) {
        star->corners[star->count++] = corner;
        corner = corner_beside(corners, corner);
        if (corner == star->corners[0]) {
            break;
        }
    }
    return star->count == count && corner == star->corners[0];
}

static bool is_flat(const struct corners *corners, const struct star *star)
{
    const struct view_triangle *first = &corners->triangles[star->corners[0] / 3];
    struct view_vec3 center = point_at(corners, star->corners[0]);
    struct view_vec3 normal = vector_triangle_normal(first->corners);
    for (size_t i = 0; i < star->count; i++) {
        struct view_vec3 rim = point_at(corners, corner_after(star->corners[i]));
        if (corners->triangles[star->corners[i] / 3].surface != first->surface ||
            fabsf(vector_dot(normal, vector_subtract(rim, center))) > 0.001f) {
            return false;
        }
    }
    return true;
}

// Triangles of the star's rim, without its middle.
// @return false when some would be too thin
static bool cut_rim(const struct corners *corners, const struct star *star, uint32_t *indices)
{
    struct view_vec3 rim[STAR_MAX];
    uint32_t scratch[STAR_MAX];
    for (size_t i = 0; i < star->count; i++) {
        rim[i] = point_at(corners, corner_after(star->corners[i]));
    }
    size_t count = outline_triangulate(rim, star->count, indices, scratch);
    for (size_t i = 0; i < count; i += 3) {
        const struct view_vec3 points[3] = {rim[indices[i]], rim[indices[i + 1]], rim[indices[i + 2]]};
        if (outline_area(points, 3) < AREA_LEAST_M2) {
            return false;
        }
    }
    return count == 3 * (star->count - 2);
}

// The new triangles take the places of the old ones, of which two stay empty.
static void replace(struct corners *corners, const struct star *star, const uint32_t *indices)
{
    struct view_vec3 points[STAR_MAX];
    uint32_t vertices[STAR_MAX];
    for (size_t i = 0; i < star->count; i++) {
        uint32_t rim = corner_after(star->corners[i]);
        points[i] = point_at(corners, rim);
        vertices[i] = corners->vertex[rim];
    }
    for (size_t i = 0; i < star->count; i++) {
        uint32_t first = star->corners[i] / 3 * 3;
        for (uint32_t corner = first; corner < first + 3; corner++) {
            unlink_corner(corners, corner);
        }
        corners->is_gone[first / 3] = i >= star->count - 2;
        for (uint32_t corner = first; i < star->count - 2 && corner < first + 3; corner++) {
            uint32_t index = indices[3 * i + corner - first];
            corners->triangles[first / 3].corners[corner - first] = points[index];
            corners->vertex[corner] = vertices[index];
        }
    }
    for (size_t i = 0; i + 2 < star->count; i++) {
        uint32_t first = star->corners[i] / 3 * 3;
        for (uint32_t corner = first; corner < first + 3; corner++) {
            link_corner(corners, corner);
        }
    }
}

static bool remove_vertex(struct corners *corners, size_t vertex)
{
    struct star star;
    uint32_t indices[3 * STAR_MAX];
    bool is_needless =
        find_star(corners, vertex, &star) && is_flat(corners, &star) && cut_rim(corners, &star, indices);
    if (is_needless) {
        replace(corners, &star, indices);
    }
    return is_needless;
}

// ---- all -----------------------------------------------------------------------------------------

// Again, as long as it helps: a star that is too large or too thin may have changed.
static void remove_vertices(struct corners *corners)
{
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (size_t i = 0; i < corners->vertex_count; i++) {
            has_changed |= remove_vertex(corners, i);
        }
    }
}

static size_t keep_triangles(struct corners *corners)
{
    size_t kept = 0;
    for (size_t i = 0; i < corners->triangle_count; i++) {
        if (!corners->is_gone[i]) {
            corners->triangles[kept++] = corners->triangles[i];
        }
    }
    return kept;
}

bool simplify_ground(struct view_triangle *triangles, size_t *count)
{
    size_t corners_max = 3 * *count + 1;
    struct corners corners = {
        .triangles = triangles,
        .triangle_count = *count,
        .is_gone = calloc(*count + 1, sizeof *corners.is_gone),
        .vertex = calloc(corners_max, sizeof *corners.vertex),
        .next = calloc(corners_max, sizeof *corners.next),
        .first = calloc(corners_max, sizeof *corners.first),
    };
    struct located *located = calloc(corners_max, sizeof *located);
    bool has_memory = corners.is_gone && corners.vertex && corners.next && corners.first && located;
    if (has_memory) {
        number_vertices(&corners, located);
        remove_vertices(&corners);
        *count = keep_triangles(&corners);
    }
    free(corners.is_gone);
    free(corners.vertex);
    free(corners.next);
    free(corners.first);
    free(located);
    return has_memory;
}
