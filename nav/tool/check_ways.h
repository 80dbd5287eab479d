// Checks that players get from where they come in to everybody and everything that they are sent to, and
// back.
#pragma once

#include "nav/nav.h"
#include "nav/pack.h"
#include "nav/report.h"

/// Adds a problem for every entry of the Find list, festival, treasurer, giver, person of a task, spot and
/// ground of enemies that no way leads to from the spawn, and for every place that a jump leads to and no
/// way leads back from to the spawn, when all doors are open and all bridges laid.
/// @param nav  made of the pack; its bridges are laid from now on
void check_ways(const struct pack *pack, struct nav *nav, struct report *report);
