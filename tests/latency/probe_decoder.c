#include "tests/latency/probe_decoder.h"

#include <libavcodec/avcodec.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/stream/protocol.h"

struct probe_decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
    uint8_t data[PROTOCOL_FRAME_DATA_MAX + AV_INPUT_BUFFER_PADDING_SIZE]; // libavcodec reads past the end
};

static AVCodecContext *open_context(void)
{
    const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_H264);
    AVCodecContext *context = codec ? avcodec_alloc_context3(codec) : NULL;
    if (!context)
        return NULL;
    context->thread_count = 1; // frame threads would each hold a picture back
    context->flags |= AV_CODEC_FLAG_LOW_DELAY;
    if (avcodec_open2(context, codec, NULL) < 0)
        avcodec_free_context(&context);
    return context;
}

struct probe_decoder *probe_decoder_create(void)
{
    struct probe_decoder *decoder = calloc(1, sizeof *decoder);
    if (!decoder)
        return NULL;
    decoder->context = open_context();
    decoder->packet = av_packet_alloc();
    decoder->frame = av_frame_alloc();
    if (!decoder->context || !decoder->packet || !decoder->frame) {
        probe_decoder_destroy(decoder);
        return NULL;
    }
    return decoder;
}

void probe_decoder_destroy(struct probe_decoder *decoder)
{
    if (!decoder)
        return;
    avcodec_free_context(&decoder->context);
    av_packet_free(&decoder->packet);
    av_frame_free(&decoder->frame);
    free(decoder);
}

bool probe_decoder_decode(struct probe_decoder *decoder, const uint8_t *data, size_t size,
                          struct mark_picture *picture)
{
    if (size > PROTOCOL_FRAME_DATA_MAX)
        return false;
    memcpy(decoder->data, data, size);
    memset(decoder->data + size, 0, AV_INPUT_BUFFER_PADDING_SIZE);
    decoder->packet->data = decoder->data;
    decoder->packet->size = (int)size;
    if (avcodec_send_packet(decoder->context, decoder->packet) < 0 ||
        avcodec_receive_frame(decoder->context, decoder->frame) < 0 ||
        decoder->frame->format != AV_PIX_FMT_YUV420P) {
        return false;
    }
    *picture = (struct mark_picture){.width_px = (uint32_t)decoder->frame->width,
                                     .height_px = (uint32_t)decoder->frame->height};
    for (int plane = 0; plane < 3; plane++) {
        picture->planes[plane] = decoder->frame->data[plane];
        picture->strides[plane] = decoder->frame->linesize[plane];
    }
    return true;
}
