#include "cloudsvc/stream/protocol.h"

#include <assert.h>
#include <string.h>

#include "cloudsvc/base/utf8.h"
#include "cloudsvc/stream/wire.h"

enum {
    DECODERS_ALL = PROTOCOL_WEBCODECS | PROTOCOL_MSE | PROTOCOL_JPEG,
    FLAG_KEYFRAME = 1,
    FLAG_SHOWS_INPUT = 2,
    FRAME_BASE_OFFSET = 16,
    FRAME_SENT_OFFSET = 24 + 4 * PROTOCOL_STAGE_SENT,
};

// ---- reading client messages -------------------------------------------------------------------

static void read_viewport(struct wire_reader *reader, struct protocol_viewport *viewport)
{
    viewport->width_css_px = wire_read_u16(reader);
    viewport->height_css_px = wire_read_u16(reader);
    viewport->pixel_ratio_256 = wire_read_u16(reader);
    for (size_t i = 0; i < 4; i++)
        viewport->inset_css_px[i] = wire_read_u16(reader);
}

static bool is_css_size(uint16_t size_css_px)
{
    return size_css_px >= PROTOCOL_CSS_SIZE_MIN && size_css_px <= PROTOCOL_CSS_SIZE_MAX;
}

static bool is_viewport_valid(const struct protocol_viewport *viewport)
{
    return is_css_size(viewport->width_css_px) && is_css_size(viewport->height_css_px) &&
           viewport->pixel_ratio_256 >= PROTOCOL_PIXEL_RATIO_MIN &&
           viewport->pixel_ratio_256 <= PROTOCOL_PIXEL_RATIO_MAX;
}

static bool is_language_character(char character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '-';
}

/// Letters, digits and hyphens [BCP 47], then nothing but NULs.
static bool is_language_valid(const char *language)
{
    size_t length = strnlen(language, PROTOCOL_LANGUAGE_SIZE);
    for (size_t i = 0; i < PROTOCOL_LANGUAGE_SIZE; i++)
        if (i < length ? !is_language_character(language[i]) : language[i] != '\0')
            return false;
    return true;
}

static bool is_credential_size(enum protocol_credential kind, size_t size)
{
    switch (kind) {
    case PROTOCOL_GUEST:
        return size == 0;
    case PROTOCOL_TICKET:
        return size >= 1 && size <= PROTOCOL_CREDENTIAL_MAX;
    case PROTOCOL_RESUME_TOKEN:
        return size == PROTOCOL_TOKEN_SIZE;
    }
    return false;
}

static bool is_join_valid(const struct protocol_join *join)
{
    return join->decoders >= 1 && join->decoders <= DECODERS_ALL && is_viewport_valid(&join->viewport) &&
           is_language_valid(join->language) &&
           is_credential_size(join->credential_kind, join->credential_size);
}

/// The rest of a join after kind and version.
static bool read_join(struct wire_reader *reader, struct protocol_join *join)
{
    join->decoders = wire_read_u8(reader);
    join->credential_kind = wire_read_u8(reader);
    read_viewport(reader, &join->viewport);
    const uint8_t *language = wire_read_bytes(reader, PROTOCOL_LANGUAGE_SIZE);
    if (language)
        memcpy(join->language, language, PROTOCOL_LANGUAGE_SIZE);
    join->credential_size = wire_read_u16(reader);
    if (!is_join_valid(join))
        return false;
    const uint8_t *credential = wire_read_bytes(reader, join->credential_size);
    if (credential)
        memcpy(join->credential, credential, join->credential_size);
    return wire_is_read(reader);
}

static bool read_any_join(struct wire_reader *reader, struct protocol_join *join)
{
    join->version = wire_read_u8(reader);
    if (!reader->is_broken && join->version != PROTOCOL_VERSION)
        return true; // laid out in a way not known here
    return read_join(reader, join);
}

static bool read_pointer(struct wire_reader *reader, struct protocol_pointer *pointer)
{
    pointer->sequence = wire_read_u32(reader);
    pointer->pointer = wire_read_u8(reader);
    uint8_t phase = wire_read_u8(reader);
    pointer->phase = phase;
    pointer->x = wire_read_u16(reader);
    pointer->y = wire_read_u16(reader);
    pointer->frame = wire_read_u32(reader);
    pointer->client_us = wire_read_u64(reader);
    return wire_is_read(reader) && pointer->sequence >= 1 && pointer->pointer < PROTOCOL_POINTERS_MAX &&
           phase <= PROTOCOL_FARTHER;
}

static bool read_acknowledge(struct wire_reader *reader, struct protocol_acknowledge *acknowledge)
{
    acknowledge->frame = wire_read_u32(reader);
    acknowledge->decode_us = wire_read_u32(reader);
    acknowledge->presented_us = wire_read_u64(reader);
    return wire_is_read(reader);
}

static bool read_visibility(struct wire_reader *reader, bool *is_visible)
{
    uint8_t value = wire_read_u8(reader);
    *is_visible = value == 1;
    return wire_is_read(reader) && value <= 1;
}

static enum protocol_verdict verdict_of(bool is_valid)
{
    return is_valid ? PROTOCOL_OK : PROTOCOL_MALFORMED;
}

enum protocol_verdict protocol_read_client(const uint8_t *data, size_t size,
                                           struct protocol_client_message *message)
{
    struct wire_reader reader = wire_reader_of(data, size);
    memset(message, 0, sizeof *message);
    uint8_t kind = wire_read_u8(&reader);
    if (reader.is_broken)
        return PROTOCOL_MALFORMED;
    message->kind = kind;
    switch (message->kind) {
    case PROTOCOL_JOIN:
        return verdict_of(read_any_join(&reader, &message->join));
    case PROTOCOL_VIEWPORT:
        read_viewport(&reader, &message->viewport);
        return verdict_of(wire_is_read(&reader) && is_viewport_valid(&message->viewport));
    case PROTOCOL_POINTER:
        return verdict_of(read_pointer(&reader, &message->pointer));
    case PROTOCOL_ACKNOWLEDGE:
        return verdict_of(read_acknowledge(&reader, &message->acknowledge));
    case PROTOCOL_KEYFRAME_REQUEST:
        return verdict_of(wire_is_read(&reader));
    case PROTOCOL_VISIBILITY:
        return verdict_of(read_visibility(&reader, &message->is_visible));
    case PROTOCOL_PING:
        message->ping_client_us = wire_read_u64(&reader);
        return verdict_of(wire_is_read(&reader));
    }
    return PROTOCOL_SKIP;
}

// ---- writing server messages -------------------------------------------------------------------

static struct wire_writer begin(uint8_t *out, size_t out_max, enum protocol_server_kind kind)
{
    struct wire_writer writer = wire_writer_of(out, out_max);
    wire_write_u8(&writer, (uint8_t)kind);
    return writer;
}

size_t protocol_write_hello(uint8_t *out, size_t out_max, const struct protocol_hello *hello)
{
    assert(hello->frame_rate >= 1);
    assert(hello->session != 0);
    struct wire_writer writer = begin(out, out_max, PROTOCOL_HELLO);
    wire_write_u8(&writer, hello->version);
    wire_write_u16(&writer, hello->frame_rate);
    wire_write_u32(&writer, hello->session);
    wire_write_u64(&writer, hello->server_us);
    wire_write_bytes(&writer, hello->token, PROTOCOL_TOKEN_SIZE);
    return wire_written(&writer);
}

size_t protocol_write_format(uint8_t *out, size_t out_max, const struct protocol_format *format)
{
    size_t codec_size = strnlen(format->codec_string, PROTOCOL_CODEC_MAX);
    assert(codec_size >= 1);
    assert(format->coded_width_px % 2 == 0);
    assert(format->coded_height_px % 2 == 0);
    assert(format->visible_width_px <= format->coded_width_px);
    assert(format->visible_height_px <= format->coded_height_px);
    struct wire_writer writer = begin(out, out_max, PROTOCOL_FORMAT);
    wire_write_u8(&writer, (uint8_t)format->codec);
    wire_write_u16(&writer, format->coded_width_px);
    wire_write_u16(&writer, format->coded_height_px);
    wire_write_u16(&writer, format->visible_width_px);
    wire_write_u16(&writer, format->visible_height_px);
    wire_write_u8(&writer, (uint8_t)codec_size);
    wire_write_bytes(&writer, format->codec_string, codec_size);
    return wire_written(&writer);
}

size_t protocol_write_frame_header(uint8_t *out, size_t out_max, const struct protocol_frame *frame)
{
    assert(frame->data_size >= 1);
    assert(frame->data_size <= PROTOCOL_FRAME_DATA_MAX);
    struct wire_writer writer = begin(out, out_max, PROTOCOL_FRAME);
    wire_write_u8(&writer, (uint8_t)((frame->is_keyframe ? FLAG_KEYFRAME : 0) |
                                     (frame->shows_input ? FLAG_SHOWS_INPUT : 0)));
    wire_write_u16(&writer, 0);
    wire_write_u32(&writer, frame->id);
    wire_write_u32(&writer, frame->input_sequence);
    wire_write_u32(&writer, frame->data_size);
    wire_write_u64(&writer, frame->base_us);
    for (size_t stage = 0; stage < PROTOCOL_STAGE_COUNT; stage++)
        wire_write_u32(&writer, frame->stage_us[stage]);
    return wire_written(&writer);
}

size_t protocol_write_pause(uint8_t *out, size_t out_max, enum protocol_pause_reason reason)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_PAUSE);
    wire_write_u8(&writer, (uint8_t)reason);
    return wire_written(&writer);
}

size_t protocol_write_resume(uint8_t *out, size_t out_max)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_RESUME);
    return wire_written(&writer);
}

static size_t write_text(uint8_t *out, size_t out_max, enum protocol_server_kind kind, uint16_t code,
                         const char *text)
{
    assert(code >= 1);
    size_t text_size = utf8_cut(text, strlen(text), PROTOCOL_TEXT_MAX);
    assert(utf8_is_valid(text, text_size));
    struct wire_writer writer = begin(out, out_max, kind);
    wire_write_u16(&writer, code);
    wire_write_u16(&writer, (uint16_t)text_size);
    wire_write_bytes(&writer, text, text_size);
    return wire_written(&writer);
}

size_t protocol_write_notice(uint8_t *out, size_t out_max, enum protocol_notice_code code, const char *text)
{
    return write_text(out, out_max, PROTOCOL_NOTICE, (uint16_t)code, text);
}

size_t protocol_write_pong(uint8_t *out, size_t out_max, uint64_t client_us, uint64_t server_us)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_PONG);
    wire_write_u64(&writer, client_us);
    wire_write_u64(&writer, server_us);
    return wire_written(&writer);
}

size_t protocol_write_statistics(uint8_t *out, size_t out_max, const struct protocol_statistics *statistics)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_STATISTICS);
    wire_write_u32(&writer, statistics->sent_bits_per_s);
    wire_write_u32(&writer, statistics->round_trip_us);
    wire_write_u32(&writer, statistics->frames_sent);
    wire_write_u32(&writer, statistics->frames_skipped);
    wire_write_u32(&writer, statistics->target_bits_per_s);
    wire_write_u32(&writer, statistics->players);
    return wire_written(&writer);
}

size_t protocol_write_bye(uint8_t *out, size_t out_max, enum protocol_bye_code code, const char *text)
{
    return write_text(out, out_max, PROTOCOL_BYE, (uint16_t)code, text);
}

void protocol_stamp_sent(uint8_t *frame_message, size_t size, uint64_t now_us)
{
    assert(size >= PROTOCOL_FRAME_HEADER_SIZE);
    assert(frame_message[0] == PROTOCOL_FRAME);
    struct wire_reader reader = wire_reader_of(frame_message + FRAME_BASE_OFFSET, size - FRAME_BASE_OFFSET);
    uint64_t base_us = wire_read_u64(&reader);
    uint64_t after_us = now_us > base_us ? now_us - base_us : 0;
    struct wire_writer writer = wire_writer_of(frame_message + FRAME_SENT_OFFSET, size - FRAME_SENT_OFFSET);
    wire_write_u32(&writer, after_us < UINT32_MAX ? (uint32_t)after_us : UINT32_MAX);
}

const char *protocol_bye_text(enum protocol_bye_code code)
{
    switch (code) {
    case PROTOCOL_BYE_SHUTDOWN:
        return "The server is shutting down. Try again in a little while.";
    case PROTOCOL_BYE_MALFORMED:
        return "The server received a message that it cannot read.";
    case PROTOCOL_BYE_TOO_BIG:
        return "The server received a message that is too long.";
    case PROTOCOL_BYE_ORDER:
        return "The server received a message out of order.";
    case PROTOCOL_BYE_VERSION:
        return "This page is of another version than the server. Reload it.";
    case PROTOCOL_BYE_CREDENTIAL:
        return "This ticket is unknown, used up or expired. Join again.";
    case PROTOCOL_BYE_FULL:
        return "The server is full. Try again in a little while.";
    case PROTOCOL_BYE_DECODER:
        return "This browser has no video decoder that the server can stream for.";
    case PROTOCOL_BYE_TIMEOUT:
        return "Nothing was heard from this page for too long.";
    case PROTOCOL_BYE_FLOOD:
        return "The server received more messages than a player can make.";
    case PROTOCOL_BYE_REPLACED:
        return "The game goes on in another window.";
    case PROTOCOL_BYE_INTERNAL:
        return "The server could not draw or encode the picture.";
    case PROTOCOL_BYE_TEXT:
        return "The server received a text message where only binary ones are spoken.";
    }
    return "The session has ended.";
}
