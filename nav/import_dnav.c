#include "nav/import_dnav.h"

#include <stdint.h>

enum {
    CORNER_BYTES_MIN = 8,   // "V 0 0 0\n"
    POLYGON_BYTES_MIN = 20, // "P 3 0 1 2 0 0 0 0 0\n"
};

static void skip_comments(struct import_text *text)
{
    while (!import_text_is_end(text) && *text->at == '#')
        import_text_skip_line(text);
}

/// Takes the word that begins a line.
static bool take_line(struct import_text *text, const char *word)
{
    skip_comments(text);
    return import_text_take(text, word) ||
           import_text_fault(text, "expected a line that begins with \"%s\"; correct the line or the counts",
                             word);
}

static bool read_head(struct import_text *text, int64_t *corner_count, int64_t *polygon_count)
{
    skip_comments(text);
    if (!import_text_take(text, "dnav1"))
        return import_text_fault(text, "does not begin with the word \"dnav1\"; name a .dnav mesh");
    return import_text_whole(text, "the count of vertices", 3, INT32_MAX, corner_count) &&
           import_text_whole(text, "the count of polygons", 1, INT32_MAX, polygon_count);
}

static bool read_corner(struct import_text *text, struct import_polygons *polygons)
{
    struct import_place at = {0};
    return take_line(text, "V") && import_text_number(text, "a vertex's x", &at.x) &&
           import_text_number(text, "a vertex's y", &at.y) &&
           import_text_number(text, "a vertex's z", &at.z) && import_polygons_add_corner(polygons, text, at);
}

/// Turns the polygon around: the file's vertex i becomes number count - 1 - i, and the side from it to the
/// next vertex now begins at that one.
static bool read_sides(struct import_text *text, struct import_polygons *polygons, struct import_side *sides,
                       int64_t count)
{
    for (int64_t i = 0; i < count; i++) {
        if (!import_polygons_read_corner(polygons, text, &sides[count - 1 - i]))
            return false;
    }
    for (int64_t i = 0; i < count; i++) {
        if (!import_polygons_read_neighbour(polygons, text, &sides[(2 * count - 2 - i) % count]))
            return false;
    }
    return true;
}

static bool read_polygon(struct import_text *text, struct import_polygons *polygons)
{
    int64_t count = 0;
    int64_t area = 0;
    int64_t flags;
    if (!take_line(text, "P") ||
        !import_text_whole(text, "the count of a polygon's vertices", 3, INT32_MAX, &count))
        return false;
    struct import_side *sides = import_polygons_add(polygons, text, count);
    if (!sides || !read_sides(text, polygons, sides, count) ||
        !import_text_whole(text, "a polygon's area", 0, UINT32_MAX, &area) ||
        !import_text_whole(text, "a polygon's flags", 0, UINT32_MAX, &flags))
        return false;
    polygons->polygons[sides->polygon].surface = (uint32_t)area;
    return true;
}

bool import_dnav_read(const char *file, const char *bytes, size_t size_bytes,
                      struct import_polygons *polygons, struct report *report)
{
    static const struct import_format format = {.read_head = read_head,
                                                .read_corner = read_corner,
                                                .read_polygon = read_polygon,
                                                .skip_tail = skip_comments,
                                                .corner_bytes_min = CORNER_BYTES_MIN,
                                                .polygon_bytes_min = POLYGON_BYTES_MIN};
    struct import_text text = import_text_begin(file, bytes, size_bytes, report);
    return import_polygons_read(&format, &text, polygons);
}
