// A record of everything that happened to a world, and its replay: start, then every input with the
// tick it came after, in order.
//
// The file is text, one line an entry:
//
//     waystream-record 2 seed 00000000075bcd15 pack plain
//     0 join 257 1 1280 720 100 0 0 0 0 =Ada%20L. =en    tick, kind, player, sequence, then the kind's own
//     31 touch 257 7 32767 40000
//     31 walk 257 7 0 0x1.8p+3 0x0p+0 -0x1.4p+2          numbers with a point: C's hexadecimal floats, exact
//     600 hash 8f3c02b1a9d47e65                           at least every 600 ticks
//
// The hashes catch a replay that departs where it departs.
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cloudsvc/game/game.h"

enum {
    RECORDING_ERROR_MAX = 256,
    RECORDING_HASH_TICKS = 600, // from one entry to the next at most; a file with a longer gap is broken
};

/// Whether nothing but an older record is lost when a new one is written to the file: it is empty, or begins
/// like a record, or is a pipe or device.
/// @param descriptor  open for reading
bool recording_may_replace(int descriptor);

/// Empties the file, if it is one, and writes the first line: version, seed, pack's name. A file that is
/// opened without being emptied keeps what it held until then.
bool recording_begin(FILE *out, const char *pack_name, uint64_t seed);

/// Writes an input that is applied after tick `tick`; refused ones may be left out. Sim thread.
bool recording_input(FILE *out, uint64_t tick, const struct game_input *input);

/// Writes the world's hash after tick `tick`; due whenever game_tick_count() is a multiple of
/// RECORDING_HASH_TICKS, and once more when the recording ends.
bool recording_hash(FILE *out, uint64_t tick, uint64_t hash);

/// Reads the first line.
/// @param[out] pack_name  PACK_NAME_MAX bytes
/// @param[out] seed       for game_create()
/// @param[out] error      what is wrong, when false is returned
bool recording_header(FILE *in, char *pack_name, uint64_t *seed, char error[RECORDING_ERROR_MAX]);

/// Replays a record into `game`, freshly created from the same pack and seed, and checks every hash. A record
/// that does not end with one was cut off.
/// @param in          just behind its first line: recording_header() has read it
/// @param on_tick     called after every tick, may be NULL
/// @param[out] error  the line and what is wrong, when false is returned
bool recording_replay(FILE *in, struct game *game, void (*on_tick)(void *context, struct game *game),
                      void *context, char error[RECORDING_ERROR_MAX]);
