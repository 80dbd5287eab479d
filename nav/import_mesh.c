#include "nav/import_mesh.h"

#include <stdint.h>

enum {
    CORNER_BYTES_MIN = 6,   // "0 0 0\n"
    POLYGON_BYTES_MIN = 14, // "3 0 1 2 0 0 0\n"
};

static bool read_head(struct import_text *text, int64_t *corner_count, int64_t *polygon_count)
{
    int64_t version;
    if (!import_text_take(text, "mesh"))
        return import_text_fault(text, "does not begin with the word \"mesh\"; name a Polyanya mesh");
    if (!import_text_whole(text, "the format's version", 0, INT32_MAX, &version))
        return false;
    if (version != 2)
        return import_text_fault(text,
                                 "format version %d is not read, only 2; from version 1, move the last "
                                 "neighbour of each polygon to the front",
                                 (int)version);
    return import_text_whole(text, "the count of vertices", 3, INT32_MAX, corner_count) &&
           import_text_whole(text, "the count of polygons", 1, INT32_MAX, polygon_count);
}

/// The polygons around a vertex are only checked: those across the sides say it all.
static bool read_corner(struct import_text *text, struct import_polygons *polygons)
{
    struct import_place at = {0};
    int64_t around_count = 0;
    int64_t around;
    if (!import_text_number(text, "a vertex's x", &at.x) ||
        !import_text_number(text, "a vertex's y", &at.z) ||
        !import_text_whole(text, "the count of polygons around a vertex", 0, INT32_MAX, &around_count))
        return false;
    for (int64_t i = 0; i < around_count; i++) {
        if (!import_text_whole(text, "a polygon around the vertex", -1, (int64_t)polygons->polygons_max - 1,
                               &around))
            return false;
    }
    return import_polygons_add_corner(polygons, text, at);
}

static bool read_polygon(struct import_text *text, struct import_polygons *polygons)
{
    int64_t count = 0;
    if (!import_text_whole(text, "the count of a polygon's vertices", 3, INT32_MAX, &count))
        return false;
    struct import_side *sides = import_polygons_add(polygons, text, count);
    if (!sides)
        return false;
    for (int64_t i = 0; i < count; i++) {
        if (!import_polygons_read_corner(polygons, text, &sides[i]))
            return false;
    }
    for (int64_t i = 0; i < count; i++) {
        // The file's first one lies across the side that ends at the first vertex.
        if (!import_polygons_read_neighbour(polygons, text, &sides[(i + count - 1) % count]))
            return false;
    }
    return true;
}

bool import_mesh_read(const char *file, const char *bytes, size_t size_bytes,
                      struct import_polygons *polygons, struct report *report)
{
    static const struct import_format format = {.read_head = read_head,
                                                .read_corner = read_corner,
                                                .read_polygon = read_polygon,
                                                .corner_bytes_min = CORNER_BYTES_MIN,
                                                .polygon_bytes_min = POLYGON_BYTES_MIN};
    struct import_text text = import_text_begin(file, bytes, size_bytes, report);
    return import_polygons_read(&format, &text, polygons);
}
