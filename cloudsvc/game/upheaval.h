// What happens to people when gates open and shut under them.
#pragma once

struct game;

/// Moves everybody who stands on ground that is gone to the nearest that is left, and lets players whose way
/// leads through a gate that has just shut look for another at once, all others who are under way soon.
void upheaval_settle(struct game *game);
