// The user interface of one view: which rectangles lie where, in picture pixels.
//
// Pure: the same content and viewport give the same elements. Sizes are chosen in CSS pixels, so that a
// control is as large as a thumb on every screen, and stay off the viewport's insets.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "nav/pack.h"
#include "render/view.h"

/// What view_element.action means.
enum layout_action {
    LAYOUT_NO_ACTION,
    LAYOUT_CLOSE_DIALOGUE,
    LAYOUT_FIND, // and all above: entry action − LAYOUT_FIND of the Find list
};

/// What there is to show. Texts are NULL or empty when there is nothing.
struct layout_content {
    const struct pack_find *find; // entries of the Find list
    size_t find_count;
    size_t find_active;  // entry that the avatar is on its way to; find_count: none
    const char *speaker; // of the dialogue; NULL: it is closed
    const char *line;    // what the speaker says
    struct view_color speaker_clothes;
    const char *banner; // where the avatar goes and how far it is
    const char *toast;  // a message that goes by itself
};

/// Adds the elements to `view`, which has the viewport's size and no elements yet. The Find list is left
/// out where an open dialogue leaves no room beside it.
void layout_fill(const struct layout_content *content, const struct game_viewport *viewport,
                 struct view *view);

/// @param speaker  name of whoever speaks
/// @param line     that is said
/// @return share of the picture's height that the dialogue covers from below
double layout_dialogue_cover(const char *speaker, const char *line, const struct game_viewport *viewport);
