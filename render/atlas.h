// One texture of small pictures: glyphs, rounded corners, discs. Each is made once and found by its key.
//
// The texture holds coverage only, 8 bits; colour comes from what is drawn with it.
#pragma once

#include <GLES3/gl3.h>
#include <stdbool.h>
#include <stdint.h>

struct atlas; // layout private to atlas.c

enum { ATLAS_SIZE_PX = 1024, ATLAS_ENTRIES_MAX = 4096 };

/// One picture, and where it belongs in a line of text.
struct atlas_entry {
    uint64_t key;
    uint16_t x, y, width, height; // in the texture
    int16_t left, top;            // of the picture, from the pen at the line's top
    float advance;                // of the pen
};

/// @return NULL when memory runs out
struct atlas *atlas_create(void);

/// Accepts NULL and half-built atlases.
void atlas_destroy(struct atlas *atlas);

GLuint atlas_texture(const struct atlas *atlas);

/// Starts a picture: an atlas that overflowed is emptied, to be filled with what is used now. Entries of
/// earlier pictures are no longer valid then.
void atlas_begin(struct atlas *atlas);

/// @param key  not 0
/// @return NULL when it is not there
const struct atlas_entry *atlas_find(const struct atlas *atlas, uint64_t key);

/// Adds a picture. When the atlas is full, nothing is drawn for it until the next picture starts.
/// @param entry    all but x and y are taken from here
/// @param pixels   width × height bytes; may be NULL when either is 0
/// @return NULL when it is full
const struct atlas_entry *atlas_add(struct atlas *atlas, const struct atlas_entry *entry,
                                    const uint8_t *pixels);

/// A quarter of a disc whose centre is its lower right corner, for round corners; made when first asked for.
/// @return NULL when the atlas is full
const struct atlas_entry *atlas_corner(struct atlas *atlas, uint32_t radius_px);

/// A whole disc of 2 × radius pixels; made when first asked for.
/// @return NULL when the atlas is full
const struct atlas_entry *atlas_disc(struct atlas *atlas, uint32_t radius_px);
