#include "tests/latency/mark.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

#include "render/view.h"

// Distances in radii. The disc's rim is smoothed and blurred by the codec: neither sample touches it.
#define DISC_INNER 0.80f
#define RING_NEAR  1.25f
#define RING_FAR   1.45f

enum {
    LUMA_WHITE_MIN = 205,   // of 235: a disc that has faded by an eighth is none any more
    CHROMA_OFF_MAX = 16,    // from 128
    WHITE_PERCENT_MIN = 95, // of the disc's samples; the rest is ringing
    RING_PERCENT_MAX = 60,  // of the ring's: a white wall next to the disc is allowed, all around it is not
};

struct tally {
    uint32_t samples, white;
};

static bool is_white(const struct mark_picture *picture, size_t x, size_t y)
{
    const uint8_t luma = picture->planes[0][y * (size_t)picture->strides[0] + x];
    if (luma < LUMA_WHITE_MIN)
        return false;
    for (int plane = 1; plane <= 2; plane++) {
        const int chroma = picture->planes[plane][y / 2 * (size_t)picture->strides[plane] + x / 2];
        if (chroma < 128 - CHROMA_OFF_MAX || chroma > 128 + CHROMA_OFF_MAX)
            return false;
    }
    return true;
}

/// Counts the white pixels whose distance from the middle is between two radii.
static struct tally count_white(const struct mark_picture *picture, float x_px, float y_px, float near_px,
                                float far_px)
{
    struct tally tally = {0};
    const size_t left = (size_t)fmaxf(x_px - far_px, 0);
    const size_t top = (size_t)fmaxf(y_px - far_px, 0);
    const size_t right = (size_t)fminf(x_px + far_px, (float)(picture->width_px - 1));
    const size_t bottom = (size_t)fminf(y_px + far_px, (float)(picture->height_px - 1));
    for (size_t y = top; y <= bottom; y++) {
        for (size_t x = left; x <= right; x++) {
            const float distance_px = hypotf((float)x + 0.5f - x_px, (float)y + 0.5f - y_px);
            if (distance_px >= near_px && distance_px <= far_px) {
                tally.samples++;
                tally.white += is_white(picture, x, y);
            }
        }
    }
    return tally;
}

bool mark_is_at(const struct mark_picture *picture, float x_px, float y_px)
{
    assert(x_px >= 0 && x_px <= (float)picture->width_px);
    assert(y_px >= 0 && y_px <= (float)picture->height_px);
    const float radius_px = VIEW_TAP_RADIUS * (float)picture->height_px;
    const struct tally disc = count_white(picture, x_px, y_px, 0, DISC_INNER * radius_px);
    if (disc.samples == 0 || disc.white * 100 < disc.samples * WHITE_PERCENT_MIN)
        return false;
    const struct tally ring = count_white(picture, x_px, y_px, RING_NEAR * radius_px, RING_FAR * radius_px);
    return ring.white * 100 <= ring.samples * RING_PERCENT_MAX;
}
