// Pointers to inputs: taps, drags and pinches, judged by the view that was on the player's screen.
//
// Pure: the same pointer events and views give the same inputs. What is recorded is the result.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/game/game.h"
#include "render/view.h"

enum gesture_phase {
    GESTURE_DOWN,
    GESTURE_MOVE,
    GESTURE_UP,
    GESTURE_CANCEL,
    GESTURE_NEARER,  // a notch of a wheel
    GESTURE_FARTHER, // one the other way
};

enum { GESTURE_POINTERS_MAX = 10, GESTURE_INPUTS_MAX = 4 };

struct gesture_event {
    uint32_t sequence; // of the client's message
    uint8_t pointer;   // contact number
    enum gesture_phase phase;
    uint16_t x, y; // fractions of the picture / 65535
};

struct gesture_contact {
    bool is_down;
    uint8_t pointer;
    uint16_t down_x, down_y; // where it came down
    uint16_t x, y;           // where it is
    struct game_input meant; // by its press, if it ends as a tap; GAME_INPUT_KIND_COUNT: nothing
};

/// The contacts of one session. Zeroed: none is down. Owned by the sim thread.
struct gesture {
    struct gesture_contact contacts[GESTURE_POINTERS_MAX];
    bool is_drag;                       // since the first press a contact moved too far for a tap
    bool is_pinch;                      // a second contact came
    uint16_t settled_x;                 // of one contact: up to here the camera has turned
    double settled_px;                  // between two contacts: up to this distance the camera has zoomed
    float width_px, height_px, density; // of the last view that was named
};

/// Takes one pointer event. A press answers at once with GAME_TOUCH and is judged by the view that it
/// names: an element's action, the nearest NPC or enemy under the thumb, else the ground. Its release without
/// a drag gives that input. A drag turns the camera, two contacts zoom it, a wheel too, a tap of two resets
/// it.
/// @param view    that the event names; NULL when it is too old: such a press means nothing but GAME_TOUCH
/// @param stage   scenes that the view looks into: game_stage()
/// @param player  that the inputs are for
/// @param[out] inputs  room for GESTURE_INPUTS_MAX
/// @return inputs written
size_t gesture_feed(struct gesture *gesture, const struct gesture_event *event, const struct view *view,
                    const struct view_world *stage, game_player_id player, struct game_input *inputs);

/// Lifts every contact without meaning anything by it: a lost socket, a hidden tab.
void gesture_cancel(struct gesture *gesture);
