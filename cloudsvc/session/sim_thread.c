#include "cloudsvc/session/sim_thread.h"

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/log.h"
#include "cloudsvc/base/queue.h"
#include "cloudsvc/game/recording.h"
#include "cloudsvc/session/tap_hold.h"

enum {
    BATCH_MAX = 64,       // commands handled before what they changed is published
    LATE_MAX_US = 250000, // behind the clock by more, the world does not catch up: the machine was asleep
};

/// One seat as the simulation knows it.
struct sim_seat {
    session_id id;         // of the socket; 0: none
    game_player_id player; // 0: no avatar
    bool is_watching;
    bool is_touched;         // something to be shown at once
    uint64_t input_us;       // when the first input not yet published came in; 0: none
    bool is_told_by_marks;   // those inputs changed nothing that is seen but the tap marks
    uint32_t input_sequence; // of the last pointer handled
    uint64_t left_us;        // when the last socket was gone
    uint32_t cadence;        // frames due, in units of 1/GAME_TICK_HZ
    struct gesture gesture;
    struct tap_hold marks;
};

struct sim_thread {
    struct sim_thread_options options;
    struct queue *queue;
    pthread_t thread;
    bool has_thread;
    uint64_t start_us; // when beat 0 was due: of the clock, in the time of a tick
    uint64_t beats;    // since then; each makes `speed` ticks
    struct sim_seat *seats;
    atomic_uint *waiting; // commands of each seat in the queue
    atomic_uint player_count;
    atomic_uint_least64_t dropped_count;
};

// ---- the world ---------------------------------------------------------------------------------

/// What cannot be recorded any more is given up: the game goes on.
static void give_record_up(struct sim_thread *sim)
{
    log_write(LOG_LEVEL_ERROR, 0, "recording_failed", "the record cannot be written and ends here");
    sim->options.record = NULL;
}

/// An input is in the record before it is applied, so that the record of a crash holds what led to it.
/// Replays refuse again what is refused now.
static bool apply(struct sim_thread *sim, const struct game_input *input)
{
    struct game *game = sim->options.game;
    FILE *record = sim->options.record;
    if (record && (!recording_input(record, game_tick_count(game), input) || fflush(record) != 0))
        give_record_up(sim);
    return game_apply(game, input);
}

static void record_hash(struct sim_thread *sim)
{
    const struct game *game = sim->options.game;
    FILE *record = sim->options.record;
    if (!record)
        return;
    if (!recording_hash(record, game_tick_count(game), game_hash(game)) || fflush(record) != 0)
        give_record_up(sim);
}

static void publish(struct sim_thread *sim, size_t index, bool is_answer)
{
    struct sim_seat *seat = &sim->seats[index];
    struct view_ring *ring = sim->options.rings[index];
    struct view *view = view_ring_begin(ring);
    if (!game_view(sim->options.game, seat->player, view))
        return;
    view->input_sequence = seat->input_sequence;
    uint64_t now_us = clock_now_us();
    tap_hold_apply(&seat->marks, view, view_ring_shown(ring), now_us);
    view_ring_publish(ring, seat->input_us, seat->is_told_by_marks, now_us);
    tap_hold_published(&seat->marks, view->number);
    seat->input_us = 0;
    schedule_due(sim->options.schedule, index, seat->id, now_us, is_answer);
}

// ---- commands ----------------------------------------------------------------------------------

static void leave(struct sim_thread *sim, struct sim_seat *seat)
{
    if (!seat->player)
        return;
    apply(sim, &(struct game_input){.kind = GAME_LEAVE, .player = seat->player});
    seat->player = 0;
    atomic_fetch_sub(&sim->player_count, 1);
}

static void join(struct sim_thread *sim, struct sim_seat *seat, const struct sim_command *open)
{
    struct game_input input = {
        .kind = GAME_JOIN,
        .player = game_next_player(sim->options.game),
        .viewport = open->viewport,
    };
    memcpy(input.language, open->language, sizeof input.language);
    if (!input.player || !apply(sim, &input)) {
        log_write(LOG_LEVEL_ERROR, seat->id, "join_refused", "the world has no room for another avatar");
        schedule_fail(sim->options.schedule, (size_t)(seat - sim->seats), seat->id);
        return;
    }
    seat->player = input.player;
    atomic_fetch_add(&sim->player_count, 1);
}

static void resize(struct sim_thread *sim, struct sim_seat *seat, const struct game_viewport *viewport)
{
    apply(sim, &(struct game_input){.kind = GAME_VIEWPORT, .player = seat->player, .viewport = *viewport});
    seat->is_touched = true;
}

static void watch(struct sim_thread *sim, size_t index, bool is_watching)
{
    struct sim_seat *seat = &sim->seats[index];
    seat->is_watching = is_watching;
    seat->is_touched = is_watching;
    seat->input_us = 0;
    gesture_cancel(&seat->gesture);
    view_ring_forget(sim->options.rings[index]);
}

static void open_seat(struct sim_thread *sim, const struct sim_command *command)
{
    struct sim_seat *seat = &sim->seats[command->index];
    seat->id = command->id;
    seat->input_sequence = 0;
    seat->marks = (struct tap_hold){0};
    if (!command->is_resumed)
        leave(sim, seat);
    if (seat->player)
        resize(sim, seat, &command->viewport);
    else
        join(sim, seat, command);
    watch(sim, command->index, true);
}

static void close_seat(struct sim_thread *sim, const struct sim_command *command)
{
    struct sim_seat *seat = &sim->seats[command->index];
    watch(sim, command->index, false);
    seat->id = 0;
    seat->left_us = command->received_us;
}

static void point(struct sim_thread *sim, const struct sim_command *command)
{
    struct sim_seat *seat = &sim->seats[command->index];
    const struct view *view = view_ring_find(sim->options.rings[command->index], command->frame);
    struct game_input inputs[GESTURE_INPUTS_MAX];
    size_t count = gesture_feed(&seat->gesture, &command->event, view, game_stage(sim->options.game),
                                seat->player, inputs);
    bool is_applied = false;
    bool is_told_by_marks = true;
    for (size_t i = 0; i < count; i++) {
        if (!apply(sim, &inputs[i]))
            continue;
        if (inputs[i].kind == GAME_TOUCH)
            tap_hold_add(&seat->marks, inputs[i].tap.x, inputs[i].tap.y);
        is_applied = true;
        is_told_by_marks &= inputs[i].kind == GAME_TOUCH;
    }
    seat->input_sequence = command->event.sequence;
    if (!is_applied)
        return;
    seat->is_told_by_marks = is_told_by_marks && (seat->is_told_by_marks || !seat->input_us);
    seat->is_touched = true;
    if (!seat->input_us)
        seat->input_us = command->received_us;
}

static void handle(struct sim_thread *sim, const struct sim_command *command)
{
    struct sim_seat *seat = &sim->seats[command->index];
    atomic_fetch_sub(&sim->waiting[command->index], 1);
    if (command->kind != SIM_OPEN && seat->id != command->id)
        return; // of a socket that has lost the seat since
    switch (command->kind) {
    case SIM_OPEN:
        open_seat(sim, command);
        break;
    case SIM_CLOSE:
        close_seat(sim, command);
        break;
    case SIM_WATCH:
        watch(sim, command->index, command->is_watching);
        break;
    case SIM_VIEWPORT:
        resize(sim, seat, &command->viewport);
        break;
    case SIM_POINTER:
        point(sim, command);
        break;
    }
}

/// Handles `command` and what came right behind it, then shows each player what changed.
static void handle_batch(struct sim_thread *sim, struct sim_command *command)
{
    handle(sim, command);
    for (size_t i = 1; i < BATCH_MAX && queue_pop(sim->queue, command, 0) == QUEUE_POPPED; i++)
        handle(sim, command);
    for (size_t i = 0; i < sim->options.seats_max; i++) {
        struct sim_seat *seat = &sim->seats[i];
        if (seat->is_touched && seat->is_watching)
            publish(sim, i, true);
        seat->is_touched = false;
    }
}

// ---- ticks -------------------------------------------------------------------------------------

static uint64_t beat_due_us(const struct sim_thread *sim)
{
    return sim->start_us + (sim->beats + 1) * 1000000 / GAME_TICK_HZ;
}

/// The clock goes on from here.
static void set_start(struct sim_thread *sim, uint64_t now_us)
{
    sim->start_us = now_us;
    sim->beats = 0;
}

/// Whether a frame is due after this tick.
static bool advance_cadence(struct sim_seat *seat, uint32_t frame_rate)
{
    seat->cadence += frame_rate;
    if (seat->cadence < GAME_TICK_HZ)
        return false;
    seat->cadence = frame_rate >= GAME_TICK_HZ ? 0 : seat->cadence - GAME_TICK_HZ;
    return true;
}

/// Bots play after every tick, so that they do the same at any speed.
static void tick(struct sim_thread *sim)
{
    const struct game *game = sim->options.game;
    struct game_input input;
    game_tick(sim->options.game);
    if (game_tick_count(game) % RECORDING_HASH_TICKS == 0)
        record_hash(sim);
    while (sim->options.bots && bots_next(sim->options.bots, game, &input))
        apply(sim, &input);
}

static void beat(struct sim_thread *sim, uint64_t now_us)
{
    for (uint32_t i = 0; i < sim->options.speed; i++)
        tick(sim);
    sim->beats++;
    for (size_t i = 0; i < sim->options.seats_max; i++) {
        struct sim_seat *seat = &sim->seats[i];
        if (seat->is_watching && advance_cadence(seat, sim->options.frame_rate))
            publish(sim, i, false);
        if (!seat->id && seat->player && now_us - seat->left_us > sim->options.linger_us)
            leave(sim, seat);
    }
}

/// The record ends with the hash of a world that the bots have left.
static void finish(struct sim_thread *sim)
{
    struct game_input input;
    while (sim->options.bots && bots_leave(sim->options.bots, &input))
        apply(sim, &input);
    record_hash(sim);
}

static void *run(void *argument)
{
    struct sim_thread *sim = argument;
    struct sim_command command;
    enum queue_status status = QUEUE_TIMED_OUT;
    pthread_setname_np(pthread_self(), "sim");
    if (sim->options.record && fflush(sim->options.record) != 0) // its beginning
        give_record_up(sim);
    set_start(sim, clock_now_us());
    while (status != QUEUE_CLOSED) {
        status = queue_pop(sim->queue, &command, beat_due_us(sim));
        if (status == QUEUE_POPPED)
            handle_batch(sim, &command);
        uint64_t now_us = clock_now_us();
        if (now_us >= beat_due_us(sim))
            beat(sim, now_us);
        if (now_us > beat_due_us(sim) + LATE_MAX_US) {
            log_write(LOG_LEVEL_WARNING, 0, "ticks_lost", "the simulation was not run for %llu ms",
                      (unsigned long long)(now_us - beat_due_us(sim)) / 1000);
            set_start(sim, now_us);
        }
    }
    finish(sim);
    return NULL;
}

// ---- the other threads' side -------------------------------------------------------------------

struct sim_thread *sim_thread_create(const struct sim_thread_options *options)
{
    assert(options->speed >= 1);
    struct sim_thread *sim = calloc(1, sizeof *sim);
    if (!sim)
        return NULL;
    sim->options = *options;
    sim->queue = queue_create(sizeof(struct sim_command), options->seats_max * SIM_SHARE);
    sim->seats = calloc(options->seats_max, sizeof *sim->seats);
    sim->waiting = calloc(options->seats_max, sizeof *sim->waiting);
    sim->has_thread =
        sim->queue && sim->seats && sim->waiting && pthread_create(&sim->thread, NULL, run, sim) == 0;
    if (!sim->has_thread) {
        sim_thread_destroy(sim);
        return NULL;
    }
    return sim;
}

void sim_thread_destroy(struct sim_thread *sim)
{
    if (!sim)
        return;
    if (sim->has_thread) {
        queue_close(sim->queue);
        pthread_join(sim->thread, NULL);
    }
    queue_destroy(sim->queue);
    free(sim->seats);
    free(sim->waiting);
    free(sim);
}

static unsigned share(enum sim_command_kind kind)
{
    if (kind == SIM_POINTER)
        return SIM_SHARE_POINTERS;
    if (kind == SIM_VIEWPORT || kind == SIM_WATCH)
        return SIM_SHARE_CHANGES;
    return kind == SIM_OPEN ? SIM_SHARE - 1 : SIM_SHARE; // who comes in must be able to go
}

bool sim_thread_has_room(const struct sim_thread *sim, size_t index, enum sim_command_kind kind)
{
    assert(index < sim->options.seats_max);
    return atomic_load(&sim->waiting[index]) < share(kind);
}

bool sim_thread_push(struct sim_thread *sim, const struct sim_command *command)
{
    assert(command->index < sim->options.seats_max);
    if (!sim_thread_has_room(sim, command->index, command->kind)) {
        atomic_fetch_add(&sim->dropped_count, 1);
        return false;
    }
    atomic_fetch_add(&sim->waiting[command->index], 1);
    return queue_push(sim->queue, command);
}

uint64_t sim_thread_dropped_count(const struct sim_thread *sim)
{
    return atomic_load(&sim->dropped_count);
}

uint32_t sim_thread_player_count(const struct sim_thread *sim)
{
    return atomic_load(&sim->player_count);
}
