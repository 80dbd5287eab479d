#include "render/noise.h"

#include <math.h>

uint32_t noise_hash(uint32_t value)
{
    value ^= value >> 16;
    value *= 0x7feb352du;
    value ^= value >> 15;
    value *= 0x846ca68bu;
    value ^= value >> 16;
    return value;
}

static float unit_hash(int32_t x, int32_t z, uint32_t purpose)
{
    uint32_t hash = noise_hash((uint32_t)x ^ noise_hash((uint32_t)z ^ noise_hash(purpose)));
    return (float)(hash >> 8) / 16777216.0f;
}

float noise_at(float x, float z, uint32_t purpose)
{
    return unit_hash((int32_t)lrintf(x * 1000), (int32_t)lrintf(z * 1000), purpose);
}

float noise_smooth(float x, float z, float size_m)
{
    float column = floorf(x / size_m);
    float row = floorf(z / size_m);
    float u = x / size_m - column;
    float v = z / size_m - row;
    u = u * u * (3 - 2 * u);
    v = v * v * (3 - 2 * v);
    int32_t i = (int32_t)column;
    int32_t j = (int32_t)row;
    float lower = unit_hash(i, j, 0) * (1 - u) + unit_hash(i + 1, j, 0) * u;
    float upper = unit_hash(i, j + 1, 0) * (1 - u) + unit_hash(i + 1, j + 1, 0) * u;
    return 2 * (lower * (1 - v) + upper * v) - 1;
}
