// Turning and easing in plan, against libm where it may differ in the last bits only.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/direction.h"

static void assert_near(double value, double expected, double tolerance)
{
    if (fabs(value - expected) > tolerance)
        fail_msg("%.12g is not %.12g", value, expected);
}

static void directions_are_sine_and_cosine(void **state)
{
    (void)state;
    for (int i = -4000; i <= 4000; i++) {
        double turns = i / 1000.0;
        struct direction direction = direction_at(turns);
        assert_near(direction.x, cos(turns * 2.0 * M_PI), 1e-9);
        assert_near(direction.z, sin(turns * 2.0 * M_PI), 1e-9);
    }
}

static void quarter_turns_are_exact_enough_to_walk_straight(void **state)
{
    (void)state;
    static const struct direction expected[4] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (int quarter = 0; quarter < 4; quarter++) {
        struct direction direction = direction_at(quarter / 4.0);
        assert_near(direction.x, expected[quarter].x, 1e-9);
        assert_near(direction.z, expected[quarter].z, 1e-9);
    }
}

static void a_thousand_small_turns_keep_the_length(void **state)
{
    (void)state;
    struct direction direction = {1.0, 0.0};
    for (int i = 0; i < 1000; i++)
        direction = direction_turned(direction, 0.001);
    assert_near(direction.x, 1.0, 1e-6);
    assert_near(direction.z, 0.0, 1e-6);
}

static void places_that_coincide_have_no_direction_of_their_own(void **state)
{
    (void)state;
    struct direction otherwise = {0.6, 0.8};
    struct direction direction = direction_between(1.0, 2.0, 1.0, 2.0, otherwise);
    assert_near(direction.x, 0.6, 0.0);
    direction = direction_between(1.0, 2.0, 1.0, 5.0, otherwise);
    assert_near(direction.z, 1.0, 1e-12);
}

static void every_eased_turn_arrives_without_leaping(void **state)
{
    (void)state;
    struct random_generator random;
    random_seed(&random, 7);
    for (int round = 0; round < 500; round++) {
        struct direction direction = direction_at(random_below(&random, 65536) / 65536.0);
        struct direction wanted = direction_at(random_below(&random, 65536) / 65536.0);
        for (int step = 0; step < 200; step++) {
            struct direction next = direction_eased(direction, wanted, 0.2, 12.0 / 360.0);
            double turned = atan2(direction.x * next.z - direction.z * next.x,
                                  direction.x * next.x + direction.z * next.z);
            assert_near(next.x * next.x + next.z * next.z, 1.0, 1e-9);
            if (fabs(turned) > 12.0 / 360.0 * 2.0 * M_PI + 1e-9)
                fail_msg("round %d: a step of %g radians", round, turned);
            direction = next;
        }
        if (direction.x * wanted.x + direction.z * wanted.z < 0.9999)
            fail_msg("round %d does not arrive", round);
    }
}

static void a_turn_right_round_gets_started(void **state)
{
    (void)state;
    struct direction direction =
        direction_eased((struct direction){1, 0}, (struct direction){-1, 0}, 0.2, 0.01);
    assert_near(direction.z, sin(0.01 * 2.0 * M_PI), 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directions_are_sine_and_cosine),
        cmocka_unit_test(quarter_turns_are_exact_enough_to_walk_straight),
        cmocka_unit_test(a_thousand_small_turns_keep_the_length),
        cmocka_unit_test(places_that_coincide_have_no_direction_of_their_own),
        cmocka_unit_test(every_eased_turn_arrives_without_leaping),
        cmocka_unit_test(a_turn_right_round_gets_started),
    };
    return cmocka_run_group_tests_name("direction", tests, NULL, NULL);
}
