// What a tick of a full world costs.
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct tick_figures {
    double p50_ms, p99_ms; // processor time of a tick and the inputs behind it
    size_t player_count;
    size_t people_count; // NPCs and enemies
    size_t input_count;  // in all measured ticks
};

/// Fills the world with bots, and up to 200 people with copies of those who live there, and plays a minute of
/// it.
/// @return false when the world cannot be played, which is printed
bool measure_ticks(const char *folder, struct tick_figures *figures);
