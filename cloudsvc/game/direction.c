#include "cloudsvc/game/direction.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#define PI 3.14159265358979323846

// sin(2π × turns) for |turns| ≤ 1/4.
static double sine_near_zero(double turns)
{
    double angle = turns * (2.0 * PI);
    double square = angle * angle;
    double sum = 1.0;
    for (int degree = 14; degree >= 2; degree -= 2)
        sum = 1.0 - sum * square / (degree * (degree + 1));
    return angle * sum;
}

static double sine(double turns)
{
    double rest = turns - (double)(int64_t)turns; // −1 < rest < 1
    if (rest > 0.5)
        rest -= 1.0;
    if (rest < -0.5)
        rest += 1.0;
    if (rest > 0.25)
        rest = 0.5 - rest;
    if (rest < -0.25)
        rest = -0.5 - rest;
    return sine_near_zero(rest);
}

static struct direction unit(double x, double z, struct direction otherwise)
{
    double length = sqrt(x * x + z * z);
    if (length < 1e-4)
        return otherwise;
    return (struct direction){x / length, z / length};
}

struct direction direction_at(double turns)
{
    return (struct direction){sine(turns + 0.25), sine(turns)};
}

struct direction direction_turned(struct direction direction, double turns)
{
    struct direction by = direction_at(turns);
    return unit(direction.x * by.x - direction.z * by.z, direction.x * by.z + direction.z * by.x, direction);
}

struct direction direction_between(double from_x, double from_z, double to_x, double to_z,
                                   struct direction otherwise)
{
    return unit(to_x - from_x, to_z - from_z, otherwise);
}

struct direction direction_eased(struct direction direction, struct direction wanted, double share,
                                 double turns_max)
{
    struct direction eased = unit(direction.x + (wanted.x - direction.x) * share,
                                  direction.z + (wanted.z - direction.z) * share, direction);
    double step_sine = direction.x * eased.z - direction.z * eased.x;
    double step_cosine = direction.x * eased.x + direction.z * eased.z;
    double wanted_sine = direction.x * wanted.z - direction.z * wanted.x;
    double wanted_cosine = direction.x * wanted.x + direction.z * wanted.z;
    bool is_behind = wanted_cosine < 0.0; // the straight way between the two says little about the turn
    if (!is_behind && step_cosine > 0.0 && fabs(step_sine) <= direction_at(turns_max).z)
        return eased;
    return direction_turned(direction, wanted_sine < 0.0 ? -turns_max : turns_max);
}
