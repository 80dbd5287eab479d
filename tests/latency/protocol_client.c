#include "tests/latency/protocol_client.h"

#include <string.h>

#include "cloudsvc/base/utf8.h"
#include "cloudsvc/stream/wire.h"

enum { FLAG_KEYFRAME = 1, FLAG_SHOWS_INPUT = 2, FLAGS_ALL = FLAG_KEYFRAME | FLAG_SHOWS_INPUT };

// ---- reading server messages -------------------------------------------------------------------

static bool read_hello(struct wire_reader *reader, struct protocol_hello *hello)
{
    hello->version = wire_read_u8(reader);
    hello->frame_rate = wire_read_u16(reader);
    hello->session = wire_read_u32(reader);
    hello->server_us = wire_read_u64(reader);
    const uint8_t *token = wire_read_bytes(reader, PROTOCOL_TOKEN_SIZE);
    if (token)
        memcpy(hello->token, token, PROTOCOL_TOKEN_SIZE);
    return wire_is_read(reader) && hello->version == PROTOCOL_VERSION && hello->frame_rate >= 1 &&
           hello->session != 0;
}

/// 4:2:0 needs even sizes; what is visible is all but at most one column or row.
static bool is_size_valid(uint16_t coded_px, uint16_t visible_px)
{
    return coded_px % 2 == 0 && visible_px >= 1 && (visible_px == coded_px || visible_px + 1 == coded_px);
}

static bool is_codec_string(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (bytes[i] <= ' ' || bytes[i] > '~')
            return false;
    return true;
}

static bool read_format(struct wire_reader *reader, struct protocol_format *format)
{
    uint8_t codec = wire_read_u8(reader);
    format->codec = codec;
    format->coded_width_px = wire_read_u16(reader);
    format->coded_height_px = wire_read_u16(reader);
    format->visible_width_px = wire_read_u16(reader);
    format->visible_height_px = wire_read_u16(reader);
    uint8_t codec_size = wire_read_u8(reader);
    const uint8_t *codec_string = wire_read_bytes(reader, codec_size);
    if (!wire_is_read(reader) || codec != PROTOCOL_H264 || codec_size < 1 || codec_size > PROTOCOL_CODEC_MAX)
        return false;
    memcpy(format->codec_string, codec_string, codec_size);
    return is_size_valid(format->coded_width_px, format->visible_width_px) &&
           is_size_valid(format->coded_height_px, format->visible_height_px) &&
           is_codec_string(codec_string, codec_size);
}

static bool read_frame(struct wire_reader *reader, struct protocol_frame_message *message)
{
    struct protocol_frame *frame = &message->header;
    uint8_t flags = wire_read_u8(reader);
    uint16_t reserved = wire_read_u16(reader);
    frame->is_keyframe = flags & FLAG_KEYFRAME;
    frame->shows_input = flags & FLAG_SHOWS_INPUT;
    frame->id = wire_read_u32(reader);
    frame->input_sequence = wire_read_u32(reader);
    frame->data_size = wire_read_u32(reader);
    frame->base_us = wire_read_u64(reader);
    for (size_t stage = 0; stage < PROTOCOL_STAGE_COUNT; stage++)
        frame->stage_us[stage] = wire_read_u32(reader);
    message->data = wire_read_bytes(reader, frame->data_size);
    return wire_is_read(reader) && flags <= FLAGS_ALL && reserved == 0 && frame->data_size >= 1 &&
           frame->data_size <= PROTOCOL_FRAME_DATA_MAX;
}

static bool read_pause(struct wire_reader *reader, enum protocol_pause_reason *reason)
{
    uint8_t value = wire_read_u8(reader);
    *reason = value;
    return wire_is_read(reader) && value >= PROTOCOL_PAUSE_HIDDEN && value <= PROTOCOL_PAUSE_SILENT;
}

static bool read_text(struct wire_reader *reader, struct protocol_text_message *message)
{
    message->code = wire_read_u16(reader);
    uint16_t text_size = wire_read_u16(reader);
    const uint8_t *text = wire_read_bytes(reader, text_size);
    if (!wire_is_read(reader) || message->code < 1 || text_size > PROTOCOL_TEXT_MAX)
        return false;
    memcpy(message->text, text, text_size);
    return utf8_is_valid(message->text, text_size) && strlen(message->text) == text_size;
}

static bool read_pong(struct wire_reader *reader, struct protocol_pong *pong)
{
    pong->client_us = wire_read_u64(reader);
    pong->server_us = wire_read_u64(reader);
    return wire_is_read(reader);
}

static bool read_statistics(struct wire_reader *reader, struct protocol_statistics *statistics)
{
    statistics->sent_bits_per_s = wire_read_u32(reader);
    statistics->round_trip_us = wire_read_u32(reader);
    statistics->frames_sent = wire_read_u32(reader);
    statistics->frames_skipped = wire_read_u32(reader);
    statistics->target_bits_per_s = wire_read_u32(reader);
    statistics->players = wire_read_u32(reader);
    return wire_is_read(reader);
}

static enum protocol_verdict verdict_of(bool is_valid)
{
    return is_valid ? PROTOCOL_OK : PROTOCOL_MALFORMED;
}

enum protocol_verdict protocol_read_server(const uint8_t *data, size_t size,
                                           struct protocol_server_message *message)
{
    struct wire_reader reader = wire_reader_of(data, size);
    memset(message, 0, sizeof *message);
    uint8_t kind = wire_read_u8(&reader);
    if (reader.is_broken)
        return PROTOCOL_MALFORMED;
    message->kind = kind;
    switch (message->kind) {
    case PROTOCOL_HELLO:
        return verdict_of(read_hello(&reader, &message->hello));
    case PROTOCOL_FORMAT:
        return verdict_of(read_format(&reader, &message->format));
    case PROTOCOL_FRAME:
        return verdict_of(read_frame(&reader, &message->frame));
    case PROTOCOL_PAUSE:
        return verdict_of(read_pause(&reader, &message->pause_reason));
    case PROTOCOL_RESUME:
        return verdict_of(wire_is_read(&reader));
    case PROTOCOL_NOTICE:
        return verdict_of(read_text(&reader, &message->notice));
    case PROTOCOL_PONG:
        return verdict_of(read_pong(&reader, &message->pong));
    case PROTOCOL_STATISTICS:
        return verdict_of(read_statistics(&reader, &message->statistics));
    case PROTOCOL_BYE:
        return verdict_of(read_text(&reader, &message->bye));
    }
    return PROTOCOL_SKIP;
}

// ---- writing client messages -------------------------------------------------------------------

static struct wire_writer begin(uint8_t *out, size_t out_max, enum protocol_client_kind kind)
{
    struct wire_writer writer = wire_writer_of(out, out_max);
    wire_write_u8(&writer, (uint8_t)kind);
    return writer;
}

static void write_viewport(struct wire_writer *writer, const struct protocol_viewport *viewport)
{
    wire_write_u16(writer, viewport->width_css_px);
    wire_write_u16(writer, viewport->height_css_px);
    wire_write_u16(writer, viewport->pixel_ratio_256);
    for (size_t i = 0; i < 4; i++)
        wire_write_u16(writer, viewport->inset_css_px[i]);
}

size_t protocol_write_join(uint8_t *out, size_t out_max, const struct protocol_join *join)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_JOIN);
    wire_write_u8(&writer, join->version);
    wire_write_u8(&writer, join->decoders);
    wire_write_u8(&writer, (uint8_t)join->credential_kind);
    write_viewport(&writer, &join->viewport);
    wire_write_bytes(&writer, join->language, PROTOCOL_LANGUAGE_SIZE);
    wire_write_u16(&writer, join->credential_size);
    wire_write_bytes(&writer, join->credential, join->credential_size);
    return wire_written(&writer);
}

size_t protocol_write_viewport(uint8_t *out, size_t out_max, const struct protocol_viewport *viewport)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_VIEWPORT);
    write_viewport(&writer, viewport);
    return wire_written(&writer);
}

size_t protocol_write_pointer(uint8_t *out, size_t out_max, const struct protocol_pointer *pointer)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_POINTER);
    wire_write_u32(&writer, pointer->sequence);
    wire_write_u8(&writer, pointer->pointer);
    wire_write_u8(&writer, (uint8_t)pointer->phase);
    wire_write_u16(&writer, pointer->x);
    wire_write_u16(&writer, pointer->y);
    wire_write_u32(&writer, pointer->frame);
    wire_write_u64(&writer, pointer->client_us);
    return wire_written(&writer);
}

size_t protocol_write_acknowledge(uint8_t *out, size_t out_max,
                                  const struct protocol_acknowledge *acknowledge)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_ACKNOWLEDGE);
    wire_write_u32(&writer, acknowledge->frame);
    wire_write_u32(&writer, acknowledge->decode_us);
    wire_write_u64(&writer, acknowledge->presented_us);
    return wire_written(&writer);
}

size_t protocol_write_keyframe_request(uint8_t *out, size_t out_max)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_KEYFRAME_REQUEST);
    return wire_written(&writer);
}

size_t protocol_write_visibility(uint8_t *out, size_t out_max, bool is_visible)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_VISIBILITY);
    wire_write_u8(&writer, is_visible);
    return wire_written(&writer);
}

size_t protocol_write_ping(uint8_t *out, size_t out_max, uint64_t client_us)
{
    struct wire_writer writer = begin(out, out_max, PROTOCOL_PING);
    wire_write_u64(&writer, client_us);
    return wire_written(&writer);
}
