// What the probe measured: taps split into the parts of their way, frames, and whether it all fits together.
//
// Everything here works on given times. A result belongs to one session's thread until that has ended.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/stream/protocol.h"
#include "tests/latency/statistics.h"

/// The parts of the way from a press to its mark in decoded pixels, in order. Their sum is the whole. Where
/// the server's clock is not ours, uplink and downlink cannot be told apart: then their sum stands in for
/// both.
enum probe_part {
    PROBE_PART_UPLINK,  // to the server's socket and its net thread
    PROBE_PART_HANDLED, // the server's stages, in protocol_stage's order
    PROBE_PART_STARTED,
    PROBE_PART_DRAWN,
    PROBE_PART_READ_BACK,
    PROBE_PART_CONVERTED,
    PROBE_PART_ENCODED,
    PROBE_PART_SENT,
    PROBE_PART_DOWNLINK, // from the server's write to our read
    PROBE_PART_NETWORK,  // both links; only where the clock is not shared
    PROBE_PART_DECODED,
    PROBE_PART_COUNT
};

enum { PROBE_ERROR_MAX = 512 };

/// Bounds of a sound run.
#define PROBE_GAP_MS_MAX   2.0
#define PROBE_DRIFT_MS_MAX 1.0

/// Times on our clock but those in the header.
struct probe_tap_times {
    uint64_t pressed_us;  // just before the press was written
    uint64_t received_us; // the frame with the mark was read
    uint64_t shown_us;    // it was decoded
    bool is_clock_shared; // the server's clock is ours
};

struct probe_result {
    char error[PROBE_ERROR_MAX]; // why the session ended early; empty: it did not
    uint32_t taps, lost;
    uint32_t unstamped;      // the frame with the mark names another input as its first
    uint32_t contradictions; // stages run backwards, or a frame was sent after it came
    uint16_t frame_rate;     // as the server says
    bool is_clock_shared;
    struct samples tap_ms;
    struct samples part_ms[PROBE_PART_COUNT];
    struct samples network_ms;    // what the server's stages and the decoder leave of the whole
    struct samples round_trip_ms; // of pings
    struct samples interval_ms;   // between frames read
    struct samples age_first_ms;  // of frames that show no input, from the start of drawing to the
    struct samples age_last_ms;   // decoded picture: in the first and in the last minute
    uint64_t frames, keyframes, bytes;
    double seconds; // from the first to the last frame, summed over sessions
};

/// The name of a part in reports.
const char *probe_part_name(enum probe_part part);

/// Counts a tap whose mark was found, and splits its time when `frame` is the first to show it.
/// @param sequence  of the press
/// @return false when memory runs out
bool probe_result_add_tap(struct probe_result *result, const struct protocol_frame *frame, uint32_t sequence,
                          const struct probe_tap_times *times);

/// Adds all that another session measured; the first error is kept.
/// @return false when memory runs out
bool probe_result_merge(struct probe_result *result, const struct probe_result *from);

/// What the stages leave unexplained: how far the network's part of a tap is from a ping's round trip, which
/// the server's stamps have no part in; medians, milliseconds.
/// @return NaN when there were no taps or no pings
double probe_result_gap_ms(struct probe_result *result);

/// By how much frames grew older from the first to the last minute, median, milliseconds.
/// @return NaN when there was no minute, or the clock is not shared
double probe_result_drift_ms(struct probe_result *result);

/// What is wrong with the run: it broke off, taps were lost, the gap is above PROBE_GAP_MS_MAX, frames grew
/// older by more than PROBE_DRIFT_MS_MAX.
/// @param may_be_unstamped  moves follow the presses so closely that a frame may show both
/// @return for people; NULL when all is well
const char *probe_result_fault(struct probe_result *result, bool may_be_unstamped);

void probe_result_finish(struct probe_result *result);
