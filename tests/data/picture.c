#include "tests/data/picture.h"

#include <libavcodec/avcodec.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/data/drivers.h"

enum { STRIDE_EXTRA = 24, FILE_BYTES_MAX = 16 << 20 };

// ---- I420 ----------------------------------------------------------------------------------------

struct picture *picture_create(uint32_t width_px, uint32_t height_px)
{
    struct picture *picture = calloc(1, sizeof *picture);
    drivers_stay_loaded();
    if (!picture)
        return NULL;
    picture->width_px = picture->target.width_px = (width_px + 1) / 2 * 2;
    picture->height_px = picture->target.height_px = (height_px + 1) / 2 * 2;
    for (int i = 0; i < 3; i++) {
        uint32_t divisor = i == 0 ? 1 : 2;
        picture->target.strides[i] = (int)(picture->width_px / divisor) + STRIDE_EXTRA;
        picture->target.planes[i] = calloc(picture->height_px / divisor, (size_t)picture->target.strides[i]);
        if (!picture->target.planes[i]) {
            picture_destroy(picture);
            return NULL;
        }
    }
    return picture;
}

void picture_destroy(struct picture *picture)
{
    if (!picture)
        return;
    for (int i = 0; i < 3; i++)
        free(picture->target.planes[i]);
    free(picture);
}

static uint8_t sample(const struct picture *picture, int plane, uint32_t x, uint32_t y)
{
    return picture->target.planes[plane][(ptrdiff_t)picture->target.strides[plane] * y + x];
}

static uint8_t to_byte(float value)
{
    return (uint8_t)(fminf(fmaxf(value, 0), 255) + 0.5f);
}

struct view_color picture_color(const struct picture *picture, uint32_t x, uint32_t y)
{
    // ITU-R BT.709-6, limited range.
    float luma = 255.0f / 219 * ((float)sample(picture, 0, x, y) - 16);
    float blue = 255.0f / 224 * ((float)sample(picture, 1, x / 2, y / 2) - 128);
    float red = 255.0f / 224 * ((float)sample(picture, 2, x / 2, y / 2) - 128);
    return (struct view_color){to_byte(luma + 1.5748f * red), to_byte(luma - 0.1873f * blue - 0.4681f * red),
                               to_byte(luma + 1.8556f * blue), 255};
}

bool picture_is_white(const struct picture *picture, uint32_t x, uint32_t y)
{
    return sample(picture, 0, x, y) == 235 && sample(picture, 1, x / 2, y / 2) == 128 &&
           sample(picture, 2, x / 2, y / 2) == 128;
}

// ---- RGB -----------------------------------------------------------------------------------------

struct image image_of_picture(const struct picture *picture)
{
    struct image image = {picture->width_px, picture->height_px, NULL};
    image.pixels = malloc((size_t)3 * image.width_px * image.height_px);
    for (uint32_t y = 0; image.pixels && y < image.height_px; y++) {
        for (uint32_t x = 0; x < image.width_px; x++) {
            struct view_color color = picture_color(picture, x, y);
            memcpy(image.pixels + 3 * ((size_t)y * image.width_px + x),
                   (uint8_t[]){color.r, color.g, color.b}, 3);
        }
    }
    return image;
}

struct image image_halve(const struct image *image)
{
    struct image half = {image->width_px / 2, image->height_px / 2, NULL};
    half.pixels = malloc((size_t)3 * half.width_px * half.height_px);
    size_t row_bytes = (size_t)3 * image->width_px;
    for (size_t i = 0; half.pixels && i < (size_t)3 * half.width_px * half.height_px; i++) {
        size_t x = i / 3 % half.width_px;
        size_t y = i / 3 / half.width_px;
        const uint8_t *corner = image->pixels + 2 * y * row_bytes + 6 * x + i % 3;
        half.pixels[i] =
            (uint8_t)((corner[0] + corner[3] + corner[row_bytes] + corner[row_bytes + 3] + 2) / 4);
    }
    return half;
}

void image_finish(struct image *image)
{
    free(image->pixels);
    *image = (struct image){0};
}

// ---- PNG, by libavcodec --------------------------------------------------------------------------

/// What coding one picture needs.
struct codec {
    AVCodecContext *context;
    AVFrame *frame;
    AVPacket *packet;
};

static bool codec_open(struct codec *codec, const AVCodec *kind, uint32_t width_px, uint32_t height_px)
{
    *codec = (struct codec){avcodec_alloc_context3(kind), av_frame_alloc(), av_packet_alloc()};
    if (!codec->context || !codec->frame || !codec->packet)
        return false;
    if (av_codec_is_encoder(kind)) {
        codec->context->width = codec->frame->width = (int)width_px;
        codec->context->height = codec->frame->height = (int)height_px;
        codec->context->pix_fmt = AV_PIX_FMT_RGB24;
        codec->context->time_base = (AVRational){1, 1};
        codec->context->compression_level = 9;
        codec->frame->format = AV_PIX_FMT_RGB24;
    }
    return avcodec_open2(codec->context, kind, NULL) == 0;
}

static void codec_close(struct codec *codec)
{
    avcodec_free_context(&codec->context);
    av_frame_free(&codec->frame);
    av_packet_free(&codec->packet);
}

static bool encode(struct codec *codec, const struct image *image)
{
    if (av_frame_get_buffer(codec->frame, 0) < 0)
        return false;
    size_t row_bytes = (size_t)3 * image->width_px;
    for (uint32_t y = 0; y < image->height_px; y++)
        memcpy(codec->frame->data[0] + (ptrdiff_t)codec->frame->linesize[0] * y,
               image->pixels + row_bytes * y, row_bytes);
    return avcodec_send_frame(codec->context, codec->frame) == 0 &&
           avcodec_receive_packet(codec->context, codec->packet) == 0;
}

static bool write_file(const char *path, const uint8_t *bytes, size_t count)
{
    FILE *file = fopen(path, "wb");
    if (!file)
        return false;
    bool is_written = fwrite(bytes, 1, count, file) == count;
    return fclose(file) == 0 && is_written;
}

bool image_save(const struct image *image, const char *path)
{
    struct codec codec;
    bool is_saved =
        codec_open(&codec, avcodec_find_encoder(AV_CODEC_ID_PNG), image->width_px, image->height_px) &&
        encode(&codec, image) && write_file(path, codec.packet->data, (size_t)codec.packet->size);
    codec_close(&codec);
    return is_saved;
}

static bool read_packet(const char *path, AVPacket *packet)
{
    FILE *file = fopen(path, "rb");
    if (!file || av_new_packet(packet, FILE_BYTES_MAX) < 0) {
        if (file)
            fclose(file);
        return false;
    }
    size_t count = fread(packet->data, 1, FILE_BYTES_MAX, file);
    fclose(file);
    av_shrink_packet(packet, (int)count);
    return count > 0;
}

struct image image_load(const char *path)
{
    struct codec codec;
    struct image image = {0};
    bool is_loaded =
        codec_open(&codec, avcodec_find_decoder(AV_CODEC_ID_PNG), 0, 0) && read_packet(path, codec.packet) &&
        avcodec_send_packet(codec.context, codec.packet) == 0 &&
        avcodec_receive_frame(codec.context, codec.frame) == 0 && codec.frame->format == AV_PIX_FMT_RGB24;
    if (is_loaded) {
        image.width_px = (uint32_t)codec.frame->width;
        image.height_px = (uint32_t)codec.frame->height;
        size_t row_bytes = (size_t)3 * image.width_px;
        image.pixels = malloc(row_bytes * image.height_px);
        for (uint32_t y = 0; image.pixels && y < image.height_px; y++)
            memcpy(image.pixels + row_bytes * y,
                   codec.frame->data[0] + (ptrdiff_t)codec.frame->linesize[0] * y, row_bytes);
    }
    codec_close(&codec);
    return image;
}
