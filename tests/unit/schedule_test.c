// Which session's frame is made next.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/session/schedule.h"

enum { SESSIONS = 3, RATE = 60, SILENCE_US = 4000000, START_US = 1000000 };

static int create(void **state)
{
    struct schedule *schedule = schedule_create(SESSIONS, RATE);
    if (!schedule)
        return -1;
    for (size_t i = 0; i < SESSIONS; i++)
        schedule_open(schedule, i, (session_id)(i + 1));
    *state = schedule;
    return 0;
}

static int destroy(void **state)
{
    schedule_destroy(*state);
    return 0;
}

static void due(struct schedule *schedule, size_t index, uint64_t now_us)
{
    schedule_due(schedule, index, (session_id)(index + 1), now_us, false);
}

static void due_as_answer(struct schedule *schedule, size_t index, uint64_t now_us)
{
    schedule_due(schedule, index, (session_id)(index + 1), now_us, true);
}

/// The seat whose frame may be made now; -1 when there is none.
static int next(struct schedule *schedule, uint64_t now_us)
{
    struct schedule_job job;
    uint64_t ready_us;
    if (!schedule_try(schedule, now_us, &job, &ready_us))
        return -1;
    return (int)job.index;
}

/// Work there must be.
static struct schedule_job take(struct schedule *schedule, uint64_t now_us)
{
    struct schedule_job job;
    uint64_t ready_us;
    assert_true(schedule_try(schedule, now_us, &job, &ready_us));
    return job;
}

/// A frame goes from its worker into the socket.
static void finish(struct schedule *schedule, const struct schedule_job *job, uint32_t frame, uint64_t now_us)
{
    schedule_finish(schedule, job, SCHEDULE_DONE);
    schedule_sent(schedule, job->index, frame, now_us);
}

/// Makes a frame and sends it, all at `now_us`.
static bool make(struct schedule *schedule, size_t index, uint32_t frame, uint64_t now_us)
{
    struct schedule_job job;
    uint64_t ready_us;
    due(schedule, index, now_us);
    if (!schedule_try(schedule, now_us, &job, &ready_us))
        return false;
    finish(schedule, &job, frame, now_us);
    return true;
}

static void nothing_is_made_before_it_is_due(void **state)
{
    assert_int_equal(next(*state, START_US), -1);
    due(*state, 1, START_US);
    assert_int_equal(next(*state, START_US), 1);
}

static void a_session_is_at_one_worker_at_a_time(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    due(*state, 0, START_US);
    assert_int_equal(next(*state, START_US), -1);
    finish(*state, &job, 1, START_US);
    assert_int_equal(next(*state, START_US), 0);
}

static void a_frame_still_in_the_outbox_holds_the_next_one_back(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    schedule_finish(*state, &job, SCHEDULE_DONE);
    due(*state, 0, START_US);
    assert_int_equal(next(*state, START_US + 50000), -1);
    schedule_sent(*state, 0, 1, START_US + 50000);
    assert_int_equal(next(*state, START_US + 50000), 0);
}

static void the_one_due_longest_comes_first(void **state)
{
    due(*state, 2, START_US);
    due(*state, 0, START_US + 1);
    due(*state, 1, START_US + 2);
    due(*state, 2, START_US + 3); // once more: it has been due since before
    assert_int_equal(next(*state, START_US + 10), 2);
    assert_int_equal(next(*state, START_US + 10), 0);
    assert_int_equal(next(*state, START_US + 10), 1);
}

static void an_answer_to_an_input_has_a_head_start_and_no_more(void **state)
{
    due(*state, 0, START_US);
    due(*state, 1, START_US + SCHEDULE_HEAD_START_US + 2);
    due_as_answer(*state, 2, START_US + SCHEDULE_HEAD_START_US + 1);
    uint64_t now_us = START_US + 3 * (uint64_t)SCHEDULE_HEAD_START_US;
    assert_int_equal(next(*state, now_us), 0);
    assert_int_equal(next(*state, now_us), 2);
    assert_int_equal(next(*state, now_us), 1);
}

static void without_acknowledgements_two_frames_are_made(void **state)
{
    uint64_t now_us = START_US;
    assert_true(make(*state, 0, 1, now_us));
    now_us += 16667;
    assert_true(make(*state, 0, 2, now_us));
    now_us += 16667;
    assert_false(make(*state, 0, 3, now_us));
    schedule_acknowledge(*state, 0, 2, now_us);
    assert_int_equal(next(*state, now_us), 0);
}

static void frames_left_out_for_want_of_credit_are_counted(void **state)
{
    make(*state, 0, 1, START_US);
    make(*state, 0, 2, START_US + 16667);
    for (uint64_t i = 2; i < 10; i++)
        make(*state, 0, 3, START_US + i * 16667);
    struct schedule_status status = schedule_status(*state, 0, START_US + 10 * 16667, SILENCE_US);
    assert_int_equal(status.frames_sent, 2);
    assert_int_equal(status.frames_skipped, 7); // the eighth is still wanted
}

static void unsent_bytes_hold_frames_back(void **state)
{
    due(*state, 0, START_US);
    schedule_unsent(*state, 0, 1000000);
    assert_int_equal(next(*state, START_US), -1);
    schedule_unsent(*state, 0, 0);
    assert_int_equal(next(*state, START_US), 0);
}

static void a_session_gets_at_most_120_frames_a_second(void **state)
{
    uint32_t made = 0;
    uint64_t now_us = START_US;
    for (; now_us < START_US + 1000000; now_us += 1000) {
        if (make(*state, 0, made + 1, now_us))
            schedule_acknowledge(*state, 0, ++made, now_us);
    }
    assert_in_range(made, 110, 120 + SCHEDULE_BURST);
}

static void an_input_right_after_a_frame_is_answered_at_once(void **state)
{
    assert_true(make(*state, 0, 1, START_US));
    schedule_acknowledge(*state, 0, 1, START_US);
    assert_true(make(*state, 0, 2, START_US + 10));
}

/// Answers an input at START_US; a plain frame is due right after.
static void answer_and_make_due(struct schedule *schedule)
{
    due_as_answer(schedule, 0, START_US);
    struct schedule_job job = take(schedule, START_US);
    finish(schedule, &job, 1, START_US);
    schedule_acknowledge(schedule, 0, 1, START_US);
    due(schedule, 0, START_US + 1);
}

static void an_answer_on_its_way_holds_plain_frames_back_but_no_other_answer(void **state)
{
    uint64_t calm_us = START_US + SCHEDULE_CALM_US;
    answer_and_make_due(*state);
    assert_int_equal(next(*state, calm_us - 1), -1);
    due_as_answer(*state, 0, calm_us - 1);
    assert_int_equal(next(*state, calm_us - 1), 0);
}

static void a_plain_frame_comes_when_the_answer_has_had_its_time(void **state)
{
    answer_and_make_due(*state);
    assert_int_equal(next(*state, START_US + SCHEDULE_CALM_US), 0);
}

static void an_input_answered_by_the_frame_under_way_asks_for_no_other(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    assert_false(job.is_answer);
    due_as_answer(*state, 0, START_US + 1);
    schedule_answered(*state, &job, START_US + 2);
    finish(*state, &job, 1, START_US + 3);
    assert_int_equal(next(*state, START_US + 1 + SCHEDULE_CALM_US), -1);
    assert_int_equal(next(*state, START_US + 2 + SCHEDULE_CALM_US), 0);
}

static void an_answer_on_an_earlier_view_leaves_the_newest_due(void **state)
{
    due_as_answer(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    assert_true(job.is_answer);
    schedule_finish(*state, &job, SCHEDULE_ANSWERED);
    schedule_sent(*state, 0, 1, START_US);
    assert_int_equal(next(*state, START_US + SCHEDULE_CALM_US - 1), -1);
    job = take(*state, START_US + SCHEDULE_CALM_US);
    assert_false(job.is_answer);
}

static void a_session_that_cannot_be_served_is_told_and_not_drawn(void **state)
{
    due(*state, 0, START_US);
    due(*state, 1, START_US);
    schedule_fail(*state, 0, 1);
    schedule_fail(*state, 1, 7); // of a socket that is gone
    assert_true(schedule_status(*state, 0, START_US, SILENCE_US).has_failed);
    assert_false(schedule_status(*state, 1, START_US, SILENCE_US).has_failed);
    assert_int_equal(next(*state, START_US), 1);
    assert_int_equal(next(*state, START_US), -1);
}

static void what_is_too_early_tells_when_it_will_be_ready(void **state)
{
    struct schedule_job job;
    uint64_t ready_us;
    for (uint32_t frame = 1; frame <= SCHEDULE_BURST; frame++) {
        assert_true(make(*state, 0, frame, START_US));
        schedule_acknowledge(*state, 0, frame, START_US);
    }
    due(*state, 0, START_US);
    assert_false(schedule_try(*state, START_US, &job, &ready_us));
    assert_int_equal(ready_us, START_US + SCHEDULE_SPACING_US);
    assert_true(schedule_try(*state, ready_us, &job, &ready_us));
}

static void the_first_frame_of_a_socket_is_wanted_as_keyframe(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    assert_true(job.wants_keyframe);
    schedule_finish(*state, &job, SCHEDULE_NOTHING); // no view yet: the wish stays
    due(*state, 0, START_US + 50000);
    job = take(*state, START_US + 50000);
    assert_true(job.wants_keyframe);
    finish(*state, &job, 1, START_US + 50000);
    due(*state, 0, START_US + 100000);
    job = take(*state, START_US + 100000);
    assert_false(job.wants_keyframe);
}

static void a_paused_session_is_not_drawn_and_goes_on_with_a_keyframe(void **state)
{
    make(*state, 0, 1, START_US);
    due(*state, 0, START_US + 20000);
    schedule_pause(*state, 0, true);
    assert_int_equal(next(*state, START_US + 40000), -1);
    due(*state, 0, START_US + 40000);
    assert_int_equal(next(*state, START_US + 60000), -1);
    schedule_pause(*state, 0, false);
    assert_int_equal(next(*state, START_US + 60000), -1); // what was due before is old
    due(*state, 0, START_US + 60000);
    struct schedule_job job = take(*state, START_US + 60000);
    assert_true(job.wants_keyframe);
}

static void a_client_that_acknowledges_nothing_is_silent(void **state)
{
    make(*state, 0, 1, START_US);
    assert_false(schedule_status(*state, 0, START_US + SILENCE_US - 1, SILENCE_US).is_silent);
    assert_true(schedule_status(*state, 0, START_US + SILENCE_US, SILENCE_US).is_silent);
    assert_false(schedule_status(*state, 1, START_US + SILENCE_US, SILENCE_US).is_silent);
}

static void a_closed_session_is_not_drawn_and_gives_its_encoder_back_once(void **state)
{
    make(*state, 0, 1, START_US);
    due(*state, 0, START_US + 50000);
    schedule_close(*state, 0);
    struct schedule_job job = take(*state, START_US + 50000);
    assert_int_equal(job.work, SCHEDULE_RELEASE);
    assert_int_equal(job.index, 0);
    assert_int_equal(next(*state, START_US + 50000), -1); // one worker is at it
    schedule_finish(*state, &job, SCHEDULE_DONE);
    assert_int_equal(next(*state, START_US + 50000), -1);
}

static void a_session_never_drawn_has_nothing_to_give_back(void **state)
{
    schedule_close(*state, 0);
    assert_int_equal(next(*state, START_US), -1);
}

static void a_seat_taken_again_is_not_held_up_by_the_frame_of_the_last_socket(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job old = take(*state, START_US);
    schedule_close(*state, 0);
    schedule_open(*state, 0, 99);
    schedule_due(*state, 0, 99, START_US, true);
    assert_int_equal(next(*state, START_US), -1); // the worker is still at it
    schedule_finish(*state, &old, SCHEDULE_FAILED);
    assert_false(schedule_status(*state, 0, START_US, SILENCE_US).has_failed);
    assert_int_equal(next(*state, START_US), 0);
}

static void views_of_the_last_socket_make_nothing_due(void **state)
{
    schedule_open(*state, 0, 99);
    due(*state, 0, START_US);
    assert_int_equal(next(*state, START_US), -1);
}

static void a_session_that_failed_is_not_drawn_again(void **state)
{
    due(*state, 0, START_US);
    struct schedule_job job = take(*state, START_US);
    schedule_finish(*state, &job, SCHEDULE_FAILED);
    assert_true(schedule_status(*state, 0, START_US, SILENCE_US).has_failed);
    due(*state, 0, START_US + 50000);
    assert_int_equal(next(*state, START_US + 50000), -1);
}

static void frames_and_sockets_are_counted(void **state)
{
    make(*state, 0, 1, START_US);
    make(*state, 1, 1, START_US);
    schedule_close(*state, 2);
    struct schedule_counters counters = schedule_counters(*state);
    assert_int_equal(counters.frames_made, 2);
    assert_int_equal(counters.sockets, 2);
}

// ---- waiting -----------------------------------------------------------------------------------

struct waiter {
    struct schedule *schedule;
    bool has_work;
    struct schedule_job job;
};

static void *wait_for_work(void *argument)
{
    struct waiter *waiter = argument;
    waiter->has_work = schedule_take(waiter->schedule, &waiter->job);
    return NULL;
}

static void a_waiting_worker_is_called_when_a_frame_is_due(void **state)
{
    struct waiter waiter = {.schedule = *state};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, wait_for_work, &waiter), 0);
    due(*state, 1, 1); // long ago
    pthread_join(thread, NULL);
    assert_true(waiter.has_work);
    assert_int_equal(waiter.job.index, 1);
}

static void waiting_workers_are_sent_home(void **state)
{
    struct waiter waiters[2] = {{.schedule = *state}, {.schedule = *state}};
    pthread_t threads[2];
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, wait_for_work, &waiters[i]), 0);
    schedule_stop(*state);
    for (size_t i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_false(waiters[i].has_work);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, create, destroy)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_made_before_it_is_due),
        TEST(a_session_is_at_one_worker_at_a_time),
        TEST(a_frame_still_in_the_outbox_holds_the_next_one_back),
        TEST(the_one_due_longest_comes_first),
        TEST(an_answer_to_an_input_has_a_head_start_and_no_more),
        TEST(without_acknowledgements_two_frames_are_made),
        TEST(frames_left_out_for_want_of_credit_are_counted),
        TEST(unsent_bytes_hold_frames_back),
        TEST(a_session_gets_at_most_120_frames_a_second),
        TEST(an_input_right_after_a_frame_is_answered_at_once),
        TEST(an_answer_on_its_way_holds_plain_frames_back_but_no_other_answer),
        TEST(a_plain_frame_comes_when_the_answer_has_had_its_time),
        TEST(an_input_answered_by_the_frame_under_way_asks_for_no_other),
        TEST(an_answer_on_an_earlier_view_leaves_the_newest_due),
        TEST(a_session_that_cannot_be_served_is_told_and_not_drawn),
        TEST(what_is_too_early_tells_when_it_will_be_ready),
        TEST(the_first_frame_of_a_socket_is_wanted_as_keyframe),
        TEST(a_paused_session_is_not_drawn_and_goes_on_with_a_keyframe),
        TEST(a_client_that_acknowledges_nothing_is_silent),
        TEST(a_closed_session_is_not_drawn_and_gives_its_encoder_back_once),
        TEST(a_session_never_drawn_has_nothing_to_give_back),
        TEST(a_seat_taken_again_is_not_held_up_by_the_frame_of_the_last_socket),
        TEST(views_of_the_last_socket_make_nothing_due),
        TEST(a_session_that_failed_is_not_drawn_again),
        TEST(frames_and_sockets_are_counted),
        TEST(a_waiting_worker_is_called_when_a_frame_is_due),
        TEST(waiting_workers_are_sent_home),
    };
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
