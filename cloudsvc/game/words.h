// The game's own words on the screen, in every language that it speaks. What belongs to a world comes from
// its pack instead.
#pragma once

#include <stddef.h>

enum words_language { WORDS_ENGLISH, WORDS_CHINESE, WORDS_LANGUAGE_COUNT };

/// {1} and {2} in the comments stand for what words_compose() puts there.
enum game_word {
    WORD_NONE, // empty
    // Controls.
    WORD_FIND,
    WORD_QUESTS,
    WORD_CHEST,
    WORD_GO_NEAR,
    WORD_ACCEPT,
    WORD_NOT_NOW,
    // Skills, in the order of game_skill.
    WORD_STRIKE,
    WORD_DASH,
    WORD_HEAL,
    WORD_SHOT,
    WORD_NEXT, // {1}: title of a quest that somebody offers
    // How far, how much.
    WORD_METRES,       // {1}: whole metres
    WORD_SCENE_TO_GO,  // one
    WORD_SCENES_TO_GO, // {1}: how many
    WORD_LEVEL,        // {1}: which
    WORD_POINTS,       // {1}: how many
    WORD_GUEST,        // {1}: number of one without a name
    // Why there is no way.
    WORD_NO_WAY_TO,    // {1}: goal, {2}: why
    WORD_NO_WAY_THERE, // {2}: why
    WORD_STEP_TOO_HIGH,
    WORD_CEILING_TOO_LOW,
    WORD_GAP_TOO_NARROW,
    WORD_NOTHING_LEADS_THERE,
    WORD_CUT_OFF,
    WORD_NOBODY_OF_THAT_KIND,
    WORD_GONE,
    WORD_NO_GROUND,
    WORD_TOO_FAR,
    // What happens.
    WORD_NEW_QUEST,  // {1}: title
    WORD_QUEST_DONE, // {1}: title
    WORD_QUESTS_FULL,
    WORD_PICKED_UP, // {1}: thing
    WORD_REWARDS,   // {1}: what they are
    WORD_AND,       // {1}, {2}: of a list
    WORD_NO_ENERGY,
    WORD_NOT_READY,
    WORD_NOT_HURT,
    WORD_NO_ROOM_TO_DASH,
    WORD_ENEMY_OUT_OF_REACH,
    WORD_HOW_TO_STRIKE,
    WORD_LEVEL_UP, // {1}: level
    WORD_FAINTED,
    WORD_COUNT
};

/// The word; in some there are places for words_compose().
const char *words_get(enum game_word word, enum words_language language);

/// @param tag  of the client, as in "zh-CN" [RFC 5646]; NULL or unknown: WORDS_ENGLISH
enum words_language words_language(const char *tag);

/// Writes a text with "{1}" and "{2}" replaced, cut between characters where there is no room.
/// @param size     bytes of `text`, at least 1
/// @param pattern  a word, or a text of a pack
/// @param first    for {1}; NULL: nothing
/// @param second   for {2}; NULL: nothing
void words_compose(char *text, size_t size, const char *pattern, const char *first, const char *second);

/// The same for a word with a number.
void words_compose_number(char *text, size_t size, enum game_word word, enum words_language language,
                          unsigned long number);
