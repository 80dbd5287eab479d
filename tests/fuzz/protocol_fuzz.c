// Messages from either side: whatever is read as valid must come out again byte by byte when written.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/stream/protocol.h"
#include "tests/latency/protocol_client.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t write_client(uint8_t *out, size_t out_max, const struct protocol_client_message *message)
{
    switch (message->kind) {
    case PROTOCOL_JOIN:
        return protocol_write_join(out, out_max, &message->join);
    case PROTOCOL_VIEWPORT:
        return protocol_write_viewport(out, out_max, &message->viewport);
    case PROTOCOL_POINTER:
        return protocol_write_pointer(out, out_max, &message->pointer);
    case PROTOCOL_ACKNOWLEDGE:
        return protocol_write_acknowledge(out, out_max, &message->acknowledge);
    case PROTOCOL_KEYFRAME_REQUEST:
        return protocol_write_keyframe_request(out, out_max);
    case PROTOCOL_VISIBILITY:
        return protocol_write_visibility(out, out_max, message->is_visible);
    case PROTOCOL_PING:
        return protocol_write_ping(out, out_max, message->ping_client_us);
    }
    return 0;
}

static size_t write_server(uint8_t *out, size_t out_max, const struct protocol_server_message *message)
{
    switch (message->kind) {
    case PROTOCOL_HELLO:
        return protocol_write_hello(out, out_max, &message->hello);
    case PROTOCOL_FORMAT:
        return protocol_write_format(out, out_max, &message->format);
    case PROTOCOL_FRAME:
        return protocol_write_frame_header(out, out_max, &message->frame.header);
    case PROTOCOL_PAUSE:
        return protocol_write_pause(out, out_max, message->pause_reason);
    case PROTOCOL_RESUME:
        return protocol_write_resume(out, out_max);
    case PROTOCOL_NOTICE:
        return protocol_write_notice(out, out_max, (enum protocol_notice_code)message->notice.code,
                                     message->notice.text);
    case PROTOCOL_PONG:
        return protocol_write_pong(out, out_max, message->pong.client_us, message->pong.server_us);
    case PROTOCOL_STATISTICS:
        return protocol_write_statistics(out, out_max, &message->statistics);
    case PROTOCOL_BYE:
        return protocol_write_bye(out, out_max, (enum protocol_bye_code)message->bye.code, message->bye.text);
    }
    return 0;
}

static void check(bool is_right)
{
    if (!is_right)
        abort();
}

static void try_client(const uint8_t *data, size_t size)
{
    struct protocol_client_message message;
    uint8_t out[PROTOCOL_CLIENT_MESSAGE_MAX];
    if (protocol_read_client(data, size, &message) != PROTOCOL_OK)
        return;
    if (message.kind == PROTOCOL_JOIN && message.join.version != PROTOCOL_VERSION)
        return; // nothing more is read of it
    check(write_client(out, sizeof out, &message) == size);
    check(memcmp(out, data, size) == 0);
}

static void try_server(const uint8_t *data, size_t size)
{
    struct protocol_server_message message;
    uint8_t out[PROTOCOL_TEXT_MAX + 64];
    if (protocol_read_server(data, size, &message) != PROTOCOL_OK)
        return;
    size_t written = write_server(out, sizeof out, &message);
    size_t picture_size = message.kind == PROTOCOL_FRAME ? message.frame.header.data_size : 0;
    check(written + picture_size == size);
    check(memcmp(out, data, written) == 0);
    check(picture_size == 0 || message.frame.data == data + written);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_client(data, size);
    try_server(data, size);
    return 0;
}
