// Who sits where: seats of players, the ids of the sockets that hold them, and the tokens that open them
// again.
//
// A seat outlives its socket for a while: the avatar lingers, and whoever brings the token goes on with it.
// Every socket on a seat gets an id of its own, so that the id of an earlier one finds nothing. Times are
// arguments. Net thread only.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/session/session.h"

struct seats; // layout private to seats.c

/// A seat just taken.
struct seats_ticket {
    session_id id;
    size_t index;                       // of the seat, below seats_max
    uint8_t token[PROTOCOL_TOKEN_SIZE]; // opens it again, once
};

/// @param seats_max  1 to 65,535
/// @param linger_us  how long a seat left by its socket can be resumed
/// @return NULL when memory runs out
struct seats *seats_create(size_t seats_max, uint64_t linger_us);

/// Accepts NULL and half-built ones.
void seats_destroy(struct seats *seats);

/// Takes a seat for a new player: one that nobody holds, else the one that has been lingering longest.
/// @return false when sockets hold all seats, or the kernel gives no random token
bool seats_take(struct seats *seats, uint64_t now_us, struct seats_ticket *ticket);

/// Takes the seat that `token` opens; the token is used up, and the socket that may still hold the seat loses
/// it. All tokens are compared in full, so that the time it takes tells nothing about them.
/// @param token  PROTOCOL_TOKEN_SIZE bytes
/// @return false when no seat has this token, or it has lingered too long
bool seats_resume(struct seats *seats, const uint8_t *token, uint64_t now_us, struct seats_ticket *ticket);

/// Undoes what seats_take() or seats_resume() has just done: the seat, its earlier socket and its earlier
/// token are as they were before.
void seats_undo(struct seats *seats, const struct seats_ticket *ticket);

/// The socket is gone: the seat lingers from now on. A stale id does nothing.
void seats_leave(struct seats *seats, session_id id, uint64_t now_us);

/// Finds the seat that socket `id` holds.
/// @param[out] index  below seats_max
/// @return false when `id` is none or stale
bool seats_find(const struct seats *seats, session_id id, size_t *index);
