// Samples of one measured quantity and what is told about them.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Zeroed: empty. Grows as samples come. One thread at a time.
struct samples {
    double *values;
    size_t count, room;
    bool is_sorted;
};

/// @return false when memory runs out; the sample is not kept
bool samples_add(struct samples *samples, double value);

/// Adds all of `from`, which stays as it is.
/// @return false when memory runs out
bool samples_add_all(struct samples *samples, const struct samples *from);

/// The smallest sample that at least `percent` of all do not exceed (nearest rank: a value that was really
/// measured, never one in between) [Hyndman, Fan 1996, definition 1]. Sorts the samples.
/// @param percent  above 0, up to 100: the largest
/// @return NaN when there are none
double samples_percentile(struct samples *samples, double percent);

/// Frees the memory and empties the samples.
void samples_finish(struct samples *samples);
