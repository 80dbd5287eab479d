// The user interface of one view: which rectangles lie where, in picture pixels.
//
// Pure: the same content and viewport give the same elements. Sizes are chosen in CSS pixels, so that a
// control is as large as a thumb on every screen, and stay off the viewport's insets and off the page's own
// button, half way down the right edge.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "cloudsvc/game/words.h"
#include "nav/pack.h"
#include "render/view.h"

enum { LAYOUT_QUESTS_MAX = 4, LAYOUT_ANSWERS_MAX = 2 };

/// What view_element.action means: the input that a tap on it is.
/// @param kind    GAME_CLOSE_DIALOGUE, or any that carries one number or nothing
/// @param number  of that input, below 65536; else 0
/// @return never 0, which means nothing
uint32_t layout_action(enum game_input_kind kind, uint32_t number);

/// @param action  of layout_action(), or 0
/// @param[in,out] input  gets kind and number; kind GAME_INPUT_KIND_COUNT when the action means nothing
void layout_action_input(uint32_t action, struct game_input *input);

/// Panels that are open for someone who comes: all of them on a laptop, on a phone those that leave room.
/// @return bit n: game_panel n
uint32_t layout_open_panels(const struct game_viewport *viewport);

/// What is left open when an entry of the Find list has been chosen: on a phone the list folds by itself.
/// @param open_panels  until then
uint32_t layout_panels_after_find(uint32_t open_panels, const struct game_viewport *viewport);

/// An entry of the quest tracker.
struct layout_quest {
    uint32_t number; // of the quest in the pack
    const char *title;
    uint32_t done, needed; // of its task; shown when more than one is needed
    bool is_active;        // the avatar is on its way there
};

struct layout_skill {
    float fill; // share of its cooldown that is over, 1 ready
    bool is_muted;
};

struct layout_vitals {
    const char *standing; // level and score in words; NULL: nothing is shown of all this
    float health, energy; // 0 … 1
};

/// What there is to show. Texts are NULL or empty when there is nothing.
struct layout_content {
    enum words_language words;       // for the words on the controls
    const char *find[PACK_FIND_MAX]; // entries of the Find list
    size_t find_count;
    size_t find_active; // entry that the avatar is on its way to; find_count: none
    bool is_find_folded;
    struct layout_vitals vitals;
    struct layout_quest quests[LAYOUT_QUESTS_MAX];
    size_t quest_count;
    bool is_tracker_folded;
    struct layout_skill skills[GAME_SKILL_COUNT];
    size_t skill_count; // GAME_SKILL_COUNT or 0
    bool has_map;
    const char *festival; // that is on
    const char *chest;    // rewards that wait
    const char *speaker;  // of the dialogue; NULL: it is closed
    const char *line;     // what the speaker says
    struct view_color speaker_clothes;
    const char *answers[LAYOUT_ANSWERS_MAX]; // to choose from
    size_t answer_count;
    const char *banner; // where the avatar goes and how far it is
    const char *toast;  // a message that goes by itself
    bool can_go_near;   // offers to go as near as possible to what the message refuses
};

/// Adds the elements to `view`, which has the viewport's size and no elements yet. What has no room beside
/// more important parts is left out: a dialogue comes before all, on a phone an open Find list before the
/// skills.
void layout_fill(const struct layout_content *content, const struct game_viewport *viewport,
                 struct view *view);

/// @param content  with an open dialogue
/// @return share of the picture's height that the dialogue covers from below
double layout_dialogue_cover(const struct layout_content *content, const struct game_viewport *viewport);
