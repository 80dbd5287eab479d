#include "cloudsvc/game/layout_parts.h"

#define WIDTH       640.0f
#define WIDTH_LEAST 440.0f // beside other controls
#define SHARE_MAX   0.6f   // of the free height
#define PORTRAIT    64.0f
#define NAME_HEIGHT 26.0f
#define BOLD_WIDER  1.12f // than regular letters
#define CROSS_SIZE  28.0f // of the sign that closes it
#define LINES_LOW   2.0f  // that fit beside a portrait, under a name

/// A dialogue's panel and what is in it, at its own place.
struct arrangement {
    struct layout_box panel, portrait, name, line;
};

static float smaller(float a, float b)
{
    return a < b ? a : b;
}

static float larger(float a, float b)
{
    return a > b ? a : b;
}

static float answers_height(const struct layout_content *content)
{
    return content->answer_count > 0 ? LAYOUT_TARGET + LAYOUT_PADDING : 0.0f;
}

// Places all within a panel at the origin. A name is never cut: on a narrow phone it takes a second line; a
// long speech goes below the portrait there.
static struct arrangement arrange(const struct layout_frame *frame, const struct layout_content *content,
                                  float width)
{
    struct arrangement dialogue = {.portrait = {LAYOUT_PADDING, LAYOUT_PADDING, PORTRAIT, PORTRAIT}};
    float left = PORTRAIT + 3.0f * LAYOUT_PADDING;
    float beside = width - left - LAYOUT_TARGET - 2.0f * LAYOUT_PADDING;
    float lines = layout_line_count(content->speaker, BOLD_WIDER * LAYOUT_TEXT, beside);
    float name_height = NAME_HEIGHT + (lines - 1.0f) * LAYOUT_TEXT;
    dialogue.name = (struct layout_box){left, LAYOUT_PADDING, beside, name_height};
    dialogue.line = (struct layout_box){left, LAYOUT_PADDING + name_height, beside, 0.0f};
    if (frame->is_upright && layout_line_count(content->line, LAYOUT_TEXT, beside) > LINES_LOW) {
        float top = larger(PORTRAIT, name_height) + 2.0f * LAYOUT_PADDING;
        dialogue.line = (struct layout_box){LAYOUT_PADDING, top, width - 2.0f * LAYOUT_PADDING, 0.0f};
        dialogue.name.y += larger(PORTRAIT - name_height, 0.0f) / 2.0f;
    }
    float line_height = layout_line_count(content->line, LAYOUT_TEXT, dialogue.line.width) * LAYOUT_TEXT;
    float most = larger(frame->area.height * SHARE_MAX, dialogue.line.y + LAYOUT_TEXT + LAYOUT_PADDING);
    float height = larger(dialogue.line.y + line_height, PORTRAIT + LAYOUT_PADDING) + LAYOUT_PADDING;
    height = smaller(height + answers_height(content), most);
    dialogue.line.height = height - dialogue.line.y - LAYOUT_PADDING - answers_height(content);
    dialogue.panel = (struct layout_box){0.0f, 0.0f, width, height};
    return dialogue;
}

// Where a dialogue may be from left to right: beside the Find list and the skills, if that is wide enough.
static struct layout_box strip_of(const struct layout_frame *frame, const struct layout_content *content)
{
    struct layout_box strip = frame->area;
    if (layout_is_phone(frame) || content->is_find_folded)
        return strip;
    struct layout_box list = layout_find_box(frame, content);
    float left = list.x + list.width + LAYOUT_MARGIN;
    float right = layout_right(frame, layout_skills_side(frame) + LAYOUT_MARGIN);
    if (right - left < WIDTH_LEAST)
        return strip;
    strip.x = left;
    strip.width = right - left;
    return strip;
}

static void move(struct layout_box *box, float x, float y)
{
    box->x += x;
    box->y += y;
}

// In the middle of the picture, as far as the strip allows.
static struct arrangement arrange_at_bottom(const struct layout_frame *frame,
                                            const struct layout_content *content, struct layout_box strip)
{
    float width = smaller(WIDTH, strip.width);
    struct arrangement dialogue = arrange(frame, content, width);
    float middle = frame->area.x + (frame->area.width - width) / 2.0f;
    float x = smaller(larger(middle, strip.x), strip.x + strip.width - width);
    float y = layout_bottom(frame, dialogue.panel.height);
    move(&dialogue.panel, x, y);
    move(&dialogue.portrait, x, y);
    move(&dialogue.name, x, y);
    move(&dialogue.line, x, y);
    return dialogue;
}

// A dialogue so long that it would reach the page's button is narrower.
static struct arrangement place(const struct layout_frame *frame, const struct layout_content *content)
{
    struct layout_box strip = strip_of(frame, content);
    struct arrangement dialogue = arrange_at_bottom(frame, content, strip);
    if (layout_is_free(frame, &dialogue.panel))
        return dialogue;
    strip.width = larger(strip.width - LAYOUT_TARGET, 0.0f);
    return arrange_at_bottom(frame, content, strip);
}

struct layout_box layout_dialogue_box(const struct layout_frame *frame, const struct layout_content *content)
{
    return place(frame, content).panel;
}

static void add_speech(struct layout_frame *frame, const struct layout_content *content,
                       const struct arrangement *dialogue)
{
    layout_add(frame, VIEW_PANEL, dialogue->panel);
    layout_add(frame, VIEW_PORTRAIT, dialogue->portrait)->color = content->speaker_clothes;
    layout_add_text(frame, VIEW_LABEL, dialogue->name, LAYOUT_TEXT, content->speaker)->is_bold = true;
    layout_add_text(frame, VIEW_LABEL, dialogue->line, LAYOUT_TEXT, content->line);
    struct layout_box close = {dialogue->panel.x + dialogue->panel.width - LAYOUT_PADDING - LAYOUT_TARGET,
                               dialogue->panel.y + LAYOUT_PADDING, LAYOUT_TARGET, LAYOUT_TARGET};
    layout_add_text(frame, VIEW_BUTTON, close, CROSS_SIZE, "×")->action =
        layout_action(GAME_CLOSE_DIALOGUE, 0);
}

static void add_answers(struct layout_frame *frame, const struct layout_content *content,
                        struct layout_box panel)
{
    float count = (float)content->answer_count;
    float width = (panel.width - (count + 1.0f) * LAYOUT_PADDING) / larger(count, 1.0f);
    struct layout_box box = {panel.x + LAYOUT_PADDING,
                             panel.y + panel.height - LAYOUT_PADDING - LAYOUT_TARGET, width, LAYOUT_TARGET};
    for (uint32_t i = 0; i < content->answer_count; i++) {
        struct view_element *answer =
            layout_add_text(frame, VIEW_BUTTON, box, LAYOUT_TEXT, content->answers[i]);
        answer->action = layout_action(GAME_ANSWER, i);
        answer->is_accented = i == 0;
        box.x += width + LAYOUT_PADDING;
    }
}

void layout_add_dialogue(struct layout_frame *frame, const struct layout_content *content)
{
    if (!content->speaker)
        return;
    struct arrangement dialogue = place(frame, content);
    if (!layout_take(frame, dialogue.panel))
        return;
    add_speech(frame, content, &dialogue);
    add_answers(frame, content, dialogue.panel);
}
