// A small WebSocket client over plain TCP [RFC 6455], for tests and for measuring.
//
// It adds as little as it can to what it measures: one send a message, TCP_NODELAY, no thread, and the
// time of arrival is taken right behind the read that completed a message. Pings are answered inside
// ws_client_receive(). One thread at a time uses a client. TLS is not spoken.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ws_client; // layout private to ws_client.c

enum { WS_CLIENT_ERROR_MAX = 256 };

/// Opcodes of a data or control frame [RFC 6455 5.2].
enum ws_opcode {
    WS_CONTINUATION = 0x0,
    WS_TEXT = 0x1,
    WS_BINARY = 0x2,
    WS_CLOSE = 0x8,
    WS_PING = 0x9,
    WS_PONG = 0xA,
};

struct ws_client_options {
    const char *url;          // ws://host[:port][/path]
    const char *subprotocol;  // the server must choose it; NULL: none is offered
    const char *origin;       // NULL: no Origin header, as programs send none
    uint32_t timeout_ms;      // for connecting and for the handshake
    size_t message_bytes_max; // of a message, either way; all memory is taken at the start
};

/// A whole message, put together from its fragments.
struct ws_message {
    enum ws_opcode opcode; // WS_TEXT or WS_BINARY
    const uint8_t *data;   // the client's, until the next ws_client_receive()
    size_t size;
    uint64_t received_us; // CLOCK_MONOTONIC
};

enum ws_result {
    WS_MESSAGE,
    WS_NOTHING, // the time is up
    WS_CLOSED,  // by a close frame, a lost connection or a breach of the protocol
};

/// Connects and shakes hands.
/// @param[out] error  what failed, WS_CLIENT_ERROR_MAX bytes; a refusal quotes the server's status line
/// @return NULL when there is no connection
struct ws_client *ws_client_create(const struct ws_client_options *options, char *error);

/// Drops the connection as it stands, without a close frame. Accepts NULL and half-built clients.
void ws_client_destroy(struct ws_client *client);

/// Sends one unfragmented, masked frame; waits while the socket is full.
/// @return false when the connection is gone or `size` is above message_bytes_max
bool ws_client_send(struct ws_client *client, enum ws_opcode opcode, const void *data, size_t size);

/// Waits up to `timeout_ms` for the next message; 0 only looks.
enum ws_result ws_client_receive(struct ws_client *client, uint32_t timeout_ms, struct ws_message *message);

/// The code of the server's close frame; 1005 when it had none, 1006 when there was no close frame
/// [RFC 6455 7.4.1]; 0 while open.
uint16_t ws_client_close_code(const struct ws_client *client);
