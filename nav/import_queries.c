#include "nav/import_queries.h"

#include <math.h>
#include <stdlib.h>

#include "nav/import_text.h"

enum {
    LINE_BYTES_MIN = 18,        // "0 m 0 0 0 0 0 0 0\n"; a line of commas takes one more
    SCEN_NUMBERS = 7,           // that end a line: width, height, start, goal, length
    PLACE_METRES_MAX = 1 << 30, // no mesh is wider; keeps millimetres finite
};

static const char header[] = "id,sx,sy,sz,ex,ey,ez,start_cell,end_cell,reference_2d";

static bool take_memory(struct import_text *text, struct import_queries *queries)
{
    // The last line may lack its end.
    queries->queries = calloc(import_text_left(text) / LINE_BYTES_MIN + 2, sizeof *queries->queries);
    return queries->queries || import_text_fault(text, "memory ran out; use fewer queries");
}

/// Reads a number that is on the same line.
static bool read_number(struct import_text *text, const char *what, double low, double high, double *number)
{
    if (import_text_is_line_end(text))
        return import_text_fault(text, "the line ends before %s; complete it", what);
    if (!import_text_number(text, what, number))
        return false;
    return (*number >= low && *number <= high) ||
           import_text_fault(text, "%s is %g, but may be %g to %g; correct it", what, *number, low, high);
}

static bool read_metres(struct import_text *text, const char *what, double *metres)
{
    return read_number(text, what, -PLACE_METRES_MAX, PLACE_METRES_MAX, metres);
}

// ---- Moving AI -------------------------------------------------------------------------------

/// The map's name may hold spaces, so that the numbers are counted from the line's end.
static bool read_scenario(struct import_text *text, struct import_query *query)
{
    double unused;
    *query = (struct import_query){.start_polygon = MESH_NONE, .end_polygon = MESH_NONE, .line = text->line};
    size_t word_count = import_text_words_left(text);
    if (word_count < SCEN_NUMBERS + 2)
        return import_text_fault(text,
                                 "the line has %zu words, less than 9; write bucket, map, width, height, "
                                 "start x and y, goal x and y, length",
                                 word_count);
    if (!read_number(text, "the bucket", 0, INT32_MAX, &unused))
        return false;
    for (size_t i = SCEN_NUMBERS + 1; i < word_count; i++)
        import_text_skip_word(text);
    return read_number(text, "the map's width", 0, INT32_MAX, &unused) &&
           read_number(text, "the map's height", 0, INT32_MAX, &unused) &&
           read_metres(text, "the start's x", &query->start.x) &&
           read_metres(text, "the start's y", &query->start.z) &&
           read_metres(text, "the goal's x", &query->end.x) &&
           read_metres(text, "the goal's y", &query->end.z) &&
           read_number(text, "the length", -1, HUGE_VAL, &query->reference_m);
}

bool import_queries_read_scen(const char *file, const char *bytes, size_t size_bytes,
                              struct import_queries *queries, struct report *report)
{
    struct import_text text = import_text_begin(file, bytes, size_bytes, report);
    double version = 0;
    *queries = (struct import_queries){0};
    if (!import_text_take(&text, "version"))
        return import_text_fault(&text, "does not begin with \"version 1\"; name a scenario of that version");
    if (!read_number(&text, "the version", 1, 1, &version) || !take_memory(&text, queries))
        return false;
    while (!import_text_is_end(&text)) {
        if (!read_scenario(&text, &queries->queries[queries->count]))
            return false;
        queries->count++;
    }
    return true;
}

// ---- comma-separated values ------------------------------------------------------------------

static bool read_place(struct import_text *text, struct import_place *place)
{
    return import_text_separator(text) && read_metres(text, "an x coordinate", &place->x) &&
           import_text_separator(text) && read_metres(text, "a y coordinate", &place->y) &&
           import_text_separator(text) && read_metres(text, "a z coordinate", &place->z);
}

static bool read_polygon(struct import_text *text, size_t polygon_count, uint32_t *polygon)
{
    int64_t number = -1;
    if (!import_text_separator(text))
        return false;
    if (import_text_is_line_end(text))
        return import_text_fault(text, "the line ends before a polygon's number; complete it");
    if (!import_text_whole(text, "a polygon's number", -1, (int64_t)polygon_count - 1, &number))
        return false;
    *polygon = number < 0 ? MESH_NONE : (uint32_t)number;
    return true;
}

static bool read_reference(struct import_text *text, double *reference_m)
{
    *reference_m = NAN;
    if (!import_text_separator(text))
        return false;
    return import_text_is_line_end(text) || read_number(text, "the length", -1, HUGE_VAL, reference_m);
}

static bool read_row(struct import_text *text, size_t polygon_count, struct import_query *query)
{
    double unused;
    *query = (struct import_query){.line = text->line};
    bool is_read =
        read_number(text, "the id", 0, HUGE_VAL, &unused) && read_place(text, &query->start) &&
        read_place(text, &query->end) && read_polygon(text, polygon_count, &query->start_polygon) &&
        read_polygon(text, polygon_count, &query->end_polygon) && read_reference(text, &query->reference_m);
    if (is_read && !import_text_is_line_end(text))
        return import_text_fault(text, "the line goes on after the length; remove the rest");
    return is_read;
}

bool import_queries_read_csv(const char *file, const char *bytes, size_t size_bytes, size_t polygon_count,
                             struct import_queries *queries, struct report *report)
{
    struct import_text text = import_text_begin(file, bytes, size_bytes, report);
    *queries = (struct import_queries){0};
    if (!import_text_take(&text, header))
        return import_text_fault(&text, "does not begin with the line \"%s\"; write it there", header);
    text.separator = ',';
    if (!take_memory(&text, queries))
        return false;
    while (!import_text_is_end(&text)) {
        if (!read_row(&text, polygon_count, &queries->queries[queries->count]))
            return false;
        queries->count++;
    }
    return true;
}

void import_queries_finish(struct import_queries *queries)
{
    free(queries->queries);
    *queries = (struct import_queries){0};
}
