// The convex polygons of another program's mesh, and which of them meet, as its file says.
//
// Every format's reader fills one of these and lets it be checked. Coordinates are rounded to whole
// millimetres relative to the file's first vertex, which becomes the origin, wherever the mesh lies.
// Polygons run counter-clockwise over (x, z). Rounding may leave a corner a millimetre inside the line
// of its neighbours; import_cells.h sees to that.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/import_text.h"
#include "nav/mesh.h"

/// Metres, y up, as in the file.
struct import_place {
    double x, y, z;
};

/// A polygon's side, from its corner to that of the polygon's next side.
struct import_side {
    uint32_t corner;
    uint32_t polygon;   // that it belongs to
    uint32_t neighbour; // the polygon across it, MESH_NONE: nothing
    uint32_t twin;      // the neighbour's side that runs the other way; import_polygons_check() finds it
};

struct import_polygon {
    uint32_t first_side; // its sides end where those of the next polygon begin
    uint32_t surface;    // the file's word for its kind; 0 where there is none
    size_t line;         // in the file, for messages
};

/// Zeroed is empty. `polygons` has one element more than there are, which ends the last one's sides.
struct import_polygons {
    struct import_place origin;
    struct mesh_corner *corners;
    size_t corner_count;
    size_t corners_max; // that the file announces
    struct import_polygon *polygons;
    size_t polygon_count;
    size_t polygons_max; // that the file announces
    struct import_side *sides;
    size_t side_count;
};

/// Takes memory for counts that a file names, after having seen that a file of that size can hold them.
/// Room for sides is taken for as many as the text can name.
/// @param corner_bytes   that a corner takes in the text at least
/// @param polygon_bytes  that a polygon takes at least
/// @return false when the counts are too large or memory runs out, which has been reported
bool import_polygons_take(struct import_polygons *polygons, struct import_text *text, int64_t corner_count,
                          size_t corner_bytes, int64_t polygon_count, size_t polygon_bytes);

/// Accepts zeroed and half-filled ones.
void import_polygons_finish(struct import_polygons *polygons);

/// Adds a corner; the first one becomes the origin.
/// @return false when it lies too far from the first, which has been reported
bool import_polygons_add_corner(struct import_polygons *polygons, struct import_text *text,
                                struct import_place at);

/// Adds a polygon, on the line read last.
/// @param count  of its sides
/// @return the sides, whose corners and neighbours the caller fills in; NULL when the rest of the file
///         cannot name so many, which has been reported
struct import_side *import_polygons_add(struct import_polygons *polygons, struct import_text *text,
                                        int64_t count);

/// Reads the number of a corner that the file has.
bool import_polygons_read_corner(const struct import_polygons *polygons, struct import_text *text,
                                 struct import_side *side);

/// Reads the number of another polygon of the file, or -1 for none.
bool import_polygons_read_neighbour(const struct import_polygons *polygons, struct import_text *text,
                                    struct import_side *side);

/// Checks what the readers do not: every polygon is convex, simple and counter-clockwise, and every
/// neighbour has the same side and names the polygon too. Sides are the same when their ends are at the
/// same places in plan. Finds the twins, and gives corners at the same place and height the same number.
/// n log n.
/// @return false when something is wrong, which has been reported
bool import_polygons_check(struct import_polygons *polygons, struct import_text *text);

/// The side of the same polygon that comes after `side`.
uint32_t import_next_side(const struct import_polygons *polygons, uint32_t side);

/// Millimetres from the origin, not rounded.
struct geo_place import_plan_of(const struct import_polygons *polygons, struct import_place place);

/// How a format is read, part by part. Each reports what is wrong when it returns false.
struct import_format {
    bool (*read_head)(struct import_text *text, int64_t *corner_count, int64_t *polygon_count);
    bool (*read_corner)(struct import_text *text, struct import_polygons *polygons);
    bool (*read_polygon)(struct import_text *text, struct import_polygons *polygons);
    void (*skip_tail)(struct import_text *text); // what may follow the last polygon; NULL: nothing
    size_t corner_bytes_min;
    size_t polygon_bytes_min;
};

/// Reads and checks a whole text: head, corners, polygons, end.
/// @param[out] polygons  to be finished in any case
/// @return false when something is wrong, which has been reported
bool import_polygons_read(const struct import_format *format, struct import_text *text,
                          struct import_polygons *polygons);
