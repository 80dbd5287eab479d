// The probe's result for people and for programs.
#pragma once

#include <stdio.h>

#include "tests/latency/probe_plan.h"
#include "tests/latency/probe_result.h"

/// Writes a table.
void probe_report_print(FILE *out, const struct probe_plan *plan, struct probe_result *result);

/// Writes one line of JSON: times in milliseconds, null where nothing was measured.
/// @return false when memory runs out
bool probe_report_write_json(FILE *out, const struct probe_plan *plan, struct probe_result *result);
