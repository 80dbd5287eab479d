#include <assert.h>

#include "cloudsvc/game/layout_parts.h"

#define BUTTON_WIDTH 112.0f
#define BUTTON_MAX   220.0f
#define LIST_SHARE   0.6f // of the width between the edge and the skills that a low list may take
#define FOLDED_ICON  30.0f
#define MAP_ROOM     140.0f // kept free above the list: on a phone held upright for the map,
#define VITALS_ROOM  72.0f  // on one held across for vitals,
#define NOTICE_ROOM  120.0f // on other screens for notices

enum { ROWS_LOW = 4 }; // a list higher than this gets another column where there is room

struct grid {
    struct layout_box panel;
    float button_width;
    size_t rows;
};

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static size_t at_least_one(float count)
{
    return count > 1.0f ? (size_t)count : 1;
}

static size_t divided_up(size_t count, size_t by)
{
    assert(by > 0);
    return (count + by - 1) / by;
}

static float wanted_width(const struct layout_content *content)
{
    float widest = BUTTON_WIDTH;
    for (size_t i = 0; i < content->find_count; i++)
        widest = larger(widest, layout_text_width(content->find[i], LAYOUT_TEXT) + 2.0f * LAYOUT_PADDING);
    return smaller(widest, BUTTON_MAX);
}

// Room of an open list: all that a phone has, else what the skills and the middle of the picture leave.
static struct layout_box room_of(const struct layout_frame *frame)
{
    struct layout_box room = frame->area;
    float above = frame->is_low ? VITALS_ROOM : frame->is_upright ? MAP_ROOM : NOTICE_ROOM;
    room.y += above;
    room.height -= above;
    if (!layout_is_phone(frame))
        room.width -= layout_skills_side(frame) + LAYOUT_GAP;
    else if (frame->is_low)
        room.width -= layout_map_side(frame) + LAYOUT_GAP;
    return room;
}

// A low list spreads to the right as far as it leaves the middle of the picture free, then grows upwards, and
// at last gets as many columns as it takes, with narrower buttons.
static struct grid arrange(const struct layout_frame *frame, const struct layout_content *content,
                           struct layout_box room)
{
    const float row = LAYOUT_TARGET + LAYOUT_GAP;
    const float border = 2.0f * LAYOUT_PADDING;
    float wanted = wanted_width(content);
    float spread = layout_is_phone(frame) ? room.width : room.width * LIST_SHARE;
    size_t columns_max = at_least_one((spread - border + LAYOUT_GAP) / (wanted + LAYOUT_GAP));
    size_t rows_max = at_least_one((room.height - border - LAYOUT_TARGET) / row);
    size_t columns = divided_up(content->find_count, rows_max < ROWS_LOW ? rows_max : ROWS_LOW);
    columns = columns < columns_max ? columns : columns_max;
    if (columns < divided_up(content->find_count, rows_max))
        columns = divided_up(content->find_count, rows_max);

    struct grid grid = {.rows = divided_up(content->find_count, columns)};
    float between = LAYOUT_GAP * (float)(columns - 1);
    float fitting = (room.width - border - between) / (float)columns;
    grid.button_width = larger(smaller(wanted, fitting), 1.0f);
    grid.panel.width = grid.button_width * (float)columns + between + border;
    grid.panel.height = LAYOUT_TARGET + row * (float)grid.rows + border;
    grid.panel.x = room.x;
    grid.panel.y = layout_bottom(frame, grid.panel.height);
    return grid;
}

// A list so high that it would reach the page's button is narrower.
static struct grid grid_of(const struct layout_frame *frame, const struct layout_content *content)
{
    struct layout_box room = room_of(frame);
    struct grid grid = arrange(frame, content, room);
    if (layout_is_free(frame, &grid.panel))
        return grid;
    room.width = larger(room.width - LAYOUT_TARGET, 0.0f);
    return arrange(frame, content, room);
}

struct layout_box layout_find_box(const struct layout_frame *frame, const struct layout_content *content)
{
    return content->find_count > 0 ? grid_of(frame, content).panel : (struct layout_box){.width = 0.0f};
}

static void add_list(struct layout_frame *frame, const struct layout_content *content,
                     const struct grid *grid)
{
    layout_add(frame, VIEW_PANEL, grid->panel);
    float left = grid->panel.x + LAYOUT_PADDING;
    float top = grid->panel.y + LAYOUT_PADDING;
    struct layout_box title = {left, top, grid->panel.width - 2.0f * LAYOUT_PADDING, LAYOUT_TARGET};
    struct view_element *label =
        layout_add_text(frame, VIEW_LABEL, title, LAYOUT_TEXT, words_get(WORD_FIND, content->words));
    label->is_bold = true;
    label->icon = VIEW_ICON_FIND;
    label->action = layout_action(GAME_PANEL, GAME_PANEL_FIND);
    top += LAYOUT_TARGET + LAYOUT_GAP;
    for (size_t i = 0; i < content->find_count; i++) {
        size_t column = i / grid->rows;
        size_t row = i % grid->rows;
        struct layout_box box = {left + (grid->button_width + LAYOUT_GAP) * (float)column,
                                 top + (LAYOUT_TARGET + LAYOUT_GAP) * (float)row, grid->button_width,
                                 LAYOUT_TARGET};
        struct view_element *button = layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_TEXT, content->find[i]);
        button->action = layout_action(GAME_FIND, (uint32_t)i);
        button->is_accented = i == content->find_active;
    }
}

static void add_folded(struct layout_frame *frame, const struct layout_content *content)
{
    const char *word = words_get(WORD_FIND, content->words);
    float width = layout_text_width(word, LAYOUT_TEXT) + FOLDED_ICON + 4.0f * LAYOUT_PADDING;
    struct layout_box box = {frame->area.x, layout_bottom(frame, LAYOUT_TARGET), width, LAYOUT_TARGET};
    if (!layout_take(frame, box))
        return;
    struct view_element *button = layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_TEXT, word);
    button->icon = VIEW_ICON_FIND;
    button->is_bold = true;
    button->is_accented = content->find_active < content->find_count;
    button->action = layout_action(GAME_PANEL, GAME_PANEL_FIND);
}

void layout_add_find(struct layout_frame *frame, const struct layout_content *content)
{
    if (content->find_count == 0)
        return;
    struct grid grid = grid_of(frame, content);
    if (!content->is_find_folded && layout_take(frame, grid.panel))
        add_list(frame, content, &grid);
    else
        add_folded(frame, content);
}
