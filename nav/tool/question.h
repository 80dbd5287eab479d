// What is asked on the command line: from where, and to whom.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "nav/baked.h"
#include "nav/nav.h"

/// Zeroed: nothing is asked.
struct question {
    char scene[PACK_NAME_MAX]; // name or number
    double x, z;               // metres
    char type[NPC_NAME_MAX + 1];
    char subtype[NPC_NAME_MAX + 1];
    bool has_from;
    bool has_to;
};

/// Reads "SCENE,X,Z".
bool question_read_from(const char *text, struct question *question);

/// Reads "TYPE" or "TYPE/SUBTYPE".
bool question_read_to(const char *text, struct question *question);

/// Finds a scene by its name, else by its number.
/// @return false when the world has none like that, which has been said then
bool question_find_scene(const struct baked *baked, const char *word, uint32_t *scene);
