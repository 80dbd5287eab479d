// The client's half of cloudsvc/stream/protocol.h: writes what a client says and reads what the server
// says. For the native probe and for tests; browsers have web/protocol.js.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/stream/protocol.h"

/// A frame's header and its picture, Annex B, inside the message that was read.
struct protocol_frame_message {
    struct protocol_frame header;
    const uint8_t *data; // header.data_size bytes
};

/// A notice or a bye.
struct protocol_text_message {
    uint16_t code;                    // protocol_notice_code or protocol_bye_code; may be a newer one
    char text[PROTOCOL_TEXT_MAX + 1]; // valid UTF-8
};

struct protocol_pong {
    uint64_t client_us, server_us;
};

/// A decoded server message.
struct protocol_server_message {
    enum protocol_server_kind kind;
    union {
        struct protocol_hello hello;
        struct protocol_format format;
        struct protocol_frame_message frame;
        enum protocol_pause_reason pause_reason;
        struct protocol_text_message notice;
        struct protocol_text_message bye;
        struct protocol_pong pong;
        struct protocol_statistics statistics;
    };
};

/// Reads a server message, checked to the byte.
/// @return PROTOCOL_SKIP for unknown kinds, PROTOCOL_MALFORMED for known ones that break the rules
enum protocol_verdict protocol_read_server(const uint8_t *data, size_t size,
                                           struct protocol_server_message *message);

// Writers: each fills `out` (room for `out_max` bytes) and returns the size written, 0 when it does not fit.
// Values are not checked, so that tests can say what is wrong.
size_t protocol_write_join(uint8_t *out, size_t out_max, const struct protocol_join *join);
size_t protocol_write_viewport(uint8_t *out, size_t out_max, const struct protocol_viewport *viewport);
size_t protocol_write_pointer(uint8_t *out, size_t out_max, const struct protocol_pointer *pointer);
size_t protocol_write_acknowledge(uint8_t *out, size_t out_max,
                                  const struct protocol_acknowledge *acknowledge);
size_t protocol_write_keyframe_request(uint8_t *out, size_t out_max);
size_t protocol_write_visibility(uint8_t *out, size_t out_max, bool is_visible);
size_t protocol_write_ping(uint8_t *out, size_t out_max, uint64_t client_us);
