// The threads that make frames: each takes a session's newest view through drawing, reading back, converting
// and encoding into its outbox, without a hand-over.
//
// Taps are answered as late as can be: one that comes in while a view is drawn has its mark painted on that
// very picture, and one between two pictures has it painted on the last, which is encoded once more. The view
// that the tap has changed follows.
//
// Every worker has a renderer of its own; every session with a socket has an encoder, opened for the size of
// its views. What breaks costs the session at hand at most: a renderer that lost its context is built anew,
// an encoder that fails is opened again as libx264.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/session/outbox.h"
#include "cloudsvc/session/schedule.h"
#include "cloudsvc/session/session.h"
#include "cloudsvc/session/view_ring.h"
#include "cloudsvc/stream/encoder.h"
#include "render/renderer.h"

struct frame_workers; // layout private to frame_worker.c

struct frame_worker_options {
    size_t workers;
    size_t seats_max;
    struct schedule *schedule;
    struct view_ring *const *rings; // by seat
    struct outbox *const *outboxes; // by seat
    const struct view_world *stage; // outlives the workers
    enum renderer_kind renderer;
    struct encoder_settings encoder; // of every stream, but for the size
    void (*wake)(void *context);     // there is something in an outbox; any thread
    void *wake_context;
};

/// Starts the workers; returns when all of them can draw.
/// @param[out] error  why not, SESSION_ERROR_MAX bytes, when NULL is returned
struct frame_workers *frame_workers_create(const struct frame_worker_options *options, char *error);

/// Sends the workers home, by schedule_stop(), and waits for them. Accepts NULL and half-built ones.
void frame_workers_destroy(struct frame_workers *workers);
