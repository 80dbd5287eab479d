// The whole service inside a test: world, sessions and server, on a port of its own, without a GL driver.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/server/server.h"
#include "cloudsvc/session/session.h"
#include "tests/data/plain_world.h"

enum {
    SERVICE_SESSIONS_MAX = 4,
    SERVICE_LINGER_US = 2 * 1000000,
    SERVICE_FRAME_RATE = 60,
};

/// Zeroed: nothing runs, and the intervals are the server's own.
struct service {
    uint64_t ping_after_us, timeout_after_us; // of silence, as server_options
    struct plain_world world;
    struct session_host *host;
    struct server *server;
    uint16_t port;
};

/// Starts all of it; what fails is printed.
bool service_start(struct service *service);

/// Stops all of it. Accepts one that has not started or only half.
void service_stop(struct service *service);
