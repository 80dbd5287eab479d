#include "cloudsvc/game/dialogue.h"

#include <stdio.h>

#include "cloudsvc/game/world.h"

bool dialogue_is_open(const struct player *player)
{
    return player->dialogue.npc != WORLD_NOBODY;
}

static void turn_to_one_another(const struct game *game, struct player *player, struct npc *npc)
{
    const struct nav_position *there = &npc->body.position;
    const struct nav_position *here = &player->body.position;
    npc->listener = (uint32_t)(player - game->players);
    npc->body.wanted = direction_between(there->x, there->z, here->x, here->z, npc->rest);
    player->body.wanted = direction_between(here->x, here->z, there->x, there->z, player->body.facing);
    camera_face(&player->camera, player->body.wanted);
}

void dialogue_open(struct game *game, struct player *player, uint32_t npc)
{
    struct dialogue *dialogue = &player->dialogue;
    const struct pack_npc *about = game->npcs[npc].about;
    turn_to_one_another(game, player, &game->npcs[npc]);
    *dialogue = (struct dialogue){.npc = npc, .quest = QUEST_NONE};
    if (!quest_talk(game, player, npc, dialogue->line, &dialogue->quest))
        snprintf(dialogue->line, sizeof dialogue->line, "%s",
                 world_text(game, player, about->dialogue_text, about->dialogue));
    if (dialogue->quest != QUEST_NONE) {
        dialogue->answers[0] = WORD_ACCEPT;
        dialogue->answers[1] = WORD_NOT_NOW;
    }
}

void dialogue_close(struct game *game, struct player *player)
{
    if (!dialogue_is_open(player))
        return;
    struct npc *npc = &game->npcs[player->dialogue.npc];
    if (npc->listener == (uint32_t)(player - game->players)) {
        npc->listener = WORLD_NOBODY;
        npc->body.wanted = npc->rest;
    }
    player->dialogue = (struct dialogue){.npc = WORLD_NOBODY, .quest = QUEST_NONE};
}

void dialogue_go_on(struct game *game, struct player *player)
{
    uint32_t slot = (uint32_t)(player - game->players);
    uint32_t npc = player->dialogue.npc;
    bool has_more =
        dialogue_is_open(player) && player->dialogue.quest == QUEST_NONE && quest_has_for(game, slot, npc);
    dialogue_close(game, player);
    if (has_more)
        dialogue_open(game, player, npc);
}

bool dialogue_answer(struct game *game, struct player *player, uint32_t answer)
{
    if (!dialogue_is_open(player) || answer >= DIALOGUE_ANSWERS_MAX ||
        player->dialogue.answers[answer] == WORD_NONE)
        return false;
    uint32_t quest = player->dialogue.quest;
    bool is_accepted = player->dialogue.answers[answer] == WORD_ACCEPT;
    dialogue_close(game, player);
    if (is_accepted)
        quest_accept(game, player, quest);
    return true;
}
