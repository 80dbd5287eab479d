// The bare ground of a region, before obstacles stand on it: how high it is anywhere.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/bridge.h"

struct ground; // layout private to ground.c

/// @param rings       outlive the ground
/// @param heights_mm  per point of the rings; outlive the ground
/// @return NULL when memory runs out or the rings are not as they should be
struct ground *ground_create(const struct region_rings *rings, const int32_t *heights_mm);

/// Accepts NULL and half-built grounds.
void ground_destroy(struct ground *ground);

/// The height on the triangle below, rounded to the millimetre; a little outside the region that of ground
/// near by, further outside any height of it.
int32_t ground_height(const struct ground *ground, struct geo_point at);
