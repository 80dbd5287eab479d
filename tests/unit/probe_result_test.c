// The parts of a tap's way, and what counts as a fault.

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "tests/latency/probe_result.h"

enum { SEQUENCE = 41 };

/// A tap whose every part has another length: 300 µs up, stages of 100 … 700 µs, 400 µs down, 900 µs
/// decoding.
static const struct protocol_frame sound_frame = {
    .shows_input = true,
    .input_sequence = SEQUENCE,
    .base_us = 1000300,
    .stage_us = {100, 300, 600, 1000, 1500, 2100, 2800},
};
static const struct probe_tap_times sound_times = {
    .pressed_us = 1000000,
    .received_us = 1003500,
    .shown_us = 1004400,
    .is_clock_shared = true,
};

static double median(struct samples *samples)
{
    return samples_percentile(samples, 50);
}

static void the_parts_add_up_to_the_whole(void **state)
{
    (void)state;
    static const double expected_ms[PROBE_PART_COUNT] = {
        [PROBE_PART_UPLINK] = 0.3,  [PROBE_PART_HANDLED] = 0.1,   [PROBE_PART_STARTED] = 0.2,
        [PROBE_PART_DRAWN] = 0.3,   [PROBE_PART_READ_BACK] = 0.4, [PROBE_PART_CONVERTED] = 0.5,
        [PROBE_PART_ENCODED] = 0.6, [PROBE_PART_SENT] = 0.7,      [PROBE_PART_DOWNLINK] = 0.4,
        [PROBE_PART_DECODED] = 0.9,
    };
    struct probe_result result = {0};
    assert_true(probe_result_add_tap(&result, &sound_frame, SEQUENCE, &sound_times));
    double sum_ms = 0;
    for (enum probe_part part = 0; part < PROBE_PART_COUNT; part++) {
        if (part == PROBE_PART_NETWORK) {
            assert_int_equal(result.part_ms[part].count, 0);
            continue;
        }
        if (fabs(median(&result.part_ms[part]) - expected_ms[part]) > 1e-9) {
            fail_msg("%s is %g ms", probe_part_name(part), median(&result.part_ms[part]));
        }
        sum_ms += median(&result.part_ms[part]);
    }
    assert_true(fabs(median(&result.tap_ms) - 4.4) < 1e-9);
    assert_true(fabs(median(&result.tap_ms) - sum_ms) < 1e-9);
    samples_add(&result.round_trip_ms, 0.5);
    assert_true(fabs(probe_result_gap_ms(&result) - 0.2) < 1e-9); // the network took 0.7 ms
    assert_null(probe_result_fault(&result, false));
    probe_result_finish(&result);
}

static void a_far_server_gets_durations_only(void **state)
{
    (void)state;
    struct probe_result result = {0};
    struct protocol_frame frame = sound_frame;
    struct probe_tap_times times = sound_times;
    frame.base_us = 77; // of a clock that is not ours
    times.is_clock_shared = false;
    assert_true(probe_result_add_tap(&result, &frame, SEQUENCE, &times));
    assert_int_equal(result.part_ms[PROBE_PART_UPLINK].count, 0);
    assert_int_equal(result.part_ms[PROBE_PART_DOWNLINK].count, 0);
    assert_true(fabs(median(&result.part_ms[PROBE_PART_NETWORK]) - 0.7) < 1e-9);
    assert_null(probe_result_fault(&result, false));
    probe_result_finish(&result);
}

static void a_missing_stage_shows_as_a_gap(void **state)
{
    (void)state;
    struct probe_result result = {0};
    struct probe_tap_times times = sound_times;
    times.received_us += 3000;
    times.shown_us += 3000;
    samples_add(&result.round_trip_ms, 0.5);
    assert_true(probe_result_add_tap(&result, &sound_frame, SEQUENCE, &times));
    assert_non_null(strstr(probe_result_fault(&result, false), "add up"));
    probe_result_finish(&result);
}

static void stamps_that_cannot_be_are_counted(void **state)
{
    (void)state;
    struct protocol_frame backwards = sound_frame;
    backwards.stage_us[PROTOCOL_STAGE_DRAWN] = 250; // before it was started
    struct protocol_frame early = sound_frame;
    early.base_us = 999999; // before the press
    struct protocol_frame late = sound_frame;
    late.stage_us[PROTOCOL_STAGE_SENT] = 3300; // after it was received
    const struct protocol_frame *const frames[] = {&backwards, &early, &late};
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        struct probe_result result = {0};
        assert_true(probe_result_add_tap(&result, frames[i], SEQUENCE, &sound_times));
        assert_int_equal(result.contradictions, 1);
        assert_non_null(strstr(probe_result_fault(&result, false), "contradict"));
        probe_result_finish(&result);
    }
}

static void a_mark_in_another_inputs_frame_has_no_parts(void **state)
{
    (void)state;
    struct probe_result result = {0};
    struct protocol_frame frame = sound_frame;
    assert_true(probe_result_add_tap(&result, &frame, SEQUENCE + 1, &sound_times));
    frame.shows_input = false;
    assert_true(probe_result_add_tap(&result, &frame, SEQUENCE, &sound_times));
    assert_int_equal(result.unstamped, 2);
    assert_int_equal(result.tap_ms.count, 2);
    assert_int_equal(result.part_ms[PROBE_PART_DRAWN].count, 0);
    assert_non_null(probe_result_fault(&result, false));
    assert_null(probe_result_fault(&result, true));
    probe_result_finish(&result);
}

static void lost_taps_and_growing_age_are_faults(void **state)
{
    (void)state;
    struct probe_result result = {.lost = 1};
    assert_non_null(strstr(probe_result_fault(&result, false), "lost"));
    result.lost = 0;
    samples_add(&result.age_first_ms, 9);
    samples_add(&result.age_last_ms, 9.9);
    assert_null(probe_result_fault(&result, false));
    samples_add(&result.age_last_ms, 10.1);
    samples_add(&result.age_last_ms, 10.1);
    assert_non_null(strstr(probe_result_fault(&result, false), "older"));
    probe_result_finish(&result);
}

static void merging_adds_everything_and_keeps_the_first_error(void **state)
{
    (void)state;
    struct probe_result sum = {0};
    struct probe_result parts[2] = {
        {.error = "first", .taps = 2, .lost = 1, .frames = 10, .bytes = 100},
        {.error = "second", .taps = 3, .frames = 20, .bytes = 200, .seconds = 1.5}};
    probe_result_add_tap(&parts[0], &sound_frame, SEQUENCE, &sound_times);
    probe_result_add_tap(&parts[1], &sound_frame, SEQUENCE, &sound_times);
    for (int i = 0; i < 2; i++) {
        assert_true(probe_result_merge(&sum, &parts[i]));
        probe_result_finish(&parts[i]);
    }
    assert_string_equal(sum.error, "first");
    assert_int_equal(sum.taps, 5);
    assert_int_equal(sum.lost, 1);
    assert_int_equal(sum.frames, 30);
    assert_int_equal(sum.bytes, 300);
    assert_int_equal(sum.tap_ms.count, 2);
    assert_int_equal(sum.part_ms[PROBE_PART_DECODED].count, 2);
    probe_result_finish(&sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_parts_add_up_to_the_whole),
        cmocka_unit_test(a_far_server_gets_durations_only),
        cmocka_unit_test(a_missing_stage_shows_as_a_gap),
        cmocka_unit_test(stamps_that_cannot_be_are_counted),
        cmocka_unit_test(a_mark_in_another_inputs_frame_has_no_parts),
        cmocka_unit_test(lost_taps_and_growing_age_are_faults),
        cmocka_unit_test(merging_adds_everything_and_keeps_the_first_error),
    };
    return cmocka_run_group_tests_name("probe_result", tests, NULL, NULL);
}
