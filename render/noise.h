// Repeatable variation: the same place always looks the same.
#pragma once

#include <stdint.h>

/// A well-mixed hash of a number [Wellons, "Prospecting for hash functions", lowbias32].
uint32_t noise_hash(uint32_t value);

/// A number from 0 to 1 that belongs to a place, to the millimetre, and a purpose.
float noise_at(float x, float z, uint32_t purpose);

/// A smooth landscape from −1 to 1 over the plan, with hills of about `size_m`.
float noise_smooth(float x, float z, float size_m);
