#include "cloudsvc/server/socket.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/base/log.h"
#include "cloudsvc/server/front.h"
#include "cloudsvc/server/tcp.h"

enum {
    CHECK_INTERVAL_US = SESSION_CHECK_INTERVAL_US,
    JOIN_WITHIN_US = 10 * 1000000,
    BYE_WITHIN_US = 2 * 1000000, // then the socket is closed even if it takes no bye
    MESSAGES_PER_S_MAX = 1500, // more than a player makes: ten fingers at 120 Hz, acknowledgements, the rest
    MESSAGES_BURST = 1500,
    FRAME_HEADER_MAX = 14, // bytes before the payload of a WebSocket frame [RFC 6455, 5.2]
    // Bytes that may come between two checks without reaching us. libwebsockets 4.1 answers pings by itself,
    // one at a time, and tells nobody; an honest client sends a pong of ten bytes now and then.
    UNSEEN_BYTES_MAX = 8 * 1024,
    PING_SIZE = 4,           // libwebsockets 4.1 keeps empty pongs to itself
    CLOSE_GOING_AWAY = 1001, // [RFC 6455, 7.4.1]
};

_Static_assert((int)SESSION_PREFIX_SIZE >= (int)LWS_PRE,
               "libwebsockets writes its header in front of messages");

enum socket_state {
    SOCKET_NEW,    // has not joined
    SOCKET_JOINED, // holds a session
    SOCKET_ENDING, // the bye is still to be written
    SOCKET_ENDED,  // the bye is written, the close frame is not
    SOCKET_CLOSED, // the client has yet to answer the close frame
};

/// One player's connection; libwebsockets takes the memory, zeroed.
struct socket {
    struct sockets *sockets; // NULL: not in the list
    struct socket *previous, *next;
    struct lws *wsi;
    enum socket_state state;
    session_id session;
    enum protocol_bye_code bye; // from SOCKET_ENDING on
    uint64_t opened_us, ended_us;
    uint64_t heard_us;      // when anything came last
    uint64_t pinged_us;     // when a pong was asked for last
    bool wants_ping;        // asked for, and still to be written
    uint32_t messages_left; // of the burst
    uint64_t refilled_us;
    uint64_t wire_bytes; // that the kernel had received at the last check
    uint64_t seen_bytes; // at most, that came since as messages, headers included
    size_t message_size; // put together so far
    uint8_t message[PROTOCOL_CLIENT_MESSAGE_MAX];
};

struct sockets {
    struct session_host *host;
    struct sockets_options options;
    size_t count;
    struct socket *first;
    bool is_ending; // the server stops
};

// ---- all of them -------------------------------------------------------------------------------

struct sockets *sockets_create(struct session_host *host, const struct sockets_options *options)
{
    struct sockets *sockets = calloc(1, sizeof *sockets);
    if (!sockets)
        return NULL;
    sockets->host = host;
    sockets->options = *options;
    return sockets;
}

void sockets_destroy(struct sockets *sockets)
{
    assert(!sockets || !sockets->first);
    free(sockets);
}

size_t sockets_count(const struct sockets *sockets)
{
    return sockets->count;
}

static void add(struct sockets *sockets, struct socket *socket)
{
    socket->sockets = sockets;
    socket->next = sockets->first;
    if (sockets->first)
        sockets->first->previous = socket;
    sockets->first = socket;
    sockets->count++;
}

static void take_out(struct socket *socket)
{
    struct sockets *sockets = socket->sockets;
    if (socket->previous)
        socket->previous->next = socket->next;
    else
        sockets->first = socket->next;
    if (socket->next)
        socket->next->previous = socket->previous;
    socket->sockets = NULL;
    sockets->count--;
}

static void on_closed(struct socket *socket)
{
    if (!socket->sockets)
        return;
    session_close(socket->sockets->host, socket->session, clock_now_us());
    take_out(socket);
}

// ---- ending ------------------------------------------------------------------------------------

/// Leaves the session at once; bye and close frame follow when the socket takes them.
static void end(struct socket *socket, enum protocol_bye_code code)
{
    if (socket->state >= SOCKET_ENDING)
        return;
    uint64_t now_us = clock_now_us();
    log_write(LOG_LEVEL_INFO, socket->session, "socket_ended", "bye %d: %s", (int)code,
              protocol_bye_text(code));
    session_close(socket->sockets->host, socket->session, now_us);
    socket->session = 0;
    socket->bye = code;
    socket->ended_us = now_us;
    socket->state = SOCKET_ENDING;
    lws_callback_on_writable(socket->wsi);
}

void sockets_end(struct sockets *sockets)
{
    sockets->is_ending = true;
    for (struct socket *socket = sockets->first; socket; socket = socket->next)
        end(socket, PROTOCOL_BYE_SHUTDOWN);
}

void sockets_abandon(struct sockets *sockets)
{
    while (sockets->first)
        on_closed(sockets->first);
}

/// @return 0, or -1 to close
static int write_bye(struct socket *socket)
{
    uint8_t buffer[LWS_PRE + PROTOCOL_TEXT_MAX + 8];
    size_t size = protocol_write_bye(buffer + LWS_PRE, sizeof buffer - LWS_PRE, socket->bye,
                                     protocol_bye_text(socket->bye));
    socket->state = SOCKET_ENDED;
    if (lws_write(socket->wsi, buffer + LWS_PRE, size, LWS_WRITE_BINARY) < 0)
        return -1;
    lws_callback_on_writable(socket->wsi); // comes when the kernel has all of it
    return 0;
}

/// @return -1: libwebsockets writes the close frame and closes
static int write_close(struct socket *socket)
{
    bool is_shutdown = socket->bye == PROTOCOL_BYE_SHUTDOWN;
    int code = is_shutdown ? CLOSE_GOING_AWAY : PROTOCOL_CLOSE_CODE_BASE + (int)socket->bye;
    socket->state = SOCKET_CLOSED;
    lws_close_reason(socket->wsi, (enum lws_close_status)code, NULL, 0);
    return -1;
}

// ---- writing -----------------------------------------------------------------------------------

/// Tells the session what is still on this side of the network. What libwebsockets could not hand over counts
/// as more than enough.
static void measure(struct socket *socket)
{
    if (socket->state != SOCKET_JOINED)
        return;
    size_t unsent = tcp_unsent_bytes(lws_get_socket_fd(socket->wsi));
    if (lws_partial_buffered(socket->wsi))
        unsent += PROTOCOL_FRAME_DATA_MAX;
    session_socket_unsent(socket->sockets->host, socket->session, unsent);
}

static bool has_message(struct socket *socket)
{
    struct session_message message;
    return socket->state == SOCKET_JOINED &&
           session_next_message(socket->sockets->host, socket->session, &message);
}

static void ask_to_write(struct socket *socket)
{
    if (has_message(socket))
        lws_callback_on_writable(socket->wsi);
}

/// @return 0, or -1 to close
static int write_ping(struct socket *socket)
{
    uint8_t buffer[LWS_PRE + PING_SIZE] = {0};
    socket->wants_ping = false;
    return lws_write(socket->wsi, buffer + LWS_PRE, PING_SIZE, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/// Writes what is in the outbox until the socket takes no more.
/// @return 0, or -1 to close
static int write_messages(struct socket *socket)
{
    struct session_host *host = socket->sockets->host;
    struct session_message message;
    while (!lws_partial_buffered(socket->wsi) && session_next_message(host, socket->session, &message)) {
        uint64_t now_us = clock_now_us();
        if (message.data[0] == PROTOCOL_FRAME)
            protocol_stamp_sent(message.data, message.size, now_us);
        if (lws_write(socket->wsi, message.data, message.size, LWS_WRITE_BINARY) < 0)
            return -1;
        session_sent(host, socket->session, now_us);
    }
    return 0;
}

static int on_writable(struct socket *socket)
{
    // libwebsockets calls on while it waits for the client's close frame; to close now would reset the
    // connection, and what the client has not read yet would be lost, the bye with it.
    if (socket->state == SOCKET_CLOSED)
        return 0;
    if (socket->state == SOCKET_ENDED)
        return write_close(socket);
    if (socket->state == SOCKET_ENDING)
        return write_bye(socket);
    int result = socket->wants_ping ? write_ping(socket) : 0;
    if (result == 0 && socket->state == SOCKET_JOINED)
        result = write_messages(socket);
    measure(socket);
    return result;
}

// ---- reading -----------------------------------------------------------------------------------

static void join(struct socket *socket, const struct protocol_join *message, uint64_t now_us)
{
    enum protocol_bye_code refusal = 0;
    session_id session = session_open(socket->sockets->host, message, now_us, &refusal);
    if (!session) {
        end(socket, refusal);
        return;
    }
    socket->session = session;
    socket->state = SOCKET_JOINED;
}

static void handle(struct socket *socket, const struct protocol_client_message *message, uint64_t now_us)
{
    if (socket->state == SOCKET_JOINED) {
        enum protocol_bye_code code =
            session_receive(socket->sockets->host, socket->session, message, now_us);
        if (code)
            end(socket, code);
    } else if (message->kind == PROTOCOL_JOIN) {
        join(socket, &message->join, now_us);
    } else {
        end(socket, PROTOCOL_BYE_ORDER);
    }
}

/// A bucket of MESSAGES_BURST, refilled at MESSAGES_PER_S_MAX. Parts of a message count as much as whole
/// ones: fragments that never end would flood as well.
static bool is_flood(struct socket *socket, uint64_t now_us)
{
    uint64_t refill = (now_us - socket->refilled_us) * MESSAGES_PER_S_MAX / 1000000;
    if (refill > 0) {
        uint64_t left = socket->messages_left + refill;
        socket->messages_left = left < MESSAGES_BURST ? (uint32_t)left : MESSAGES_BURST;
        socket->refilled_us = now_us;
    }
    if (socket->messages_left == 0)
        return true;
    socket->messages_left--;
    return false;
}

/// A flood of pings, pongs or whatever else libwebsockets keeps to itself, told by what the kernel has
/// received since the last check.
static bool is_flood_unseen(struct socket *socket)
{
    uint64_t wire_bytes = tcp_received_bytes(lws_get_socket_fd(socket->wsi));
    uint64_t came = wire_bytes - socket->wire_bytes;
    bool is_flood = wire_bytes != 0 && came > socket->seen_bytes + UNSEEN_BYTES_MAX;
    socket->wire_bytes = wire_bytes;
    socket->seen_bytes = 0;
    return is_flood;
}

static void read_message(struct socket *socket, uint64_t now_us)
{
    struct protocol_client_message message;
    switch (protocol_read_client(socket->message, socket->message_size, &message)) {
    case PROTOCOL_OK:
        handle(socket, &message, now_us);
        break;
    case PROTOCOL_SKIP:
        break;
    case PROTOCOL_MALFORMED:
        end(socket, PROTOCOL_BYE_MALFORMED);
        break;
    }
}

/// Puts a message together from what comes: whole ones, fragments, and parts of either.
static void on_receive(struct socket *socket, const uint8_t *data, size_t size)
{
    uint64_t now_us = clock_now_us();
    socket->heard_us = now_us;
    socket->seen_bytes += size + FRAME_HEADER_MAX;
    if (socket->state >= SOCKET_ENDING)
        return;
    if (is_flood(socket, now_us)) {
        end(socket, PROTOCOL_BYE_FLOOD);
        return;
    }
    if (!lws_frame_is_binary(socket->wsi)) {
        end(socket, PROTOCOL_BYE_TEXT);
        return;
    }
    if (lws_is_first_fragment(socket->wsi))
        socket->message_size = 0;
    size_t announced = socket->message_size + size + lws_remaining_packet_payload(socket->wsi);
    if (announced > PROTOCOL_CLIENT_MESSAGE_MAX) {
        end(socket, PROTOCOL_BYE_TOO_BIG);
        return;
    }
    if (size > 0)
        memcpy(socket->message + socket->message_size, data, size);
    socket->message_size += size;
    if (lws_is_final_fragment(socket->wsi))
        read_message(socket, now_us);
    measure(socket);
    ask_to_write(socket);
}

// ---- time and news -----------------------------------------------------------------------------

/// Ends sessions that ended themselves, and asks to write what there is.
static void look_after(struct socket *socket, uint64_t now_us)
{
    if (socket->state != SOCKET_JOINED)
        return;
    enum protocol_bye_code code = session_check(socket->sockets->host, socket->session, now_us);
    if (code)
        end(socket, code);
    ask_to_write(socket);
}

static void ask_for_pong(struct socket *socket, uint64_t now_us)
{
    uint64_t after_us = socket->sockets->options.ping_after_us;
    if (now_us - socket->heard_us < after_us || now_us - socket->pinged_us < after_us)
        return;
    socket->pinged_us = now_us;
    socket->wants_ping = true;
    lws_callback_on_writable(socket->wsi);
}

/// @return 0, or -1 to close
static int on_timer(struct socket *socket)
{
    uint64_t now_us = clock_now_us();
    if (socket->state >= SOCKET_ENDING && now_us - socket->ended_us > BYE_WITHIN_US)
        return -1;
    lws_set_timer_usecs(socket->wsi, CHECK_INTERVAL_US);
    bool is_late = socket->state == SOCKET_NEW && now_us - socket->opened_us > JOIN_WITHIN_US;
    if (is_late || now_us - socket->heard_us > socket->sockets->options.timeout_after_us)
        end(socket, PROTOCOL_BYE_TIMEOUT);
    if (is_flood_unseen(socket))
        end(socket, PROTOCOL_BYE_FLOOD);
    ask_for_pong(socket, now_us);
    look_after(socket, now_us);
    measure(socket);
    return 0;
}

static void on_news(struct sockets *sockets)
{
    uint64_t now_us = clock_now_us();
    for (struct socket *socket = sockets->first; socket; socket = socket->next)
        look_after(socket, now_us);
}

static void on_open(struct socket *socket, struct sockets *sockets, struct lws *wsi)
{
    uint64_t now_us = clock_now_us();
    *socket = (struct socket){
        .wsi = wsi,
        .opened_us = now_us,
        .heard_us = now_us,
        .messages_left = MESSAGES_BURST,
        .refilled_us = now_us,
    };
    add(sockets, socket);
    tcp_make_quick(lws_get_socket_fd(wsi));
    socket->wire_bytes = tcp_received_bytes(lws_get_socket_fd(wsi));
    lws_set_timer_usecs(wsi, CHECK_INTERVAL_US);
    if (sockets->is_ending)
        end(socket, PROTOCOL_BYE_SHUTDOWN);
    else if (sockets->count > sockets->options.sockets_max)
        end(socket, PROTOCOL_BYE_FULL);
}

static struct sockets *sockets_of(struct lws *wsi)
{
    const struct front *front = lws_vhost_user(lws_get_vhost(wsi));
    return front->sockets;
}

static int socket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                           size_t size)
{
    struct socket *socket = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        on_open(socket, sockets_of(wsi), wsi);
        return 0;
    case LWS_CALLBACK_RECEIVE:
        on_receive(socket, in, size);
        return 0;
    case LWS_CALLBACK_RECEIVE_PONG:
        socket->heard_us = clock_now_us();
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return on_writable(socket);
    case LWS_CALLBACK_TIMER:
        return on_timer(socket);
    case LWS_CALLBACK_CLOSED:
        on_closed(socket);
        return 0;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
        on_news(sockets_of(wsi));
        return 0;
    default:
        return 0;
    }
}

struct lws_protocols socket_protocol(void)
{
    return (struct lws_protocols){
        .name = PROTOCOL_NAME,
        .callback = socket_callback,
        .per_session_data_size = sizeof(struct socket),
        .rx_buffer_size = PROTOCOL_CLIENT_MESSAGE_MAX,
        // One write hands a whole frame over; by default 4,116 bytes go out each time the socket is writable.
        .tx_packet_size = PROTOCOL_FRAME_HEADER_SIZE + PROTOCOL_FRAME_DATA_MAX,
    };
}
