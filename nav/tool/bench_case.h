// A mesh file and a query file, made ready to be measured: the mesh, and every query's ends on it.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/import_cells.h"
#include "nav/locate.h"
#include "nav/path.h"
#include "nav/report.h"

/// A query, with its ends found.
struct bench_query {
    struct path_place start;
    struct path_place end;
    double reference_mm; // the length in plan; below 0: there is no way; NAN: unknown
    bool is_off_mesh;    // an end lies on no cell
};

/// How long the steps took, in seconds.
struct bench_making {
    double read_s;
    double merge_s; // from polygons to cells
    double connect_s;
};

/// Zeroed is empty.
struct bench_case {
    struct navmesh *mesh;
    struct locator *locator;
    struct bench_query *queries;
    size_t query_count;
    size_t polygon_count; // of the file
    struct bench_making making;
};

/// @param mesh_file     ends in ".mesh" or ".dnav"
/// @param queries_file  ends in ".scen" or ".csv"
/// @param[out] made     to be finished in any case
/// @param[out] report   what is wrong, when false is returned
bool bench_case_load(const char *mesh_file, const char *queries_file, enum import_merging merging,
                     struct bench_case *made, struct report *report);

/// Accepts zeroed and half-made ones.
void bench_case_finish(struct bench_case *made);

/// Everything that stays in memory for finding ways, but caches and scratch.
size_t bench_case_size_bytes(const struct bench_case *made);

/// Seconds of a clock that only runs forward.
double bench_now_s(void);
