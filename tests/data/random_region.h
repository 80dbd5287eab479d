// Random regions with holes for laws that must hold for every region, and random numbers for them.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/bridge.h"
#include "nav/geometry.h"

enum { RANDOM_POINTS_MAX = 4096, RANDOM_RINGS_MAX = 512, RANDOM_PARTS_MAX = 64 };

/// A number that depends on the seed only, and the next seed [Steele, Lea, Flood 2014, splitmix64].
uint64_t seed_next(uint64_t *seed);

/// At least `low`, at most `high`.
int32_t seed_between(uint64_t *seed, int32_t low, int32_t high);

/// The outline first, counter-clockwise, then holes, clockwise.
struct random_region {
    struct geo_point points[RANDOM_POINTS_MAX];
    uint32_t ends[RANDOM_RINGS_MAX];
    size_t ring_count;
    size_t point_count;
};

/// Makes a region of connected squares of a board, its corners pushed about: concave, with holes and
/// with collinear points. Odd seeds grow it from one square, even ones punch holes into a whole board.
/// @param size     squares a side of the board, at most 30
/// @param cell_mm  side of a square
void random_region_make(uint64_t seed, int size, int32_t cell_mm, struct random_region *region);

/// Makes a region as above and cuts it along lines of the board into parts that share vertices.
/// @param parts  room for RANDOM_PARTS_MAX
/// @return how many parts
size_t random_region_split(uint64_t seed, int size, int32_t cell_mm, struct random_region *whole,
                           struct random_region *parts);

struct region_rings random_region_rings(const struct random_region *region);

/// Whether `at` lies in the region, its border included.
bool random_region_contains(const struct random_region *region, struct geo_point at);

/// Twice the area, exact.
int64_t random_region_area_twice(const struct random_region *region);
