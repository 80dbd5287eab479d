// A plan divided into square buckets, so that things near a place are found without looking at all.
//
// Items are numbers that mean something to the caller. A point lies in one bucket, a triangle in every
// bucket that it touches. For building; takes memory as items come in.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"

struct grid_entry {
    uint32_t item;
    uint32_t next; // 1 + index in `entries`; 0 ends the bucket
};

/// Owned by its creator. The fields are for grid.c and the walk only.
struct grid {
    struct geo_point origin;
    int64_t bucket_mm; // length of a bucket's side
    uint32_t columns;
    uint32_t rows;
    uint32_t *buckets; // columns * rows, row by row: 1 + index in `entries`
    struct grid_entry *entries;
    size_t count;
    size_t capacity;
    uint32_t free; // taken out again: 1 + index in `entries`
};

/// @param box             holds everything that will be put in
/// @param expected_count  of items: there will be about as many buckets
/// @return false when memory runs out; grid_finish() is due all the same
bool grid_init(struct grid *grid, struct geo_box box, size_t expected_count);

/// Accepts zeroed and half-built grids.
void grid_finish(struct grid *grid);

/// @return false when memory runs out
bool grid_insert(struct grid *grid, uint32_t item, struct geo_point at);

/// Puts `item` into every bucket that comes within a millimetre of the triangle a, b, c; once, when it
/// is put in for several triangles one after another. A segment is a triangle with two equal corners.
/// @return false when memory runs out
bool grid_insert_triangle(struct grid *grid, uint32_t item, struct geo_point a, struct geo_point b,
                          struct geo_point c);

/// Takes out an item put in at the point `at`. Nothing happens when it is not there.
void grid_remove(struct grid *grid, uint32_t item, struct geo_point at);

/// A look at every bucket that a triangle touches; a segment or point is a triangle too.
struct grid_walk {
    const struct grid *grid;
    struct geo_point corners[3];
    uint32_t row, row_last;
    uint32_t column, column_last;
    uint32_t entry; // 1 + index of the next entry to give
};

/// The grid must not change while the walk goes on.
void grid_walk_begin(struct grid_walk *walk, const struct grid *grid, struct geo_point a, struct geo_point b,
                     struct geo_point c);

/// Gives all items in the buckets; those of triangles may come several times.
/// @return false when there are no more
bool grid_walk_next(struct grid_walk *walk, uint32_t *item);
