// Do two regions lie over one another in plan, and do their borders fit where they meet?
//
// Regions that meet share points of their borders exactly: a corner of one is a corner of the other or
// lies on one of its sides. Every answer is the sign of an integer cross product.
#pragma once

#include "nav/geometry.h"
#include "nav/pack.h"

enum { OVERLAP_MISS_MM = 10 }; // corners this near to a side are meant to lie on it

enum overlap_kind {
    OVERLAP_NONE,
    OVERLAP_AREA, // they share ground at `at`
    OVERLAP_MISS, // corner `at` of one nearly lies on a side of the other: a crack between them
    OVERLAP_NO_MEMORY,
};

struct overlap {
    enum overlap_kind kind;
    struct geo_point at;
};

/// Compares two regions whose outlines and holes are simple and keep apart from one another.
/// Sides are compared only where both regions are, so the cost follows the length of the common border.
struct overlap overlap_find(const struct pack_region *a, const struct pack_region *b);
