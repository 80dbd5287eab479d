// The thread that owns the world, without net thread and frame workers: the test is both.

#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/session/sim_thread.h"
#include "tests/data/plain_world.h"

enum { SEATS = 2, BOTS = 5, SPEED = 8, ID = 0x10000, WAIT_US = 10000000, LINGER_US = 100000, MIDDLE = 32768 };

static struct plain_world world;
static struct view_ring *rings[SEATS];
static struct schedule *schedule;
static struct sim_thread *sim;
static struct bots *bots;
static FILE *record;
static char *recorded; // what it held when it was closed
static size_t recorded_size;

// ---- set-up ------------------------------------------------------------------------------------

static int start_at(uint32_t frame_rate, uint32_t speed, size_t bot_count)
{
    world = plain_world_create(1);
    schedule = schedule_create(SEATS, frame_rate);
    bots = bots_create(world.pack, bot_count, 1);
    record = open_memstream(&recorded, &recorded_size);
    for (size_t i = 0; i < SEATS; i++)
        rings[i] = view_ring_create();
    struct sim_thread_options options = {
        .game = world.game,
        .rings = rings,
        .schedule = schedule,
        .seats_max = SEATS,
        .frame_rate = frame_rate,
        .linger_us = LINGER_US,
        .speed = speed,
        .bots = bots,
        .record = record,
    };
    sim = sim_thread_create(&options);
    return sim ? 0 : -1;
}

static int start(void **state)
{
    (void)state;
    return start_at(60, 1, 0);
}

/// The world's clock goes fast, and bots play.
static int start_fast(void **state)
{
    (void)state;
    return start_at(60, SPEED, BOTS);
}

/// A frame a second by the clock: a view that comes sooner answers something.
static int start_slow(void **state)
{
    (void)state;
    return start_at(1, 1, 0);
}

static void stop_ticking(void)
{
    sim_thread_destroy(sim);
    sim = NULL;
    if (record)
        fclose(record);
    record = NULL;
}

static int stop(void **state)
{
    (void)state;
    stop_ticking();
    bots_destroy(bots);
    schedule_destroy(schedule);
    for (size_t i = 0; i < SEATS; i++)
        view_ring_destroy(rings[i]);
    plain_world_destroy(&world);
    free(recorded);
    return 0;
}

// ---- what a test does --------------------------------------------------------------------------

static bool push(size_t seat, struct sim_command command)
{
    command.index = seat;
    command.id = (session_id)(ID + seat);
    command.received_us = clock_now_us();
    return sim_thread_push(sim, &command);
}

static void open_seat(size_t seat)
{
    schedule_open(schedule, seat, (session_id)(ID + seat));
    struct sim_command command = {.kind = SIM_OPEN, .viewport = {320, 180, 100, {0}}, .language = "zh"};
    assert_true(push(seat, command));
}

static bool tap(uint32_t sequence, uint16_t x, uint32_t frame)
{
    struct sim_command command = {
        .kind = SIM_POINTER,
        .event = {.sequence = sequence, .phase = GESTURE_DOWN, .x = x, .y = MIDDLE},
        .frame = frame,
    };
    return push(0, command);
}

static const struct view_ring_entry *take_within(size_t seat, uint64_t wait_us)
{
    uint64_t end_us = clock_now_us() + wait_us;
    const struct view_ring_entry *entry = view_ring_take(rings[seat]);
    while (!entry && clock_now_us() < end_us) {
        poll(NULL, 0, 1);
        entry = view_ring_take(rings[seat]);
    }
    return entry;
}

static const struct view_ring_entry *take(size_t seat)
{
    const struct view_ring_entry *entry = take_within(seat, WAIT_US);
    assert_non_null(entry);
    return entry;
}

static void wait_for_players(uint32_t count)
{
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (sim_thread_player_count(sim) != count && clock_now_us() < end_us)
        poll(NULL, 0, 1);
    assert_int_equal(sim_thread_player_count(sim), count);
}

// ---- tests -------------------------------------------------------------------------------------

static void a_command_is_handled_and_shown_at_once_and_not_at_the_next_frame(void **state)
{
    (void)state;
    open_seat(0);
    const struct view_ring_entry *entry = take(0);
    uint32_t first = entry->view.number;
    uint64_t tapped_us = clock_now_us();
    assert_true(tap(1, MIDDLE, first));
    do
        entry = take(0);
    while (entry->view.input_sequence != 1);
    assert_true(clock_now_us() - tapped_us < 500000);
    assert_in_range(entry->input_us, tapped_us, clock_now_us());
    assert_in_range(entry->handled_us, entry->input_us, clock_now_us());
    assert_int_equal(entry->view.tap_count, 1);
    assert_float_equal(entry->view.taps[0].opacity, 1, 0);
}

static void the_world_ticks_sixty_times_a_second(void **state)
{
    (void)state;
    uint64_t start_us = clock_now_us();
    poll(NULL, 0, 1000);
    stop_ticking();
    uint64_t ticks = (clock_now_us() - start_us) * GAME_TICK_HZ / 1000000;
    assert_in_range(game_tick_count(world.game), 50, ticks + 1); // fewer where the machine was held up
}

static void views_are_published_to_seats_that_watch_and_to_no_others(void **state)
{
    (void)state;
    open_seat(0);
    open_seat(1);
    take(0);
    take(1);
    assert_true(push(1, (struct sim_command){.kind = SIM_WATCH, .is_watching = false}));
    poll(NULL, 0, 50);
    assert_non_null(take_within(0, WAIT_US));
    assert_null(view_ring_take(rings[1]));
    assert_true(push(1, (struct sim_command){.kind = SIM_WATCH, .is_watching = true}));
    take(1);
    assert_true(push(1, (struct sim_command){.kind = SIM_CLOSE}));
    poll(NULL, 0, 50);
    assert_null(view_ring_take(rings[1]));
    take(0);
}

static void an_avatar_lingers_and_leaves(void **state)
{
    (void)state;
    open_seat(0);
    wait_for_players(1);
    assert_true(push(0, (struct sim_command){.kind = SIM_CLOSE}));
    poll(NULL, 0, LINGER_US / 1000 / 2);
    assert_int_equal(sim_thread_player_count(sim), 1);
    wait_for_players(0);
}

static void commands_beyond_a_seats_share_are_counted_and_the_others_have_theirs(void **state)
{
    (void)state;
    open_seat(0);
    open_seat(1);
    take(0);
    uint64_t refused = 0;
    for (uint32_t i = 1; i <= 200000 && refused == 0; i++)
        refused += !tap(i, MIDDLE, 0);
    assert_int_equal(refused, 1);
    assert_int_equal(sim_thread_dropped_count(sim), 1);
    assert_true(sim_thread_has_room(sim, 0, SIM_CLOSE));
    assert_true(sim_thread_has_room(sim, 1, SIM_POINTER));
    assert_true(push(0, (struct sim_command){.kind = SIM_CLOSE}));
    wait_for_players(1);
}

/// Whoever gets no frame for longer than a mark lasts must still see that the tap was taken.
static void the_first_frame_after_a_tap_shows_its_mark_however_late(void **state)
{
    (void)state;
    open_seat(0);
    take(0);
    assert_true(tap(1, MIDDLE, 0));
    poll(NULL, 0, 700); // no worker comes; in the world the mark has faded after 400 ms
    const struct view_ring_entry *entry = take(0);
    uint64_t shown_us = clock_now_us();
    assert_int_equal(entry->view.input_sequence, 1);
    while (clock_now_us() < shown_us + 140000) {
        assert_int_equal(entry->view.tap_count, 1);
        assert_float_equal(entry->view.taps[0].opacity, 1, 0);
        entry = take(0);
    }
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (take(0)->view.tap_count > 0 && clock_now_us() < end_us)
        ;
    assert_true(clock_now_us() < end_us); // it does not stay
}

static void what_happened_is_recorded_and_ends_with_a_hash(void **state)
{
    (void)state;
    open_seat(0);
    take(0);
    assert_true(tap(1, MIDDLE, 0));
    assert_int_equal(take(0)->view.input_sequence, 1);
    stop_ticking();
    assert_non_null(strstr(recorded, " join "));
    assert_non_null(strstr(recorded, " =zh\n")); // with the join
    assert_non_null(strstr(recorded, " touch "));
    char expected[64];
    snprintf(expected, sizeof expected, "%llu hash %016llx\n",
             (unsigned long long)game_tick_count(world.game), (unsigned long long)game_hash(world.game));
    assert_non_null(strstr(recorded, expected));
}

static void at_eight_times_the_speed_each_frame_shows_eight_ticks_more(void **state)
{
    (void)state;
    open_seat(0);
    uint64_t start_us = clock_now_us();
    uint64_t first_tick = take(0)->view.tick;
    uint64_t tick = first_tick;
    for (int i = 0; i < 20; i++) {
        uint64_t next = take(0)->view.tick;
        assert_int_equal(next % SPEED, 0);
        assert_true(next >= tick + SPEED || next == tick); // the same when it answers the seat's opening
        tick = next;
    }
    uint64_t beats = (clock_now_us() - start_us) * GAME_TICK_HZ / 1000000;
    assert_in_range(tick - first_tick, SPEED * 19, SPEED * (beats + 2));
}

static void bots_play_are_recorded_and_leave_but_are_no_players(void **state)
{
    (void)state;
    open_seat(0);
    wait_for_players(1);
    const struct view *view = &take(0)->view;
    for (uint64_t end_us = clock_now_us() + WAIT_US; view->tick < 600 && clock_now_us() < end_us;)
        view = &take(0)->view;
    size_t others = 0;
    for (size_t i = 0; i < view->actor_count; i++)
        others += view->actors[i].kind == VIEW_OTHER_PLAYER;
    assert_int_equal(others, BOTS);
    assert_int_equal(sim_thread_player_count(sim), 1);
    stop_ticking();
    size_t joins = 0;
    size_t leaves = 0;
    for (const char *at = recorded; (at = strstr(at, " join ")); at++)
        joins++;
    for (const char *at = recorded; (at = strstr(at, " leave ")); at++)
        leaves++;
    assert_int_equal(joins, BOTS + 1);
    assert_int_equal(leaves, BOTS);
    assert_true(strstr(recorded, " walk ") || strstr(recorded, " find "));
    const char *end = strrchr(recorded, ' ');
    assert_ptr_equal(strstr(end - 5, " hash "), end - 5); // behind all of it
}

#define TEST(name)      cmocka_unit_test_setup_teardown(name, start, stop)
#define FAST_TEST(name) cmocka_unit_test_setup_teardown(name, start_fast, stop)
#define SLOW_TEST(name) cmocka_unit_test_setup_teardown(name, start_slow, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SLOW_TEST(a_command_is_handled_and_shown_at_once_and_not_at_the_next_frame),
        TEST(the_world_ticks_sixty_times_a_second),
        TEST(views_are_published_to_seats_that_watch_and_to_no_others),
        TEST(an_avatar_lingers_and_leaves),
        SLOW_TEST(commands_beyond_a_seats_share_are_counted_and_the_others_have_theirs),
        TEST(the_first_frame_after_a_tap_shows_its_mark_however_late),
        SLOW_TEST(what_happened_is_recorded_and_ends_with_a_hash),
        FAST_TEST(at_eight_times_the_speed_each_frame_shows_eight_ticks_more),
        FAST_TEST(bots_play_are_recorded_and_leave_but_are_no_players),
    };
    return cmocka_run_group_tests_name("sim_thread", tests, NULL, NULL);
}
