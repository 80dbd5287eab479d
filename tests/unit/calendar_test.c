// The world's time of day.
#include "cloudsvc/game/calendar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/game.h"

enum { HOUR_TICKS = 10 * GAME_TICK_HZ };

// A day of four minutes that begins at nine.
static struct pack world(void)
{
    return (struct pack){.day_s = 240, .start_hour = 9.0f};
}

static void hours_go_round(void **state)
{
    (void)state;
    static const struct {
        uint64_t tick;
        double hour;
    } cases[] = {
        {0, 9.0},
        {HOUR_TICKS, 10.0},
        {HOUR_TICKS * 3 / 2, 10.5},
        {HOUR_TICKS * 15, 0.0},
        {HOUR_TICKS * 16, 1.0},
        {HOUR_TICKS * 24, 9.0},
        {HOUR_TICKS * UINT64_C(24000001), 10.0},
    };
    struct pack pack = world();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_true(calendar_hour(&pack, cases[i].tick) == cases[i].hour);
}

static void every_hour_is_of_the_day(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct random_generator random;
        random_seed(&random, seed);
        struct pack pack = {.day_s = 30 + random_below(&random, 86400),
                            .start_hour = (float)random_below(&random, 24001) / 1000.0f};
        double hour = calendar_hour(&pack, (uint64_t)random_below(&random, UINT32_MAX) * 1000);
        if (!(hour >= 0.0 && hour < 24.0))
            fail_msg("seed %u: %g", (unsigned)seed, hour);
    }
}

static void without_a_length_of_the_day_time_stands_still(void **state)
{
    (void)state;
    struct pack pack = {.start_hour = 7.5f};
    assert_true(calendar_hour(&pack, 0) == 7.5);
    assert_true(calendar_hour(&pack, 123456789) == 7.5);
}

static void a_festival_is_on_at_its_hours(void **state)
{
    (void)state;
    struct pack pack = world();
    pack.festival.hours = (struct pack_hours){10.0f, 12.0f};
    assert_false(calendar_festival_is_on(&pack, HOUR_TICKS)); // it has no title: there is none
    pack.festival.title = 1;
    assert_false(calendar_festival_is_on(&pack, HOUR_TICKS - 1));
    assert_true(calendar_festival_is_on(&pack, HOUR_TICKS));
    assert_true(calendar_festival_is_on(&pack, 3 * HOUR_TICKS - 1));
    assert_false(calendar_festival_is_on(&pack, 3 * HOUR_TICKS));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hours_go_round),
        cmocka_unit_test(every_hour_is_of_the_day),
        cmocka_unit_test(without_a_length_of_the_day_time_stands_still),
        cmocka_unit_test(a_festival_is_on_at_its_hours),
    };
    return cmocka_run_group_tests_name("calendar", tests, NULL, NULL);
}
