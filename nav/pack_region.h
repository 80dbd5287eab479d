// Reads the regions of a scene, and finds the region of a place.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/floors.h"
#include "nav/json.h"
#include "nav/pack.h"

/// Reads and checks the member "regions".
/// @return false when there is a problem, which is in the report then
bool pack_region_read_all(const struct json *root, struct pack_scene *scene);

/// Finds the region that a place of plan lies strictly inside of, not in its holes. When the floors of
/// several regions lie one over another there, `hint`, the region's name in the file, chooses.
/// @param place        the value to blame when there is none or no single one
/// @param hint         optional: its item may be NULL
/// @param[out] region  its index
bool pack_region_locate(const struct floors *floors, const struct json *place, const struct json *hint,
                        struct geo_point at, size_t *region);

/// Reads the members "at" and, if it is there, "region" of something that has a place.
/// @return false when there is a problem, which is in the report then
bool pack_region_read_place(const struct json *root, const struct floors *floors, struct geo_point *at,
                            size_t *region);

/// Finds the region that an obstacle stands in: the first that a corner of it lies in, or the one that
/// `hint` names, which it may just cross.
/// @param place        the value to blame
/// @param hint         optional: its item may be NULL
/// @param[out] region  its index
bool pack_region_locate_shape(const struct floors *floors, const struct json *place, const struct json *hint,
                              const struct pack_polygon *outline, size_t *region);

/// Says whether two regions are one, or so little above one another that no person stands in between.
bool pack_region_is_level_with(const struct pack_scene *scene, size_t a, size_t b);
