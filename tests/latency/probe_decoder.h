// H.264 to pixels through libavcodec, one picture in, one picture out, on the calling thread.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/latency/mark.h"

struct probe_decoder; // layout private to probe_decoder.c

/// @return NULL when libavcodec has no H.264 decoder or memory runs out
struct probe_decoder *probe_decoder_create(void);

/// Accepts NULL and half-built decoders.
void probe_decoder_destroy(struct probe_decoder *decoder);

/// Decodes one coded picture, Annex B.
/// @param size           at most PROTOCOL_FRAME_DATA_MAX
/// @param[out] picture   its whole coded size; the decoder's, until the next call
/// @return false when the data is broken or gives no picture at once
bool probe_decoder_decode(struct probe_decoder *decoder, const uint8_t *data, size_t size,
                          struct mark_picture *picture);
