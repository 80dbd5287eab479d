#include "cloudsvc/stream/encoder.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>
#include <libavutil/opt.h>
#include <libyuv/convert_from.h>

#include "cloudsvc/stream/nal.h"
#include "cloudsvc/stream/protocol.h"

enum { REASON_MAX = 128 };

_Static_assert(ENCODER_PICTURE_BITS_MAX / 8 * 4 / 3 <= PROTOCOL_FRAME_DATA_MAX, "every packet is a message");

/// An option of libavcodec's.
struct option {
    const char *name;
    const char *value;
};

/// An encoder of libavcodec's, and how it is set up.
struct backend {
    const char *name;
    const struct option *options; // ends with a zeroed one
    uint32_t vbv_frames;          // as many frames' shares of the rate may come at once
    int gop_pictures;             // an IDR comes when asked for, and else so rarely
    bool is_sliced;               // works with several threads, a slice each
    bool takes_surfaces;          // of a VA-API device, instead of pictures in memory
};

struct encoder {
    const struct backend *backend;
    AVCodecContext *context;
    AVFrame *input; // I420, filled by the caller
    AVPacket *packet;
    AVBufferRef *device; // VA-API's, when the backend takes surfaces
    AVFrame *nv12;       // the input as that device takes it
    uint32_t frame_rate;
    uint32_t bits_per_s;
    int64_t picture_count;
    uint64_t encoded_us; // when the last picture came, 0: none yet
    double slowness;     // smoothed time between pictures over the nominal one: 2 at half the frame rate
    double rate_scale;   // the slowness that the rate is set for
    bool is_proven;      // opened, and has encoded the trial picture
    char codec_string[ENCODER_CODEC_STRING_MAX];
    char reason[REASON_MAX]; // why it does not open
};

// ---- backends ----------------------------------------------------------------------------------

static const struct option NVENC_OPTIONS[] = {
    {"preset", "p4"},     {"tune", "ull"},       {"rc", "cbr"},       {"delay", "0"},
    {"zerolatency", "1"}, {"multipass", "qres"}, {"forced-idr", "1"}, {0},
};

static const struct option VAAPI_OPTIONS[] = {
    {"rc_mode", "CBR"},
    {"async_depth", "1"},
    {0},
};

/// Above a QP of 51 libx264 filters the picture until it fits the rate, which takes regions with it; below,
/// regions are heeded if adaptive quantization is on: so weakly it changes nothing else.
static const struct option X264_OPTIONS[] = {
    {"preset", "ultrafast"}, {"tune", "zerolatency"}, {"forced-idr", "1"}, {"sc_threshold", "0"},
    {"aq-strength", "0.01"}, {"aq-mode", "variance"}, {"qmax", "51"},      {0},
};

/// How much finer regions are coded: 12 of 51 steps of QP is a quarter of the step size. With 6, one tap mark
/// in 360 was not white in its first picture at 500 kb/s; with 12 none at 250 kb/s.
static const AVRational REGION_OFFSET = {-12, 51};

enum {
    GOP_INFINITE = 1 << 30, // X264_KEYINT_MAX_INFINITE; all that NVENC asks for is a large number
    GOP_LONG = 30000,       // VA-API drivers keep it in 16 bits
};

/// In the order in which "auto" tries them. With libx264 at 3 Mb/s and 60 frames a second, a VBV of 1.5, 3
/// and 6 frames used 73, 88 and 99 % of the rate, and the largest IDR was 1.3, 2.3 and 3.5 frames' share.
static const struct backend BACKENDS[] = {
    {"h264_nvenc", NVENC_OPTIONS, .vbv_frames = 1, .gop_pictures = GOP_INFINITE},
    {"h264_vaapi", VAAPI_OPTIONS, .vbv_frames = 1, .gop_pictures = GOP_LONG, .takes_surfaces = true},
    {"libx264", X264_OPTIONS, .vbv_frames = 3, .gop_pictures = GOP_INFINITE, .is_sliced = true},
};

enum { BACKEND_COUNT = sizeof BACKENDS / sizeof BACKENDS[0] };

// ---- why an encoder does not open --------------------------------------------------------------

/// Notes the first reason: what follows from it says less.
/// @return false, for the caller to return
static bool fail(struct encoder *encoder, const char *reason)
{
    if (encoder->reason[0] == '\0')
        snprintf(encoder->reason, sizeof encoder->reason, "%s", reason);
    return false;
}

static bool fail_with(struct encoder *encoder, int error)
{
    char reason[REASON_MAX];
    av_strerror(error, reason, sizeof reason);
    return fail(encoder, reason);
}

/// What libavcodec logs about begins with a pointer to its class; it may also log about nothing.
static const AVClass *class_of(void *object)
{
    return object ? *(const AVClass **)object : NULL;
}

/// The encoder whose context libavcodec logs about; NULL when it is about something else.
static struct encoder *encoder_of(void *object)
{
    AVCodecContext *context = object;
    if (!context || class_of(object) != avcodec_get_class() || !av_codec_is_encoder(context->codec))
        return NULL;
    return context->opaque;
}

static bool is_about_device(void *object)
{
    const AVClass *class = class_of(object);
    return class && strcmp(class->class_name, "AVHWDeviceContext") == 0;
}

/// Stands in for libavcodec's log, which is one for the whole process: keeps the first error of an encoder
/// being opened, which says more than the status (which library is missing), and is silent about the rest.
__attribute__((format(printf, 3, 0))) static void take_log(void *object, int level, const char *format,
                                                           va_list arguments)
{
    struct encoder *encoder = encoder_of(object);
    if (!encoder && !is_about_device(object)) {
        av_log_default_callback(object, level, format, arguments);
        return;
    }
    if (!encoder || encoder->is_proven || level > AV_LOG_ERROR)
        return;
    char line[REASON_MAX];
    vsnprintf(line, sizeof line, format, arguments);
    line[strcspn(line, "\n")] = '\0';
    fail(encoder, line);
}

// ---- opening -----------------------------------------------------------------------------------

static void set_picture(AVCodecContext *context, const struct encoder_settings *settings)
{
    context->width = (int)(settings->width_px + settings->width_px % 2);
    context->height = (int)(settings->height_px + settings->height_px % 2);
    context->pix_fmt = AV_PIX_FMT_YUV420P;
    context->color_range = AVCOL_RANGE_MPEG;
    context->colorspace = AVCOL_SPC_BT709;
    context->color_primaries = AVCOL_PRI_BT709;
    context->color_trc = AVCOL_TRC_BT709;
}

static void set_rate(struct encoder *encoder)
{
    AVCodecContext *context = encoder->context;
    double bits_per_picture = encoder->bits_per_s * encoder->rate_scale / encoder->frame_rate;
    bits_per_picture = fmin(bits_per_picture, ENCODER_PICTURE_BITS_MAX);
    double at_once = fmin(bits_per_picture * encoder->backend->vbv_frames, ENCODER_PICTURE_BITS_MAX);
    context->bit_rate = (int64_t)(bits_per_picture * encoder->frame_rate);
    context->rc_max_rate = context->bit_rate;
    context->rc_buffer_size = (int)at_once;
}

static void set_timing(AVCodecContext *context, const struct backend *backend,
                       const struct encoder_settings *settings)
{
    context->time_base = (AVRational){1, (int)settings->frame_rate};
    context->framerate = (AVRational){(int)settings->frame_rate, 1};
    context->gop_size = backend->gop_pictures;
    context->max_b_frames = 0;
    if (backend->is_sliced) {
        context->thread_type = FF_THREAD_SLICE;
        context->thread_count = (int)settings->slices;
        context->slices = (int)settings->slices;
    }
}

static AVFrame *create_frame(const AVCodecContext *context, enum AVPixelFormat format)
{
    AVFrame *frame = av_frame_alloc();
    if (!frame)
        return NULL;
    frame->width = context->width;
    frame->height = context->height;
    frame->format = format;
    if (av_frame_get_buffer(frame, 0) < 0)
        av_frame_free(&frame);
    return frame;
}

/// Regions lie in side data of the input: the memory is taken once. Those without area are none.
static bool create_input(struct encoder *encoder)
{
    encoder->input = create_frame(encoder->context, AV_PIX_FMT_YUV420P);
    if (!encoder->input)
        return false;
    size_t size = ENCODER_REGIONS_MAX * sizeof(AVRegionOfInterest);
    AVFrameSideData *data = av_frame_new_side_data(encoder->input, AV_FRAME_DATA_REGIONS_OF_INTEREST, size);
    if (data)
        encoder_keep_clear(encoder, NULL, 0);
    return data;
}

/// Opens a VA-API device and makes the context take its surfaces.
static bool open_device(struct encoder *encoder)
{
    AVCodecContext *context = encoder->context;
    if (access("/dev/dri", F_OK) != 0)
        return fail(encoder, "no device in /dev/dri");
    int error = av_hwdevice_ctx_create(&encoder->device, AV_HWDEVICE_TYPE_VAAPI, NULL, NULL, 0);
    if (error < 0)
        return fail_with(encoder, error);
    context->hw_frames_ctx = av_hwframe_ctx_alloc(encoder->device);
    encoder->nv12 = create_frame(context, AV_PIX_FMT_NV12);
    if (!context->hw_frames_ctx || !encoder->nv12)
        return fail(encoder, "out of memory");
    AVHWFramesContext *frames = (AVHWFramesContext *)context->hw_frames_ctx->data;
    frames->format = AV_PIX_FMT_VAAPI;
    frames->sw_format = AV_PIX_FMT_NV12;
    frames->width = context->width;
    frames->height = context->height;
    frames->initial_pool_size = 4; // one being filled, one being encoded, one referenced, one to spare
    error = av_hwframe_ctx_init(context->hw_frames_ctx);
    context->pix_fmt = AV_PIX_FMT_VAAPI;
    return error < 0 ? fail_with(encoder, error) : true;
}

static bool open_codec(struct encoder *encoder, const AVCodec *codec)
{
    AVDictionary *options = NULL;
    int error = 0;
    for (const struct option *option = encoder->backend->options; option->name && error >= 0; option++)
        error = av_dict_set(&options, option->name, option->value, 0);
    if (error >= 0)
        error = avcodec_open2(encoder->context, codec, &options);
    av_dict_free(&options);
    return error < 0 ? fail_with(encoder, error) : true;
}

/// Encodes a black picture: proves that the encoder works, and its SPS is the one that decoders will see.
static bool try_out(struct encoder *encoder)
{
    struct encoder_picture picture;
    struct encoder_packet packet;
    if (!encoder_begin(encoder, &picture))
        return fail(encoder, "out of memory");
    memset(picture.planes[0], 16, (size_t)picture.strides[0] * picture.height_px);
    memset(picture.planes[1], 128, (size_t)picture.strides[1] * picture.height_px / 2);
    memset(picture.planes[2], 128, (size_t)picture.strides[2] * picture.height_px / 2);
    if (!encoder_encode(encoder, true, 0, &packet))
        return fail(encoder, "it opened but did not encode");
    if (!packet.is_keyframe || !nal_codec_string(packet.data, packet.size, encoder->codec_string))
        return fail(encoder, "its pictures cannot be decoded from the first on");
    return true;
}

static bool open_encoder(struct encoder *encoder, const struct encoder_settings *settings)
{
    const AVCodec *codec = avcodec_find_encoder_by_name(encoder->backend->name);
    if (!codec)
        return fail(encoder, "not in this libavcodec");
    encoder->context = avcodec_alloc_context3(codec);
    encoder->packet = av_packet_alloc();
    if (!encoder->context || !encoder->packet)
        return fail(encoder, "out of memory");
    encoder->context->opaque = encoder;
    set_picture(encoder->context, settings);
    set_timing(encoder->context, encoder->backend, settings);
    set_rate(encoder);
    if (!create_input(encoder))
        return fail(encoder, "out of memory");
    if (encoder->backend->takes_surfaces && !open_device(encoder))
        return false;
    return open_codec(encoder, codec) && try_out(encoder);
}

/// @param[out] reason  REASON_MAX bytes, why it did not open
static struct encoder *create_backend(const struct backend *backend, const struct encoder_settings *settings,
                                      char *reason)
{
    snprintf(reason, REASON_MAX, "out of memory");
    struct encoder *encoder = calloc(1, sizeof *encoder);
    if (!encoder)
        return NULL;
    encoder->backend = backend;
    encoder->frame_rate = settings->frame_rate;
    encoder->bits_per_s = settings->bits_per_s;
    encoder->slowness = 1;
    encoder->rate_scale = 1;
    encoder->is_proven = open_encoder(encoder, settings);
    if (encoder->is_proven)
        return encoder;
    memcpy(reason, encoder->reason, REASON_MAX);
    encoder_destroy(encoder);
    return NULL;
}

static void append(char *error, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void append(char *error, const char *format, ...)
{
    size_t length = strlen(error);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error + length, ENCODER_ERROR_MAX - length, format, arguments);
    va_end(arguments);
}

struct encoder *encoder_create(const struct encoder_settings *settings, char *error)
{
    assert(settings->width_px >= ENCODER_SIZE_MIN_PX);
    assert(settings->height_px >= ENCODER_SIZE_MIN_PX);
    assert(settings->frame_rate >= 1);
    assert(settings->bits_per_s >= ENCODER_RATE_MIN);
    assert(settings->slices >= 1);
    av_log_set_callback(take_log);
    error[0] = '\0';
    for (size_t i = 0; i < BACKEND_COUNT; i++) {
        char reason[REASON_MAX];
        const char *name = BACKENDS[i].name;
        if (strcmp(settings->name, "auto") != 0 && strcmp(settings->name, name) != 0)
            continue;
        struct encoder *encoder = create_backend(&BACKENDS[i], settings, reason);
        if (encoder) {
            append(error, "%s opened", name);
            return encoder;
        }
        append(error, "%s did not open: %s; ", name, reason);
    }
    append(error, "no encoder named %s opens; there are auto, h264_nvenc, h264_vaapi and libx264",
           settings->name);
    return NULL;
}

void encoder_destroy(struct encoder *encoder)
{
    if (!encoder)
        return;
    av_frame_free(&encoder->input);
    av_frame_free(&encoder->nv12);
    av_packet_free(&encoder->packet);
    avcodec_free_context(&encoder->context);
    av_buffer_unref(&encoder->device);
    free(encoder);
}

const char *encoder_name(const struct encoder *encoder)
{
    return encoder->backend->name;
}

const char *encoder_codec_string(const struct encoder *encoder)
{
    return encoder->codec_string;
}

// ---- the rate ----------------------------------------------------------------------------------

/// libavcodec's encoders share the rate out by pictures at the nominal frame rate, whatever the time between
/// them. So a stream that runs at half of it is given twice the rate, and one with early frames less.
static void follow_frame_rate(struct encoder *encoder, uint64_t now_us)
{
    const double WEIGHT = 1.0 / 16;      // of one picture: a quarter of a second at 60
    const double SLOWNESS_MIN = 1.0 / 8; // 120 frames a second where 15 are nominal
    const double SLOWNESS_MAX = 4;       // longer is a pause
    const double STEP = 1.05;            // below it, jitter would set the rate at every picture
    if (encoder->encoded_us != 0 && now_us > encoder->encoded_us) {
        double slowness = (double)(now_us - encoder->encoded_us) * encoder->frame_rate / 1e6;
        slowness = fmin(fmax(slowness, SLOWNESS_MIN), SLOWNESS_MAX);
        encoder->slowness += (slowness - encoder->slowness) * WEIGHT;
    }
    encoder->encoded_us = now_us;
    double change = encoder->slowness / encoder->rate_scale;
    if (change > STEP || change < 1 / STEP) {
        encoder->rate_scale = encoder->slowness;
        set_rate(encoder);
    }
}

void encoder_set_rate(struct encoder *encoder, uint32_t bits_per_s)
{
    assert(bits_per_s >= ENCODER_RATE_MIN);
    encoder->bits_per_s = bits_per_s;
    set_rate(encoder);
}

// ---- encoding ----------------------------------------------------------------------------------

bool encoder_begin(struct encoder *encoder, struct encoder_picture *picture)
{
    // No encoder keeps the input after its call: without frames held back, this copies nothing.
    AVFrame *input = encoder->input;
    if (av_frame_make_writable(input) < 0)
        return false;
    encoder_keep_clear(encoder, NULL, 0);
    *picture =
        (struct encoder_picture){.width_px = (uint32_t)input->width, .height_px = (uint32_t)input->height};
    for (size_t i = 0; i < 3; i++) {
        picture->planes[i] = input->data[i];
        picture->strides[i] = input->linesize[i];
    }
    return true;
}

/// A place in a picture, from pixels that may lie beside it.
static int within(float place_px, int size_px)
{
    return (int)fminf(fmaxf(place_px, 0), (float)size_px);
}

void encoder_keep_clear(struct encoder *encoder, const struct encoder_region *regions, size_t count)
{
    assert(count <= ENCODER_REGIONS_MAX);
    const AVFrame *input = encoder->input;
    AVFrameSideData *data = av_frame_get_side_data(input, AV_FRAME_DATA_REGIONS_OF_INTEREST);
    for (size_t i = 0; i < ENCODER_REGIONS_MAX; i++) {
        AVRegionOfInterest *region = (AVRegionOfInterest *)data->data + i;
        *region = (AVRegionOfInterest){.self_size = sizeof *region, .qoffset = REGION_OFFSET};
        if (i >= count)
            continue;
        region->left = within(regions[i].left_px, input->width);
        region->top = within(regions[i].top_px, input->height);
        region->right = within(ceilf(regions[i].right_px), input->width);
        region->bottom = within(ceilf(regions[i].bottom_px), input->height);
    }
}

/// Copies the input to a new surface of the device.
static AVFrame *upload(struct encoder *encoder)
{
    const AVFrame *input = encoder->input;
    AVFrame *nv12 = encoder->nv12;
    I420ToNV12(input->data[0], input->linesize[0], input->data[1], input->linesize[1], input->data[2],
               input->linesize[2], nv12->data[0], nv12->linesize[0], nv12->data[1], nv12->linesize[1],
               input->width, input->height);
    AVFrame *surface = av_frame_alloc();
    if (!surface || av_hwframe_get_buffer(encoder->context->hw_frames_ctx, surface, 0) < 0 ||
        av_hwframe_transfer_data(surface, nv12, 0) < 0)
        av_frame_free(&surface);
    return surface;
}

static bool send(struct encoder *encoder, bool wants_keyframe)
{
    bool uploads = encoder->backend->takes_surfaces;
    AVFrame *frame = uploads ? upload(encoder) : encoder->input;
    if (!frame)
        return false;
    frame->pict_type = wants_keyframe ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE;
    frame->pts = encoder->picture_count++;
    bool is_sent = avcodec_send_frame(encoder->context, frame) == 0;
    if (uploads)
        av_frame_free(&frame);
    return is_sent;
}

bool encoder_encode(struct encoder *encoder, bool wants_keyframe, uint64_t now_us,
                    struct encoder_packet *packet)
{
    bool is_first = encoder->is_proven && encoder->encoded_us == 0;
    follow_frame_rate(encoder, now_us);
    av_packet_unref(encoder->packet);
    if (!send(encoder, wants_keyframe || is_first) ||
        avcodec_receive_packet(encoder->context, encoder->packet) != 0)
        return false;
    packet->data = encoder->packet->data;
    packet->size = (size_t)encoder->packet->size;
    packet->is_keyframe = nal_has_idr(packet->data, packet->size);
    return true;
}
