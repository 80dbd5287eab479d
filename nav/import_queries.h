// Reads the queries that meshes are benchmarked with: start, end and the length that others found.
//
// `.scen`, Moving AI's scenarios [Sturtevant, "Benchmarks for Grid-Based Pathfinding", 2012]: "version 1",
// then lines of bucket, map, width, height, start x and y, goal x and y, length. The plan's y is our z.
// `.queries.csv`: a line of names, then id, start x, y, z, end x, y, z, start and end polygon (-1: to be
// found) and the shortest length in plan (-1: there is no way; empty: unknown). Metres, y up.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/import_polygons.h"

/// A way that is asked for.
struct import_query {
    struct import_place start;
    struct import_place end;
    uint32_t start_polygon; // MESH_NONE: to be found
    uint32_t end_polygon;
    double reference_m; // the length in plan; below 0: there is no way; NAN: unknown
    size_t line;        // in the file, for messages
};

/// Zeroed is empty.
struct import_queries {
    struct import_query *queries;
    size_t count;
};

/// Reads a `.scen`. Any bytes: each file is either taken or refused with a problem.
/// @param file          its name, for messages
/// @param bytes         with a NUL at bytes[size_bytes]
/// @param[out] queries  to be finished in any case
/// @param[out] report   what is wrong, when false is returned
bool import_queries_read_scen(const char *file, const char *bytes, size_t size_bytes,
                              struct import_queries *queries, struct report *report);

/// Reads a `.queries.csv`, otherwise like import_queries_read_scen().
/// @param file           its name, for messages
/// @param bytes          with a NUL at bytes[size_bytes]
/// @param polygon_count  of the mesh that the queries are for
/// @param[out] queries   to be finished in any case
/// @param[out] report    what is wrong, when false is returned
bool import_queries_read_csv(const char *file, const char *bytes, size_t size_bytes, size_t polygon_count,
                             struct import_queries *queries, struct report *report);

/// Accepts zeroed and half-filled ones.
void import_queries_finish(struct import_queries *queries);
