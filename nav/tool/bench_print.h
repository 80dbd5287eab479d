// Prints what was measured: a table for people, and JSON for programs.
#pragma once

#include <cjson/cJSON.h>
#include <stddef.h>
#include <stdio.h>

#include "nav/tool/bench_measure.h"

/// What was measured of a case, with the names of what it was measured with.
struct bench_result {
    const char *mesh_file;
    const char *queries_file;
    bool is_merged;
    const struct bench_case *measured;
    const struct bench_finder *finders;
    const struct bench_figures *figures; // per finder
    size_t finder_count;
    double locating_us;
};

void bench_print_table(const struct bench_result *result, FILE *out);

/// @return for cJSON_Delete(); NULL when memory runs out
cJSON *bench_print_json(const struct bench_result *result);
