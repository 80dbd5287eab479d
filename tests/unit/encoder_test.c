#include "cloudsvc/stream/encoder.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <libavcodec/avcodec.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/stream/protocol.h"
#include "tests/data/moving_scene.h"

enum {
    BITS_PER_S = 3000000,
    SMALL_BITS_PER_S = 1000000, // of 640 × 360, so that the content is never too easy for the rate
    FRAME_RATE = 60,
    FRAME_US = 1000000 / FRAME_RATE
};

// ---- decoding what comes out -------------------------------------------------------------------

struct decoder {
    AVCodecContext *context;
    AVPacket *packet;
    AVFrame *frame;
};

static struct decoder create_decoder(void)
{
    const AVCodec *codec = avcodec_find_decoder(AV_CODEC_ID_H264);
    struct decoder decoder = {avcodec_alloc_context3(codec), av_packet_alloc(), av_frame_alloc()};
    decoder.context->flags |= AV_CODEC_FLAG_LOW_DELAY;
    decoder.context->thread_count = 1;
    assert_int_equal(avcodec_open2(decoder.context, codec, NULL), 0);
    return decoder;
}

static void destroy_decoder(struct decoder *decoder)
{
    av_frame_free(&decoder->frame);
    av_packet_free(&decoder->packet);
    avcodec_free_context(&decoder->context);
}

/// Each packet must give its picture at once.
static const AVFrame *decode(struct decoder *decoder, const struct encoder_packet *packet)
{
    assert_int_equal(av_new_packet(decoder->packet, (int)packet->size), 0);
    memcpy(decoder->packet->data, packet->data, packet->size);
    assert_int_equal(avcodec_send_packet(decoder->context, decoder->packet), 0);
    av_packet_unref(decoder->packet);
    assert_int_equal(avcodec_receive_frame(decoder->context, decoder->frame), 0);
    return decoder->frame;
}

static double luma_psnr_db(const struct encoder_picture *picture, const AVFrame *frame)
{
    double squares = 0;
    for (uint32_t y = 0; y < picture->height_px; y++)
        for (uint32_t x = 0; x < picture->width_px; x++) {
            int difference = picture->planes[0][y * (size_t)picture->strides[0] + x] -
                             frame->data[0][y * (size_t)frame->linesize[0] + x];
            squares += difference * difference;
        }
    double pixels = (double)picture->width_px * picture->height_px;
    return 10 * log10(255.0 * 255.0 * pixels / (squares + 1));
}

// ---- a stream ----------------------------------------------------------------------------------

struct stream {
    struct moving_scene *scene;
    struct encoder *encoder;
    struct encoder_picture picture;
    struct encoder_packet packet;
    uint32_t frame;
    uint64_t now_us;
};

static struct encoder_settings settings_of(uint32_t width_px, uint32_t height_px)
{
    return (struct encoder_settings){.name = "libx264",
                                     .width_px = width_px,
                                     .height_px = height_px,
                                     .frame_rate = FRAME_RATE,
                                     .bits_per_s = BITS_PER_S,
                                     .slices = 2};
}

static struct stream open_stream(uint32_t width_px, uint32_t height_px)
{
    char error[ENCODER_ERROR_MAX];
    struct encoder_settings settings = settings_of(width_px, height_px);
    struct stream stream = {.scene = moving_scene_create(), .now_us = 1000000};
    stream.encoder = encoder_create(&settings, error);
    if (!stream.scene || !stream.encoder)
        fail_msg("%s", error);
    return stream;
}

static void close_stream(struct stream *stream)
{
    encoder_destroy(stream->encoder);
    moving_scene_destroy(stream->scene);
}

/// Encodes the next picture, `interval_us` after the last.
static void step(struct stream *stream, bool wants_keyframe, uint64_t interval_us)
{
    stream->now_us += interval_us;
    assert_true(encoder_begin(stream->encoder, &stream->picture));
    moving_scene_draw(stream->scene, stream->frame++, &stream->picture);
    assert_true(encoder_encode(stream->encoder, wants_keyframe, stream->now_us, &stream->packet));
}

/// Bits a second over `frames` pictures that are `interval_us` apart.
static double run(struct stream *stream, uint32_t frames, uint64_t interval_us)
{
    double bits = 0;
    for (uint32_t i = 0; i < frames; i++) {
        step(stream, false, interval_us);
        bits += (double)stream->packet.size * 8;
    }
    return bits * 1e6 / ((double)frames * (double)interval_us);
}

/// libx264 with a short VBV is careful: it stays below the rate on moving content.
static void assert_rate(double bits_per_s, double wanted_bits_per_s)
{
    if (bits_per_s < 0.5 * wanted_bits_per_s || bits_per_s > 1.05 * wanted_bits_per_s)
        fail_msg("%.0f bits a second, where %.0f were wanted", bits_per_s, wanted_bits_per_s);
}

// ---- pictures ----------------------------------------------------------------------------------

static void every_packet_decodes_at_once_to_what_was_drawn(void **state)
{
    (void)state;
    struct stream stream = open_stream(640, 360);
    struct decoder decoder = create_decoder();
    for (int i = 0; i < 90; i++) {
        step(&stream, false, FRAME_US);
        const AVFrame *frame = decode(&decoder, &stream.packet);
        if (i % 8 == 0 && luma_psnr_db(&stream.picture, frame) < 32)
            fail_msg("picture %d: %.1f dB", i, luma_psnr_db(&stream.picture, frame));
    }
    destroy_decoder(&decoder);
    close_stream(&stream);
}

static void any_size_is_coded_at_the_next_even_one(void **state)
{
    (void)state;
    static const struct {
        uint32_t width_px, height_px;
    } SIZES[] = {{64, 64}, {65, 67}, {389, 843}, {720, 1280}, {1279, 719}, {64, 1000}, {2000, 64}};
    for (size_t i = 0; i < sizeof SIZES / sizeof SIZES[0]; i++) {
        struct stream stream = open_stream(SIZES[i].width_px, SIZES[i].height_px);
        struct decoder decoder = create_decoder();
        const AVFrame *frame = NULL;
        for (int k = 0; k < 5; k++) {
            step(&stream, false, FRAME_US);
            frame = decode(&decoder, &stream.packet);
        }
        assert_int_equal(stream.picture.width_px, SIZES[i].width_px + SIZES[i].width_px % 2);
        assert_int_equal(stream.picture.height_px, SIZES[i].height_px + SIZES[i].height_px % 2);
        assert_int_equal(frame->width, stream.picture.width_px);
        assert_int_equal(frame->height, stream.picture.height_px);
        assert_true(luma_psnr_db(&stream.picture, frame) > 32);
        destroy_decoder(&decoder);
        close_stream(&stream);
    }
}

static void colours_come_back_and_are_tagged(void **state)
{
    (void)state;
    // Black, white, red, green and blue by BT.709 in limited range [ITU-R BT.709, 3.5].
    static const uint8_t COLOURS[][3] = {
        {16, 128, 128}, {235, 128, 128}, {63, 102, 240}, {173, 42, 26}, {32, 240, 118},
    };
    struct stream stream = open_stream(128, 128);
    struct decoder decoder = create_decoder();
    for (size_t i = 0; i < sizeof COLOURS / sizeof COLOURS[0]; i++) {
        assert_true(encoder_begin(stream.encoder, &stream.picture));
        for (size_t p = 0; p < 3; p++)
            memset(stream.picture.planes[p], COLOURS[i][p],
                   (size_t)stream.picture.strides[p] * (p == 0 ? 128 : 64));
        assert_true(encoder_encode(stream.encoder, false, stream.now_us += FRAME_US, &stream.packet));
        const AVFrame *frame = decode(&decoder, &stream.packet);
        assert_int_equal(frame->color_range, AVCOL_RANGE_MPEG);
        assert_int_equal(frame->colorspace, AVCOL_SPC_BT709);
        assert_int_equal(frame->color_primaries, AVCOL_PRI_BT709);
        assert_int_equal(frame->color_trc, AVCOL_TRC_BT709);
        for (size_t p = 0; p < 3; p++)
            assert_in_range(frame->data[p][20 * frame->linesize[p] + 20], COLOURS[i][p] - 2,
                            COLOURS[i][p] + 2);
    }
    destroy_decoder(&decoder);
    close_stream(&stream);
}

static void the_input_is_never_copied(void **state)
{
    (void)state;
    struct stream stream = open_stream(640, 360);
    step(&stream, false, FRAME_US);
    const uint8_t *plane = stream.picture.planes[0];
    for (int i = 0; i < 30; i++) {
        step(&stream, i == 10, FRAME_US);
        assert_ptr_equal(stream.picture.planes[0], plane);
    }
    close_stream(&stream);
}

// ---- keyframes ---------------------------------------------------------------------------------

static void an_idr_comes_first_and_when_asked_for_and_never_else(void **state)
{
    (void)state;
    struct stream stream = open_stream(640, 360);
    for (int i = 0; i < 200; i++) {
        bool is_asked = i == 40 || i == 41 || i == 190;
        step(&stream, is_asked, FRAME_US);
        if (stream.packet.is_keyframe != (i == 0 || is_asked))
            fail_msg("picture %d", i);
    }
    close_stream(&stream);
}

static void a_decoder_can_begin_at_any_idr(void **state)
{
    (void)state;
    struct stream stream = open_stream(640, 360);
    for (int i = 0; i < 20; i++)
        step(&stream, false, FRAME_US);
    struct decoder decoder = create_decoder();
    for (int i = 0; i < 10; i++) {
        step(&stream, i == 0, FRAME_US);
        assert_true(luma_psnr_db(&stream.picture, decode(&decoder, &stream.packet)) > 30);
    }
    destroy_decoder(&decoder);
    close_stream(&stream);
}

static void an_idr_costs_at_most_three_frames_share(void **state)
{
    (void)state;
    struct stream stream = open_stream(1280, 720);
    const double SHARE = BITS_PER_S / 8.0 / FRAME_RATE;
    for (int i = 0; i < 80; i++) {
        step(&stream, i % 20 == 0, FRAME_US);
        if ((double)stream.packet.size > 3 * SHARE)
            fail_msg("picture %d: %zu bytes", i, stream.packet.size);
    }
    close_stream(&stream);
}

// ---- the rate ----------------------------------------------------------------------------------

static void the_rate_is_kept_over_any_second_of_motion(void **state)
{
    (void)state;
    struct stream stream = open_stream(1280, 720);
    for (int second = 0; second < 5; second++)
        assert_rate(run(&stream, FRAME_RATE, FRAME_US), BITS_PER_S);
    close_stream(&stream);
}

static void the_rate_is_kept_at_other_frame_rates_than_the_nominal(void **state)
{
    (void)state;
    static const uint64_t INTERVALS_US[] = {33333, 8333, 50000, FRAME_US};
    struct stream stream = open_stream(640, 360);
    encoder_set_rate(stream.encoder, SMALL_BITS_PER_S);
    for (size_t i = 0; i < sizeof INTERVALS_US / sizeof INTERVALS_US[0]; i++) {
        run(&stream, 60, INTERVALS_US[i]); // it is learned
        assert_rate(run(&stream, 60, INTERVALS_US[i]), SMALL_BITS_PER_S);
    }
    close_stream(&stream);
}

static void a_pause_does_not_upset_the_rate(void **state)
{
    (void)state;
    struct stream stream = open_stream(640, 360);
    encoder_set_rate(stream.encoder, SMALL_BITS_PER_S);
    run(&stream, 60, FRAME_US);
    step(&stream, true, 3600u * 1000000);
    assert_rate(run(&stream, FRAME_RATE, FRAME_US), SMALL_BITS_PER_S);
    close_stream(&stream);
}

static void the_rate_changes_without_an_idr(void **state)
{
    (void)state;
    static const uint32_t RATES[] = {500000, 1500000, 300000, 1000000};
    struct stream stream = open_stream(640, 360);
    run(&stream, 30, FRAME_US);
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; i++) {
        encoder_set_rate(stream.encoder, RATES[i]);
        for (int k = 0; k < FRAME_RATE; k++) {
            step(&stream, false, FRAME_US);
            assert_false(stream.packet.is_keyframe);
        }
        assert_rate(run(&stream, FRAME_RATE, FRAME_US), RATES[i]);
    }
    close_stream(&stream);
}

static void paint_noise(struct encoder_picture *picture, struct random_generator *random)
{
    for (int plane = 0; plane < 3; plane++) {
        size_t rows = picture->height_px / (plane ? 2 : 1);
        for (size_t i = 0; i < rows * (size_t)picture->strides[plane]; i++)
            picture->planes[plane][i] = (uint8_t)random_next(random);
    }
}

/// The most that options allow, at a quarter of the frame rate, of what no encoder can make small.
static void no_packet_is_larger_than_a_message_may_be(void **state)
{
    (void)state;
    static const uint32_t RATES[] = {1, 16, 60};
    for (size_t i = 0; i < sizeof RATES / sizeof RATES[0]; i++) {
        char error[ENCODER_ERROR_MAX];
        struct random_generator random;
        random_seed(&random, 1);
        struct encoder_settings settings = settings_of(1920, 1080);
        settings.frame_rate = RATES[i];
        settings.bits_per_s = ENCODER_PICTURE_BITS_MAX * RATES[i];
        struct encoder *encoder = encoder_create(&settings, error);
        assert_non_null(encoder);
        for (uint64_t frame = 1; frame <= 8; frame++) {
            struct encoder_picture picture;
            struct encoder_packet packet;
            assert_true(encoder_begin(encoder, &picture));
            paint_noise(&picture, &random);
            assert_true(encoder_encode(encoder, frame % 3 == 0, frame * 4000000 / RATES[i], &packet));
            if (packet.size > PROTOCOL_FRAME_DATA_MAX)
                fail_msg("%u frames a second, picture %u: %zu bytes", RATES[i], (unsigned)frame, packet.size);
        }
        encoder_destroy(encoder);
    }
}

// ---- opening -----------------------------------------------------------------------------------

static void what_opened_is_told_with_its_codec(void **state)
{
    (void)state;
    char error[ENCODER_ERROR_MAX];
    struct encoder_settings settings = settings_of(1280, 720);
    struct encoder *encoder = encoder_create(&settings, error);
    assert_non_null(encoder);
    assert_string_equal(encoder_name(encoder), "libx264");
    assert_string_equal(error, "libx264 opened");
    assert_int_equal(strlen(encoder_codec_string(encoder)), strlen("avc1.42C01F"));
    assert_ptr_equal(strstr(encoder_codec_string(encoder), "avc1.42"), encoder_codec_string(encoder));
    encoder_destroy(encoder);
    encoder_destroy(NULL);
}

static void auto_says_why_the_ones_before_did_not_open(void **state)
{
    (void)state;
    static const char *const ORDER[] = {"h264_nvenc", "h264_vaapi", "libx264"};
    enum { ORDER_COUNT = sizeof ORDER / sizeof ORDER[0] };
    char error[ENCODER_ERROR_MAX];
    char line[ENCODER_ERROR_MAX];
    struct encoder_settings settings = settings_of(640, 360);
    settings.name = "auto";
    struct encoder *encoder = encoder_create(&settings, error);
    assert_non_null(encoder);
    for (size_t i = 0; i < ORDER_COUNT && strcmp(ORDER[i], encoder_name(encoder)) != 0; i++) {
        snprintf(line, sizeof line, "%s did not open: ", ORDER[i]);
        assert_non_null(strstr(error, line));
    }
    snprintf(line, sizeof line, "%s opened", encoder_name(encoder));
    assert_non_null(strstr(error, line));
    encoder_destroy(encoder);
}

static void an_unknown_encoder_is_refused_with_what_there_is(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"", "libx265", "h264_vaapi2", "libx264 "};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        char error[ENCODER_ERROR_MAX];
        struct encoder_settings settings = settings_of(640, 360);
        settings.name = NAMES[i];
        assert_null(encoder_create(&settings, error));
        assert_non_null(strstr(error, NAMES[i]));
        assert_non_null(strstr(error, "libx264"));
    }
}

// ---- threads -----------------------------------------------------------------------------------

/// As two frame workers do. Checks are left to the test's own thread, which reads how many were encoded.
static void *encode_alone(void *context)
{
    int *encoded = context;
    char error[ENCODER_ERROR_MAX];
    struct encoder_settings settings = settings_of(320, 180);
    struct encoder *encoder = encoder_create(&settings, error);
    struct moving_scene *scene = moving_scene_create();
    struct encoder_picture picture;
    struct encoder_packet packet;
    for (uint32_t i = 0; encoder && scene && i < 60 && encoder_begin(encoder, &picture); i++) {
        moving_scene_draw(scene, i, &picture);
        *encoded += encoder_encode(encoder, false, 1000000 + i * FRAME_US, &packet);
    }
    moving_scene_destroy(scene);
    encoder_destroy(encoder);
    return NULL;
}

static void encoders_of_two_threads_run_side_by_side(void **state)
{
    (void)state;
    pthread_t thread;
    int encoded_there = 0;
    int encoded_here = 0;
    assert_int_equal(pthread_create(&thread, NULL, encode_alone, &encoded_there), 0);
    encode_alone(&encoded_here);
    pthread_join(thread, NULL);
    assert_int_equal(encoded_here, 60);
    assert_int_equal(encoded_there, 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_packet_decodes_at_once_to_what_was_drawn),
        cmocka_unit_test(any_size_is_coded_at_the_next_even_one),
        cmocka_unit_test(colours_come_back_and_are_tagged),
        cmocka_unit_test(the_input_is_never_copied),
        cmocka_unit_test(an_idr_comes_first_and_when_asked_for_and_never_else),
        cmocka_unit_test(a_decoder_can_begin_at_any_idr),
        cmocka_unit_test(an_idr_costs_at_most_three_frames_share),
        cmocka_unit_test(the_rate_is_kept_over_any_second_of_motion),
        cmocka_unit_test(the_rate_is_kept_at_other_frame_rates_than_the_nominal),
        cmocka_unit_test(a_pause_does_not_upset_the_rate),
        cmocka_unit_test(the_rate_changes_without_an_idr),
        cmocka_unit_test(no_packet_is_larger_than_a_message_may_be),
        cmocka_unit_test(what_opened_is_told_with_its_codec),
        cmocka_unit_test(auto_says_why_the_ones_before_did_not_open),
        cmocka_unit_test(an_unknown_encoder_is_refused_with_what_there_is),
        cmocka_unit_test(encoders_of_two_threads_run_side_by_side),
    };
    return cmocka_run_group_tests_name("encoder", tests, NULL, NULL);
}
