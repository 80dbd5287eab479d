#include "render/interface.h"

#include <math.h>

#include "render/actor_mesh.h"
#include "render/icon.h"
#include "render/style.h"

// ---- name plates ---------------------------------------------------------------------------------

// Lines of names in CSS pixels, as high as those of running text on a laptop: letters of 13.6 to the em.
#define NAME_CSS_PX 17.0f

// Readable on a sharp phone, unobtrusive on a large screen.
static float name_px(const struct view *view)
{
    uint32_t smaller = view->width_px < view->height_px ? view->width_px : view->height_px;
    float of_picture_px = fminf(fmaxf(0.024f * (float)smaller, 14), 40);
    return fmaxf(NAME_CSS_PX * view->density, of_picture_px);
}

struct plate {
    float left, top, right, bottom;
};

/// What plates keep clear of: the interface, and one another.
struct taken {
    struct plate plates[VIEW_ELEMENTS_MAX + VIEW_ACTORS_MAX + VIEW_SIGNS_MAX];
    size_t count;
};

static bool is_over(struct plate a, struct plate b)
{
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

static void take_elements(struct taken *taken, const struct view *view)
{
    for (size_t i = 0; i < view->element_count; i++) {
        const struct view_element *element = &view->elements[i];
        taken->plates[taken->count++] =
            (struct plate){element->x_px, element->y_px, element->x_px + element->width_px,
                           element->y_px + element->height_px};
    }
}

// Moves a plate aside into the picture, where the middle of it is seen.
static struct plate move_inside(struct plate plate, float width_px)
{
    float aside = fminf(0, width_px - plate.right);
    aside = plate.left + aside < 0 ? -plate.left : aside;
    plate.left += aside;
    plate.right += aside;
    return plate;
}

// Moves a plate up until it is clear of all that is taken.
// @return false when it would have to move further than two lines, or out of the picture
static bool find_room(struct plate *plate, const struct taken *taken)
{
    float line = plate->bottom - plate->top;
    float top_least = fmaxf(0, plate->top - 2.5f * line);
    size_t i = 0;
    while (i < taken->count) {
        if (!is_over(*plate, taken->plates[i])) {
            i++;
            continue;
        }
        plate->bottom = taken->plates[i].top - 1;
        plate->top = plate->bottom - line;
        if (plate->top < top_least) {
            return false;
        }
        i = 0;
    }
    return true;
}

// Where an actor's plate hangs, over the head and its mark.
static struct view_vec3 over_head(const struct view_actor *actor)
{
    struct view_vec3 over = actor->position;
    over.y +=
        actor->mark == VIEW_MARK_NONE ? 1.12f * actor->height_m : actor_mesh_mark_height_m(actor) + 0.42f;
    over.y += actor->damage > 0 ? 0.22f : 0; // there is a bar between
    return over;
}

// The plate over a place.
// @return false when it would be outside the picture
static bool place_over(struct view_vec3 over, const struct frustum *frustum, float width, float line_px,
                       struct plate *plate)
{
    float x = 0;
    float y = 0;
    float depth = 0;
    bool is_ahead = frustum_project(frustum, over, &x, &y, &depth);
    struct plate placed = {x - width / 2 - 3, y - line_px, x + width / 2 + 3, y};
    *plate = move_inside(placed, frustum->width_px);
    return is_ahead && x > 0 && x < frustum->width_px && plate->top >= 0 &&
           plate->bottom <= frustum->height_px;
}

static void add_plate(const struct interface *interface, const char *words, struct view_vec3 over,
                      const struct frustum *frustum, struct text_style style, struct taken *taken)
{
    float width = text_width(interface->text, words, style);
    struct plate plate;
    if (words[0] == '\0' || !place_over(over, frustum, width, style.line_px, &plate)) {
        return;
    }
    if (find_room(&plate, taken)) {
        text_add_line(interface->text, interface->sprites, words, plate.left + 3, plate.top, style);
        taken->plates[taken->count++] = plate;
    }
}

void interface_add_names(const struct interface *interface, const struct view *view,
                         const struct frustum *frustum)
{
    struct taken taken = {.count = 0};
    struct text_style style = {.line_px = name_px(view), .weight = TEXT_BOLD, .outline = style_outline};
    take_elements(&taken, view);
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        style.color = actor->kind == VIEW_NPC ? (struct view_color){255, 226, 168, 255} : style_text;
        add_plate(interface, actor->name, over_head(actor), frustum, style, &taken);
    }
    style.color = (struct view_color){190, 240, 255, 255};
    for (size_t i = 0; i < view->sign_count; i++) {
        add_plate(interface, view->signs[i].text, view->signs[i].position, frustum, style, &taken);
    }
}

void interface_add_fade(const struct interface *interface, const struct view *view)
{
    if (!(view->fade > 0)) {
        return;
    }
    struct view_color dark = {12, 12, 20, (uint8_t)(255 * fminf(view->fade, 1))};
    sprites_add_solid(interface->sprites, 0, 0, (float)view->width_px, (float)view->height_px, dark);
}

// ---- elements ------------------------------------------------------------------------------------

#define PANEL_CORNER  16.0f // CSS pixels
#define BUTTON_CORNER 12.0f
#define CORNER_SHARE  0.26f // of a low element's height at most

static float corner_radius(const struct interface *interface, const struct view_element *element)
{
    float smaller = fminf(element->width_px, element->height_px);
    bool is_large = element->kind == VIEW_PANEL || element->kind == VIEW_MINIMAP;
    float wanted = (is_large ? PANEL_CORNER : BUTTON_CORNER) * (interface->unit > 0 ? interface->unit : 1);
    return fminf(wanted, CORNER_SHARE * smaller);
}

static struct view_color fill_color(const struct view_element *element)
{
    if (element->is_accented) {
        return style_accent;
    }
    return element->kind == VIEW_BUTTON || element->kind == VIEW_PORTRAIT ? style_button : style_panel;
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

static struct view_color faded(struct view_color color, float share)
{
    color.a = (uint8_t)((float)color.a * share);
    return color;
}

// Room between the edge and what is inside.
static float padding_of(const struct view_element *element)
{
    return element->kind == VIEW_LABEL ? 0 : fminf(0.6f * element->text_px, 0.1f * element->width_px);
}

static float icon_size(const struct view_element *element)
{
    if (element->icon == VIEW_ICON_NONE) {
        return 0;
    }
    float smaller = fminf(element->width_px, element->height_px);
    return roundf(element->text[0] == '\0' ? 0.56f * smaller
                                           : fminf(0.6f * smaller, 1.5f * element->text_px));
}

static void add_icon(const struct interface *interface, const struct view_element *element, float x,
                     float size, struct view_color color)
{
    const struct atlas_entry *icon =
        size >= 1 ? icon_find(interface->atlas, element->icon, (uint32_t)size) : NULL;
    if (icon) {
        float y = element->y_px + (element->height_px - (float)icon->height) / 2;
        sprites_add_entry(interface->sprites, icon, roundf(x), roundf(y), false, false, color);
    }
}

static struct text_style style_of(const struct view_element *element)
{
    return (struct text_style){.line_px = element->text_px,
                               .weight = element->is_bold ? TEXT_BOLD : TEXT_REGULAR,
                               .color = faded(text_color(element), element->is_muted ? 0.55f : 1)};
}

static struct view_color icon_color(const struct view_element *element)
{
    struct view_color color = element->is_accented ? style_on_accent : style_accent;
    return faded(color, element->is_muted ? 0.55f : 1);
}

// An icon alone stands in the middle. Beside words it stands at the left, or, where they are centred, both
// stand in the middle together.
static void add_inside(const struct interface *interface, const struct view_element *element)
{
    struct text_style style = style_of(element);
    bool has_words = element->text[0] != '\0' && element->kind != VIEW_PORTRAIT;
    float padding = padding_of(element);
    float icon = icon_size(element);
    float gap = icon > 0 && has_words ? 0.4f * element->text_px : 0;
    float room = element->width_px - 2 * padding - icon - gap;
    float words = has_words ? fminf(text_width(interface->text, element->text, style), room) : 0;
    bool is_middle = !has_words || element->align == VIEW_ALIGN_CENTER;
    float left = element->x_px + padding + (is_middle && icon > 0 ? (room - words) / 2 : 0);
    if (icon > 0) {
        add_icon(interface, element, left, icon, icon_color(element));
        left += icon + gap;
        room = is_middle ? words : room;
    }
    if (has_words) {
        bool is_half_way_down = element->kind != VIEW_LABEL || icon > 0;
        text_add_block(interface->text, interface->sprites, element->text, left, element->y_px, room,
                       element->height_px, element->align, is_half_way_down, style);
    }
}

// A round button: a ring while it is ready, else how much of its cooldown is over.
static void add_skill(const struct interface *interface, const struct view_element *element)
{
    struct sprites *sprites = interface->sprites;
    float radius = floorf(fminf(element->width_px, element->height_px) / 2);
    bool is_ready = element->fill >= 1 && !element->is_muted;
    float ring = fmaxf(roundf(0.06f * radius), 1);
    if (radius < 2 * ring) {
        return;
    }
    float x = roundf(element->x_px + element->width_px / 2 - radius);
    float y = roundf(element->y_px + element->height_px / 2 - radius);
    const struct atlas_entry *whole = atlas_disc(interface->atlas, (uint32_t)radius);
    const struct atlas_entry *inside = atlas_disc(interface->atlas, (uint32_t)(radius - ring));
    if (!whole || !inside) {
        return;
    }
    sprites_add_entry(sprites, whole, x, y, false, false, is_ready ? style_accent : style_panel);
    x += ring;
    y += ring;
    sprites_add_entry(sprites, inside, x, y, false, false, is_ready ? style_ready : style_disc);
    if (element->fill < 1) {
        sprites_add_sector(sprites, inside, x, y, fmaxf(element->fill, 0), style_waiting);
    }
    struct view_color color = faded(style_text, is_ready ? 1 : 0.45f);
    float size = icon_size(element);
    add_icon(interface, element, element->x_px + (element->width_px - size) / 2, size, color);
}

static void add_round(const struct interface *interface, const struct view_element *element, float width,
                      struct view_color color)
{
    sprites_add_rounded(interface->sprites, interface->atlas, element->x_px, element->y_px, width,
                        element->height_px, element->height_px / 2, color);
}

static void add_meter(const struct interface *interface, const struct view_element *element)
{
    add_round(interface, element, element->width_px, style_track);
    float fill = fminf(fmaxf(element->fill, 0), 1) * element->width_px;
    if (fill >= 1) {
        add_round(interface, element, fmaxf(fill, fminf(element->height_px, element->width_px)),
                  element->color.a > 0 ? element->color : style_accent);
    }
    if (element->text[0] != '\0') {
        struct text_style style = {.line_px = element->text_px, .weight = TEXT_BOLD, .color = style_text};
        text_add_block(interface->text, interface->sprites, element->text, element->x_px, element->y_px,
                       element->width_px, element->height_px, VIEW_ALIGN_CENTER, true, style);
    }
}

static void add_box(const struct interface *interface, const struct view_element *element)
{
    sprites_add_rounded(interface->sprites, interface->atlas, element->x_px, element->y_px, element->width_px,
                        element->height_px, corner_radius(interface, element), fill_color(element));
}

void interface_add_element(const struct interface *interface, const struct view_element *element)
{
    switch (element->kind) {
    case VIEW_SKILL:
        add_skill(interface, element);
        break;
    case VIEW_METER:
        add_meter(interface, element);
        break;
    case VIEW_LABEL:
        add_inside(interface, element);
        break;
    case VIEW_PORTRAIT:
    case VIEW_MINIMAP:
        add_box(interface, element);
        break;
    case VIEW_PANEL:
    case VIEW_BUTTON:
        add_box(interface, element);
        add_inside(interface, element);
        break;
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
