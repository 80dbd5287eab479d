// NPCs that are there at their hours only: seen and in the index then, gone otherwise.
//
// An NPC has an id of the game, by which taps name it, and an entry in the index, by which trips do. The id
// is another one whenever it comes back, so that a tap on somebody who left means nobody.
#pragma once

#include <stdbool.h>

struct game;

/// Makes the world's NPCs of the pack's, and lets the index hold those who are there when the world begins,
/// whoever it was left with.
/// @return false when memory runs out
bool presence_begin(struct game *game);

/// Takes what came later out of the index again. Accepts half-built games.
void presence_finish(struct game *game);

/// Lets those come and go whose hours begin or end. With somebody who goes, dialogues close; who was on the
/// way to them goes to another of the kind, or is told.
void presence_step(struct game *game);
