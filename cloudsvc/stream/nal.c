#include "cloudsvc/stream/nal.h"

#include <stdio.h>
#include <string.h>

enum { START_CODE_SIZE = 3, NAL_TYPE_MASK = 0x1F };

/// Where the next start code, 00 00 01, begins; `size` when there is none.
static size_t find_start_code(const uint8_t *stream, size_t size, size_t offset)
{
    while (size - offset >= START_CODE_SIZE) {
        const uint8_t *one = memchr(stream + offset + 2, 1, size - offset - 2);
        if (!one)
            break;
        offset = (size_t)(one - stream) - 2;
        if (stream[offset] == 0 && stream[offset + 1] == 0)
            return offset;
        offset++;
    }
    return size;
}

bool nal_next(const uint8_t *stream, size_t size, size_t *offset, struct nal *nal)
{
    size_t start = find_start_code(stream, size, *offset);
    while (start < size) {
        size_t begin = start + START_CODE_SIZE;
        start = find_start_code(stream, size, begin);
        size_t end = start;
        while (end > begin && stream[end - 1] == 0) // a unit never ends in zeros: they are padding
            end--;
        if (end > begin) {
            *nal = (struct nal){
                .data = stream + begin, .size = end - begin, .type = stream[begin] & NAL_TYPE_MASK};
            *offset = end;
            return true;
        }
    }
    *offset = size;
    return false;
}

bool nal_has_idr(const uint8_t *stream, size_t size)
{
    struct nal nal;
    size_t offset = 0;
    while (nal_next(stream, size, &offset, &nal))
        if (nal.type == NAL_IDR_SLICE)
            return true;
    return false;
}

bool nal_codec_string(const uint8_t *stream, size_t size, char *codec)
{
    struct nal nal;
    size_t offset = 0;
    while (nal_next(stream, size, &offset, &nal)) {
        if (nal.type == NAL_SPS && nal.size >= 4) {
            snprintf(codec, NAL_CODEC_STRING_SIZE, "avc1.%02X%02X%02X", nal.data[1], nal.data[2],
                     nal.data[3]);
            return true;
        }
    }
    codec[0] = '\0';
    return false;
}
