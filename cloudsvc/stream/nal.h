// H.264 byte streams taken apart: start codes, NAL units, and what they say about a packet
// [ITU-T H.264, 7.3.1 and Annex B].
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nal_type {
    NAL_IDR_SLICE = 5,
    NAL_SPS = 7,
    NAL_PPS = 8,
};

enum { NAL_CODEC_STRING_SIZE = 12 }; // bytes of "avc1.PPCCLL" with its NUL

/// One NAL unit, header byte first, without its start code; points into the stream.
struct nal {
    const uint8_t *data;
    size_t size; // at least 1
    uint8_t type;
};

/// Finds the next NAL unit. Empty ones are stepped over; what lies before the first start code is not read.
/// @param size            bytes of `stream`
/// @param[in,out] offset  where to look on; 0 at first
/// @return false when there is none left
bool nal_next(const uint8_t *stream, size_t size, size_t *offset, struct nal *nal);

/// Whether a decoder can begin with this packet: whether it holds a slice of an IDR picture. A recovery
/// point, which libavcodec flags as a keyframe too, will not do.
bool nal_has_idr(const uint8_t *stream, size_t size);

/// The codec as browsers name it, from the first SPS: profile, constraints and level [RFC 6381, 3.3].
/// @param[out] codec  NAL_CODEC_STRING_SIZE bytes; empty when there is no SPS
/// @return false when there is no SPS
bool nal_codec_string(const uint8_t *stream, size_t size, char *codec);
