#include "render/atlas.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SLOTS = 2 * ATLAS_ENTRIES_MAX, // a power of two
    GAP_PX = 1,
    ROUND_PX_MAX = 256,
};

#define CORNER_KEY (UINT64_C(1) << 63)

/// Pictures are laid in rows as high as the highest in them.
struct atlas {
    GLuint texture;
    bool has_overflowed;
    uint32_t row_x, row_y, row_height;
    uint32_t entry_count;
    struct atlas_entry slots[SLOTS]; // open addressing; key 0: free
    uint8_t round[ROUND_PX_MAX * ROUND_PX_MAX];
};

static void upload(struct atlas *atlas, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
                   const uint8_t *pixels)
{
    glBindTexture(GL_TEXTURE_2D, atlas->texture);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, (GLint)x, (GLint)y, (GLsizei)width, (GLsizei)height, GL_RED,
                    GL_UNSIGNED_BYTE, pixels);
}

static void reset(struct atlas *atlas)
{
    memset(atlas->slots, 0, sizeof atlas->slots);
    atlas->has_overflowed = false;
    atlas->entry_count = 0;
    atlas->row_y = 0;
    atlas->row_height = 0;
    atlas->row_x = 0;
}

struct atlas *atlas_create(void)
{
    struct atlas *atlas = calloc(1, sizeof *atlas);
    uint8_t *blank = calloc(ATLAS_SIZE_PX, ATLAS_SIZE_PX);
    if (!atlas || !blank) {
        free(atlas);
        free(blank);
        return NULL;
    }
    glGenTextures(1, &atlas->texture);
    glBindTexture(GL_TEXTURE_2D, atlas->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_R8, ATLAS_SIZE_PX, ATLAS_SIZE_PX, 0, GL_RED, GL_UNSIGNED_BYTE, blank);
    // Everything is drawn texel for pixel.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    free(blank);
    reset(atlas);
    return atlas;
}

void atlas_destroy(struct atlas *atlas)
{
    if (atlas) {
        glDeleteTextures(1, &atlas->texture);
        free(atlas);
    }
}

GLuint atlas_texture(const struct atlas *atlas)
{
    return atlas->texture;
}

void atlas_begin(struct atlas *atlas)
{
    if (atlas->has_overflowed) {
        reset(atlas);
    }
}

// The slot that holds a key, or the free one where it belongs.
static size_t slot_of(const struct atlas *atlas, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15); // Knuth's multiplicative hashing
    size_t slot = (size_t)(hash >> 40) % SLOTS;
    while (atlas->slots[slot].key != 0 && atlas->slots[slot].key != key) {
        slot = (slot + 1) % SLOTS;
    }
    return slot;
}

const struct atlas_entry *atlas_find(const struct atlas *atlas, uint64_t key)
{
    assert(key != 0);
    const struct atlas_entry *entry = &atlas->slots[slot_of(atlas, key)];
    return entry->key == key ? entry : NULL;
}

static bool place(struct atlas *atlas, uint32_t width, uint32_t height, uint16_t *x, uint16_t *y)
{
    if (atlas->row_x + width > ATLAS_SIZE_PX) {
        atlas->row_y += atlas->row_height + GAP_PX;
        atlas->row_x = 0;
        atlas->row_height = 0;
    }
    if (width > ATLAS_SIZE_PX || atlas->row_y + height > ATLAS_SIZE_PX) {
        return false;
    }
    *x = (uint16_t)atlas->row_x;
    *y = (uint16_t)atlas->row_y;
    atlas->row_x += width + GAP_PX;
    atlas->row_height = height > atlas->row_height ? height : atlas->row_height;
    return true;
}

const struct atlas_entry *atlas_add(struct atlas *atlas, const struct atlas_entry *entry,
                                    const uint8_t *pixels)
{
    assert(entry->key != 0);
    struct atlas_entry added = *entry;
    bool is_blank = entry->width == 0 || entry->height == 0;
    bool has_room = atlas->entry_count < ATLAS_ENTRIES_MAX &&
                    (is_blank || place(atlas, entry->width, entry->height, &added.x, &added.y));
    if (!has_room) {
        atlas->has_overflowed = true;
        return NULL;
    }
    if (!is_blank) {
        upload(atlas, added.x, added.y, added.width, added.height, pixels);
    }
    struct atlas_entry *slot = &atlas->slots[slot_of(atlas, added.key)];
    *slot = added;
    atlas->entry_count++;
    return slot;
}

// The first columns and rows of a disc: a quarter of it, or all.
static const struct atlas_entry *find_round(struct atlas *atlas, uint64_t kind, uint32_t radius,
                                            uint32_t size)
{
    uint64_t key = CORNER_KEY | kind << 32 | radius;
    const struct atlas_entry *found = atlas_find(atlas, key);
    if (found) {
        return found;
    }
    for (uint32_t y = 0; y < size; y++) {
        for (uint32_t x = 0; x < size; x++) {
            float distance = hypotf((float)radius - (float)x - 0.5f, (float)radius - (float)y - 0.5f);
            float coverage = fminf(fmaxf((float)radius - distance + 0.5f, 0), 1);
            atlas->round[y * size + x] = (uint8_t)(255 * coverage + 0.5f);
        }
    }
    const struct atlas_entry entry = {.key = key, .width = (uint16_t)size, .height = (uint16_t)size};
    return atlas_add(atlas, &entry, atlas->round);
}

const struct atlas_entry *atlas_corner(struct atlas *atlas, uint32_t radius_px)
{
    uint32_t radius = radius_px < ROUND_PX_MAX ? radius_px : ROUND_PX_MAX;
    return find_round(atlas, 0, radius, radius);
}

const struct atlas_entry *atlas_disc(struct atlas *atlas, uint32_t radius_px)
{
    uint32_t radius = radius_px < ROUND_PX_MAX / 2 ? radius_px : ROUND_PX_MAX / 2;
    return find_round(atlas, 1, radius, 2 * radius);
}
