#include "tests/data/visibility.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

struct visibility {
    const struct random_region *region;
    bool *is_seen; // count * count
    double *costs; // one search's, two more than corners
    bool *is_closed;
};

static uint32_t next_of(const struct random_region *region, uint32_t point)
{
    uint32_t first = 0;
    for (size_t ring = 0; ring < region->ring_count; ring++) {
        if (point + 1 < region->ends[ring])
            return point + 1;
        if (point + 1 == region->ends[ring])
            return first;
        first = region->ends[ring];
    }
    assert(!"no such point");
    return 0;
}

static int sign(int64_t value)
{
    return (value > 0) - (value < 0);
}

/// Whether all of a segment that touches no corner between its ends lies in the region.
static bool is_clear_piece(const struct random_region *region, struct geo_point a, struct geo_point b)
{
    for (uint32_t i = 0; i < region->point_count; i++) {
        struct geo_point c = region->points[i];
        struct geo_point d = region->points[next_of(region, i)];
        if (sign(geo_cross(a, b, c)) * sign(geo_cross(a, b, d)) < 0 &&
            sign(geo_cross(c, d, a)) * sign(geo_cross(c, d, b)) < 0)
            return false;
    }
    // Twice as large, the middle has whole coordinates.
    static struct random_region twice;
    twice = *region;
    for (size_t i = 0; i < twice.point_count; i++)
        twice.points[i] = (struct geo_point){2 * twice.points[i].x, 2 * twice.points[i].z};
    return random_region_contains(&twice, (struct geo_point){a.x + b.x, a.z + b.z});
}

/// Whether a straight way leads from `a` to `b`.
static bool is_clear(const struct random_region *region, struct geo_point a, struct geo_point b)
{
    struct geo_point at = a;
    while (!geo_equal(at, b)) {
        struct geo_point next = b;
        for (size_t i = 0; i < region->point_count; i++) {
            struct geo_point corner = region->points[i];
            if (geo_on_segment(at, next, corner) && !geo_equal(corner, at))
                next = corner;
        }
        if (!is_clear_piece(region, at, next))
            return false;
        at = next;
    }
    return true;
}

struct visibility *visibility_create(const struct random_region *region)
{
    struct visibility *visibility = calloc(1, sizeof *visibility);
    size_t count = region->point_count;
    assert(visibility);
    visibility->region = region;
    visibility->is_seen = calloc(count * count, sizeof *visibility->is_seen);
    visibility->costs = calloc(count + 2, sizeof *visibility->costs);
    visibility->is_closed = calloc(count + 2, sizeof *visibility->is_closed);
    assert(visibility->is_seen && visibility->costs && visibility->is_closed);
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < i; k++) {
            bool is_seen = is_clear(region, region->points[i], region->points[k]);
            visibility->is_seen[i * count + k] = is_seen;
            visibility->is_seen[k * count + i] = is_seen;
        }
    }
    return visibility;
}

void visibility_destroy(struct visibility *visibility)
{
    free(visibility->is_seen);
    free(visibility->costs);
    free(visibility->is_closed);
    free(visibility);
}

static double distance(struct geo_point a, struct geo_point b)
{
    return geo_place_distance(geo_place_of(a), geo_place_of(b));
}

double visibility_shortest(const struct visibility *visibility, struct geo_point from, struct geo_point to)
{
    const struct random_region *region = visibility->region;
    size_t count = region->point_count;
    if (is_clear(region, from, to))
        return distance(from, to);
    for (size_t i = 0; i < count; i++) {
        visibility->costs[i] =
            is_clear(region, from, region->points[i]) ? distance(from, region->points[i]) : INFINITY;
        visibility->is_closed[i] = false;
    }
    double best = INFINITY;
    for (;;) {
        size_t nearest = count;
        for (size_t i = 0; i < count; i++) {
            if (!visibility->is_closed[i] &&
                (nearest == count || visibility->costs[i] < visibility->costs[nearest]))
                nearest = i;
        }
        if (nearest == count || visibility->costs[nearest] >= best)
            return best;
        double cost = visibility->costs[nearest];
        visibility->is_closed[nearest] = true;
        if (is_clear(region, region->points[nearest], to))
            best = fmin(best, cost + distance(region->points[nearest], to));
        for (size_t i = 0; i < count; i++) {
            if (visibility->is_seen[nearest * count + i])
                visibility->costs[i] =
                    fmin(visibility->costs[i], cost + distance(region->points[nearest], region->points[i]));
        }
    }
}
