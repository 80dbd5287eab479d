// A right world as text that has one of everything that a game takes from its pack: texts in two languages,
// hours, a door and a bridge, enemies, things and quests.
#pragma once

#include "tests/data/world_text.h"

enum { GAME_WORLD_FOLDER_SIZE = 64 };

#define QUESTS_FILE  "quests.json"
#define ENGLISH_FILE "text/en.json"
#define CHINESE_FILE "text/zh.json"

/// All its files, for world_text_load_files() and world_text_expect_refused_files().
///
///     z
///     20 +-----------------+     +-----------+
///        |                 |     |   fish    |
///     12 |                 +-----+           |
///        |                  gateway (a door) |
///      8 |     smith       +-----+           |
///        | elder           | ... |    yard   |   ...: the plank, a bridge
///      0 +-----------------+     +-----------+
///        0                20    22          30 x
extern const struct world_file game_world[];

/// Writes the files into a new folder with some changes. A change without `from` leaves its file out, one
/// without `file` is none.
/// @param[out] folder  its path, for game_world_remove()
void game_world_write(char folder[GAME_WORLD_FOLDER_SIZE], const struct world_change *changes, size_t count);

/// Removes the folder with the files.
void game_world_remove(const char *folder);
