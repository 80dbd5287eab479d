#include <stdio.h>

#include "cloudsvc/game/layout_parts.h"

// Fold and unfold: a square before the first entry.
static bool add_toggle(struct layout_frame *frame, struct layout_box box, bool is_folded)
{
    if (!layout_take(frame, box))
        return false;
    struct view_element *toggle = layout_add(frame, VIEW_BUTTON, box);
    toggle->icon = VIEW_ICON_QUEST;
    toggle->is_muted = !is_folded;
    toggle->action = layout_action(GAME_PANEL, GAME_PANEL_QUESTS);
    return true;
}

static void add_entry(struct layout_frame *frame, struct layout_box box, const struct layout_quest *quest)
{
    if (!layout_take(frame, box))
        return;
    struct view_element *entry = layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_SMALL, quest->title);
    if (quest->needed > 1)
        snprintf(entry->text, sizeof entry->text, "%.*s (%u/%u)", VIEW_TEXT_MAX - 32, quest->title,
                 (unsigned)quest->done, (unsigned)quest->needed);
    entry->align = VIEW_ALIGN_LEFT;
    entry->is_accented = quest->is_active;
    entry->action = layout_action(GAME_TRACK, quest->number);
}

void layout_add_tracker(struct layout_frame *frame, const struct layout_content *content)
{
    if (content->quest_count == 0)
        return;
    struct layout_box toggle = {frame->area.x, frame->area.y, LAYOUT_TARGET, LAYOUT_TARGET};
    if (!layout_slide_down(frame, &toggle) || !add_toggle(frame, toggle, content->is_tracker_folded) ||
        content->is_tracker_folded)
        return;
    struct layout_box entry = toggle;
    entry.x += LAYOUT_TARGET + LAYOUT_GAP;
    entry.width = layout_column(frame) - LAYOUT_TARGET - LAYOUT_GAP;
    for (size_t i = 0; i < content->quest_count; i++) {
        add_entry(frame, entry, &content->quests[i]);
        entry.y += LAYOUT_TARGET + LAYOUT_GAP;
        entry.x = frame->area.x;
        entry.width = layout_column(frame);
    }
}
