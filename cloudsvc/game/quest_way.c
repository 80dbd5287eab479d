#include "cloudsvc/game/quest_way.h"

#include "cloudsvc/game/calendar.h"
#include "cloudsvc/game/chest.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/world.h"

// Places to choose from.
struct places {
    struct nav_position at[PACK_SPOTS_MAX];
    size_t count;
};

static void add_spots(const struct game *game, const struct player *player, uint32_t item,
                      struct places *places)
{
    uint32_t slot = (uint32_t)(player - game->players);
    for (size_t i = 0; i < game->pack->spot_count; i++)
        if (game->pack->spots[i].item == item && quest_sees_spot(game, slot, i))
            places->at[places->count++] = game->spots[i];
}

static void add_grounds(const struct game *game, enum pack_enemy_kind kind, struct places *places)
{
    for (size_t i = 0; i < game->pack->enemies_count; i++)
        if (game->pack->enemies[i].kind == kind)
            places->at[places->count++] = game->enemies.middles[i];
}

static bool go_to_places(struct game *game, struct player *player, const struct pack_task *task,
                         const char *label)
{
    struct places places;
    places.count = 0;
    if (task->kind == PACK_TASK_FETCH)
        add_spots(game, player, task->item, &places);
    else
        add_grounds(game, task->enemy, &places);
    if (places.count == 0)
        return false;
    errand_nearest(game, player, places.at, places.count, label);
    return true;
}

static bool go_where_task_leads(struct game *game, struct player *player, const struct pack_task *task)
{
    const char *label = world_text(game, player, task->title, "");
    if (task->kind == PACK_TASK_FETCH || task->kind == PACK_TASK_DEFEAT)
        return go_to_places(game, player, task, label);
    errand_person(game, player, &task->person, label);
    return true;
}

static bool go_to_giver(struct game *game, struct player *player, uint32_t quest)
{
    const struct pack_quest *about = &game->pack->quests[quest];
    if (!quest_is_available(game, player, quest))
        return false;
    errand_person(game, player, &about->giver, world_text(game, player, about->title, about->name));
    return true;
}

bool quest_track(struct game *game, struct player *player, uint32_t quest)
{
    for (size_t i = 0; i < player->quests.active_count; i++) {
        const struct quest_progress *progress = &player->quests.active[i];
        if (progress->quest == quest)
            return go_where_task_leads(game, player, &game->pack->quests[quest].tasks[progress->task]);
    }
    return quest < game->pack->quest_count && go_to_giver(game, player, quest);
}

bool quest_to_chest(struct game *game, struct player *player)
{
    if (chest_count(&player->quests) == 0)
        return false;
    errand_person(game, player, &game->pack->treasurer, words_get(WORD_CHEST, player->words));
    return true;
}

bool quest_to_festival(struct game *game, struct player *player)
{
    const struct pack_festival *festival = &game->pack->festival;
    if (!calendar_festival_is_on(game->pack, game->tick))
        return false;
    errand_person(game, player, &festival->person, world_text(game, player, festival->title, ""));
    return true;
}
