#include "cloudsvc/stream/credit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { MS = 1000, S = 1000000, RATE = 60 };

// ---- bookkeeping -------------------------------------------------------------------------------

static void nothing_is_known_at_first_and_two_frames_may_go(void **state)
{
    (void)state;
    struct credit credit = {0};
    assert_true(credit_allows(&credit, RATE, 0));
    credit_sent(&credit, 1, 10 * MS);
    assert_true(credit_allows(&credit, RATE, 0));
    credit_sent(&credit, 2, 20 * MS);
    assert_false(credit_allows(&credit, RATE, 0));
}

static void an_acknowledgement_covers_all_earlier_frames(void **state)
{
    (void)state;
    struct credit credit = {0};
    for (uint32_t frame = 1; frame <= 5; frame++)
        credit_sent(&credit, 10 * frame, frame * MS);
    assert_true(credit_acknowledge(&credit, 40, 30 * MS));
    assert_int_equal(credit.count, 1);
    assert_true(credit_acknowledge(&credit, 50, 31 * MS));
    assert_int_equal(credit.count, 0);
}

static void ids_that_are_not_in_flight_are_ignored(void **state)
{
    (void)state;
    static const uint32_t UNKNOWN[] = {0, 9, 15, 21, UINT32_MAX};
    struct credit credit = {0};
    credit_sent(&credit, 10, 1 * MS);
    credit_sent(&credit, 20, 2 * MS);
    for (size_t i = 0; i < sizeof UNKNOWN / sizeof UNKNOWN[0]; i++)
        assert_false(credit_acknowledge(&credit, UNKNOWN[i], 9 * MS));
    assert_int_equal(credit.count, 2);
    assert_int_equal(credit.round_trip_us, 0);
    assert_true(credit_acknowledge(&credit, 20, 9 * MS));
    assert_false(credit_acknowledge(&credit, 20, 10 * MS)); // twice
    assert_false(credit_acknowledge(&credit, 10, 10 * MS)); // covered already
}

static void the_round_trip_is_smoothed(void **state)
{
    (void)state;
    struct credit credit = {0};
    credit_sent(&credit, 1, 100 * MS);
    credit_acknowledge(&credit, 1, 140 * MS);
    assert_int_equal(credit.round_trip_us, 40 * MS);
    credit_sent(&credit, 2, 200 * MS);
    credit_acknowledge(&credit, 2, 320 * MS);
    assert_int_equal(credit.round_trip_us, 50 * MS); // 7/8 of 40 and 1/8 of 120
}

static void the_limit_is_the_way_and_two_more(void **state)
{
    (void)state;
    static const struct {
        uint64_t round_trip_us;
        uint32_t frame_rate;
        size_t limit;
    } CASES[] = {
        {1, 60, 3},
        {16666, 60, 3},
        {16667, 60, 4},
        {100 * MS, 60, 8},
        {100 * MS, 30, 5},
        {1000 * MS, 60, 62},
        {2000 * MS, 60, CREDIT_IN_FLIGHT_MAX}, // never more than the ring holds
        {UINT32_MAX, 120, CREDIT_IN_FLIGHT_MAX},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        struct credit credit = {.empty_round_trip_us = CASES[i].round_trip_us};
        size_t count = 0;
        while (credit_allows(&credit, CASES[i].frame_rate, 0))
            credit_sent(&credit, (uint32_t)++count, 5 * S);
        assert_int_equal(count, CASES[i].limit);
    }
}

static void unsent_bytes_hold_frames_back(void **state)
{
    (void)state;
    struct credit credit = {0};
    assert_true(credit_allows(&credit, RATE, CREDIT_UNSENT_MAX));
    assert_false(credit_allows(&credit, RATE, CREDIT_UNSENT_MAX + 1));
}

static void silence_counts_from_the_last_sign_of_life(void **state)
{
    (void)state;
    struct credit credit = {0};
    assert_false(credit_is_silent(&credit, 100 * S, 4 * S)); // nothing to acknowledge
    credit_sent(&credit, 1, 10 * S);
    assert_false(credit_is_silent(&credit, 14 * S - 1, 4 * S));
    assert_true(credit_is_silent(&credit, 14 * S, 4 * S));
    credit_sent(&credit, 2, 12 * S);
    credit_acknowledge(&credit, 1, 13 * S);
    assert_false(credit_is_silent(&credit, 17 * S - 1, 4 * S));
    assert_true(credit_is_silent(&credit, 17 * S, 4 * S));
    credit_acknowledge(&credit, 2, 18 * S);
    assert_false(credit_is_silent(&credit, 100 * S, 4 * S));
    credit_sent(&credit, 3, 200 * S); // after a long pause: the silence is young
    assert_false(credit_is_silent(&credit, 201 * S, 4 * S));
}

static void a_reset_forgets_frames_in_flight(void **state)
{
    (void)state;
    struct credit credit = {0};
    credit_sent(&credit, 1, 1 * MS);
    credit_sent(&credit, 2, 2 * MS);
    credit_reset(&credit);
    assert_true(credit_allows(&credit, RATE, 0));
    assert_false(credit_acknowledge(&credit, 2, 5 * MS));
    assert_false(credit_is_silent(&credit, 100 * S, S));
}

// ---- on a link ---------------------------------------------------------------------------------

enum { LINK_QUEUE_MAX = 256 };

/// A way of its own delay behind a bottleneck that passes one frame at a time and queues the rest.
struct link {
    uint64_t delay_us;   // there and back, with decoding
    uint64_t service_us; // of a frame in the bottleneck
    uint64_t free_us;    // when the bottleneck is free
    struct {
        uint32_t frame;
        uint64_t acknowledged_us;
    } queue[LINK_QUEUE_MAX];
    size_t first, count;
};

static void link_send(struct link *link, uint32_t frame, uint64_t now_us)
{
    uint64_t begun_us = link->free_us > now_us ? link->free_us : now_us;
    link->free_us = begun_us + link->service_us;
    size_t end = (link->first + link->count++) % LINK_QUEUE_MAX;
    link->queue[end].frame = frame;
    link->queue[end].acknowledged_us = link->free_us + link->delay_us;
}

struct run {
    struct credit credit;
    struct link link;
    uint64_t now_us;
    uint32_t frame;
    uint32_t frames;        // sent in the last run
    size_t in_flight_max;   // during it
    uint64_t round_trip_us; // longest during it
};

static void receive(struct run *run)
{
    struct link *link = &run->link;
    while (link->count > 0 && link->queue[link->first].acknowledged_us <= run->now_us) {
        credit_acknowledge(&run->credit, link->queue[link->first].frame, run->now_us);
        link->first = (link->first + 1) % LINK_QUEUE_MAX;
        link->count--;
        if (run->credit.round_trip_us > run->round_trip_us)
            run->round_trip_us = run->credit.round_trip_us;
    }
}

/// Streams for a while; a frame is due every 1/60 s and goes as soon as there is credit.
static void run_for(struct run *run, uint64_t duration_us)
{
    uint64_t end_us = run->now_us + duration_us;
    uint64_t due_us = run->now_us;
    run->frames = 0;
    run->in_flight_max = 0;
    run->round_trip_us = 0;
    for (; run->now_us < end_us; run->now_us += MS) {
        receive(run);
        if (run->now_us < due_us || !credit_allows(&run->credit, RATE, 0))
            continue;
        credit_sent(&run->credit, ++run->frame, run->now_us);
        link_send(&run->link, run->frame, run->now_us);
        run->frames++;
        if (run->credit.count > run->in_flight_max)
            run->in_flight_max = run->credit.count;
        due_us = due_us + S / RATE > run->now_us ? due_us + S / RATE : run->now_us;
    }
}

static void a_fast_link_runs_at_the_full_rate(void **state)
{
    (void)state;
    static const uint64_t DELAYS_US[] = {2 * MS, 10 * MS, 50 * MS, 150 * MS, 600 * MS};
    for (size_t i = 0; i < sizeof DELAYS_US / sizeof DELAYS_US[0]; i++) {
        struct run run = {.link = {.delay_us = DELAYS_US[i], .service_us = 1 * MS}, .now_us = S};
        run_for(&run, 5 * S); // the round trip is learned
        run_for(&run, 60 * S);
        assert_in_range(run.frames, 60 * (RATE - 1), 60 * (RATE + 1));
    }
}

/// A bottleneck slower than the frame rate: the queue of our own must not raise the limit, on and on.
static void a_slow_link_is_filled_and_its_queue_stays_short(void **state)
{
    (void)state;
    struct run run = {.link = {.delay_us = 20 * MS, .service_us = 33 * MS}, .now_us = S};
    for (int minute = 0; minute < 10; minute++) {
        run_for(&run, 60 * S);
        assert_in_range(run.frames, 60 * 29, 60 * 31);
        assert_in_range(run.in_flight_max, 2, 6); // 53 ms × 60 + 2
        assert_in_range(run.round_trip_us, 20 * MS, 220 * MS);
    }
}

static void a_way_that_got_longer_is_learned(void **state)
{
    (void)state;
    struct run run = {.link = {.delay_us = 20 * MS, .service_us = 2 * MS}, .now_us = S};
    run_for(&run, 30 * S);
    run.link.delay_us = 200 * MS;
    run_for(&run, 20 * S); // longer than CREDIT_DRAIN_EVERY_US
    run_for(&run, 30 * S);
    assert_in_range(run.frames, 30 * (RATE - 1), 30 * (RATE + 1));
}

static void a_way_that_got_shorter_is_learned_at_once(void **state)
{
    (void)state;
    struct run run = {.link = {.delay_us = 400 * MS, .service_us = 2 * MS}, .now_us = S};
    run_for(&run, 30 * S);
    run.link.delay_us = 10 * MS;
    run_for(&run, S);
    run_for(&run, 10 * S);
    assert_in_range(run.in_flight_max, 1, 3);
}

static void a_link_that_stood_still_comes_back(void **state)
{
    (void)state;
    struct run run = {.link = {.delay_us = 40 * MS, .service_us = 2 * MS}, .now_us = S};
    run_for(&run, 10 * S);
    run.link.free_us = run.now_us + 3 * S;
    run_for(&run, 3 * S);
    assert_in_range(run.frames, 0, 6);
    run_for(&run, S);
    run_for(&run, 30 * S);
    assert_in_range(run.frames, 30 * (RATE - 1), 30 * (RATE + 1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_known_at_first_and_two_frames_may_go),
        cmocka_unit_test(an_acknowledgement_covers_all_earlier_frames),
        cmocka_unit_test(ids_that_are_not_in_flight_are_ignored),
        cmocka_unit_test(the_round_trip_is_smoothed),
        cmocka_unit_test(the_limit_is_the_way_and_two_more),
        cmocka_unit_test(unsent_bytes_hold_frames_back),
        cmocka_unit_test(silence_counts_from_the_last_sign_of_life),
        cmocka_unit_test(a_reset_forgets_frames_in_flight),
        cmocka_unit_test(a_fast_link_runs_at_the_full_rate),
        cmocka_unit_test(a_slow_link_is_filled_and_its_queue_stays_short),
        cmocka_unit_test(a_way_that_got_longer_is_learned),
        cmocka_unit_test(a_way_that_got_shorter_is_learned_at_once),
        cmocka_unit_test(a_link_that_stood_still_comes_back),
    };
    return cmocka_run_group_tests_name("credit", tests, NULL, NULL);
}
