// Measures finders of ways on the same queries: how long each takes, and how long its ways are.
//
// Finders take turns query by query, so that whatever else the machine does hits all of them alike. Each
// finds a way R times in a row; the median of these is the query's time.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/tool/bench_case.h"

enum bench_outcome { BENCH_FOUND, BENCH_UNREACHABLE, BENCH_BUDGET, BENCH_OFF_MESH, BENCH_OUTCOME_COUNT };

enum { BENCH_REPEAT_MAX = 1000, BENCH_FINDERS_MAX = 8 };

/// Something that finds ways. Functions get `context`.
struct bench_finder {
    const char *name;
    void *context;
    /// NULL, or makes ready for queries to the same goal. Timed apart.
    void (*fill)(void *context, const struct bench_query *query);
    /// Only this is timed.
    enum bench_outcome (*find)(void *context, const struct bench_query *query);
    /// Of the way found last, in plan.
    double (*length_mm)(void *context);
};

/// Over the queries of one kind, in microseconds.
struct bench_times {
    size_t count;
    double mean_us, p50_us, p99_us;
};

struct bench_figures {
    size_t outcomes[BENCH_OUTCOME_COUNT]; // queries by outcome
    size_t wrong;                         // outcomes that the reference contradicts
    struct bench_times found;
    struct bench_times unreachable;
    struct bench_times fill; // of the found; none without fill()
    double total_length_m;
    size_t compared; // found ones with a reference above 0
    double mean_ratio, max_ratio;
    size_t over; // longer than the reference * 1.0001 + 2 mm
};

/// @param repeat        1 to BENCH_REPEAT_MAX
/// @param finder_count  1 to BENCH_FINDERS_MAX
/// @param[out] figures  per finder
/// @return false when memory runs out
bool bench_measure(const struct bench_case *measured, size_t repeat, const struct bench_finder *finders,
                   size_t finder_count, struct bench_figures *figures);

/// Mean, median and the time that 99 of 100 are below.
/// @param times_us  sorted by the call
struct bench_times bench_times_of(double *times_us, size_t count);

/// How long it takes to find the cell below one of the queries' ends, in the order of the queries: the median
/// of `repeat` passes over all of them, in microseconds a place; 0 without queries.
/// @param repeat  1 to BENCH_REPEAT_MAX
double bench_locating_us(const struct bench_case *measured, size_t repeat);
