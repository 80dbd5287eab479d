// The wire protocol `waystream.1`: every message, byte by byte. web/protocol.js mirrors this file, and both
// are tested on the vectors of tests/data/protocol.json.
//
// One WebSocket binary message is one protocol message. All integers are little-endian and unsigned; there
// is no padding. Byte 0 is the kind. A message of a kind that is not listed here is skipped. A listed one
// must have exactly the size that its fields say and values inside their limits, else the session ends
// with PROTOCOL_BYE_MALFORMED.
//
// Times are microseconds: the server's on its CLOCK_MONOTONIC, the client's on performance.now().
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROTOCOL_NAME "waystream.1"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_CLIENT_MESSAGE_MAX = 1024, // bytes; a longer one is refused before it is put together
    PROTOCOL_CREDENTIAL_MAX = 512,      // bytes of a ticket or token
    PROTOCOL_TOKEN_SIZE = 16,           // bytes of a resume token, random
    PROTOCOL_LANGUAGE_SIZE = 8,         // "en", "zh", NUL-padded
    PROTOCOL_TEXT_MAX = 256,            // bytes of a notice's or bye's text, UTF-8, no NUL
    PROTOCOL_CODEC_MAX = 32,            // bytes of a codec string
    PROTOCOL_FRAME_HEADER_SIZE = 52,
    PROTOCOL_FRAME_DATA_MAX = 1 << 20, // bytes of one coded picture
    PROTOCOL_CSS_SIZE_MIN = 16,        // of a viewport's side, CSS pixels
    PROTOCOL_CSS_SIZE_MAX = 16384,
    PROTOCOL_PIXEL_RATIO_MIN = 64,   // device pixel ratio × 256: ¼
    PROTOCOL_PIXEL_RATIO_MAX = 4096, // 16
    PROTOCOL_POINTERS_MAX = 10,      // contacts at once, numbered from 0
    PROTOCOL_CLOSE_CODE_BASE = 4000, // of WebSocket's codes, those free for private use [RFC 6455, 7.4.2]
};

/// Client to server. That is all a client may say: it has no game state to send.
enum protocol_client_kind {
    PROTOCOL_JOIN = 0x01,
    PROTOCOL_VIEWPORT = 0x02,
    PROTOCOL_POINTER = 0x03,
    PROTOCOL_ACKNOWLEDGE = 0x04,
    PROTOCOL_KEYFRAME_REQUEST = 0x05,
    PROTOCOL_VISIBILITY = 0x06,
    PROTOCOL_PING = 0x07,
};

/// Server to client.
enum protocol_server_kind {
    PROTOCOL_HELLO = 0x81,
    PROTOCOL_FORMAT = 0x82,
    PROTOCOL_FRAME = 0x83,
    PROTOCOL_PAUSE = 0x84,
    PROTOCOL_RESUME = 0x85,
    PROTOCOL_NOTICE = 0x86,
    PROTOCOL_PONG = 0x87,
    PROTOCOL_STATISTICS = 0x88,
    PROTOCOL_BYE = 0x89,
};

enum protocol_credential { PROTOCOL_GUEST, PROTOCOL_TICKET, PROTOCOL_RESUME_TOKEN };
enum protocol_decoder { PROTOCOL_WEBCODECS = 1, PROTOCOL_MSE = 2, PROTOCOL_JPEG = 4 }; // bits
enum protocol_phase {
    PROTOCOL_DOWN,
    PROTOCOL_MOVE,
    PROTOCOL_UP,
    PROTOCOL_CANCEL,
    PROTOCOL_NEARER,  // a notch of a wheel: no contact is down for it
    PROTOCOL_FARTHER, // one the other way
};
enum protocol_codec { PROTOCOL_H264 = 1 }; // Annex B, parameter sets before every IDR

/// Why a session ends; the WebSocket close code is PROTOCOL_CLOSE_CODE_BASE + this (1001, going away, for a
/// shutdown), so that a client without the message knows too.
enum protocol_bye_code {
    PROTOCOL_BYE_SHUTDOWN = 1,   // the server stops; try again later
    PROTOCOL_BYE_MALFORMED = 2,  // a message broke the rules above
    PROTOCOL_BYE_TOO_BIG = 3,    // a message above PROTOCOL_CLIENT_MESSAGE_MAX
    PROTOCOL_BYE_ORDER = 4,      // anything before join, or a second join
    PROTOCOL_BYE_VERSION = 5,    // protocol version not spoken here
    PROTOCOL_BYE_CREDENTIAL = 6, // ticket or token unknown, used or expired: join afresh
    PROTOCOL_BYE_FULL = 7,       // no seat is free
    PROTOCOL_BYE_DECODER = 8,    // none of the client's decoders is served
    PROTOCOL_BYE_TIMEOUT = 9,    // nothing was heard for too long
    PROTOCOL_BYE_FLOOD = 10,     // more messages than a player can make
    PROTOCOL_BYE_REPLACED = 11,  // the same seat was resumed elsewhere
    PROTOCOL_BYE_INTERNAL = 12,  // the server's fault: it could not draw or encode
    PROTOCOL_BYE_TEXT = 13,      // a text message: only binary ones are spoken
};

enum protocol_notice_code {
    PROTOCOL_NOTICE_KEYFRAME_LIMIT = 1, // keyframe requests above two a second were left out
};

// ---- client messages ---------------------------------------------------------------------------

/// join: the first message of every socket.
/// | offset | size | field                                                        |
/// |      0 |    1 | kind 0x01                                                    |
/// |      1 |    1 | version, PROTOCOL_VERSION                                    |
/// |      2 |    1 | decoders, bits of protocol_decoder, at least one             |
/// |      3 |    1 | credential kind, protocol_credential                         |
/// |      4 |    2 | width of the viewport, CSS pixels                            |
/// |      6 |    2 | height                                                       |
/// |      8 |    2 | device pixel ratio × 256, 64 (¼) to 4096 (16)                |
/// |     10 |    8 | safe-area insets top, right, bottom, left, CSS pixels, u16 each |
/// |     18 |    8 | language: letters, digits, hyphens; NUL-padded               |
/// |     26 |    2 | size n of the credential, 0 for a guest, 16 for a token, at most 512 |
/// |     28 |    n | credential                                                   |
/// Of a join of another version only the version is read: it is to be answered by PROTOCOL_BYE_VERSION.
struct protocol_viewport {
    uint16_t width_css_px, height_css_px;
    uint16_t pixel_ratio_256;
    uint16_t inset_css_px[4];
};

struct protocol_join {
    uint8_t version;
    uint8_t decoders;
    enum protocol_credential credential_kind;
    struct protocol_viewport viewport;
    char language[PROTOCOL_LANGUAGE_SIZE + 1];
    uint16_t credential_size;
    uint8_t credential[PROTOCOL_CREDENTIAL_MAX];
};

// viewport: 0x02, then the 14 bytes of join from offset 4 on; 15 bytes.

/// pointer: 0x03.
/// | offset | size | field                                                        |
/// |      1 |    4 | sequence, rising by one a pointer message, from 1            |
/// |      5 |    1 | pointer, below PROTOCOL_POINTERS_MAX                         |
/// |      6 |    1 | phase, protocol_phase                                        |
/// |      7 |    2 | x as a fraction of the picture's width × 65535               |
/// |      9 |    2 | y, likewise                                                  |
/// |     11 |    4 | id of the frame on screen, 0 before the first                |
/// |     15 |    8 | client time                                                  |
struct protocol_pointer {
    uint32_t sequence;
    uint8_t pointer;
    enum protocol_phase phase;
    uint16_t x, y;
    uint32_t frame;
    uint64_t client_us;
};

/// acknowledge: 0x04; covers all earlier frames too.
/// | offset | size | field                                                        |
/// |      1 |    4 | id of the frame that was presented                           |
/// |      5 |    4 | decode time, from arrival to decoded picture                 |
/// |      9 |    8 | client time of presentation                                  |
struct protocol_acknowledge {
    uint32_t frame;
    uint32_t decode_us;
    uint64_t presented_us;
};

// keyframe request: 0x05; 1 byte. The server obeys at most two a second.
// visibility: 0x06, u8 1 visible or 0 hidden; 2 bytes.
// ping: 0x07, u64 client time; 9 bytes.

/// A decoded client message.
struct protocol_client_message {
    enum protocol_client_kind kind;
    union {
        struct protocol_join join;
        struct protocol_viewport viewport;
        struct protocol_pointer pointer;
        struct protocol_acknowledge acknowledge;
        bool is_visible;
        uint64_t ping_client_us;
    };
};

enum protocol_verdict { PROTOCOL_OK, PROTOCOL_SKIP, PROTOCOL_MALFORMED };

/// Reads a client message, checked to the byte. A join of another version is PROTOCOL_OK with nothing but
/// its version filled in.
/// @return PROTOCOL_SKIP for unknown kinds, PROTOCOL_MALFORMED for known ones that break the rules
enum protocol_verdict protocol_read_client(const uint8_t *data, size_t size,
                                           struct protocol_client_message *message);

// ---- server messages ---------------------------------------------------------------------------

/// hello: 0x81, answers join; 32 bytes.
/// | offset | size | field                                                        |
/// |      1 |    1 | version                                                      |
/// |      2 |    2 | frame rate, frames a second                                  |
/// |      4 |    4 | session                                                      |
/// |      8 |    8 | server time                                                  |
/// |     16 |   16 | resume token: opens this seat once, after the socket is gone |
struct protocol_hello {
    uint8_t version;
    uint16_t frame_rate;
    uint32_t session;
    uint64_t server_us;
    uint8_t token[PROTOCOL_TOKEN_SIZE];
};

/// format: 0x82, before the first IDR of every new encoder.
/// | offset | size | field                                                        |
/// |      1 |    1 | codec, protocol_codec                                        |
/// |      2 |    4 | coded width and height, u16 each, even                       |
/// |      6 |    4 | visible width and height, u16 each, from the top left        |
/// |     10 |    1 | size n of the codec string                                   |
/// |     11 |    n | codec string as WebCodecs wants it, "avc1.42C01F"            |
struct protocol_format {
    enum protocol_codec codec;
    uint16_t coded_width_px, coded_height_px;
    uint16_t visible_width_px, visible_height_px;
    char codec_string[PROTOCOL_CODEC_MAX + 1];
};

/// When the stages of a frame ended. Where the frame is the first to show an input, the base is when that
/// input came in; else when drawing began.
enum protocol_stage {
    PROTOCOL_STAGE_HANDLED, // the simulation has taken the input and published a view
    PROTOCOL_STAGE_STARTED, // a frame worker took the view, or its tap marks for a picture already drawn
    PROTOCOL_STAGE_DRAWN,
    PROTOCOL_STAGE_READ_BACK,
    PROTOCOL_STAGE_CONVERTED,
    PROTOCOL_STAGE_ENCODED,
    PROTOCOL_STAGE_SENT, // handed to the kernel
    PROTOCOL_STAGE_COUNT
};

/// frame: 0x83, a header of PROTOCOL_FRAME_HEADER_SIZE bytes and the coded picture.
/// | offset | size | field                                                        |
/// |      1 |    1 | flags: bit 0 keyframe (IDR), bit 1 first to show an input    |
/// |      2 |    2 | 0                                                            |
/// |      4 |    4 | id, rising, with gaps                                        |
/// |      8 |    4 | sequence of the last input that it shows                     |
/// |     12 |    4 | size of the picture's data, bytes                            |
/// |     16 |    8 | base, server time                                            |
/// |     24 |   28 | stages after the base, u32 each, in protocol_stage's order   |
struct protocol_frame {
    bool is_keyframe;
    bool shows_input;
    uint32_t id;
    uint32_t input_sequence;
    uint32_t data_size;
    uint64_t base_us;
    uint32_t stage_us[PROTOCOL_STAGE_COUNT];
};

// pause: 0x84, u8 reason (protocol_pause_reason); 2 bytes. resume: 0x85; 1 byte.
enum protocol_pause_reason { PROTOCOL_PAUSE_HIDDEN = 1, PROTOCOL_PAUSE_SILENT = 2 };

// notice: 0x86, u16 code (protocol_notice_code), u16 size n, n bytes of text.
// bye: 0x89, u16 code (protocol_bye_code), u16 size n, n bytes of text. The socket closes after it.
// pong: 0x87, u64 client time as it came, u64 server time; 17 bytes.

/// statistics: 0x88, about once a second; 25 bytes.
/// | offset | size | field                                                        |
/// |      1 |    4 | bits a second sent over the last second                      |
/// |      5 |    4 | round trip, microseconds                                     |
/// |      9 |    4 | frames sent since join                                       |
/// |     13 |    4 | frames left out for want of credit since join                |
/// |     17 |    4 | bits a second that the encoder aims at                       |
/// |     21 |    4 | players in the world                                         |
struct protocol_statistics {
    uint32_t sent_bits_per_s;
    uint32_t round_trip_us;
    uint32_t frames_sent;
    uint32_t frames_skipped; // due, and left out: no credit, or the one before still under way
    uint32_t target_bits_per_s;
    uint32_t players;
};

// Writers: each fills `out` (room for `out_max` bytes) and returns the size written, 0 when it does not fit.
// Texts are valid UTF-8; longer ones than PROTOCOL_TEXT_MAX lose their end.
size_t protocol_write_hello(uint8_t *out, size_t out_max, const struct protocol_hello *hello);
size_t protocol_write_format(uint8_t *out, size_t out_max, const struct protocol_format *format);
size_t protocol_write_frame_header(uint8_t *out, size_t out_max, const struct protocol_frame *frame);
size_t protocol_write_pause(uint8_t *out, size_t out_max, enum protocol_pause_reason reason);
size_t protocol_write_resume(uint8_t *out, size_t out_max);
size_t protocol_write_notice(uint8_t *out, size_t out_max, enum protocol_notice_code code, const char *text);
size_t protocol_write_pong(uint8_t *out, size_t out_max, uint64_t client_us, uint64_t server_us);
size_t protocol_write_statistics(uint8_t *out, size_t out_max, const struct protocol_statistics *statistics);
size_t protocol_write_bye(uint8_t *out, size_t out_max, enum protocol_bye_code code, const char *text);

/// Stamps PROTOCOL_STAGE_SENT into a frame message just before it goes out.
/// @param size  bytes of the message, at least PROTOCOL_FRAME_HEADER_SIZE
void protocol_stamp_sent(uint8_t *frame_message, size_t size, uint64_t now_us);

/// The text that goes with a code, for people.
const char *protocol_bye_text(enum protocol_bye_code code);
