// The players' WebSockets: message limits, the order of messages, deadlines, floods, and coded goodbyes.
//
// Every socket begins with a join and ends with a bye, whose code is also the code of the close frame. What
// one client does wrong ends its own socket alone. Net thread only.
#pragma once

#include <libwebsockets.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/session/session.h"

struct sockets; // layout private to socket.c

struct sockets_options {
    size_t sockets_max;        // open at once, joined or not; more are told that the server is full
    uint64_t ping_after_us;    // of silence, then a pong is asked for,
    uint64_t timeout_after_us; // and then it is given up
};

/// @return NULL when memory runs out
struct sockets *sockets_create(struct session_host *host, const struct sockets_options *options);

/// Accepts NULL. No socket may be left: see sockets_abandon().
void sockets_destroy(struct sockets *sockets);

/// Says goodbye on all of them, and from now on to everybody who comes.
void sockets_end(struct sockets *sockets);

/// Closes the sessions of those that are still open, for the host is about to go. Nothing more is said on
/// them.
void sockets_abandon(struct sockets *sockets);

/// Open ones.
size_t sockets_count(const struct sockets *sockets);

/// The vhost's protocol for upgraded connections. The vhost's user is a struct front.
struct lws_protocols socket_protocol(void);
