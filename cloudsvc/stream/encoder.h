// H.264 through libavcodec, tuned so that each picture leaves before the next one comes.
//
// One encoder has one size and one owner at a time: the frame worker that encodes for its session. Pictures
// are BT.709 in limited range and tagged so. There are no B-frames; the first picture is an IDR, and later
// ones only when asked for, each with its parameter sets in front.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct encoder; // layout private to encoder.c

enum {
    ENCODER_ERROR_MAX = 512,
    ENCODER_CODEC_STRING_MAX = 32,
    ENCODER_SIZE_MIN_PX = 64,           // of either side
    ENCODER_RATE_MIN = 100000,          // bits a second; below it libx264 would be told of none
    ENCODER_REGIONS_MAX = 8,            // kept clear in one picture
    ENCODER_PICTURE_BITS_MAX = 6000000, // at once, so that a packet stays below PROTOCOL_FRAME_DATA_MAX bytes
                                        // though rate control overshoots by a third
};

struct encoder_settings {
    const char *name;             // "auto" or one of libavcodec's: "h264_nvenc", "h264_vaapi", "libx264"
    uint32_t width_px, height_px; // visible; odd sizes are coded at the next even size
    uint32_t frame_rate;          // nominal
    uint32_t bits_per_s;          // what exceeds ENCODER_PICTURE_BITS_MAX a picture is not used
    uint32_t slices;              // of libx264: encoded side by side, one thread each
};

/// The encoder's input: I420 planes to be filled before encoder_encode().
struct encoder_picture {
    uint8_t *planes[3];
    int strides[3];
    uint32_t width_px, height_px; // coded: even
};

/// A rectangle of the picture; what lies outside of it does no harm.
struct encoder_region {
    float left_px, top_px, right_px, bottom_px;
};

struct encoder_packet {
    const uint8_t *data; // Annex B; the encoder's, until its next call
    size_t size;
    bool is_keyframe; // an IDR, by its NAL types
};

/// Opens the encoder named; "auto" the first that works of h264_nvenc, h264_vaapi, libx264. What works has
/// encoded a trial picture. From then on libavcodec's log, one for the whole process, is silent about
/// encoders.
/// @param settings    sides from ENCODER_SIZE_MIN_PX, rate from ENCODER_RATE_MIN; checked by the caller
/// @param[out] error  what was tried and why it did not open, ENCODER_ERROR_MAX bytes; on success which one
///                    opened and why the ones before did not
/// @return NULL when none opened
struct encoder *encoder_create(const struct encoder_settings *settings, char *error);

/// Accepts NULL and half-built encoders.
void encoder_destroy(struct encoder *encoder);

/// The name of the libavcodec encoder that opened.
const char *encoder_name(const struct encoder *encoder);

/// The codec string for WebCodecs, read from the SPS: "avc1.PPCCLL" [RFC 6381].
const char *encoder_codec_string(const struct encoder *encoder);

/// Makes the input picture writable: no copy, no allocation once the first pictures have been encoded. It
/// still holds what was last written.
/// @return false when memory runs out
bool encoder_begin(struct encoder *encoder, struct encoder_picture *picture);

/// Names the parts of the picture begun that must come out clear in this very picture, however few bits there
/// are: they are coded more finely than the rest. libx264 heeds it; the others are never so short of bits.
/// @param count  at most ENCODER_REGIONS_MAX; 0 is what encoder_begin() leaves
void encoder_keep_clear(struct encoder *encoder, const struct encoder_region *regions, size_t count);

/// Encodes the picture begun.
/// @param wants_keyframe  force an IDR
/// @param now_us          monotonic, above 0; the time between pictures tells the true frame rate, by which
///                        the bits a second are kept
/// @return false when the encoder broke: destroy it and open another
bool encoder_encode(struct encoder *encoder, bool wants_keyframe, uint64_t now_us,
                    struct encoder_packet *packet);

/// Changes the rate from the next picture on, without an IDR. h264_vaapi keeps the rate it was opened with:
/// libavcodec cannot tell its drivers.
/// @param bits_per_s  at least ENCODER_RATE_MIN
void encoder_set_rate(struct encoder *encoder, uint32_t bits_per_s);
