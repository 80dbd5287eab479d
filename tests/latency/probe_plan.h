// What the probe is asked to do: its command line, and where and when it taps.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    PROBE_MESSAGE_MAX = 2048, // bytes of a message with its NUL; the help is the longest
    PROBE_SESSIONS_MAX = 64,
    PROBE_TAPS_MAX = 100000,
    PROBE_MINUTES_MAX = 600,
    PROBE_EXIT_USAGE = 2,           // exit status for a wrong command line
    PROBE_TAP_INTERVAL_US = 200000, // above the 150 ms for which a mark stays opaque
};

/// Everything is checked and within its limits. Strings are argv's or constants.
struct probe_plan {
    const char *url;
    uint32_t taps;                // a session; 0: as many as fit into the minutes
    uint32_t minutes;             // 0: until the taps are done
    uint32_t sessions;            // played side by side
    uint32_t width_px, height_px; // of the viewport, at pixel ratio 1
    bool turns;                   // each tap goes on as a drag that turns the camera
    bool writes_json;
};

enum probe_plan_status {
    PROBE_PLAN_RUN,
    PROBE_PLAN_PRINT, // --help: print the message to standard output and exit with 0
    PROBE_PLAN_WRONG, // print the message to standard error and exit with PROBE_EXIT_USAGE
};

/// Reads the command line over the defaults. May reorder argv, as getopt_long does.
/// @param[out] message  PROBE_MESSAGE_MAX bytes; what is wrong with which option; empty when PROBE_PLAN_RUN
enum probe_plan_status probe_plan_parse(int argc, char **argv, struct probe_plan *plan, char *message);

/// One tap to come.
struct probe_tap {
    uint16_t x, y;   // fractions of the picture / 65535
    uint64_t due_us; // after the first tap's earliest moment
};

/// The tap of a number. Places cover the ground evenly, away from the corners and edges where controls are,
/// and follow one another far apart, so that a mark which is still fading does not touch the next one.
/// Moments come every PROBE_TAP_INTERVAL_US, each at another phase of the frame clock, evenly again.
/// @param index       of the tap, any start
/// @param frame_rate  frames a second
struct probe_tap probe_plan_tap(uint32_t index, uint32_t frame_rate);
