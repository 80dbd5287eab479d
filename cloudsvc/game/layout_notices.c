#include "cloudsvc/game/layout_parts.h"

#define NOTICE_MAX 520.0f
#define STRIP_MIN  180.0f                  // between the columns; else notices are below them
#define SIDES      (4.0f * LAYOUT_PADDING) // left and right of a notice's text together

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

// Between the columns of the upper corners, or, where that is narrow, below the minimap.
static struct layout_box strip_of(const struct layout_frame *frame)
{
    struct layout_box strip = frame->area;
    float left = layout_column(frame) + LAYOUT_MARGIN;
    float right = layout_map_side(frame) + LAYOUT_MARGIN;
    if (frame->is_low)
        right += LAYOUT_TARGET + LAYOUT_GAP;
    if (strip.width - left - right < STRIP_MIN) {
        strip.y += layout_map_side(frame) + LAYOUT_GAP;
        return strip;
    }
    strip.x += left;
    strip.width -= left + right;
    return strip;
}

// A box of the given size, in the middle of the picture as far as the strip allows, below what is there.
static bool place(const struct layout_frame *frame, struct layout_box strip, float width, float height,
                  struct layout_box *box)
{
    float middle = frame->area.x + (frame->area.width - width) / 2.0f;
    float most = strip.x + strip.width - width;
    *box = (struct layout_box){larger(smaller(middle, most), strip.x), strip.y, width, height};
    return layout_slide_down(frame, box);
}

// A panel as large as its text.
static void add_notice(struct layout_frame *frame, struct layout_box strip, const char *text)
{
    struct layout_box panel;
    float room = smaller(NOTICE_MAX, strip.width) - SIDES;
    float width = smaller(layout_text_width(text, LAYOUT_TEXT), room);
    float height = layout_line_count(text, LAYOUT_TEXT, room) * LAYOUT_TEXT;
    if (room <= 0.0f || !place(frame, strip, width + SIDES, height + 2.0f * LAYOUT_PADDING, &panel) ||
        !layout_take(frame, panel))
        return;
    layout_add(frame, VIEW_PANEL, panel);
    struct layout_box label = {panel.x + SIDES / 2.0f, panel.y + LAYOUT_PADDING, width, height};
    layout_add_text(frame, VIEW_LABEL, label, LAYOUT_TEXT, text)->align = VIEW_ALIGN_CENTER;
}

static void add_offer(struct layout_frame *frame, struct layout_box strip, const char *text)
{
    struct layout_box box;
    float width = smaller(layout_text_width(text, LAYOUT_TEXT) + SIDES, strip.width);
    if (!place(frame, strip, width, LAYOUT_TARGET, &box) || !layout_take(frame, box))
        return;
    struct view_element *button = layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_TEXT, text);
    button->is_accented = true;
    button->action = layout_action(GAME_GO_NEAR, 0);
}

void layout_add_notices(struct layout_frame *frame, const struct layout_content *content)
{
    struct layout_box strip = strip_of(frame);
    if (content->banner && content->banner[0])
        add_notice(frame, strip, content->banner);
    if (content->toast && content->toast[0])
        add_notice(frame, strip, content->toast);
    if (content->can_go_near)
        add_offer(frame, strip, words_get(WORD_GO_NEAR, content->words));
}
