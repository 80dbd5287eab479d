#include "tests/latency/probe_plan.h"

#include <assert.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/stream/protocol.h"

// Steps of evenly spread sequences: the golden ratio in one dimension, the plastic number's powers in two
// [Roberts, "The Unreasonable Effectiveness of Quasirandom Sequences", 2018].
#define GOLDEN    0.6180339887498949
#define PLASTIC_X 0.7548776662466927
#define PLASTIC_Y 0.5698402909980532

// The ground without the controls at the picture's corners and edges, as fractions.
#define GROUND_LEFT   0.22
#define GROUND_RIGHT  0.78
#define GROUND_TOP    0.25
#define GROUND_BOTTOM 0.70

static const char help[] =
    "usage: wayprobe [options]\n"
    "Plays on a Waystream server, taps, and measures the time until each tap's mark is seen in decoded "
    "pixels.\n"
    "  --url URL        ws://host:port/ of the server (ws://127.0.0.1:8080/)\n"
    "  --taps N         taps of each session (200)\n"
    "  --minutes M      play M minutes, tapping all the while; tells whether latency grows\n"
    "  --sessions K     sessions side by side (1)\n"
    "  --size WxH       viewport in pixels (1280x720)\n"
    "  --turn           drag after each tap, so that the camera turns\n"
    "  --json           the last line is one JSON object of everything measured\n"
    "  --help           this text\n"
    "Exits with 0 when all is well, 1 when taps were lost, times contradict one another or the\n"
    "connection failed, 2 when the command line is wrong.\n";

enum option_key {
    KEY_URL = 256,
    KEY_TAPS,
    KEY_MINUTES,
    KEY_SESSIONS,
    KEY_SIZE,
    KEY_TURN,
    KEY_JSON,
    KEY_HELP
};

static bool parse_number(const char *text, uint32_t max, uint32_t *number)
{
    char *end = NULL;
    const unsigned long value = strtoul(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end != '\0' || value < 1 || value > max)
        return false;
    *number = (uint32_t)value;
    return true;
}

static bool parse_size(const char *text, struct probe_plan *plan)
{
    char width[8];
    char height[8];
    int used = 0;
    return sscanf(text, "%7[0-9]x%7[0-9]%n", width, height, &used) == 2 && text[used] == '\0' &&
           parse_number(width, PROTOCOL_CSS_SIZE_MAX, &plan->width_px) &&
           parse_number(height, PROTOCOL_CSS_SIZE_MAX, &plan->height_px) &&
           plan->width_px >= PROTOCOL_CSS_SIZE_MIN && plan->height_px >= PROTOCOL_CSS_SIZE_MIN;
}

/// @return what should have been written instead of `text`; NULL when it was taken
static const char *take_option(int key, const char *text, struct probe_plan *plan)
{
    switch (key) {
    case KEY_URL:
        plan->url = text;
        return strncmp(text, "ws://", 5) == 0 ? NULL : "an address like ws://127.0.0.1:8080/";
    case KEY_TAPS:
        return parse_number(text, PROBE_TAPS_MAX, &plan->taps) ? NULL : "a number from 1 to 100000";
    case KEY_MINUTES:
        return parse_number(text, PROBE_MINUTES_MAX, &plan->minutes) ? NULL : "a number from 1 to 600";
    case KEY_SESSIONS:
        return parse_number(text, PROBE_SESSIONS_MAX, &plan->sessions) ? NULL : "a number from 1 to 64";
    case KEY_SIZE:
        return parse_size(text, plan) ? NULL : "WIDTHxHEIGHT, each from 16 to 16384";
    case KEY_TURN:
        plan->turns = true;
        return NULL;
    default:
        assert(key == KEY_JSON);
        plan->writes_json = true;
        return NULL;
    }
}

enum probe_plan_status probe_plan_parse(int argc, char **argv, struct probe_plan *plan, char *message)
{
    static const struct option options[] = {
        {"url", required_argument, NULL, KEY_URL},
        {"taps", required_argument, NULL, KEY_TAPS},
        {"minutes", required_argument, NULL, KEY_MINUTES},
        {"sessions", required_argument, NULL, KEY_SESSIONS},
        {"size", required_argument, NULL, KEY_SIZE},
        {"turn", no_argument, NULL, KEY_TURN},
        {"json", no_argument, NULL, KEY_JSON},
        {"help", no_argument, NULL, KEY_HELP},
        {0},
    };
    *plan =
        (struct probe_plan){.url = "ws://127.0.0.1:8080/", .sessions = 1, .width_px = 1280, .height_px = 720};
    message[0] = '\0';
    optind = 0; // a second call starts afresh
    int key;
    int index = 0;
    while ((key = getopt_long(argc, argv, ":", options, &index)) != -1) {
        if (key == KEY_HELP) {
            snprintf(message, PROBE_MESSAGE_MAX, "%s", help);
            return PROBE_PLAN_PRINT;
        }
        if (key == '?' || key == ':') {
            snprintf(message, PROBE_MESSAGE_MAX, "%s: %s; --help lists the options\n", argv[optind - 1],
                     key == ':' ? "a value is missing" : "unknown, or it takes no value");
            return PROBE_PLAN_WRONG;
        }
        const char *wanted = take_option(key, optarg, plan);
        if (wanted) {
            snprintf(message, PROBE_MESSAGE_MAX, "--%s %s: write %s\n", options[index].name, optarg, wanted);
            return PROBE_PLAN_WRONG;
        }
    }
    if (optind < argc) {
        snprintf(message, PROBE_MESSAGE_MAX, "%s: not an option; --help lists them\n", argv[optind]);
        return PROBE_PLAN_WRONG;
    }
    if (plan->taps > 0 && plan->minutes > 0) {
        snprintf(message, PROBE_MESSAGE_MAX, "--taps and --minutes: give one of them\n");
        return PROBE_PLAN_WRONG;
    }
    if (plan->taps == 0 && plan->minutes == 0)
        plan->taps = 200;
    return PROBE_PLAN_RUN;
}

static double spread(uint32_t index, double step)
{
    const double turns = (index + 1.0) * step;
    return turns - floor(turns);
}

struct probe_tap probe_plan_tap(uint32_t index, uint32_t frame_rate)
{
    assert(frame_rate > 0);
    const double x = GROUND_LEFT + (GROUND_RIGHT - GROUND_LEFT) * spread(index, PLASTIC_X);
    const double y = GROUND_TOP + (GROUND_BOTTOM - GROUND_TOP) * spread(index, PLASTIC_Y);
    const double phase_us = 1e6 / frame_rate * spread(index, GOLDEN);
    return (struct probe_tap){.x = (uint16_t)(x * UINT16_MAX),
                              .y = (uint16_t)(y * UINT16_MAX),
                              .due_us = (uint64_t)index * PROBE_TAP_INTERVAL_US + (uint64_t)phase_us};
}
