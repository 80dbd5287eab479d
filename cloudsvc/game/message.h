// What the game tells players who cannot get where they want.
#pragma once

#include <stddef.h>

#include "cloudsvc/game/words.h"
#include "nav/nav.h"

/// Why there is no way, as a clause: "the step is too high".
/// @param status  anything but NAV_FOUND
/// @param reason  of the trip, with NAV_UNREACHABLE
enum game_word message_reason(enum nav_status status, enum nav_reason reason);

/// Why an errand cannot be begun: "No way to the blacksmith: the step is too high."
/// @param size  bytes of `text`
/// @param goal  "the blacksmith"; empty: the place has no name
/// @param why   a clause
void message_no_way(char *text, size_t size, enum words_language language, const char *goal, const char *why);

/// A goal that is named by an entry of the Find list: in English "Blacksmith" becomes "the blacksmith", but
/// names in capitals stay as they are.
/// @param size  bytes of `text`
void message_goal(char *text, size_t size, enum words_language language, const char *label);
