// Which session's frame is made next, and whether one may be made at all.
//
// A session is drawn when a frame is due, its client is watching, it has credit, its last frame has left the
// outbox, and no worker is at it. Among those the one due longest comes first; a frame that answers an input
// is given a head start, never absolute priority, so that one player's dragging cannot starve another; and
// for a moment after it only another answer is drawn for its session, since the client may share our cores.
//
// All three kinds of thread meet here: the net thread tells about sockets and acknowledgements, the sim
// thread about new views, the workers ask for work. The lock is held for a look over the sessions.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/session/session.h"

struct schedule; // layout private to schedule.c

enum {
    SCHEDULE_SPACING_US = 1000000 / 120, // early frames included, a session gets at most 120 a second,
    SCHEDULE_BURST = 2,                  // of which so many may follow each other at once
    SCHEDULE_HEAD_START_US = 50000,      // of an answer: a late one is felt more than a late step
    SCHEDULE_CALM_US = 12500,            // in which an answer is decoded and shown, before its session's next
                                         // plain frame takes the cores from it
};

enum schedule_work {
    SCHEDULE_FRAME,   // make a frame of the newest view
    SCHEDULE_RELEASE, // the session has no socket any more: give its encoder back
};

/// Work for a worker, which has the session to itself until schedule_finish().
struct schedule_job {
    enum schedule_work work;
    size_t index;  // of the session's seat
    session_id id; // of the socket that the frame is for; 0 for SCHEDULE_RELEASE
    bool wants_keyframe;
    bool is_answer; // to an input that no frame shows as yet
};

enum schedule_outcome {
    SCHEDULE_DONE,     // the frame is in the outbox, or the encoder given back
    SCHEDULE_ANSWERED, // likewise, but it shows an earlier view: one of the newest is still due
    SCHEDULE_NOTHING,  // no new view, or the socket changed meanwhile
    SCHEDULE_FAILED,   // it could not be drawn or encoded: the session must end
};

/// What the net thread wants to know of a session.
struct schedule_status {
    uint32_t frames_sent;    // since the socket joined
    uint32_t frames_skipped; // due, and left out: no credit, or the one before still under way
    uint64_t round_trip_us;  // 0: unknown
    bool is_silent;          // frames wait for acknowledgement, and none has come for too long
    bool has_failed;
};

/// Over all sessions.
struct schedule_counters {
    uint64_t frames_made; // since creation
    uint32_t sockets;     // that hold a seat
};

/// @param frame_rate  nominal, of all sessions: credit is counted in frames of it
/// @return NULL when memory runs out
struct schedule *schedule_create(size_t sessions_max, uint32_t frame_rate);

/// Accepts NULL and half-built ones. The workers must have been joined.
void schedule_destroy(struct schedule *schedule);

/// Sends every worker home: schedule_take() returns false from now on.
void schedule_stop(struct schedule *schedule);

// ---- net thread --------------------------------------------------------------------------------
// It has found the seat by the id of its socket before.

/// A socket has taken the seat: nothing is in flight, nothing due, and it wants a keyframe.
void schedule_open(struct schedule *schedule, size_t index, session_id id);

/// The socket is gone: nothing is drawn any more.
void schedule_close(struct schedule *schedule, size_t index);

/// Stops or goes on drawing. Going on starts with a keyframe and nothing in flight.
void schedule_pause(struct schedule *schedule, size_t index, bool is_paused);

void schedule_request_keyframe(struct schedule *schedule, size_t index);

/// A frame has been handed to the kernel.
void schedule_sent(struct schedule *schedule, size_t index, uint32_t frame, uint64_t now_us);

/// A frame was presented.
void schedule_acknowledge(struct schedule *schedule, size_t index, uint32_t frame, uint64_t now_us);

/// What the socket still holds.
void schedule_unsent(struct schedule *schedule, size_t index, size_t unsent_bytes);

/// @param silence_us  without an acknowledgement that makes a client silent
struct schedule_status schedule_status(struct schedule *schedule, size_t index, uint64_t now_us,
                                       uint64_t silence_us);

// ---- sim thread --------------------------------------------------------------------------------

/// A new view is published and a frame of it is due.
/// @param is_answer  the view shows an input that earlier ones do not
void schedule_due(struct schedule *schedule, size_t index, session_id id, uint64_t now_us, bool is_answer);

/// The session cannot be served: schedule_status() tells the net thread.
void schedule_fail(struct schedule *schedule, size_t index, session_id id);

// ---- frame workers -----------------------------------------------------------------------------

/// The next piece of work that can be done at `now_us`.
/// @param[out] ready_us  when there is none: when to ask again; UINT64_MAX: when something changes
/// @return false when there is none
bool schedule_try(struct schedule *schedule, uint64_t now_us, struct schedule_job *job, uint64_t *ready_us);

/// Waits for the next piece of work.
/// @return false when it is time to go home
bool schedule_take(struct schedule *schedule, struct schedule_job *job);

/// The frame under way answers the inputs that have come in since it was taken: no other has to.
void schedule_answered(struct schedule *schedule, const struct schedule_job *job, uint64_t now_us);

/// The session is free for its next frame.
void schedule_finish(struct schedule *schedule, const struct schedule_job *job,
                     enum schedule_outcome outcome);

// ---- any thread --------------------------------------------------------------------------------

struct schedule_counters schedule_counters(struct schedule *schedule);
