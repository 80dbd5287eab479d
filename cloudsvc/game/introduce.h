// Asks for people before players do.
//
// What the library keeps of somebody who is looked for takes memory and a millisecond when it is made
// (nav.h), and ticks have neither. Only those are asked for whom the pack lets players look for, and kinds
// with too many people for anything to be kept are left out: a large pack begins as quickly as a small one.
#pragma once

#include <stdbool.h>

#include "nav/nav.h"

/// @param pack  that `nav` is made from
/// @param trip  has room for points; its content is lost
/// @return false when memory runs out
bool introduce_people(const struct pack *pack, struct nav *nav, struct nav_trip *trip);
