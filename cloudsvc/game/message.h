// What the game tells its players in words.
#pragma once

#include <stddef.h>

#include "nav/nav.h"

/// Why an errand cannot be begun: "No way to the blacksmith: the step is too high."
/// @param size    bytes of `text`
/// @param status  anything but NAV_FOUND
/// @param reason  of the trip, with NAV_UNREACHABLE
/// @param goal    with its preposition: "to the blacksmith", "there"
void message_no_way(char *text, size_t size, enum nav_status status, enum nav_reason reason,
                    const char *goal);

/// A goal that is named by an entry of the Find list: "Blacksmith" becomes "to the blacksmith", but names
/// in capitals stay as they are.
/// @param size  bytes of `text`
void message_goal(char *text, size_t size, const char *label);
