#include "render/interface.h"

#include <math.h>

#include "render/actor_mesh.h"
#include "render/style.h"

// ---- name plates ---------------------------------------------------------------------------------

// Readable on a small phone, unobtrusive on a large screen.
static float name_px(const struct view *view)
{
    uint32_t smaller = view->width_px < view->height_px ? view->width_px : view->height_px;
    return fminf(fmaxf(0.024f * (float)smaller, 14), 40);
}

struct plate {
    float left, top, right, bottom;
};

static bool is_over(struct plate a, struct plate b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

// Moves a plate up until it is clear of the others.
// @return false when it would have to move further than two lines
static bool find_room(struct plate *plate, const struct plate *placed, size_t count)
{
    float line = plate->bottom - plate->top;
    for (int moves = 0; moves <= 2; moves++) {
        size_t i = 0;
        while (i < count && !is_over(*plate, placed[i])) {
            i++;
        }
        if (i == count) {
            return true;
        }
        plate->bottom = placed[i].top - 1;
        plate->top = plate->bottom - line;
    }
    return false;
}

void interface_add_names(const struct interface *interface, const struct view *view,
                         const struct frustum *frustum)
{
    struct plate placed[VIEW_ACTORS_MAX];
    size_t count = 0;
    struct text_style style = {.line_px = name_px(view), .weight = TEXT_BOLD, .outline = style_outline};
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        struct view_vec3 over = actor->position;
        over.y +=
            actor->mark == VIEW_MARK_NONE ? 1.12f * actor->height_m : actor_mesh_mark_height_m(actor) + 0.42f;
        float x = 0;
        float y = 0;
        float depth = 0;
        if (actor->name[0] == '\0' || !frustum_project(frustum, over, &x, &y, &depth)) {
            continue;
        }
        float width = text_width(interface->text, actor->name, style);
        struct plate plate = {x - width / 2 - 3, y - style.line_px, x + width / 2 + 3, y};
        bool is_inside = plate.right > 0 && plate.bottom > 0 && plate.left < frustum->width_px &&
                         plate.top < frustum->height_px;
        if (is_inside && find_room(&plate, placed, count)) {
            style.color = actor->kind == VIEW_NPC ? (struct view_color){255, 226, 168, 255} : style_text;
            text_add_line(interface->text, interface->sprites, actor->name, plate.left + 3, plate.top, style);
            placed[count++] = plate;
        }
    }
}

// ---- elements ------------------------------------------------------------------------------------

// Corners as round as a thumb's target is high, within reason.
static float corner_radius(const struct view_element *element)
{
    float smaller = fminf(element->width_px, element->height_px);
    return element->kind == VIEW_PANEL ? fminf(0.12f * smaller + 4, 20) : fminf(0.26f * smaller, 24);
}

static struct view_color fill_color(const struct view_element *element)
{
    if (element->is_accented) {
        return style_accent;
    }
    return element->kind == VIEW_PANEL ? style_panel : style_button;
}

static struct view_color text_color(const struct view_element *element)
{
    if (element->color.a > 0) {
        return element->color;
    }
    if (element->is_accented) {
        return element->kind == VIEW_LABEL ? style_accent : style_on_accent;
    }
    return style_text;
}

static void add_text(const struct interface *interface, const struct view_element *element, float padding_px)
{
    bool is_button = element->kind == VIEW_BUTTON;
    struct text_style style = {.line_px = element->text_px,
                               .weight = element->is_bold ? TEXT_BOLD : TEXT_REGULAR,
                               .color = text_color(element)};
    text_add_block(interface->text, interface->sprites, element->text, element->x_px + padding_px,
                   element->y_px, element->width_px - 2 * padding_px, element->height_px, element->align,
                   is_button, style);
}

void interface_add_element(const struct interface *interface, const struct view_element *element)
{
    if (element->kind != VIEW_LABEL) {
        sprites_add_rounded(interface->sprites, interface->atlas, element->x_px, element->y_px,
                            element->width_px, element->height_px, corner_radius(element),
                            fill_color(element));
    }
    if (element->kind != VIEW_PORTRAIT && element->text[0] != '\0') {
        float padding_px =
            element->kind == VIEW_LABEL ? 0 : fminf(0.6f * element->text_px, 0.1f * element->width_px);
        add_text(interface, element, padding_px);
    }
}

struct view_element interface_portrait_inside(const struct view_element *element)
{
    float margin = roundf(0.05f * fminf(element->width_px, element->height_px));
    struct view_element inside = *element;
    inside.x_px = roundf(element->x_px) + margin;
    inside.y_px = roundf(element->y_px) + margin;
    inside.width_px = roundf(element->width_px) - 2 * margin;
    inside.height_px = roundf(element->height_px) - 2 * margin;
    return inside;
}

// ---- tap marks -----------------------------------------------------------------------------------

void interface_add_taps(const struct interface *interface, const struct view *view)
{
    float radius = roundf(VIEW_TAP_RADIUS * (float)view->height_px);
    for (size_t i = 0; i < view->tap_count; i++) {
        const struct view_tap *tap = &view->taps[i];
        uint8_t alpha = (uint8_t)(255 * fminf(fmaxf(tap->opacity, 0), 1) + 0.5f);
        sprites_add_rounded(interface->sprites, interface->atlas, tap->x_px - radius, tap->y_px - radius,
                            2 * radius, 2 * radius, radius, (struct view_color){255, 255, 255, alpha});
    }
}
