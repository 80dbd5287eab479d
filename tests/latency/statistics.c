#include "tests/latency/statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

enum { ROOM_FIRST = 256 };

static bool has_room_for(struct samples *samples, size_t count)
{
    size_t room = samples->room ? samples->room : ROOM_FIRST;
    while (room < samples->count + count)
        room *= 2;
    if (room == samples->room)
        return true;
    double *values = realloc(samples->values, room * sizeof *values);
    if (!values)
        return false;
    samples->values = values;
    samples->room = room;
    return true;
}

bool samples_add(struct samples *samples, double value)
{
    if (!has_room_for(samples, 1))
        return false;
    samples->values[samples->count++] = value;
    samples->is_sorted = false;
    return true;
}

bool samples_add_all(struct samples *samples, const struct samples *from)
{
    if (!has_room_for(samples, from->count))
        return false;
    for (size_t i = 0; i < from->count; i++)
        samples->values[samples->count++] = from->values[i];
    samples->is_sorted = false;
    return true;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

double samples_percentile(struct samples *samples, double percent)
{
    assert(percent > 0);
    assert(percent <= 100);
    if (samples->count == 0)
        return NAN;
    if (!samples->is_sorted) {
        qsort(samples->values, samples->count, sizeof *samples->values, compare);
        samples->is_sorted = true;
    }
    const double rank = ceil(percent * (double)samples->count / 100);
    return samples->values[rank < 1 ? 0 : (size_t)rank - 1];
}

void samples_finish(struct samples *samples)
{
    free(samples->values);
    *samples = (struct samples){0};
}
