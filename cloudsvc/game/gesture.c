#include "cloudsvc/game/gesture.h"

#include <assert.h>
#include <math.h>

#include "cloudsvc/game/layout.h"
#include "cloudsvc/game/picking.h"

#define FRACTION_MAX   65535.0f
#define SLOP_PX        12.0f // CSS pixels that a thumb rolls while it taps
#define TURN_PER_PX    73.0f // 0.4° a CSS pixel: half the width of a phone turns by a right angle
#define ZOOM_STEP      0.02  // smaller changes of a pinch wait for the next event
#define DENSITY_AT_ONE 1.0f

enum { NOTCH_PERCENT = 12 }; // that things grow or shrink by with a notch of a wheel

static struct gesture_contact *contact_of(struct gesture *gesture, uint8_t pointer)
{
    for (size_t i = 0; i < GESTURE_POINTERS_MAX; i++)
        if (gesture->contacts[i].is_down && gesture->contacts[i].pointer == pointer)
            return &gesture->contacts[i];
    return NULL;
}

static struct gesture_contact *free_contact(struct gesture *gesture)
{
    for (size_t i = 0; i < GESTURE_POINTERS_MAX; i++)
        if (!gesture->contacts[i].is_down)
            return &gesture->contacts[i];
    return NULL;
}

static size_t contacts_down(const struct gesture *gesture)
{
    size_t count = 0;
    for (size_t i = 0; i < GESTURE_POINTERS_MAX; i++)
        count += gesture->contacts[i].is_down;
    return count;
}

// In CSS pixels.
static double distance(const struct gesture *gesture, uint16_t ax, uint16_t ay, uint16_t bx, uint16_t by)
{
    double x = ((double)bx - ax) / FRACTION_MAX * gesture->width_px / gesture->density;
    double y = ((double)by - ay) / FRACTION_MAX * gesture->height_px / gesture->density;
    return sqrt(x * x + y * y);
}

// The distance between the first two contacts.
static double span(const struct gesture *gesture)
{
    const struct gesture_contact *first = NULL;
    for (size_t i = 0; i < GESTURE_POINTERS_MAX; i++) {
        const struct gesture_contact *contact = &gesture->contacts[i];
        if (!contact->is_down)
            continue;
        if (first)
            return distance(gesture, first->x, first->y, contact->x, contact->y);
        first = contact;
    }
    return 0.0;
}

static struct game_input input_of(enum game_input_kind kind, game_player_id player,
                                  const struct gesture_event *event)
{
    return (struct game_input){.kind = kind, .player = player, .sequence = event->sequence};
}

static bool shows_dialogue(const struct view *view)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (view->elements[i].action == layout_action(GAME_CLOSE_DIALOGUE, 0))
            return true;
    return false;
}

// What a press at the event's place asks for. Beside a dialogue the ground means: I have read it.
static struct game_input meaning_of(const struct gesture_event *event, const struct view *view,
                                    const struct view_world *stage, game_player_id player)
{
    struct game_input input = input_of(GAME_INPUT_KIND_COUNT, player, event);
    if (!view || view->scene >= stage->scene_count)
        return input;
    struct pick pick =
        picking_pick(view, &stage->scenes[view->scene], event->x / FRACTION_MAX * view->width_px,
                     event->y / FRACTION_MAX * view->height_px);
    switch (pick.kind) {
    case PICK_ELEMENT:
        layout_action_input(pick.action, &input);
        break;
    case PICK_NPC:
        input.kind = GAME_TALK;
        input.npc = pick.npc;
        break;
    case PICK_ENEMY:
        input.kind = GAME_FIGHT;
        input.enemy = pick.enemy;
        break;
    case PICK_GROUND:
        input.kind = shows_dialogue(view) ? GAME_CLOSE_DIALOGUE : GAME_WALK;
        if (input.kind == GAME_WALK)
            input.position = pick.position;
        break;
    case PICK_NOTHING:
        break;
    }
    return input;
}

static size_t press(struct gesture *gesture, const struct gesture_event *event, const struct view *view,
                    const struct view_world *stage, game_player_id player, struct game_input *inputs)
{
    struct gesture_contact *contact = contact_of(gesture, event->pointer);
    if (!contact)
        contact = free_contact(gesture);
    if (!contact)
        return 0;
    *contact = (struct gesture_contact){
        .is_down = true,
        .pointer = event->pointer,
        .down_x = event->x,
        .down_y = event->y,
        .x = event->x,
        .y = event->y,
        .meant = meaning_of(event, view, stage, player),
    };
    if (contacts_down(gesture) == 1)
        gesture->is_drag = gesture->is_pinch = false;
    else
        gesture->is_pinch = true;
    gesture->settled_px = span(gesture);
    inputs[0] = input_of(GAME_TOUCH, player, event);
    inputs[0].tap.x = event->x;
    inputs[0].tap.y = event->y;
    return 1;
}

// Turns the camera by what one contact has moved since the last time.
static size_t turn(struct gesture *gesture, const struct gesture_event *event, game_player_id player,
                   struct game_input *inputs)
{
    float moved_px =
        ((float)event->x - gesture->settled_x) / FRACTION_MAX * gesture->width_px / gesture->density;
    int32_t by = (int32_t)(moved_px * TURN_PER_PX);
    if (by == 0)
        return 0;
    gesture->settled_x = event->x;
    inputs[0] = input_of(GAME_CAMERA, player, event);
    inputs[0].camera.turn = by;
    return 1;
}

// Zooms the camera by what the distance of two contacts has grown since the last time.
static size_t zoom(struct gesture *gesture, const struct gesture_event *event, game_player_id player,
                   struct game_input *inputs)
{
    double span_px = span(gesture);
    double reference_px = gesture->settled_px > SLOP_PX ? gesture->settled_px : SLOP_PX;
    double grown = span_px / reference_px - 1.0;
    if (fabs(grown) < ZOOM_STEP)
        return 0;
    gesture->settled_px = span_px;
    inputs[0] = input_of(GAME_CAMERA, player, event);
    inputs[0].camera.zoom_percent = (int32_t)(grown * 100.0);
    return 1;
}

static size_t move(struct gesture *gesture, const struct gesture_event *event, game_player_id player,
                   struct game_input *inputs)
{
    struct gesture_contact *contact = contact_of(gesture, event->pointer);
    if (!contact || gesture->density <= 0.0f) // before the first view nothing has a size
        return 0;
    contact->x = event->x;
    contact->y = event->y;
    if (!gesture->is_drag) {
        if (distance(gesture, contact->down_x, contact->down_y, contact->x, contact->y) <= SLOP_PX)
            return 0;
        gesture->is_drag = true;
        gesture->settled_x = contact->x;
        gesture->settled_px = span(gesture);
        return 0;
    }
    if (contacts_down(gesture) > 1)
        return zoom(gesture, event, player, inputs);
    return gesture->is_pinch ? 0 : turn(gesture, event, player, inputs);
}

static size_t release(struct gesture *gesture, const struct gesture_event *event, game_player_id player,
                      struct game_input *inputs)
{
    size_t count = move(gesture, event, player, inputs);
    struct gesture_contact *contact = contact_of(gesture, event->pointer);
    if (!contact)
        return count;
    contact->is_down = false;
    gesture->settled_px = span(gesture);
    if (gesture->is_drag || contacts_down(gesture) > 0)
        return count;
    struct game_input meant = contact->meant;
    if (gesture->is_pinch)
        meant = input_of(GAME_CAMERA_RESET, player, event);
    if (meant.kind == GAME_INPUT_KIND_COUNT)
        return count;
    inputs[count] = meant;
    inputs[count++].sequence = event->sequence;
    return count;
}

static size_t lift(struct gesture *gesture, const struct gesture_event *event)
{
    struct gesture_contact *contact = contact_of(gesture, event->pointer);
    if (contact)
        contact->is_down = false;
    gesture->is_drag = true; // what is still down means nothing either
    return 0;
}

static size_t turn_wheel(const struct gesture_event *event, game_player_id player, int32_t percent,
                         struct game_input *inputs)
{
    inputs[0] = input_of(GAME_CAMERA, player, event);
    inputs[0].camera.zoom_percent = percent;
    return 1;
}

size_t gesture_feed(struct gesture *gesture, const struct gesture_event *event, const struct view *view,
                    const struct view_world *stage, game_player_id player, struct game_input *inputs)
{
    if (view && view->width_px > 0 && view->height_px > 0) {
        gesture->width_px = (float)view->width_px;
        gesture->height_px = (float)view->height_px;
        gesture->density = view->density > 0.0f ? view->density : DENSITY_AT_ONE;
    }
    switch (event->phase) {
    case GESTURE_DOWN:
        return press(gesture, event, view, stage, player, inputs);
    case GESTURE_MOVE:
        return move(gesture, event, player, inputs);
    case GESTURE_UP:
        return release(gesture, event, player, inputs);
    case GESTURE_CANCEL:
        return lift(gesture, event);
    case GESTURE_NEARER:
        return turn_wheel(event, player, NOTCH_PERCENT, inputs);
    case GESTURE_FARTHER:
        return turn_wheel(event, player, -NOTCH_PERCENT, inputs);
    }
    return 0;
}

void gesture_cancel(struct gesture *gesture)
{
    *gesture = (struct gesture){0};
}
