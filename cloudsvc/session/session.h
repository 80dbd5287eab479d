// Sessions: each joins one player's socket, avatar, view, encoder and credit. This is all that the network
// front knows of the game.
//
// The host owns the sim thread (the world) and the frame workers (draw, read back, convert, encode). Unless
// said otherwise the functions here are called by the net thread alone, and none waits for a frame: input
// goes down through a bounded queue, messages for the client come up through each session's outbox, and
// `wake` tells the net thread that there are some.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cloudsvc/stream/protocol.h"
#include "render/renderer.h"

struct nav;
struct pack;
struct session_host; // layout private to session.c

/// Slot plus generation; zero means none, a stale id finds nothing. Every socket that holds a seat has one of
/// its own: a player who resumes elsewhere leaves the old socket with a stale id.
typedef uint32_t session_id;

enum {
    SESSION_ERROR_MAX = 768,
    SESSION_PREFIX_SIZE = 32,           // free bytes in front of every message, for the WebSocket header
    SESSION_SILENCE_US = 4000000,       // without an acknowledgement, then the stream is paused
    SESSION_CHECK_INTERVAL_US = 250000, // between calls of session_check()
    SESSION_STATISTICS_US = 1000000,    // between statistics
};

struct session_host_options {
    const struct pack *pack; // outlives the host
    struct nav *nav;         // likewise; its index is the host's to change
    uint64_t seed;           // of the world
    uint32_t frame_rate;     // frames a second, 1 to GAME_TICK_HZ
    uint32_t pixels_max;     // of a picture; a larger viewport is scaled down to it
    uint32_t bits_per_s;     // of each stream
    uint32_t sessions_max;   // with the bots at most GAME_PLAYERS_MAX
    uint32_t bots;           // players that the host plays itself, at most BOTS_MAX
    uint32_t speed;          // ticks of the world in the time of one, at least 1: above, for tests
    uint32_t workers;        // frame workers
    uint32_t slices;         // encoder slices
    const char *encoder;     // as encoder_settings.name
    enum renderer_kind renderer;
    FILE *record;                // everything that happens to the world; NULL: not recorded
    uint64_t linger_us;          // how long a dropped player's avatar waits to be resumed
    void (*wake)(void *context); // may be called from any thread
    void *wake_context;
};

/// Over all sessions.
struct session_host_counters {
    uint64_t frames_made;    // since creation
    uint64_t inputs_dropped; // likewise: a seat's share of the queue was full
    uint32_t sessions;       // with a socket
    uint32_t players;        // avatars of players, lingering ones too; no bots
};

/// A message ready to go out; it belongs to the session until session_sent().
struct session_message {
    uint8_t *data; // SESSION_PREFIX_SIZE free bytes in front
    size_t size;
};

/// Tries the encoder, creates the world, the threads and a renderer for each worker; returns when all work.
/// The threads take no signals.
/// @param[out] error  what failed and what to do, SESSION_ERROR_MAX bytes
struct session_host *session_host_create(const struct session_host_options *options, char *error);

/// Stops the threads in order and frees everything. Accepts NULL and half-built hosts.
void session_host_destroy(struct session_host *host);

/// Any thread.
struct session_host_counters session_host_counters(const struct session_host *host);

/// Seats a player: a new one, or the one whose resume token the join carries. The outbox begins with hello.
/// @param[out] refusal  why not, when 0 is returned
session_id session_open(struct session_host *host, const struct protocol_join *join, uint64_t now_us,
                        enum protocol_bye_code *refusal);

/// The socket is gone: drawing and encoding stop at once, contacts are lifted, the avatar lingers. A stale
/// id does nothing.
void session_close(struct session_host *host, session_id id, uint64_t now_us);

/// Takes any message of the client. A second join, and a message on a stale id, end the session.
/// @return 0, or the code of the bye that ends the session
enum protocol_bye_code session_receive(struct session_host *host, session_id id,
                                       const struct protocol_client_message *message, uint64_t now_us);

/// The oldest message of the outbox.
/// @return false when it is empty or `id` stale
bool session_next_message(struct session_host *host, session_id id, struct session_message *message);

/// The message given by session_next_message() went out: its place is free again.
void session_sent(struct session_host *host, session_id id, uint64_t now_us);

/// What the socket still holds, after every write, writable event and message: part of the credit.
void session_socket_unsent(struct session_host *host, session_id id, size_t unsent_bytes);

/// Looks after a session, about every SESSION_CHECK_INTERVAL_US and after a wake: pauses a stream that nobody
/// acknowledges, applies a new size that came too soon after another, writes statistics.
/// @return 0, or the code of the bye that the session itself wants to end with: resumed elsewhere, broken
enum protocol_bye_code session_check(struct session_host *host, session_id id, uint64_t now_us);
