#include <math.h>
#include <stddef.h>

#include "render/icon.h"
#include "render/minimap.h"
#include "render/minimap_place.h"
#include "render/style.h"

// In CSS pixels.
#define WAY_STEP  6.0f // from dot to dot
#define WAY_DOT   1.6f
#define MARK_DOT  3.2f
#define GOAL_DOT  4.4f
#define SELF_SIDE 18.0f
#define OTHER     13.0f
#define OUTLINE   1.2f

static const struct view_color talk_color = {255, 240, 200, 255};
static const struct view_color quest_color = {255, 214, 64, 255};
static const struct view_color enemy_color = {236, 76, 64, 255};
static const struct view_color player_color = {150, 208, 255, 255};

/// What marks are made with.
struct pen {
    const struct interface *interface;
    const struct view *view;
    struct minimap_place place;
    float unit; // picture pixels per CSS pixel
};

static void add_disc(const struct pen *pen, float x, float y, float radius, struct view_color color)
{
    const struct atlas_entry *disc = atlas_disc(pen->interface->atlas, (uint32_t)fmaxf(roundf(radius), 1));
    if (disc) {
        float left = roundf(x - (float)disc->width / 2);
        float top = roundf(y - (float)disc->height / 2);
        sprites_add_entry(pen->interface->sprites, disc, left, top, false, false, color);
    }
}

static void add_dot(const struct pen *pen, float x, float y, float radius, struct view_color color)
{
    add_disc(pen, x, y, (radius + OUTLINE) * pen->unit, style_outline);
    add_disc(pen, x, y, radius * pen->unit, color);
}

// Dots between two places of the picture, `first_px` after the first and then at even distances.
// @return what is left over after the last
static float add_dots(const struct pen *pen, const float from[2], const float to[2], float first_px)
{
    const float step = WAY_STEP * pen->unit;
    float length = hypotf(to[0] - from[0], to[1] - from[1]);
    size_t count = length > first_px ? (size_t)ceilf((length - first_px) / step) : 0;
    for (size_t i = 0; i < count; i++) {
        float share = (first_px + (float)i * step) / length;
        float x = from[0] + (to[0] - from[0]) * share;
        float y = from[1] + (to[1] - from[1]) * share;
        if (minimap_place_has(&pen->place, x, y, 3 * WAY_DOT * pen->unit)) {
            add_disc(pen, x, y, WAY_DOT * pen->unit, style_accent);
        }
    }
    return first_px + (float)count * step - length;
}

// Dots counted from the goal, so that they stay where they are while the player walks.
static void add_way(const struct pen *pen)
{
    float first_px = WAY_STEP * pen->unit;
    for (size_t i = pen->view->route_count; i-- > 1;) {
        float from[2];
        float to[2];
        minimap_place_find(&pen->place, pen->view, pen->view->route[i], 0, &from[0], &from[1]);
        minimap_place_find(&pen->place, pen->view, pen->view->route[i - 1], 0, &to[0], &to[1]);
        first_px = add_dots(pen, from, to, first_px);
    }
}

static void add_arrow(const struct pen *pen, const struct view_actor *actor, float side,
                      struct view_color color)
{
    float x;
    float y;
    float px = side * pen->unit;
    float around = 2 * OUTLINE * pen->unit;
    if (!minimap_place_find(&pen->place, pen->view, actor->position, px / 2, &x, &y)) {
        return;
    }
    const struct view_color colors[2] = {style_outline, color};
    const float sides[2] = {px + 2 * around, px};
    for (int i = 0; i < 2; i++) {
        const struct atlas_entry *arrow = icon_find_arrow(pen->interface->atlas, actor->facing_x,
                                                          actor->facing_z, (uint32_t)roundf(sides[i]));
        if (arrow) {
            sprites_add_entry(pen->interface->sprites, arrow, roundf(x - (float)arrow->width / 2),
                              roundf(y - (float)arrow->height / 2), false, false, colors[i]);
        }
    }
}

static void add_actor(const struct pen *pen, const struct view_actor *actor)
{
    if (actor->kind == VIEW_OTHER_PLAYER) {
        add_arrow(pen, actor, OTHER, player_color);
        return;
    }
    bool is_enemy = actor->kind == VIEW_ENEMY;
    bool is_marked = actor->mark == VIEW_MARK_QUEST || actor->mark == VIEW_MARK_TALK;
    float x;
    float y;
    if ((!is_enemy && !is_marked) ||
        !minimap_place_find(&pen->place, pen->view, actor->position, MARK_DOT * pen->unit, &x, &y)) {
        return;
    }
    add_dot(pen, x, y, MARK_DOT,
            is_enemy                         ? enemy_color
            : actor->mark == VIEW_MARK_QUEST ? quest_color
                                             : talk_color);
}

void minimap_add_marks(const struct interface *interface, const struct view *view,
                       const struct view_element *element)
{
    struct pen pen = {interface, view, minimap_place_of(view, element),
                      view->density > 0 ? view->density : 1};
    if (!(pen.place.pixels_per_m > 0)) {
        return;
    }
    add_way(&pen);
    for (size_t i = view->actor_count; i-- > 0;) {
        if (view->actors[i].kind != VIEW_PLAYER) {
            add_actor(&pen, &view->actors[i]);
        }
    }
    if (view->has_destination) {
        float x;
        float y;
        minimap_place_clamp(&pen.place, view, view->destination, GOAL_DOT * pen.unit, &x, &y);
        add_dot(&pen, x, y, GOAL_DOT, style_accent);
    }
    if (view->actor_count > 0 && view->actors[0].kind == VIEW_PLAYER) {
        add_arrow(&pen, &view->actors[0], SELF_SIDE, style_text);
    }
}
