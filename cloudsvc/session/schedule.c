#include "cloudsvc/session/schedule.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/stream/credit.h"

struct entry {
    session_id id;  // of the socket; 0: none
    bool is_paused; // hidden or silent
    bool has_failed;
    bool is_at_work;  // a worker has it
    bool has_encoder; // as far as a worker may have opened one
    bool is_outboxed; // a frame is being made, or made and not yet sent
    bool is_due;
    bool is_answer; // the frame due shows an input for the first time
    bool wants_keyframe;
    uint64_t due_us;
    uint64_t spaced_us; // when the next frame would be due if frames came evenly at the highest rate
    uint64_t calm_us;   // no plain frame before: an answer is on its way
    size_t unsent_bytes;
    struct credit credit;
    uint32_t frames_sent, frames_skipped;
};

struct schedule {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    bool has_mutex, has_condition;
    bool is_stopping;
    uint32_t frame_rate;
    uint64_t frames_made;
    size_t entries_max;
    struct entry *entries; // by seat
};

struct schedule *schedule_create(size_t sessions_max, uint32_t frame_rate)
{
    assert(sessions_max >= 1);
    assert(frame_rate >= 1);
    struct schedule *schedule = calloc(1, sizeof *schedule);
    if (!schedule)
        return NULL;
    schedule->frame_rate = frame_rate;
    schedule->entries_max = sessions_max;
    schedule->entries = calloc(sessions_max, sizeof *schedule->entries);
    schedule->has_mutex = pthread_mutex_init(&schedule->mutex, NULL) == 0;
    schedule->has_condition = clock_condition_init(&schedule->changed);
    if (!schedule->entries || !schedule->has_mutex || !schedule->has_condition) {
        schedule_destroy(schedule);
        return NULL;
    }
    return schedule;
}

void schedule_destroy(struct schedule *schedule)
{
    if (!schedule)
        return;
    if (schedule->has_condition)
        pthread_cond_destroy(&schedule->changed);
    if (schedule->has_mutex)
        pthread_mutex_destroy(&schedule->mutex);
    free(schedule->entries);
    free(schedule);
}

void schedule_stop(struct schedule *schedule)
{
    pthread_mutex_lock(&schedule->mutex);
    schedule->is_stopping = true;
    pthread_cond_broadcast(&schedule->changed);
    pthread_mutex_unlock(&schedule->mutex);
}

static struct entry *lock(struct schedule *schedule, size_t index)
{
    assert(index < schedule->entries_max);
    pthread_mutex_lock(&schedule->mutex);
    return &schedule->entries[index];
}

static void unlock(struct schedule *schedule)
{
    pthread_mutex_unlock(&schedule->mutex);
}

/// A session may have become ready: one worker looks.
static void unlock_and_call(struct schedule *schedule, bool may_be_ready)
{
    if (may_be_ready)
        pthread_cond_signal(&schedule->changed);
    unlock(schedule);
}

void schedule_open(struct schedule *schedule, size_t index, session_id id)
{
    struct entry *entry = lock(schedule, index);
    *entry = (struct entry){
        .id = id,
        .is_at_work = entry->is_at_work,
        .has_encoder = entry->has_encoder,
        .wants_keyframe = true,
    };
    unlock(schedule);
}

void schedule_close(struct schedule *schedule, size_t index)
{
    struct entry *entry = lock(schedule, index);
    entry->id = 0;
    entry->is_due = false;
    unlock_and_call(schedule, entry->has_encoder);
}

void schedule_pause(struct schedule *schedule, size_t index, bool is_paused)
{
    struct entry *entry = lock(schedule, index);
    entry->is_paused = is_paused;
    entry->is_due = false;
    if (!is_paused) {
        entry->wants_keyframe = true;
        credit_reset(&entry->credit);
    }
    unlock(schedule);
}

void schedule_request_keyframe(struct schedule *schedule, size_t index)
{
    struct entry *entry = lock(schedule, index);
    entry->wants_keyframe = true;
    unlock(schedule);
}

void schedule_sent(struct schedule *schedule, size_t index, uint32_t frame, uint64_t now_us)
{
    struct entry *entry = lock(schedule, index);
    entry->is_outboxed = false;
    entry->frames_sent++;
    credit_sent(&entry->credit, frame, now_us);
    unlock_and_call(schedule, entry->is_due);
}

void schedule_acknowledge(struct schedule *schedule, size_t index, uint32_t frame, uint64_t now_us)
{
    struct entry *entry = lock(schedule, index);
    credit_acknowledge(&entry->credit, frame, now_us);
    unlock_and_call(schedule, entry->is_due);
}

void schedule_unsent(struct schedule *schedule, size_t index, size_t unsent_bytes)
{
    struct entry *entry = lock(schedule, index);
    entry->unsent_bytes = unsent_bytes;
    unlock_and_call(schedule, entry->is_due);
}

struct schedule_status schedule_status(struct schedule *schedule, size_t index, uint64_t now_us,
                                       uint64_t silence_us)
{
    const struct entry *entry = lock(schedule, index);
    struct schedule_status status = {
        .frames_sent = entry->frames_sent,
        .frames_skipped = entry->frames_skipped,
        .round_trip_us = entry->credit.round_trip_us,
        .is_silent = credit_is_silent(&entry->credit, now_us, silence_us),
        .has_failed = entry->has_failed,
    };
    unlock(schedule);
    return status;
}

static bool has_credit(const struct schedule *schedule, const struct entry *entry)
{
    return !entry->is_outboxed && credit_allows(&entry->credit, schedule->frame_rate, entry->unsent_bytes);
}

void schedule_due(struct schedule *schedule, size_t index, session_id id, uint64_t now_us, bool is_answer)
{
    struct entry *entry = lock(schedule, index);
    bool is_wanted = entry->id == id && !entry->is_paused;
    if (is_wanted && entry->is_due && !has_credit(schedule, entry))
        entry->frames_skipped++; // the view due before this one is never drawn
    if (is_wanted && !entry->is_due)
        entry->due_us = now_us;
    if (is_wanted) {
        entry->is_due = true;
        entry->is_answer |= is_answer;
    }
    unlock_and_call(schedule, is_wanted);
}

void schedule_fail(struct schedule *schedule, size_t index, session_id id)
{
    struct entry *entry = lock(schedule, index);
    entry->has_failed |= entry->id == id;
    unlock(schedule);
}

/// When the session's frame can be made, if nothing else changes.
static uint64_t ready_at(const struct schedule *schedule, const struct entry *entry)
{
    bool is_wanted = entry->id && !entry->is_paused && !entry->has_failed && entry->is_due;
    if (!is_wanted || entry->is_at_work || !has_credit(schedule, entry))
        return UINT64_MAX;
    uint64_t burst_us = (uint64_t)SCHEDULE_SPACING_US * (SCHEDULE_BURST - 1);
    uint64_t ready_us = entry->spaced_us > burst_us ? entry->spaced_us - burst_us : 0;
    if (!entry->is_answer && entry->calm_us > ready_us)
        ready_us = entry->calm_us;
    return entry->due_us > ready_us ? entry->due_us : ready_us;
}

static bool is_to_release(const struct entry *entry)
{
    return !entry->id && entry->has_encoder && !entry->is_at_work;
}

static struct schedule_job begin_release(struct schedule *schedule, size_t index)
{
    schedule->entries[index].is_at_work = true;
    return (struct schedule_job){.work = SCHEDULE_RELEASE, .index = index};
}

static struct schedule_job begin_frame(struct schedule *schedule, size_t index, uint64_t now_us)
{
    struct entry *entry = &schedule->entries[index];
    struct schedule_job job = {
        .work = SCHEDULE_FRAME,
        .index = index,
        .id = entry->id,
        .wants_keyframe = entry->wants_keyframe,
        .is_answer = entry->is_answer,
    };
    entry->is_at_work = true;
    entry->has_encoder = true;
    entry->is_outboxed = true;
    if (entry->is_answer)
        entry->calm_us = now_us + SCHEDULE_CALM_US;
    entry->is_due = false;
    entry->is_answer = false;
    entry->wants_keyframe = false;
    entry->spaced_us = (entry->spaced_us > now_us ? entry->spaced_us : now_us) + SCHEDULE_SPACING_US;
    return job;
}

/// Under the lock.
static bool pick(struct schedule *schedule, uint64_t now_us, struct schedule_job *job, uint64_t *ready_us)
{
    size_t best = schedule->entries_max;
    int64_t best_rank_us = INT64_MAX;
    *ready_us = UINT64_MAX;
    for (size_t i = 0; i < schedule->entries_max; i++) {
        const struct entry *entry = &schedule->entries[i];
        if (is_to_release(entry)) {
            *job = begin_release(schedule, i);
            return true;
        }
        uint64_t at_us = ready_at(schedule, entry);
        int64_t rank_us = (int64_t)entry->due_us - (entry->is_answer ? SCHEDULE_HEAD_START_US : 0);
        if (at_us <= now_us && rank_us < best_rank_us) {
            best = i;
            best_rank_us = rank_us;
        } else if (at_us > now_us && at_us < *ready_us) {
            *ready_us = at_us;
        }
    }
    if (best < schedule->entries_max)
        *job = begin_frame(schedule, best, now_us);
    return best < schedule->entries_max;
}

bool schedule_try(struct schedule *schedule, uint64_t now_us, struct schedule_job *job, uint64_t *ready_us)
{
    pthread_mutex_lock(&schedule->mutex);
    bool has_work = pick(schedule, now_us, job, ready_us);
    pthread_mutex_unlock(&schedule->mutex);
    return has_work;
}

static void wait_until(struct schedule *schedule, uint64_t deadline_us)
{
    if (deadline_us == UINT64_MAX) {
        pthread_cond_wait(&schedule->changed, &schedule->mutex);
        return;
    }
    struct timespec deadline = clock_timespec(deadline_us);
    pthread_cond_timedwait(&schedule->changed, &schedule->mutex, &deadline);
}

bool schedule_take(struct schedule *schedule, struct schedule_job *job)
{
    pthread_mutex_lock(&schedule->mutex);
    uint64_t ready_us;
    while (!schedule->is_stopping && !pick(schedule, clock_now_us(), job, &ready_us))
        wait_until(schedule, ready_us);
    bool has_work = !schedule->is_stopping;
    pthread_mutex_unlock(&schedule->mutex);
    return has_work;
}

void schedule_answered(struct schedule *schedule, const struct schedule_job *job, uint64_t now_us)
{
    struct entry *entry = lock(schedule, job->index);
    entry->is_answer = false;
    entry->calm_us = now_us + SCHEDULE_CALM_US;
    unlock(schedule);
}

void schedule_finish(struct schedule *schedule, const struct schedule_job *job, enum schedule_outcome outcome)
{
    struct entry *entry = lock(schedule, job->index);
    entry->is_at_work = false;
    bool is_frame = job->work == SCHEDULE_FRAME;
    if (!is_frame)
        entry->has_encoder = false;
    bool is_made = outcome == SCHEDULE_DONE || outcome == SCHEDULE_ANSWERED;
    if (is_frame && is_made)
        schedule->frames_made++;
    if (outcome == SCHEDULE_ANSWERED && entry->id == job->id)
        entry->is_due = !entry->is_paused;
    if (is_frame && !is_made && entry->id == job->id) {
        entry->is_outboxed = false;
        entry->wants_keyframe |= job->wants_keyframe;
        entry->has_failed |= outcome == SCHEDULE_FAILED;
    }
    unlock_and_call(schedule, entry->is_due || is_to_release(entry));
}

struct schedule_counters schedule_counters(struct schedule *schedule)
{
    struct schedule_counters counters = {0};
    pthread_mutex_lock(&schedule->mutex);
    counters.frames_made = schedule->frames_made;
    for (size_t i = 0; i < schedule->entries_max; i++)
        counters.sockets += schedule->entries[i].id != 0;
    pthread_mutex_unlock(&schedule->mutex);
    return counters;
}
