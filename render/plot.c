#include "render/plot.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "render/simplify.h"
#include "render/vector.h"

// Leaves room for what cuts add.
enum { PLOT_POINTS_MAX = OUTLINE_POINTS_MAX / 2 };

/// A side of a triangle.
struct side {
    struct view_vec3 a, b;
    size_t plot;
};

/// Pieces while they are joined. A piece that went into another names it; the last one names itself.
struct joining {
    struct plot *plots;
    size_t *joined_into;
    struct side *sides; // sorted by their ends
    size_t side_count;
};

// ---- sides ---------------------------------------------------------------------------------------

static int compare_sides(const void *left, const void *right)
{
    const struct side *a = left;
    const struct side *b = right;
    int order = vector_compare(a->a, b->a);
    return order != 0 ? order : vector_compare(a->b, b->b);
}

static int compare_lengths(const void *left, const void *right)
{
    const struct side *a = left;
    const struct side *b = right;
    float a_length = vector_length(vector_subtract(a->b, a->a));
    float b_length = vector_length(vector_subtract(b->b, b->a));
    if (a_length != b_length) {
        return a_length > b_length ? -1 : 1;
    }
    return compare_sides(left, right);
}

static const struct side *find_twin(const struct joining *joining, const struct side *side)
{
    struct side wanted = {.a = side->b, .b = side->a};
    return bsearch(&wanted, joining->sides, joining->side_count, sizeof wanted, compare_sides);
}

// ---- joining -------------------------------------------------------------------------------------

static size_t find_root(const struct joining *joining, size_t plot)
{
    while (joining->joined_into[plot] != plot) {
        plot = joining->joined_into[plot];
    }
    return plot;
}

static bool is_same_plane(const struct plot *a, const struct plot *b)
{
    struct view_vec3 between = vector_subtract(b->outline.points[0], a->outline.points[0]);
    return a->surface == b->surface && vector_dot(a->normal, b->normal) > 0.99999f &&
           fabsf(vector_dot(a->normal, between)) < 0.001f;
}

// The corner at which a side starts; the outline's count when it has no such side any more.
static size_t find_corner(const struct outline *outline, struct view_vec3 a, struct view_vec3 b)
{
    for (size_t i = 0; i < outline->count; i++) {
        if (vector_compare(outline->points[i], a) == 0 &&
            vector_compare(outline->points[(i + 1) % outline->count], b) == 0) {
            return i;
        }
    }
    return outline->count;
}

// All corners of both, without the common side: from its end around `left`, then around `right`.
static bool join_outlines(const struct outline *left, const struct outline *right, const struct side *side,
                          struct outline *joined)
{
    size_t left_corner = find_corner(left, side->a, side->b);
    size_t right_corner = find_corner(right, side->b, side->a);
    joined->count = left->count + right->count - 2;
    if (left_corner == left->count || right_corner == right->count || joined->count > PLOT_POINTS_MAX) {
        return false;
    }
    size_t count = 0;
    for (size_t i = 1; i < left->count; i++) {
        joined->points[count++] = left->points[(left_corner + i) % left->count];
    }
    for (size_t i = 1; i < right->count; i++) {
        joined->points[count++] = right->points[(right_corner + i) % right->count];
    }
    return outline_is_convex(joined->points, joined->count);
}

static void join_across(struct joining *joining, const struct side *side)
{
    const struct side *twin = find_twin(joining, side);
    if (!twin) {
        return;
    }
    size_t left = find_root(joining, side->plot);
    size_t right = find_root(joining, twin->plot);
    struct outline joined;
    if (left != right && is_same_plane(&joining->plots[left], &joining->plots[right]) &&
        join_outlines(&joining->plots[left].outline, &joining->plots[right].outline, side, &joined)) {
        joining->plots[left].outline = joined;
        joining->joined_into[right] = left;
    }
}

// ---- all -----------------------------------------------------------------------------------------

static struct plot plot_of(const struct view_triangle *triangle)
{
    const struct view_vec3 *corners = triangle->corners;
    return (struct plot){
        triangle->surface, vector_triangle_normal(corners), {{corners[0], corners[1], corners[2]}, 3}};
}

static void add_triangles(struct joining *joining, const struct view_triangle *triangles, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct view_vec3 *corners = triangles[i].corners;
        joining->plots[i] = plot_of(&triangles[i]);
        joining->joined_into[i] = i;
        for (size_t corner = 0; corner < 3; corner++) {
            joining->sides[joining->side_count++] =
                (struct side){corners[corner], corners[(corner + 1) % 3], i};
        }
    }
    qsort(joining->sides, joining->side_count, sizeof *joining->sides, compare_sides);
}

static size_t keep_roots(struct joining *joining, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        if (joining->joined_into[i] == i) {
            joining->plots[kept++] = joining->plots[i];
        }
    }
    return kept;
}

static void join_longest_first(struct joining *joining, struct side *longest_first)
{
    for (size_t i = 0; i < joining->side_count; i++) {
        longest_first[i] = joining->sides[i];
    }
    qsort(longest_first, joining->side_count, sizeof *longest_first, compare_lengths);
    for (size_t i = 0; i < joining->side_count; i++) {
        join_across(joining, &longest_first[i]);
    }
}

static struct plots join_triangles(const struct view_triangle *triangles, size_t count)
{
    struct joining joining = {
        .plots = calloc(count + 1, sizeof *joining.plots),
        .joined_into = calloc(count + 1, sizeof *joining.joined_into),
        .sides = calloc(3 * count + 1, sizeof *joining.sides),
    };
    struct side *longest_first = calloc(3 * count + 1, sizeof *longest_first);
    struct plots plots = {0};
    if (joining.plots && joining.joined_into && joining.sides && longest_first) {
        add_triangles(&joining, triangles, count);
        join_longest_first(&joining, longest_first);
        plots = (struct plots){joining.plots, keep_roots(&joining, count)};
    } else {
        free(joining.plots);
    }
    free(joining.joined_into);
    free(joining.sides);
    free(longest_first);
    return plots;
}

struct plots plots_create(const struct view_scene *scene)
{
    size_t count = scene->triangle_count;
    struct view_triangle *triangles = calloc(count + 1, sizeof *triangles);
    struct plots plots = {0};
    for (size_t i = 0; triangles && i < count; i++) {
        triangles[i] = scene->triangles[i];
    }
    if (triangles && simplify_ground(triangles, &count)) {
        plots = join_triangles(triangles, count);
    }
    free(triangles);
    return plots;
}

void plots_finish(struct plots *plots)
{
    free(plots->items);
    *plots = (struct plots){0};
}
