#include <assert.h>
#include <stdio.h>

#include "cloudsvc/game/layout_parts.h"

#define UPRIGHT_WIDTH_MAX 560.0f // of windows that have no room for two columns and something between
#define LOW_HEIGHT_MAX    520.0f
#define PAGE_BUTTON       46.0f // side of the square at the right edge that the page keeps for itself
#define ROUNDING          0.01f // two boxes that touch do not overlap

static float at_least_zero(float length)
{
    return length > 0.0f ? length : 0.0f;
}

static struct layout_box free_area(const struct game_viewport *viewport, float unit)
{
    float left = (float)viewport->inset_px[3] / unit + LAYOUT_MARGIN;
    float top = (float)viewport->inset_px[0] / unit + LAYOUT_MARGIN;
    float right = (float)(viewport->width_px) / unit - (float)viewport->inset_px[1] / unit - LAYOUT_MARGIN;
    float bottom = (float)viewport->height_px / unit - (float)viewport->inset_px[2] / unit - LAYOUT_MARGIN;
    return (struct layout_box){left, top, at_least_zero(right - left), at_least_zero(bottom - top)};
}

void layout_frame_init(struct layout_frame *frame, const struct game_viewport *viewport, struct view *view)
{
    float unit = (float)viewport->density_percent / 100.0f;
    float width = (float)viewport->width_px / unit;
    float height = (float)viewport->height_px / unit;
    *frame = (struct layout_frame){
        .view = view,
        .unit = unit,
        .area = free_area(viewport, unit),
        .is_upright = width < UPRIGHT_WIDTH_MAX,
        .is_low = height < LOW_HEIGHT_MAX,
    };
    float right = width - (float)viewport->inset_px[1] / unit;
    frame->taken[frame->taken_count++] = (struct layout_box){
        right - PAGE_BUTTON, height / 2.0f - PAGE_BUTTON / 2.0f, PAGE_BUTTON, PAGE_BUTTON};
}

bool layout_is_phone(const struct layout_frame *frame)
{
    return frame->is_upright || frame->is_low;
}

float layout_right(const struct layout_frame *frame, float width)
{
    return frame->area.x + frame->area.width - width;
}

float layout_bottom(const struct layout_frame *frame, float height)
{
    return frame->area.y + frame->area.height - height;
}

static bool overlap(const struct layout_box *a, const struct layout_box *b)
{
    return a->x + ROUNDING < b->x + b->width && b->x + ROUNDING < a->x + a->width &&
           a->y + ROUNDING < b->y + b->height && b->y + ROUNDING < a->y + a->height;
}

static bool is_inside(const struct layout_box *box, const struct layout_box *area)
{
    return box->width > 0.0f && box->height > 0.0f && box->x + ROUNDING > area->x &&
           box->y + ROUNDING > area->y && box->x + box->width < area->x + area->width + ROUNDING &&
           box->y + box->height < area->y + area->height + ROUNDING;
}

// What has some of the box's room.
static const struct layout_box *obstacle(const struct layout_frame *frame, const struct layout_box *box)
{
    for (size_t i = 0; i < frame->taken_count; i++)
        if (overlap(box, &frame->taken[i]))
            return &frame->taken[i];
    return NULL;
}

bool layout_is_free(const struct layout_frame *frame, const struct layout_box *box)
{
    return obstacle(frame, box) == NULL;
}

bool layout_take(struct layout_frame *frame, struct layout_box box)
{
    if (frame->taken_count == LAYOUT_TAKEN_MAX || !is_inside(&box, &frame->area) ||
        !layout_is_free(frame, &box))
        return false;
    frame->taken[frame->taken_count++] = box;
    return true;
}

bool layout_slide_down(const struct layout_frame *frame, struct layout_box *box)
{
    const struct layout_box *other;
    while ((other = obstacle(frame, box)) != NULL)
        box->y = other->y + other->height + LAYOUT_GAP;
    return is_inside(box, &frame->area);
}

struct view_element *layout_add(struct layout_frame *frame, enum view_element_kind kind,
                                struct layout_box box)
{
    assert(frame->view->element_count < VIEW_ELEMENTS_MAX);
    struct view_element *element = &frame->view->elements[frame->view->element_count++];
    *element = (struct view_element){
        .kind = kind,
        .x_px = box.x * frame->unit,
        .y_px = box.y * frame->unit,
        .width_px = at_least_zero(box.width) * frame->unit,
        .height_px = at_least_zero(box.height) * frame->unit,
    };
    return element;
}

struct view_element *layout_add_text(struct layout_frame *frame, enum view_element_kind kind,
                                     struct layout_box box, float text_px, const char *text)
{
    struct view_element *element = layout_add(frame, kind, box);
    element->text_px = text_px * frame->unit;
    element->align = kind == VIEW_BUTTON ? VIEW_ALIGN_CENTER : VIEW_ALIGN_LEFT;
    snprintf(element->text, sizeof element->text, "%s", text);
    return element;
}

float layout_map_side(const struct layout_frame *frame)
{
    return layout_is_phone(frame) ? 120.0f : 160.0f;
}

float layout_column(const struct layout_frame *frame)
{
    if (!layout_is_phone(frame))
        return 280.0f;
    float beside_map = frame->area.width - layout_map_side(frame) - LAYOUT_GAP;
    return beside_map < 220.0f ? beside_map : 220.0f;
}
