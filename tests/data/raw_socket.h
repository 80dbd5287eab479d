// A TCP connection on which a test says whatever it likes: HTTP requests of its own wording, and WebSocket
// frames that no honest client would send [RFC 6455 5.2].
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    RAW_HEAD_MAX = 4096,            // bytes of an answer's headers with NUL
    RAW_INPUT_MAX = 2 * 1024 * 1024 // bytes of one frame from the server
};

struct raw_socket {
    int descriptor; // -1: not open
    uint8_t *input; // RAW_INPUT_MAX bytes, read and not yet looked at
    size_t input_size;
    size_t taken; // of it by the frame that was read last
};

struct raw_frame {
    bool is_continued; // no FIN bit: more fragments follow
    bool is_unmasked;
    uint8_t reserved; // RSV bits, 0 to 7
    uint8_t opcode;   // 0 to 15
    const void *data;
    size_t size;
    uint64_t announced; // length in the header; 0: `size`
};

struct raw_message {
    uint8_t opcode;
    const uint8_t *data; // the socket's, until the next read
    size_t size;
};

/// Connects to 127.0.0.1.
bool raw_open(struct raw_socket *raw, uint16_t port);

/// Closes as programs do, or with a reset, so that the other side learns of it by an error. Accepts closed
/// ones.
void raw_close(struct raw_socket *raw);
void raw_reset(struct raw_socket *raw);

/// @return false when the connection is gone
bool raw_send(struct raw_socket *raw, const void *data, size_t size);

/// Reads an answer up to the empty line.
/// @param[out] head  RAW_HEAD_MAX bytes
/// @return the status; 0 when the connection ended or nothing came in time
unsigned raw_read_head(struct raw_socket *raw, char *head, uint32_t timeout_ms);

/// Reads `size` bytes behind the head.
/// @return NULL when they do not come in time
const uint8_t *raw_read_body(struct raw_socket *raw, size_t size, uint32_t timeout_ms);

/// Whether the server has ended the connection, and nothing more comes.
bool raw_is_ended(struct raw_socket *raw, uint32_t timeout_ms);

/// Sends a frame with a fixed mask.
bool raw_send_frame(struct raw_socket *raw, const struct raw_frame *frame);

/// Reads the next frame, whatever its kind. Nothing is answered.
/// @return false when the connection ended or nothing came in time
bool raw_read_frame(struct raw_socket *raw, struct raw_message *message, uint32_t timeout_ms);
