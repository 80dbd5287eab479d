// Directions in plan without libm: turning, easing and measuring with + − × ÷ √ alone, so that every
// compiler gives the same last bit.
#pragma once

/// A unit vector over (x, z).
struct direction {
    double x, z;
};

/// The direction `turns` of a full circle counter-clockwise (x to the right, z up the page) from +x:
/// (cosine, sine) by Taylor's series, error below 1e-9.
/// @param turns  any finite number of moderate size, |turns| < 2^50
struct direction direction_at(double turns);

/// `direction` turned counter-clockwise by `turns` of a circle.
struct direction direction_turned(struct direction direction, double turns);

/// From (from_x, from_z) towards (to_x, to_z).
/// @param otherwise  returned when the two are closer than a tenth of a millimetre
struct direction direction_between(double from_x, double from_z, double to_x, double to_z,
                                   struct direction otherwise);

/// One step of an eased turn: a share of the way to `wanted`, at most `turns_max`. Opposite directions
/// turn counter-clockwise.
/// @param share      above 0, at most 1
/// @param turns_max  below a quarter of a circle
struct direction direction_eased(struct direction direction, struct direction wanted, double share,
                                 double turns_max);
