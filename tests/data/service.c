#include "tests/data/service.h"

#include <assert.h>
#include <stdio.h>

static bool create(struct service *service, char *error)
{
    struct server_options server = {.address = "127.0.0.1",
                                    .web_directory = "web",
                                    .ping_after_us = service->ping_after_us,
                                    .timeout_after_us = service->timeout_after_us};
    service->server = server_create(&server, error);
    if (!service->server)
        return false;
    struct session_host_options host = {
        .pack = service->world.pack,
        .nav = service->world.nav,
        .seed = 1,
        .frame_rate = SERVICE_FRAME_RATE,
        .pixels_max = 1280 * 720,
        .bits_per_s = 3000000,
        .sessions_max = SERVICE_SESSIONS_MAX,
        .speed = 1,
        .workers = 2,
        .slices = 2,
        .encoder = "libx264",
        .renderer = RENDERER_NULL,
        .linger_us = SERVICE_LINGER_US,
        .wake = server_wake,
        .wake_context = service->server,
    };
    service->host = session_host_create(&host, error);
    return service->host && server_start(service->server, service->host, error);
}

bool service_start(struct service *service)
{
    if (!service->ping_after_us)
        service->ping_after_us = SERVER_PING_AFTER_US;
    if (!service->timeout_after_us)
        service->timeout_after_us = SERVER_TIMEOUT_AFTER_US;
    static_assert((int)SESSION_ERROR_MAX >= (int)SERVER_ERROR_MAX, "one buffer serves both");
    char error[SESSION_ERROR_MAX] = "";
    service->world = plain_world_load();
    if (!create(service, error)) {
        fprintf(stderr, "%s\n", error);
        service_stop(service);
        return false;
    }
    service->port = server_port(service->server);
    return true;
}

void service_stop(struct service *service)
{
    server_stop(service->server);
    session_host_destroy(service->host);
    server_destroy(service->server);
    plain_world_destroy(&service->world);
    *service = (struct service){0};
}
