#include "cloudsvc/session/picture_file.h"

#include <assert.h>
#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libyuv.h>
#include <stdio.h>

/// What coding one picture needs.
struct coder {
    AVCodecContext *context;
    AVFrame *frame;
    AVPacket *packet;
};

static bool coder_open(struct coder *coder, uint32_t width_px, uint32_t height_px)
{
    const AVCodec *png = avcodec_find_encoder(AV_CODEC_ID_PNG);
    if (!png)
        return false;
    *coder = (struct coder){avcodec_alloc_context3(png), av_frame_alloc(), av_packet_alloc()};
    if (!coder->context || !coder->frame || !coder->packet)
        return false;
    coder->context->width = coder->frame->width = (int)width_px;
    coder->context->height = coder->frame->height = (int)height_px;
    coder->context->pix_fmt = AV_PIX_FMT_RGB24;
    coder->context->time_base = (AVRational){1, 1};
    coder->frame->format = AV_PIX_FMT_RGB24;
    return avcodec_open2(coder->context, png, NULL) == 0 && av_frame_get_buffer(coder->frame, 0) == 0;
}

static void coder_close(struct coder *coder)
{
    avcodec_free_context(&coder->context);
    av_frame_free(&coder->frame);
    av_packet_free(&coder->packet);
}

/// "H420" is BT.709 in limited range, "RAW" is red, green, blue.
static bool encode(struct coder *coder, const struct renderer_target *picture)
{
    int status = H420ToRAW(picture->planes[0], picture->strides[0], picture->planes[1], picture->strides[1],
                           picture->planes[2], picture->strides[2], coder->frame->data[0],
                           coder->frame->linesize[0], coder->frame->width, coder->frame->height);
    return status == 0 && avcodec_send_frame(coder->context, coder->frame) == 0 &&
           avcodec_receive_packet(coder->context, coder->packet) == 0;
}

static bool write_file(const char *path, const AVPacket *packet)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool is_written = fwrite(packet->data, 1, (size_t)packet->size, file) == (size_t)packet->size;
    return fclose(file) == 0 && is_written;
}

bool picture_file_write(const char *path, const struct renderer_target *picture, uint32_t width_px,
                        uint32_t height_px)
{
    assert(width_px >= 1 && width_px <= picture->width_px);
    assert(height_px >= 1 && height_px <= picture->height_px);
    struct coder coder = {0};
    errno = ENOMEM;
    bool is_coded = coder_open(&coder, width_px, height_px) && encode(&coder, picture);
    bool is_written = is_coded && write_file(path, coder.packet);
    int reason = errno;
    coder_close(&coder);
    errno = reason;
    return is_written;
}
