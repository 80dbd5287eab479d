#include "tests/data/rewrite.h"

#include <string.h>

size_t rewrite_client(uint8_t *out, size_t out_max, const struct protocol_client_message *message)
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

static size_t write_frame(uint8_t *out, size_t out_max, const struct protocol_frame_message *frame)
{
    size_t header_size = protocol_write_frame_header(out, out_max, &frame->header);
    if (header_size == 0 || frame->header.data_size > out_max - header_size)
        return 0;
    memcpy(out + header_size, frame->data, frame->header.data_size);
    return header_size + frame->header.data_size;
}

size_t rewrite_server(uint8_t *out, size_t out_max, const struct protocol_server_message *message)
{
    switch (message->kind) {
    case PROTOCOL_HELLO:
        return protocol_write_hello(out, out_max, &message->hello);
    case PROTOCOL_FORMAT:
        return protocol_write_format(out, out_max, &message->format);
    case PROTOCOL_FRAME:
        return write_frame(out, out_max, &message->frame);
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
