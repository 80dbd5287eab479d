#include <assert.h>

#include "cloudsvc/game/layout_parts.h"

#define MAIN_SIDE    64.0f // of the button in the corner,
#define SIDE         56.0f // and of those on the arc around it
#define ARC_ALONG    78.0f // from middle to middle, along an edge of the picture
#define ARC_DIAGONAL 61.0f // either way, at 45°
#define LAPTOP_SCALE 1.15f

static float scale_of(const struct layout_frame *frame)
{
    return layout_is_phone(frame) ? 1.0f : LAPTOP_SCALE;
}

float layout_skills_side(const struct layout_frame *frame)
{
    return (MAIN_SIDE / 2.0f + ARC_ALONG + SIDE / 2.0f) * scale_of(frame);
}

// The button in the corner, or one on the arc around it.
static struct layout_box box_of(const struct layout_frame *frame, uint32_t skill)
{
    // Left and up of the middle of the button in the corner.
    static const struct {
        float left, up;
    } arc[GAME_SKILL_COUNT] = {
        [GAME_STRIKE] = {0.0f, 0.0f},
        [GAME_DASH] = {ARC_ALONG, 0.0f},
        [GAME_HEAL] = {0.0f, ARC_ALONG},
        [GAME_SHOT] = {ARC_DIAGONAL, ARC_DIAGONAL},
    };
    float scale = scale_of(frame);
    float side = (skill == GAME_STRIKE ? MAIN_SIDE : SIDE) * scale;
    float inset = MAIN_SIDE / 2.0f * scale + side / 2.0f;
    return (struct layout_box){layout_right(frame, inset + arc[skill].left * scale),
                               layout_bottom(frame, inset + arc[skill].up * scale), side, side};
}

static void add_skill(struct layout_frame *frame, const struct layout_skill *skill, uint32_t number,
                      struct layout_box box)
{
    static const enum view_icon icons[GAME_SKILL_COUNT] = {
        [GAME_STRIKE] = VIEW_ICON_STRIKE,
        [GAME_DASH] = VIEW_ICON_DASH,
        [GAME_HEAL] = VIEW_ICON_HEAL,
        [GAME_SHOT] = VIEW_ICON_SHOT,
    };
    if (!layout_take(frame, box))
        return;
    struct view_element *button = layout_add(frame, VIEW_SKILL, box);
    button->icon = icons[number];
    button->fill = skill->fill;
    button->is_muted = skill->is_muted;
    button->action = layout_action(GAME_SKILL, number);
}

// All of them or none: half an arc looks broken.
void layout_add_skills(struct layout_frame *frame, const struct layout_content *content)
{
    assert(content->skill_count <= GAME_SKILL_COUNT);
    for (uint32_t i = 0; i < content->skill_count; i++) {
        struct layout_box box = box_of(frame, i);
        if (!layout_is_free(frame, &box))
            return;
    }
    for (uint32_t i = 0; i < content->skill_count; i++)
        add_skill(frame, &content->skills[i], i, box_of(frame, i));
}
