#include "cloudsvc/game/chest.h"

#include <stdio.h>
#include <string.h>

#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/world.h"

bool chest_has_keeper(const struct pack *pack)
{
    return pack->treasurer.type[0] != '\0';
}

size_t chest_count(const struct quest_log *log)
{
    size_t count = 0;
    for (uint64_t rest = log->rewards; rest; rest &= rest - 1)
        count++;
    return count;
}

bool chest_is_kept_by(const struct game *game, const struct player *player, uint32_t npc)
{
    return player->quests.rewards != 0 && quest_is_person(&game->pack->treasurer, game->npcs[npc].about);
}

// Adds one thing to the list of what was earned; what finds no room is cut.
static void list(char list[VIEW_TEXT_MAX], const struct player *player, const char *thing)
{
    char longer[VIEW_TEXT_MAX];
    if (list[0])
        words_compose(longer, sizeof longer, words_get(WORD_AND, player->words), list, thing);
    else
        snprintf(longer, sizeof longer, "%s", thing);
    memcpy(list, longer, sizeof longer);
}

static uint32_t take_quest(struct game *game, struct player *player, const struct pack_quest *quest,
                           char things[VIEW_TEXT_MAX])
{
    for (size_t i = 0; i < quest->gift_count; i++) {
        const struct pack_item *item = &game->pack->items[quest->gifts[i]];
        player->quests.things[quest->gifts[i]]++;
        list(things, player, world_text(game, player, item->title, item->name));
    }
    return quest->score;
}

void chest_empty(struct game *game, struct player *player, char line[VIEW_TEXT_MAX])
{
    uint32_t score = 0;
    char points[VIEW_NAME_MAX] = "";
    char things[VIEW_TEXT_MAX] = "";
    char all[VIEW_TEXT_MAX] = "";
    for (size_t i = 0; i < game->pack->quest_count; i++)
        if (player->quests.rewards & UINT64_C(1) << i)
            score += take_quest(game, player, &game->pack->quests[i], things);
    player->quests.rewards = 0;
    fight_earn(game, player, score);
    words_compose_number(points, sizeof points, WORD_POINTS, player->words, score);
    list(all, player, points);
    if (things[0])
        list(all, player, things);
    words_compose(line, VIEW_TEXT_MAX, words_get(WORD_REWARDS, player->words), all, NULL);
}
