// The parts of the interface and the room they share. For layout.c and layout_*.c alone.
//
// All lengths are CSS pixels, so that a control is as large as a thumb on every screen; what is added to the
// view is turned into the picture's. Parts come in order of importance and take their room: what finds none
// is left out, so that nothing ever lies over anything else.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cloudsvc/game/layout.h"

#define LAYOUT_MARGIN  12.0f // between controls and the edge of the free area
#define LAYOUT_PADDING 10.0f // inside a panel
#define LAYOUT_GAP     6.0f  // between controls
#define LAYOUT_TARGET  44.0f // the least side of what a thumb hits [WCAG 2.5.5]
#define LAYOUT_TEXT    19.0f // lines of running text
#define LAYOUT_SMALL   17.5f // lines of the least text: letters of 14

enum { LAYOUT_TAKEN_MAX = 32 };

struct layout_box {
    float x, y, width, height;
};

/// A view that is being laid out.
struct layout_frame {
    struct view *view;
    float unit;             // picture pixels per CSS pixel
    struct layout_box area; // free of notches and margins
    bool is_upright;        // narrow: a phone held upright
    bool is_low;            // a phone held across
    struct layout_box taken[LAYOUT_TAKEN_MAX];
    size_t taken_count;
};

void layout_frame_init(struct layout_frame *frame, const struct game_viewport *viewport, struct view *view);

/// Whether it is a phone, however it is held.
bool layout_is_phone(const struct layout_frame *frame);

/// @return where a row or column of the given length begins: with its end at the area's right or lower edge
float layout_right(const struct layout_frame *frame, float width);
float layout_bottom(const struct layout_frame *frame, float height);

/// Whether nothing has taken any of the box's room yet.
bool layout_is_free(const struct layout_frame *frame, const struct layout_box *box);

/// Takes room for a part.
/// @return false when it is outside of the area or another part has some of it: nothing is taken
bool layout_take(struct layout_frame *frame, struct layout_box box);

/// The lowest place at or below a box at which it is free; its x stays.
/// @return false when there is none inside the area
bool layout_slide_down(const struct layout_frame *frame, struct layout_box *box);

/// Adds an element, whose room has been taken by its part.
struct view_element *layout_add(struct layout_frame *frame, enum view_element_kind kind,
                                struct layout_box box);

/// @param text_px  height of a line
struct view_element *layout_add_text(struct layout_frame *frame, enum view_element_kind kind,
                                     struct layout_box box, float text_px, const char *text);

/// Width of a text on one line, by the advances of the font: the font itself belongs to the renderer.
float layout_text_width(const char *text, float text_px);

/// Lines that a text takes, likewise.
float layout_line_count(const char *text, float text_px, float width);

/// Width of the column at the upper left: vitals and quests.
float layout_column(const struct layout_frame *frame);

/// Side of the minimap at the upper right.
float layout_map_side(const struct layout_frame *frame);

/// Side of the square at the lower right that the skills lie in.
float layout_skills_side(const struct layout_frame *frame);

void layout_add_corner(struct layout_frame *frame, const struct layout_content *content);
void layout_add_dialogue(struct layout_frame *frame, const struct layout_content *content);
void layout_add_find(struct layout_frame *frame, const struct layout_content *content);
void layout_add_map(struct layout_frame *frame, const struct layout_content *content);
void layout_add_notices(struct layout_frame *frame, const struct layout_content *content);
void layout_add_skills(struct layout_frame *frame, const struct layout_content *content);
void layout_add_tracker(struct layout_frame *frame, const struct layout_content *content);
void layout_add_vitals(struct layout_frame *frame, const struct layout_content *content);

/// Where the dialogue is; it is open.
struct layout_box layout_dialogue_box(const struct layout_frame *frame, const struct layout_content *content);

/// Where the open Find list is.
struct layout_box layout_find_box(const struct layout_frame *frame, const struct layout_content *content);
