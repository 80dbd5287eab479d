// Hours include what lies between them, over midnight too; wrong ones are named.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "nav/pack.h"
#include "tests/data/game_world.h"

static void hours_include_what_lies_between_them(void **state)
{
    (void)state;
    static const struct {
        struct pack_hours hours;
        double hour;
        bool is_included;
    } cases[] = {
        {{6, 18}, 6, true},       {{6, 18}, 12, true},    {{6, 18}, 17.999, true}, {{6, 18}, 18, false},
        {{6, 18}, 5.999, false},  {{6, 18}, 0, false},    {{22, 4}, 22, true},     {{22, 4}, 0, true},
        {{22, 4}, 3.999, true},   {{22, 4}, 4, false},    {{22, 4}, 12, false},    {{22, 4}, 21.999, false},
        {{18.5f, 0}, 18.5, true}, {{18.5f, 0}, 23, true}, {{18.5f, 0}, 0, false},  {{0, 6}, 0, true},
        {{0, 6}, 6, false},       {{0, 0}, 0, true},      {{0, 0}, 23.5, true},    {{7, 7}, 6, true},
        {{7, 7}, 7, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (pack_hours_include(cases[i].hours, cases[i].hour) != cases[i].is_included)
            fail_msg("case %zu: hour %g", i, cases[i].hour);
    }
}

static void hours_and_their_opposite_share_the_day(void **state)
{
    (void)state;
    for (int from = 0; from < 48; from++) {
        for (int until = 0; until < 48; until++) {
            struct pack_hours hours = {(float)from / 2, (float)until / 2};
            struct pack_hours others = {(float)until / 2, (float)from / 2};
            for (int hour = 0; from != until && hour < 96; hour++) {
                if (pack_hours_include(hours, hour / 4.0) == pack_hours_include(others, hour / 4.0))
                    fail_msg("from %g until %g: hour %g", hours.from, hours.until, hour / 4.0);
            }
        }
    }
}

static void the_day_is_read(void **state)
{
    (void)state;
    struct pack *pack = world_text_load_files(game_world, NULL, 0);
    assert_int_equal(pack->day_s, 600);
    assert_true(pack->start_hour == 8.5f);
    assert_true(pack->npcs[1].has_hours);
    assert_true(pack->npcs[1].hours.from == 20 && pack->npcs[1].hours.until == 4);
    assert_false(pack->npcs[0].has_hours);
    pack_destroy(pack);
}

static void a_day_takes_24_minutes_and_begins_at_nine_when_nothing_is_said(void **state)
{
    (void)state;
    struct pack *pack = world_text_load(NULL, 0);
    assert_int_equal(pack->day_s, 24 * 60);
    assert_true(pack->start_hour == 9);
    pack_destroy(pack);
}

static void midnight_is_the_hour_0(void **state)
{
    (void)state;
    static const struct world_change changes[] = {
        {"start", WORLD_FILE, "\"start_hour\": 8.5", "\"start_hour\": 24", "", ""},
        {"until", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [23.9999999999, 24]", "", ""},
        {"short", WORLD_FILE, "\"day_minutes\": 10", "\"day_minutes\": 0.5", "", ""}};
    struct pack *pack = world_text_load_files(game_world, changes, 3);
    assert_true(pack->start_hour == 0);
    assert_true(pack->npcs[1].hours.from == 0 && pack->npcs[1].hours.until == 0);
    assert_int_equal(pack->day_s, 30);
    pack_destroy(pack);
}

static const struct world_change changes[] = {
    {"day too short", WORLD_FILE, "\"day_minutes\": 10", "\"day_minutes\": 0.4", "$.day_minutes",
     "write 0.5 to 1440"},
    {"day too long", WORLD_FILE, "\"day_minutes\": 10", "\"day_minutes\": 1441", "$.day_minutes",
     "write 0.5 to 1440"},
    {"day no number", WORLD_FILE, "\"day_minutes\": 10", "\"day_minutes\": \"10\"", "$.day_minutes",
     "write a number"},
    {"start too late", WORLD_FILE, "\"start_hour\": 8.5", "\"start_hour\": 24.5", "$.start_hour",
     "write 0 to 24"},
    {"start negative", WORLD_FILE, "\"start_hour\": 8.5", "\"start_hour\": -1", "$.start_hour",
     "write 0 to 24"},
    {"hours no list", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": 20", "$.npcs[1].hours",
     "write two from 0 to 24"},
    {"hours of one", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [20]", "$.npcs[1].hours",
     "write two from 0 to 24"},
    {"hours of words", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [20, \"four\"]", "$.npcs[1].hours[1]",
     "write a number"},
    {"hours out of the day", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [20, 28]", "$.npcs[1].hours[1]",
     "write 0 to 24"},
    {"hours infinite", SCENE_FILE, "\"hours\": [20, 4]", "\"hours\": [1e999, 4]", "$.npcs[1].hours[0]",
     "write 0 to 24"},
};

static void every_mistake_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    world_text_expect_refused_files(game_world, changes, sizeof changes / sizeof changes[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hours_include_what_lies_between_them),
        cmocka_unit_test(hours_and_their_opposite_share_the_day),
        cmocka_unit_test(the_day_is_read),
        cmocka_unit_test(a_day_takes_24_minutes_and_begins_at_nine_when_nothing_is_said),
        cmocka_unit_test(midnight_is_the_hour_0),
        cmocka_unit_test(every_mistake_is_named_with_file_place_and_remedy),
    };
    return cmocka_run_group_tests_name("pack_hours", tests, NULL, NULL);
}
