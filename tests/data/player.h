// A player in a test: joins over a real socket, acknowledges what comes, taps.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/stream/protocol.h"
#include "tests/latency/protocol_client.h"
#include "tests/latency/ws_client.h"

enum { PLAYER_WAIT_MS = 10000 }; // for anything that must come, also under sanitizers on a busy machine

struct player {
    struct ws_client *socket; // NULL: not connected
    struct protocol_hello hello;
    struct protocol_format format;
    struct protocol_statistics statistics;                         // the last ones
    uint32_t formats, frames, keyframes, notices, pauses, resumes; // that came
    uint32_t last_frame;
    uint32_t sequence; // of the last pointer message
    uint16_t bye;      // code; 0: none came
    bool is_silent;    // acknowledges nothing
};

/// Connects, and says nothing yet.
bool player_connect(struct player *player, uint16_t port);

/// Sends a join and waits for the hello.
/// @param token  to resume a seat; NULL: as a guest
bool player_join(struct player *player, uint16_t width_css_px, uint16_t height_css_px, const uint8_t *token);

/// Connects and joins as a guest with a picture of 320x180.
bool player_enter(struct player *player, uint16_t port);

/// Sends a message as it is.
bool player_send(struct player *player, const void *message, size_t size);

/// Waits for the next message, notes what it says and acknowledges frames.
/// @return false when none came in time, it was not understood, or the socket closed
bool player_receive(struct player *player, uint32_t timeout_ms, struct protocol_server_message *message);

/// Receives until a message of this kind.
bool player_wait(struct player *player, enum protocol_server_kind kind,
                 struct protocol_server_message *message);

/// Receives until so many more frames have come.
bool player_wait_frames(struct player *player, uint32_t count);

/// Receives all that comes within `time_ms`.
void player_listen(struct player *player, uint32_t time_ms);

/// Presses or lifts finger 0.
/// @param x  fraction of the picture × 65535
/// @param y  likewise
bool player_point(struct player *player, enum protocol_phase phase, uint16_t x, uint16_t y);

/// Receives until the socket closes.
/// @return the close code; 0 when it stays open
uint16_t player_wait_for_end(struct player *player);

/// Drops the connection. Accepts players that are not connected.
void player_drop(struct player *player);
