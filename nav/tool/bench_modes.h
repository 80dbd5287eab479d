// The library's searches as finders that are measured: one for each mode of `waynav bench`.
#pragma once

#include "nav/tool/bench_measure.h"

struct bench_modes; // scratch of the searches; layout private to bench_modes.c

/// One thread at a time uses them.
/// @param measured  outlives them
/// @return NULL when memory runs out
struct bench_modes *bench_modes_create(const struct bench_case *measured);

/// Accepts NULL and half-built ones.
void bench_modes_destroy(struct bench_modes *modes);

/// @param name         "funnel", "exact" or "cached"
/// @param[out] finder  owned by the modes
/// @return false when there is no such mode
bool bench_modes_find(struct bench_modes *modes, const char *name, struct bench_finder *finder);
