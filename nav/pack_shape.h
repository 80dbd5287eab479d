// Reads the shapes of a scene's file: polygons with their heights, and the three ways to give the
// outline of an obstacle.
//
// Every reader says false when there is a problem, which is in the report then. What it has taken from
// memory is the caller's either way.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/json.h"
#include "nav/pack.h"

enum {
    PACK_LINE_MAX = 4096,         // corners of a line with a width
    PACK_GROUND_MM_MAX = 1000000, // heights of ground, up and down
    PACK_WIDTH_MM_MAX = 200000,   // of lines; of obstacles also radius and height
};

/// Passes on whether there is memory, and reports at `value` when there is none.
bool pack_shape_has_memory(const struct json *value, const void *memory);

/// Reads places, without asking what shape they make.
bool pack_shape_points(const struct json *value, size_t count_min, size_t count_max,
                       struct pack_polygon *polygon);

/// Reads a simple polygon as it is written, in either direction.
bool pack_shape_polygon(const struct json *value, struct pack_polygon *polygon);

/// Turns a clockwise polygon around, and with it the values of its corners.
/// @param heights_mm   may be NULL
/// @param ceilings_mm  may be NULL
void pack_shape_orient(struct pack_polygon *polygon, int32_t *heights_mm, int32_t *ceilings_mm);

/// Reads one height for all corners or an array with one for each, into new memory.
/// @param count  of corners
bool pack_shape_heights(const struct json *value, size_t count, int32_t **heights_mm);

/// Reads the members "line" and "width".
/// @param[out] line     no two corners that follow one another are one place
/// @param[out] outline  the line thickened, counter-clockwise and simple
bool pack_shape_line(const struct json *root, struct pack_polygon *line, int32_t *width_mm,
                     struct pack_polygon *outline);

/// Reads "outline", "center" with "radius", or "line" with "width": exactly one of them.
/// @param[out] polygon  counter-clockwise and simple
bool pack_shape_footprint(const struct json *root, struct pack_polygon *polygon);
