#include "tests/data/spectators.h"

#include <assert.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/session/frame_worker.h"
#include "tests/data/drivers.h"

enum { SEATS = SPECTATORS, FRAME_RATE = 60, WIDTH_PX = 128, HEIGHT_PX = 72, WAIT_US = 10000000 };

#ifdef __SANITIZE_THREAD__
static const enum renderer_kind renderer = RENDERER_NULL;
#else
static const enum renderer_kind renderer = RENDERER_GL;
#endif

struct spectators {
    const struct game *game;
    struct view_ring *rings[SEATS];
    struct outbox *outboxes[SEATS];
    struct schedule *schedule;
    struct frame_workers *workers;
    uint64_t frame_count;
};

static void ignore(void *context)
{
    (void)context;
}

static session_id id_of(size_t seat)
{
    return (session_id)(seat + 1);
}

static bool start_workers(struct spectators *spectators, size_t workers)
{
    char error[SESSION_ERROR_MAX] = "";
    struct frame_worker_options options = {
        .workers = workers,
        .seats_max = SEATS,
        .schedule = spectators->schedule,
        .rings = spectators->rings,
        .outboxes = spectators->outboxes,
        .stage = game_stage(spectators->game),
        .renderer = renderer,
        .encoder = {.name = "libx264", .frame_rate = FRAME_RATE, .bits_per_s = 500000, .slices = 1},
        .wake = ignore,
    };
    spectators->workers = frame_workers_create(&options, error);
    if (!spectators->workers)
        fprintf(stderr, "%s\n", error);
    return spectators->workers;
}

struct spectators *spectators_create(const struct game *game, size_t workers)
{
    struct spectators *spectators = calloc(1, sizeof *spectators);
    drivers_stay_loaded();
    if (!spectators)
        return NULL;
    spectators->game = game;
    spectators->schedule = schedule_create(SEATS, FRAME_RATE);
    bool has_memory = spectators->schedule;
    for (size_t i = 0; has_memory && i < SEATS; i++) {
        spectators->rings[i] = view_ring_create();
        spectators->outboxes[i] = outbox_create();
        has_memory = spectators->rings[i] && spectators->outboxes[i];
    }
    if (!has_memory || !start_workers(spectators, workers)) {
        spectators_destroy(spectators);
        return NULL;
    }
    for (size_t i = 0; i < SEATS; i++) {
        outbox_open(spectators->outboxes[i], id_of(i));
        schedule_open(spectators->schedule, i, id_of(i));
    }
    return spectators;
}

void spectators_destroy(struct spectators *spectators)
{
    if (!spectators)
        return;
    frame_workers_destroy(spectators->workers);
    schedule_destroy(spectators->schedule);
    for (size_t i = 0; i < SEATS; i++) {
        view_ring_destroy(spectators->rings[i]);
        outbox_destroy(spectators->outboxes[i]);
    }
    free(spectators);
}

/// The picture is small: it is the paths of views and frames that matter.
static void publish(struct spectators *spectators, size_t seat, game_player_id player)
{
    struct view *view = view_ring_begin(spectators->rings[seat]);
    if (!game_view(spectators->game, player, view))
        return;
    view->width_px = WIDTH_PX;
    view->height_px = HEIGHT_PX;
    view->tap_count = 0; // they are laid out for the player's own picture
    uint64_t now_us = clock_now_us();
    view_ring_publish(spectators->rings[seat], 0, false, now_us);
    schedule_due(spectators->schedule, seat, id_of(seat), now_us, false);
}

static void take_frames(struct spectators *spectators, size_t seat)
{
    struct outbox_message message;
    while (outbox_peek(spectators->outboxes[seat], &message)) {
        uint32_t frame = message.frame;
        outbox_drop(spectators->outboxes[seat]);
        if (!frame)
            continue;
        spectators->frame_count++;
        schedule_sent(spectators->schedule, seat, frame, clock_now_us());
        schedule_acknowledge(spectators->schedule, seat, frame, clock_now_us());
    }
}

void spectators_watch(struct spectators *spectators, size_t number, game_player_id player)
{
    assert(number < SPECTATORS);
    publish(spectators, number, player);
    take_frames(spectators, number);
}

bool spectators_wait(struct spectators *spectators, uint64_t frame_count)
{
    uint64_t end_us = clock_now_us() + WAIT_US;
    while (spectators->frame_count < frame_count && clock_now_us() < end_us) {
        for (size_t i = 0; i < SEATS; i++)
            take_frames(spectators, i);
        poll(NULL, 0, 1);
    }
    return spectators->frame_count >= frame_count;
}

uint64_t spectators_frame_count(const struct spectators *spectators)
{
    return spectators->frame_count;
}
