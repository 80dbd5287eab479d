// The network front: one thread with libwebsockets' loop, which serves the page and holds every player's
// socket.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/session/session.h"

struct server; // layout private to server.c

enum {
    SERVER_ERROR_MAX = 512,
    SERVER_PING_AFTER_US = 15 * 1000000,    // of silence: well below the 60 s after which proxies hang up
    SERVER_TIMEOUT_AFTER_US = 35 * 1000000, // of silence: two pings unanswered
};

struct server_options {
    const char *address;       // numeric, IPv4 or IPv6, without brackets
    uint16_t port;             // 0: any that is free
    const char *web_directory; // the page's files, read at once and never again
    uint64_t ping_after_us;    // a player who says nothing for so long is asked for a sign of life,
    uint64_t timeout_after_us; // and after so long disconnected; the seat lingers
};

/// Reads the page's files and takes the port; answers nobody yet.
/// @param[out] error  what failed and what to do, SERVER_ERROR_MAX bytes, when NULL is returned
struct server *server_create(const struct server_options *options, char *error);

/// Begins to answer, on a thread of its own that takes no signals. Players can join when it returns.
/// @param host        answers to nobody else until server_stop()
/// @param[out] error  as above, when false is returned
bool server_start(struct server *server, struct session_host *host, char *error);

/// Where it listens.
uint16_t server_port(const struct server *server);

/// There is something in an outbox. Any thread, from server_create() on: made to be a host's `wake`.
/// @param server  a struct server
void server_wake(void *server);

/// Says goodbye to every player, waits a little for them to take it, and stops. From now on the host is not
/// needed. Accepts NULL, half-built and stopped servers.
void server_stop(struct server *server);

/// Frees what is left, after the host, whose workers may call server_wake() until they are gone. Accepts NULL
/// and half-built servers.
void server_destroy(struct server *server);
