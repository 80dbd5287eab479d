// The server's command line.
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum {
    OPTIONS_ADDRESS_MAX = 64,   // bytes of an address with its NUL
    OPTIONS_MESSAGE_MAX = 4096, // bytes of a message with its NUL; the help is the longest
    OPTIONS_SESSIONS_MAX = 128, // bots included: what the world has room for
    OPTIONS_BOTS_MAX = 100,
    OPTIONS_SPEED_MAX = 32,
    OPTIONS_WORKERS_MAX = 64,
    OPTIONS_GPUS_MAX = 16,
    OPTIONS_GPU_ANY = 255,              // the first that works
    OPTIONS_EXIT_USAGE = 2,             // exit status for a wrong command line
    OPTIONS_PICTURE_BITS_MAX = 6000000, // of one picture, bitrate over frame rate: the stream's messages have
                                        // a size, and some pictures take more than their share
};

enum options_renderer { OPTIONS_RENDERER_GL, OPTIONS_RENDERER_NULL };

/// Everything is checked and within its limits. Strings are argv's or constants.
struct options {
    char address[OPTIONS_ADDRESS_MAX]; // --listen: a numeric IPv4 or IPv6 address, without brackets
    uint16_t port;                     // --listen
    const char *world_directory;       // --world
    uint32_t frame_rate;               // --fps: frames a second, 1 to 60: that of the simulation
    uint32_t pixels_max;               // --size: width × height; portrait or landscape alike
    const char *encoder;               // --encoder: "auto" or a libavcodec encoder's name
    uint32_t bits_per_s;               // --bitrate: of each stream
    const char *record_path;           // --record; NULL: not recorded
    const char *replay_path;           // --replay; NULL: no replay
    const char *frames_directory;      // --frames, with --replay; NULL: no pictures
    uint32_t frames_every_ticks;       // --frames-every: from one picture to the next
    enum options_renderer renderer;    // --renderer
    uint32_t gpu;                      // --gpu: number of the EGL device that draws, or OPTIONS_GPU_ANY
    uint32_t workers;                  // --workers: frame workers
    uint32_t sessions_max;             // --sessions: with the bots at most OPTIONS_SESSIONS_MAX
    uint32_t bots;                     // --bots: players that the server itself plays
    uint32_t speed;                    // --speed: ticks of the world in the time of one
};

enum options_status {
    OPTIONS_RUN,
    OPTIONS_PRINT, // --help or --version: print the message to standard output and exit with 0
    OPTIONS_WRONG, // print the message to standard error and exit with OPTIONS_EXIT_USAGE
};

/// Reads the command line over the defaults. May reorder argv, as getopt_long does. Not for two threads at
/// once: getopt keeps state.
/// @param cpu_count      processors to plan for, at least 1; the defaults of workers come from it
/// @param[out] options   defaults where the command line says nothing
/// @param[out] message   OPTIONS_MESSAGE_MAX bytes, ends with a newline; what is wrong with which option and
///                       what to write instead; empty when OPTIONS_RUN
enum options_status options_parse(int argc, char **argv, uint32_t cpu_count, struct options *options,
                                  char *message);
