#include "cloudsvc/game/layout_parts.h"

void layout_add_map(struct layout_frame *frame, const struct layout_content *content)
{
    float side = layout_map_side(frame);
    struct layout_box box = {layout_right(frame, side), frame->area.y, side, side};
    if (content->has_map && layout_take(frame, box))
        layout_add(frame, VIEW_MINIMAP, box);
}

// Under the minimap; where a phone lies across, beside it and without words.
static void add_button(struct layout_frame *frame, enum view_icon icon, const char *text,
                       enum game_input_kind kind)
{
    if (!text || !text[0])
        return;
    float side = layout_map_side(frame);
    struct layout_box box = {layout_right(frame, side), frame->area.y + side + LAYOUT_GAP, side,
                             LAYOUT_TARGET};
    if (frame->is_low)
        box = (struct layout_box){layout_right(frame, side + LAYOUT_GAP + LAYOUT_TARGET), frame->area.y,
                                  LAYOUT_TARGET, LAYOUT_TARGET};
    if (!layout_slide_down(frame, &box) || !layout_take(frame, box))
        return;
    struct view_element *button =
        layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_SMALL, frame->is_low ? "" : text);
    button->icon = icon;
    button->action = layout_action(kind, 0);
}

void layout_add_corner(struct layout_frame *frame, const struct layout_content *content)
{
    add_button(frame, VIEW_ICON_FESTIVAL, content->festival, GAME_FESTIVAL);
    add_button(frame, VIEW_ICON_CHEST, content->chest, GAME_CHEST);
}
