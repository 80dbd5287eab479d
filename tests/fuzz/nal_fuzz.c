// H.264 streams taken apart: units lie inside the stream, in order, and none of them holds a start code.
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/stream/nal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right)
{
    if (!is_right)
        abort();
}

static bool holds_start_code(const struct nal *nal)
{
    for (size_t i = 0; i + 2 < nal->size; i++)
        if (nal->data[i] == 0 && nal->data[i + 1] == 0 && nal->data[i + 2] == 1)
            return true;
    return false;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct nal nal;
    size_t offset = 0;
    const uint8_t *end = data;
    bool has_idr = false;
    bool has_sps = false;
    while (nal_next(data, size, &offset, &nal)) {
        check(nal.size >= 1);
        check(nal.data >= end + 3); // its start code lies behind the unit before
        end = nal.data + nal.size;
        check(end <= data + size);
        check(!holds_start_code(&nal));
        has_idr |= nal.type == NAL_IDR_SLICE;
        has_sps |= nal.type == NAL_SPS && nal.size >= 4;
    }
    char codec[NAL_CODEC_STRING_SIZE];
    check(nal_has_idr(data, size) == has_idr);
    check(nal_codec_string(data, size, codec) == has_sps);
    check(strlen(codec) == (has_sps ? NAL_CODEC_STRING_SIZE - 1 : 0));
    return 0;
}
