#include "cloudsvc/server/server.h"

#include <assert.h>
#include <errno.h>
#include <libwebsockets.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/crash.h"
#include "cloudsvc/base/log.h"
#include "cloudsvc/server/files.h"
#include "cloudsvc/server/front.h"
#include "cloudsvc/server/http.h"
#include "cloudsvc/server/socket.h"

enum {
    SOCKETS_MAX = 1024,       // players, those still to join, and those being told that all seats are taken
    HANDSHAKE_WITHIN_S = 10,  // for the headers of a request
    GOODBYE_US = 3 * 1000000, // for all players together to take their bye
    GOODBYE_STEP_MS = 5,      // meanwhile nobody waits for a frame
};

struct server {
    struct server_options options;
    struct files *files;
    struct sockets *sockets;
    struct front front;
    struct lws_protocols protocols[3]; // the last one ends the list
    struct lws_context *context;
    struct lws_vhost *vhost; // the context's
    pthread_t thread;
    bool has_thread;
    atomic_bool is_stopping;
};

// ---- libwebsockets' log ------------------------------------------------------------------------

static void log_line(int level, const char *line)
{
    (void)level;
    log_write(LOG_LEVEL_WARNING, 0, "libwebsockets", "%.*s", (int)strcspn(line, "\n"), line);
}

/// What goes wrong while starting is an operator's business. Later on it is what strangers send, which is
/// answered and not logged.
static void log_while_starting(bool is_starting)
{
    lws_set_log_level(is_starting ? LLL_ERR : 0, is_starting ? log_line : NULL);
}

// ---- listening ---------------------------------------------------------------------------------

static struct lws_context *create_context(void)
{
    struct lws_context_creation_info info = {
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME,
        .server_string = "waystream",
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .timeout_secs = HANDSHAKE_WITHIN_S,
        .timeout_secs_ah_idle = HANDSHAKE_WITHIN_S,
    };
    return lws_create_context(&info);
}

/// Why nobody can listen at the address, by trying: libwebsockets does not tell.
static int find_listen_error(const struct server_options *options)
{
    char port[8];
    struct addrinfo *address = NULL;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICHOST};
    snprintf(port, sizeof port, "%u", options->port);
    if (getaddrinfo(options->address, port, &hints, &address) != 0)
        return EADDRNOTAVAIL;
    int on = 1;
    int reason = 0;
    int listener = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (listener < 0 || setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(listener, address->ai_addr, address->ai_addrlen) != 0 || listen(listener, 1) != 0)
        reason = errno;
    if (listener >= 0)
        close(listener);
    freeaddrinfo(address);
    return reason;
}

static void explain(const struct server_options *options, int reason, char *error)
{
    bool is_ipv6 = strchr(options->address, ':');
    snprintf(error, SERVER_ERROR_MAX, "cannot listen on %s%s%s:%u: %s%s", is_ipv6 ? "[" : "",
             options->address, is_ipv6 ? "]" : "", options->port, strerror(reason),
             reason == EADDRINUSE ? "; choose another port with --listen" : "");
}

static bool is_any_address(const char *address)
{
    return strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
}

static struct lws_vhost *create_vhost(struct server *server)
{
    const struct server_options *options = &server->options;
    struct lws_context_creation_info info = {
        .vhost_name = "waystream",
        .iface = is_any_address(options->address) ? NULL : options->address,
        .port = options->port,
        .protocols = server->protocols,
        .headers = http_headers(),
        .alpn = "http/1.1",
        .user = &server->front,
        .timeout_secs = HANDSHAKE_WITHIN_S,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                   (strchr(options->address, ':') ? 0 : LWS_SERVER_OPTION_DISABLE_IPV6),
    };
    return lws_create_vhost(server->context, &info);
}

static bool listen_at(struct server *server, char *error)
{
    int reason = find_listen_error(&server->options);
    if (reason == 0) {
        server->vhost = create_vhost(server);
        reason = EIO; // of libwebsockets, which has logged it
    }
    if (!server->vhost)
        explain(&server->options, reason, error);
    return server->vhost;
}

// ---- creating ----------------------------------------------------------------------------------

/// Takes what can fail for reasons of the operator's, so that nothing else has begun yet.
static bool prepare(struct server *server, char *error)
{
    server->files = files_create(server->options.web_directory, error);
    if (!server->files)
        return false;
    snprintf(error, SERVER_ERROR_MAX, "libwebsockets does not start: out of memory or descriptors");
    server->context = create_context();
    return server->context && listen_at(server, error);
}

struct server *server_create(const struct server_options *options, char *error)
{
    assert(options->ping_after_us >= 1);
    assert(options->timeout_after_us > options->ping_after_us);
    snprintf(error, SERVER_ERROR_MAX, "out of memory");
    struct server *server = calloc(1, sizeof *server);
    if (!server)
        return NULL;
    server->options = *options;
    server->protocols[0] = http_protocol();
    server->protocols[1] = socket_protocol();
    log_while_starting(true);
    bool is_prepared = prepare(server, error);
    log_while_starting(false);
    if (!is_prepared) {
        server_destroy(server);
        return NULL;
    }
    return server;
}

// ---- the net thread ----------------------------------------------------------------------------

/// Serves until all players have taken their bye, or have had the time to.
static void say_goodbye(struct server *server)
{
    uint64_t end_us = clock_now_us() + GOODBYE_US;
    sockets_end(server->sockets);
    while (sockets_count(server->sockets) > 0 && clock_now_us() < end_us) {
        lws_service(server->context, -1); // what there is to do, without waiting
        poll(NULL, 0, GOODBYE_STEP_MS);
    }
}

static void *run(void *argument)
{
    struct server *server = argument;
    pthread_setname_np(pthread_self(), "net");
    while (!atomic_load(&server->is_stopping) && lws_service(server->context, 0) >= 0)
        ;
    say_goodbye(server);
    return NULL;
}

/// Signals are for the main thread.
static bool start_thread(struct server *server)
{
    sigset_t all, before;
    sigfillset(&all);
    crash_leave_open(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = pthread_create(&server->thread, NULL, run, server) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

bool server_start(struct server *server, struct session_host *host, char *error)
{
    snprintf(error, SERVER_ERROR_MAX, "out of memory or threads");
    struct sockets_options options = {
        .sockets_max = SOCKETS_MAX,
        .ping_after_us = server->options.ping_after_us,
        .timeout_after_us = server->options.timeout_after_us,
    };
    server->sockets = sockets_create(host, &options);
    if (!server->sockets)
        return false;
    server->front = (struct front){.files = server->files, .sockets = server->sockets};
    server->has_thread = start_thread(server);
    return server->has_thread;
}

uint16_t server_port(const struct server *server)
{
    return (uint16_t)lws_get_vhost_listen_port(server->vhost);
}

void server_wake(void *server)
{
    lws_cancel_service(((struct server *)server)->context);
}

void server_stop(struct server *server)
{
    if (!server || !server->has_thread)
        return;
    atomic_store(&server->is_stopping, true);
    server_wake(server);
    pthread_join(server->thread, NULL);
    server->has_thread = false;
    sockets_abandon(server->sockets);
}

void server_destroy(struct server *server)
{
    if (!server)
        return;
    server_stop(server);
    if (server->context)
        lws_context_destroy(server->context);
    sockets_destroy(server->sockets);
    files_destroy(server->files);
    free(server);
}
