// The truth about shortest ways in small regions: every corner against every other, by brute force.
#pragma once

#include "tests/data/random_region.h"

struct visibility; // layout private to visibility.c

/// Finds which corners of the region see one another. O(n^3).
/// @param region  outlives it
struct visibility *visibility_create(const struct random_region *region);
void visibility_destroy(struct visibility *visibility);

/// Length of the shortest way within the region, its border included, between two places in it.
double visibility_shortest(const struct visibility *visibility, struct geo_point from, struct geo_point to);
