#include "cloudsvc/game/layout.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

// All lengths below are CSS pixels; `unit` turns them into the picture's.
#define MARGIN           12.0f // between controls and the edge of the free area
#define PADDING          10.0f // inside a panel
#define GAP              8.0f  // between buttons
#define TARGET           44.0f // the least side of what a thumb hits [WCAG 2.5.5]
#define TEXT             19.0f // lines of running text
#define TEXT_TITLE       18.0f
#define BUTTON_WIDTH     112.0f
#define BUTTON_MAX       220.0f
#define NOTICES_HEIGHT   120.0f // kept free above the list: a banner and a message of two lines
#define LIST_SHARE       0.6f   // of the free width that a list may take,
#define LIST_WIDTH       340.0f // or this, on a narrow screen
#define DIALOGUE_WIDTH   640.0f
#define DIALOGUE_SHARE   0.6f // of the free height at most
#define PORTRAIT         64.0f
#define NAME_HEIGHT      26.0f
#define TOAST_WIDTH      520.0f
#define BANNER_HEIGHT    38.0f
#define GLYPH_WIDTH      0.48f // mean advance of a Latin letter in lines of text; DejaVu Sans has 0.41
#define WIDE_GLYPH_WIDTH 1.0f  // of a Chinese character
#define BOLD_WIDER       1.2f  // than regular letters
#define WRAP_LOSS        1.12f // lines end at words, not at the edge

enum { ROWS_LOW = 3 }; // a list higher than this gets another column where there is room

struct rectangle {
    float x, y, width, height;
};

static struct rectangle free_area(const struct game_viewport *viewport, float unit)
{
    float margin = MARGIN * unit;
    float left = (float)viewport->inset_px[3] + margin;
    float top = (float)viewport->inset_px[0] + margin;
    float right = (float)viewport->width_px - (float)viewport->inset_px[1] - margin;
    float bottom = (float)viewport->height_px - (float)viewport->inset_px[2] - margin;
    return (struct rectangle){left, top, right > left ? right - left : 0.0f,
                              bottom > top ? bottom - top : 0.0f};
}

static float unit_of(const struct game_viewport *viewport)
{
    return (float)viewport->density_percent / 100.0f;
}

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static bool overlap(struct rectangle a, struct rectangle b)
{
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

// Width of a text in lines of `text_px`, guessed: the font belongs to the renderer.
static float text_width(const char *text, float text_px)
{
    float glyphs = 0.0f;
    for (const unsigned char *byte = (const unsigned char *)text; *byte; byte++)
        if (*byte < 0x80)
            glyphs += GLYPH_WIDTH;
        else if (*byte >= 0xc0) // the first byte of a longer code point
            glyphs += *byte < 0xe0 ? GLYPH_WIDTH : WIDE_GLYPH_WIDTH;
    return glyphs * text_px;
}

static float line_count(const char *text, float text_px, float width_px)
{
    float width = text_width(text, text_px);
    if (width <= width_px)
        return 1.0f;
    return (float)((int)(width * WRAP_LOSS / larger(width_px, text_px)) + 1);
}

static struct view_element *add(struct view *view, enum view_element_kind kind, struct rectangle at)
{
    assert(view->element_count < VIEW_ELEMENTS_MAX);
    struct view_element *element = &view->elements[view->element_count++];
    *element = (struct view_element){
        .kind = kind,
        .x_px = at.x,
        .y_px = at.y,
        .width_px = larger(at.width, 0.0f), // a picture may be too small for anything
        .height_px = larger(at.height, 0.0f),
    };
    return element;
}

static struct view_element *add_text(struct view *view, enum view_element_kind kind, struct rectangle at,
                                     float text_px, const char *text)
{
    struct view_element *element = add(view, kind, at);
    element->text_px = text_px;
    element->align = kind == VIEW_BUTTON ? VIEW_ALIGN_CENTER : VIEW_ALIGN_LEFT;
    snprintf(element->text, sizeof element->text, "%s", text);
    return element;
}

// A panel, centred at `top`, as large as its text.
static void add_notice(struct view *view, struct rectangle area, float unit, float top, float width_max,
                       const char *text)
{
    float text_px = TEXT * unit;
    float room = smaller(width_max * unit, area.width) - 4.0f * PADDING * unit;
    float width = smaller(text_width(text, text_px), room);
    float height = line_count(text, text_px, room) * text_px;
    struct rectangle label = {area.x + (area.width - width) / 2.0f, top + PADDING * unit, width, height};
    struct rectangle panel = {label.x - 2.0f * PADDING * unit, top, width + 4.0f * PADDING * unit,
                              height + 2.0f * PADDING * unit};
    add(view, VIEW_PANEL, panel);
    add_text(view, VIEW_LABEL, label, text_px, text)->align = VIEW_ALIGN_CENTER;
}

struct find_grid {
    struct rectangle panel;
    float button_width, button_height, title_height;
    size_t rows;
};

static float widest_label(const struct layout_content *content, float text_px)
{
    float width = 0.0f;
    for (size_t i = 0; i < content->find_count; i++)
        width = larger(width, text_width(content->find[i].label, text_px));
    return width;
}

static size_t at_least_one(float count)
{
    return count > 1.0f ? (size_t)count : 1;
}

static size_t columns_of(size_t count, size_t rows)
{
    assert(count > 0);
    assert(rows > 0);
    return (count + rows - 1) / rows;
}

// A low list spreads to the right as far as it leaves the middle of the picture free, then grows upwards
// as far as notices do not need the room, and at last makes its buttons narrower.
static struct find_grid find_grid(const struct layout_content *content, struct rectangle area, float unit)
{
    struct find_grid grid = {.button_height = TARGET * unit, .title_height = (TEXT_TITLE + GAP) * unit};
    float row_height = (TARGET + GAP) * unit;
    float border = 2.0f * PADDING * unit;
    float gap = GAP * unit;
    float wanted = larger(BUTTON_WIDTH * unit, widest_label(content, TEXT * unit) + 3.0f * PADDING * unit);
    wanted = smaller(wanted, BUTTON_MAX * unit);

    float spread = smaller(area.width, larger(area.width * LIST_SHARE, LIST_WIDTH * unit));
    size_t columns_max = at_least_one((spread - border + gap) / (wanted + gap));
    float room = area.height - NOTICES_HEIGHT * unit - border - grid.title_height + gap;
    size_t rows_max = at_least_one(room / row_height);
    size_t columns = columns_of(content->find_count, rows_max < ROWS_LOW ? rows_max : ROWS_LOW);
    columns = columns < columns_max ? columns : columns_max;
    if (columns < columns_of(content->find_count, rows_max))
        columns = columns_of(content->find_count, rows_max);

    grid.rows = columns_of(content->find_count, columns);
    float fitting = (area.width - border - gap * (float)(columns - 1)) / (float)columns;
    grid.button_width = larger(smaller(wanted, fitting), 1.0f);
    grid.panel.width = (grid.button_width + gap) * (float)columns - gap + border;
    grid.panel.height = grid.title_height + row_height * (float)grid.rows - gap + border;
    grid.panel.x = area.x;
    grid.panel.y = area.y + area.height - grid.panel.height;
    return grid;
}

static void add_find(const struct layout_content *content, const struct find_grid *grid, float unit,
                     struct view *view)
{
    float left = grid->panel.x + PADDING * unit;
    float top = grid->panel.y + PADDING * unit;
    add(view, VIEW_PANEL, grid->panel);
    struct rectangle title = {left, top, grid->button_width, TEXT_TITLE * unit};
    add_text(view, VIEW_LABEL, title, TEXT_TITLE * unit, "Find")->is_bold = true;
    for (size_t i = 0; i < content->find_count; i++) {
        size_t column = i / grid->rows;
        size_t row = i % grid->rows;
        struct rectangle at = {left + (grid->button_width + GAP * unit) * (float)column,
                               top + grid->title_height + (grid->button_height + GAP * unit) * (float)row,
                               grid->button_width, grid->button_height};
        struct view_element *button = add_text(view, VIEW_BUTTON, at, TEXT * unit, content->find[i].label);
        button->action = LAYOUT_FIND + (uint32_t)i;
        button->is_accented = i == content->find_active;
    }
}

static float dialogue_text_width(float panel_width, float unit)
{
    return panel_width - (PORTRAIT + TARGET + 5.0f * PADDING) * unit;
}

// A name is never cut: on a narrow phone it takes a second line.
static float name_height(const char *speaker, float panel_width, float unit)
{
    float lines = line_count(speaker, BOLD_WIDER * TEXT * unit, dialogue_text_width(panel_width, unit));
    return (NAME_HEIGHT + (lines - 1.0f) * TEXT) * unit;
}

static struct rectangle dialogue_panel(const char *speaker, const char *line, struct rectangle area,
                                       float unit)
{
    float width = smaller(DIALOGUE_WIDTH * unit, area.width);
    float lines = line_count(line, TEXT * unit, dialogue_text_width(width, unit));
    float height = name_height(speaker, width, unit) + (lines * TEXT + 3.0f * PADDING) * unit;
    height = larger(height, (PORTRAIT + 2.0f * PADDING) * unit);
    height = smaller(height, larger(area.height * DIALOGUE_SHARE, (PORTRAIT + 2.0f * PADDING) * unit));
    return (struct rectangle){area.x + (area.width - width) / 2.0f, area.y + area.height - height, width,
                              height};
}

static void add_dialogue(const struct layout_content *content, struct rectangle panel, float unit,
                         struct view *view)
{
    float padding = PADDING * unit;
    add(view, VIEW_PANEL, panel);
    struct rectangle portrait = {panel.x + padding, panel.y + padding, PORTRAIT * unit, PORTRAIT * unit};
    add(view, VIEW_PORTRAIT, portrait)->color = content->speaker_clothes;
    float text_left = portrait.x + portrait.width + 2.0f * padding;
    float text_width = dialogue_text_width(panel.width, unit);
    struct rectangle name = {text_left, panel.y + padding, text_width,
                             name_height(content->speaker, panel.width, unit)};
    add_text(view, VIEW_LABEL, name, TEXT * unit, content->speaker)->is_bold = true;
    struct rectangle line = {text_left, name.y + name.height, text_width,
                             panel.height - name.height - 2.0f * padding};
    add_text(view, VIEW_LABEL, line, TEXT * unit, content->line);
    struct rectangle close = {panel.x + panel.width - padding - TARGET * unit, panel.y + padding,
                              TARGET * unit, TARGET * unit};
    add_text(view, VIEW_BUTTON, close, TEXT * unit, "×")->action = LAYOUT_CLOSE_DIALOGUE;
}

// Where a dialogue begins that makes room for the list to its left; 0 when it cannot.
static float beside(struct rectangle dialogue, struct rectangle list, struct rectangle area, float unit)
{
    float left = list.x + list.width + MARGIN * unit;
    return left + dialogue.width <= area.x + area.width ? left : 0.0f;
}

static bool has_text(const char *text)
{
    return text && text[0];
}

void layout_fill(const struct layout_content *content, const struct game_viewport *viewport,
                 struct view *view)
{
    assert(content->find_count <= PACK_FIND_MAX);
    float unit = unit_of(viewport);
    struct rectangle area = free_area(viewport, unit);
    struct find_grid grid = {.rows = 0};
    if (content->find_count > 0)
        grid = find_grid(content, area, unit);
    bool has_room = true; // for the list
    if (content->speaker) {
        struct rectangle dialogue = dialogue_panel(content->speaker, content->line, area, unit);
        dialogue.x = larger(dialogue.x, beside(dialogue, grid.panel, area, unit));
        has_room = !overlap(grid.panel, dialogue);
        add_dialogue(content, dialogue, unit, view);
    }
    if (content->find_count > 0 && has_room)
        add_find(content, &grid, unit, view);
    float top = area.y;
    if (has_text(content->banner)) {
        add_notice(view, area, unit, top, TOAST_WIDTH, content->banner);
        top += (BANNER_HEIGHT + GAP + 2.0f) * unit;
    }
    if (has_text(content->toast))
        add_notice(view, area, unit, top, TOAST_WIDTH, content->toast);
}

double layout_dialogue_cover(const char *speaker, const char *line, const struct game_viewport *viewport)
{
    float unit = unit_of(viewport);
    struct rectangle panel = dialogue_panel(speaker, line, free_area(viewport, unit), unit);
    return ((double)viewport->height_px - panel.y) / viewport->height_px;
}
