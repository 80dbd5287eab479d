#include "cloudsvc/game/layout.h"

#include <assert.h>

#include "cloudsvc/game/layout_parts.h"

enum { ACTION_NUMBERS = 1 << 16 };

uint32_t layout_action(enum game_input_kind kind, uint32_t number)
{
    assert(kind < GAME_INPUT_KIND_COUNT);
    assert(number < ACTION_NUMBERS);
    return ((uint32_t)kind + 1) * ACTION_NUMBERS + number;
}

void layout_action_input(uint32_t action, struct game_input *input)
{
    uint32_t kind = action / ACTION_NUMBERS;
    bool means_something = kind > 0 && kind <= GAME_INPUT_KIND_COUNT;
    input->kind = means_something ? (enum game_input_kind)(kind - 1) : GAME_INPUT_KIND_COUNT;
    input->number = action % ACTION_NUMBERS;
}

static bool is_phone(const struct game_viewport *viewport)
{
    struct layout_frame frame;
    layout_frame_init(&frame, viewport, NULL);
    return layout_is_phone(&frame);
}

uint32_t layout_open_panels(const struct game_viewport *viewport)
{
    return 1U << GAME_PANEL_QUESTS | (is_phone(viewport) ? 0U : 1U << GAME_PANEL_FIND);
}

uint32_t layout_panels_after_find(uint32_t open_panels, const struct game_viewport *viewport)
{
    return is_phone(viewport) ? open_panels & ~(1U << GAME_PANEL_FIND) : open_panels;
}

void layout_fill(const struct layout_content *content, const struct game_viewport *viewport,
                 struct view *view)
{
    assert(content->find_count <= PACK_FIND_MAX);
    assert(content->quest_count <= LAYOUT_QUESTS_MAX);
    assert(content->answer_count <= LAYOUT_ANSWERS_MAX);
    struct layout_frame frame;
    layout_frame_init(&frame, viewport, view);
    layout_add_dialogue(&frame, content);
    layout_add_map(&frame, content);
    layout_add_vitals(&frame, content);
    bool is_list_first = layout_is_phone(&frame) && !content->is_find_folded && !content->speaker;
    if (is_list_first)
        layout_add_find(&frame, content);
    layout_add_skills(&frame, content);
    if (!is_list_first)
        layout_add_find(&frame, content);
    layout_add_corner(&frame, content);
    layout_add_tracker(&frame, content);
    layout_add_notices(&frame, content);
}

double layout_dialogue_cover(const struct layout_content *content, const struct game_viewport *viewport)
{
    assert(content->speaker);
    struct layout_frame frame;
    layout_frame_init(&frame, viewport, NULL);
    struct layout_box box = layout_dialogue_box(&frame, content);
    double cover = 1.0 - (double)(box.y * frame.unit) / viewport->height_px;
    return cover < 1.0 ? cover : 1.0;
}
