// One player of the probe: joins, decodes and acknowledges every frame, taps as planned and looks for each
// mark in the decoded pixels.
//
// A tap is pressed only where the last picture shows no mark, and is released as a player would, so that
// the avatar walks and the picture changes. Runs on the calling thread until its plan is fulfilled.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "tests/latency/probe_plan.h"
#include "tests/latency/probe_result.h"

/// @param number       of the session among its fellows: each taps at other places and moments
/// @param[out] result  zeroed by the caller
/// @return false when it ended early, with the reason in the result's error
bool probe_session_run(const struct probe_plan *plan, uint32_t number, struct probe_result *result);
