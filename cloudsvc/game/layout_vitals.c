#include "cloudsvc/game/layout_parts.h"

#define STANDING_LINE 18.0f
#define BAR           11.0f
#define BAR_GAP       5.0f

static const struct view_color health_color = {226, 92, 78, 255};
static const struct view_color low_health_color = {255, 58, 58, 255};
static const struct view_color energy_color = {92, 168, 226, 255};

#define HEALTH_LOW 0.3f

static void add_bar(struct layout_frame *frame, struct layout_box box, float fill, struct view_color color)
{
    struct view_element *bar = layout_add(frame, VIEW_METER, box);
    bar->fill = fill;
    bar->color = color;
}

void layout_add_vitals(struct layout_frame *frame, const struct layout_content *content)
{
    const struct layout_vitals *vitals = &content->vitals;
    struct layout_box panel = {frame->area.x, frame->area.y, layout_column(frame),
                               STANDING_LINE + 2.0f * (BAR + BAR_GAP) + 2.0f * 8.0f};
    if (!vitals->standing || !layout_take(frame, panel))
        return;
    layout_add(frame, VIEW_PANEL, panel);
    struct layout_box row = {panel.x + LAYOUT_PADDING, panel.y + 8.0f, panel.width - 2.0f * LAYOUT_PADDING,
                             STANDING_LINE};
    layout_add_text(frame, VIEW_LABEL, row, STANDING_LINE, vitals->standing)->is_bold = true;
    row.y += STANDING_LINE + BAR_GAP;
    row.height = BAR;
    add_bar(frame, row, vitals->health, vitals->health < HEALTH_LOW ? low_health_color : health_color);
    row.y += BAR + BAR_GAP;
    add_bar(frame, row, vitals->energy, energy_color);
}
