// A second world that follows the record of a running server, and so shows what its player sees.
//
// The record tells of a touch before the touch is answered. A test that touches, and then looks into the
// mirror, sees the world as it was at that touch: bit for bit, since the record's hashes are checked too.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/view.h"
#include "tests/data/plain_world.h"

enum { MIRROR_TEXT_MAX = 64 * 1024 };

/// Zeroed: nothing is followed.
struct mirror {
    const char *folder;         // of the world's pack
    struct plain_world world;   // without a game until the record begins
    int record;                 // descriptor
    char text[MIRROR_TEXT_MAX]; // read from the record, and not yet followed
    size_t text_size;
};

/// Begins to follow a record that a server has begun, or will.
/// @param folder  of the world's pack
bool mirror_open(struct mirror *mirror, const char *record_path, const char *folder);

/// Follows the record as far as it has been written; what departs from it is printed.
/// @return false when it cannot be followed
bool mirror_follow(struct mirror *mirror);

/// What the first player sees now; `view->number` is left as it is.
/// @return false while nobody is there
bool mirror_view(const struct mirror *mirror, struct view *view);

/// Accepts a zeroed one.
void mirror_close(struct mirror *mirror);
