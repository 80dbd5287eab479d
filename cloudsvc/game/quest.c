#include "cloudsvc/game/quest.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/game/chest.h"
#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/footing.h"
#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/quest_way.h"
#include "cloudsvc/game/world.h"

#define REACH_M      1.2 // what lies nearer is picked up
#define REACH_HIGH_M 1.5 // and not on another floor

static uint64_t bit(uint32_t number)
{
    return UINT64_C(1) << number;
}

void quest_log_begin(struct quest_log *log)
{
    *log = (struct quest_log){.due = QUEST_NONE};
}

bool quest_begin(struct game *game)
{
    const struct pack *pack = game->pack;
    game->spots = calloc(pack->spot_count + 1, sizeof *game->spots);
    if (!game->spots)
        return false;
    for (size_t i = 0; i < pack->spot_count; i++) {
        const struct pack_spot *spot = &pack->spots[i];
        game->spots[i] = footing_of(pack, game->nav, spot->scene, spot->region, spot->at);
    }
    return true;
}

void quest_finish(struct game *game)
{
    free(game->spots);
}

// ---- who and what ----------------------------------------------------------------------------------

static const struct pack_task *task_of(const struct game *game, const struct quest_progress *progress)
{
    return &game->pack->quests[progress->quest].tasks[progress->task];
}

static bool leads_to_somebody(const struct pack_task *task)
{
    return task->kind == PACK_TASK_TALK || task->kind == PACK_TASK_DELIVER;
}

bool quest_is_person(const struct pack_person *person, const struct pack_npc *npc)
{
    return strcmp(person->type, npc->type) == 0 &&
           (person->subtype[0] == '\0' || strcmp(person->subtype, npc->subtype) == 0);
}

// The number in the log of the quest that the NPC waits for; active_count: none.
static size_t find_report(const struct game *game, const struct player *player, uint32_t npc)
{
    const struct quest_log *log = &player->quests;
    size_t i = 0;
    for (; i < log->active_count; i++) {
        const struct pack_task *task = task_of(game, &log->active[i]);
        bool has_all = task->kind == PACK_TASK_TALK ||
                       (task->kind == PACK_TASK_DELIVER && log->things[task->item] >= task->count);
        if (has_all && quest_is_person(&task->person, game->npcs[npc].about))
            break;
    }
    return i;
}

static bool is_active(const struct quest_log *log, uint32_t quest)
{
    for (size_t i = 0; i < log->active_count; i++)
        if (log->active[i].quest == quest)
            return true;
    return false;
}

bool quest_is_available(const struct game *game, const struct player *player, uint32_t quest)
{
    assert(quest < game->pack->quest_count);
    const struct quest_log *log = &player->quests;
    const struct pack_quest *about = &game->pack->quests[quest];
    if (log->finished & bit(quest) || is_active(log, quest))
        return false;
    for (size_t i = 0; i < about->after_count; i++)
        if (!(log->finished & bit(about->after[i])))
            return false;
    return true;
}

// A quest that the NPC offers the player; QUEST_NONE: none.
static uint32_t find_offer(const struct game *game, const struct player *player, uint32_t npc)
{
    for (uint32_t i = 0; i < game->pack->quest_count; i++)
        if (quest_is_person(&game->pack->quests[i].giver, game->npcs[npc].about) &&
            quest_is_available(game, player, i))
            return i;
    return QUEST_NONE;
}

static bool has_giver(const struct game *game, uint32_t quest)
{
    for (size_t i = 0; i < game->npc_count; i++)
        if (game->npcs[i].is_here && quest_is_person(&game->pack->quests[quest].giver, game->npcs[i].about))
            return true;
    return false;
}

// The first quest that can be taken on now; QUEST_NONE: none.
static uint32_t find_next(const struct game *game, const struct player *player)
{
    for (uint32_t i = 0; i < game->pack->quest_count; i++)
        if (quest_is_available(game, player, i) && has_giver(game, i))
            return i;
    return QUEST_NONE;
}

bool quest_has_for(const struct game *game, uint32_t slot, uint32_t npc)
{
    const struct player *player = &game->players[slot];
    return find_report(game, player, npc) < player->quests.active_count ||
           chest_is_kept_by(game, player, npc) || find_offer(game, player, npc) != QUEST_NONE;
}

size_t quest_tracker(const struct game *game, uint32_t slot, struct quest_entry entries[QUEST_ACTIVE_MAX])
{
    const struct player *player = &game->players[slot];
    const struct quest_log *log = &player->quests;
    uint32_t next = log->active_count == 0 ? find_next(game, player) : QUEST_NONE;
    if (next != QUEST_NONE) {
        entries[0] = (struct quest_entry){
            .quest = next, .is_offer = true, .title = game->pack->quests[next].title, .needed = 1};
        return 1;
    }
    for (size_t i = 0; i < log->active_count; i++) {
        const struct pack_task *task = task_of(game, &log->active[i]);
        entries[i] = (struct quest_entry){.quest = log->active[i].quest,
                                          .title = task->title,
                                          .done = log->active[i].done,
                                          .needed = leads_to_somebody(task) ? 1 : task->count};
    }
    return log->active_count;
}

size_t quest_chest_count(const struct game *game, uint32_t slot)
{
    return chest_count(&game->players[slot].quests);
}

uint32_t quest_strength(const struct game *game, const struct player *player, enum pack_item_kind kind)
{
    uint32_t best = 0;
    for (size_t i = 0; i < game->pack->item_count; i++) {
        const struct pack_item *item = &game->pack->items[i];
        if (item->kind == kind && player->quests.things[i] > 0 && item->strength > best)
            best = item->strength;
    }
    return best;
}

// ---- going on --------------------------------------------------------------------------------------

// What was taken for an earlier task lies there again for this one. Of two ways that are due the first stays.
static void begin_task(const struct game *game, struct quest_log *log, const struct quest_progress *progress)
{
    const struct pack_task *task = task_of(game, progress);
    if (leads_to_somebody(task) && log->due == QUEST_NONE)
        log->due = progress->quest;
    for (uint32_t i = 0; task->kind == PACK_TASK_FETCH && i < game->pack->spot_count; i++)
        if (game->pack->spots[i].item == task->item)
            log->taken[i / 64] &= ~bit(i % 64);
}

static void finish(struct game *game, struct player *player, size_t active)
{
    struct quest_log *log = &player->quests;
    uint32_t quest = log->active[active].quest;
    const struct pack_quest *about = &game->pack->quests[quest];
    char text[VIEW_TEXT_MAX];
    log->active_count--;
    memmove(&log->active[active], &log->active[active + 1],
            (log->active_count - active) * sizeof log->active[0]);
    log->finished |= bit(quest);
    log->rewards |= bit(quest);
    if (about->has_gate)
        barrier_open_for_good(game, about->opens_scene, about->opens);
    if (!chest_has_keeper(game->pack))
        chest_empty(game, player, text);
    words_compose(text, sizeof text, words_get(WORD_QUEST_DONE, player->words),
                  world_text(game, player, about->title, about->name), NULL);
    world_say(game, player, text);
}

static void finish_task(struct game *game, struct player *player, size_t active)
{
    struct quest_progress *progress = &player->quests.active[active];
    progress->done = 0;
    progress->task++;
    if (progress->task == game->pack->quests[progress->quest].task_count) {
        finish(game, player, active);
        return;
    }
    begin_task(game, &player->quests, progress);
}

static void count_one(struct game *game, struct player *player, size_t active)
{
    struct quest_progress *progress = &player->quests.active[active];
    progress->done++;
    if (progress->done >= task_of(game, progress)->count)
        finish_task(game, player, active);
}

void quest_accept(struct game *game, struct player *player, uint32_t quest)
{
    struct quest_log *log = &player->quests;
    char text[VIEW_TEXT_MAX];
    assert(quest_is_available(game, player, quest));
    if (log->active_count == QUEST_ACTIVE_MAX) {
        world_say(game, player, words_get(WORD_QUESTS_FULL, player->words));
        return;
    }
    struct quest_progress *progress = &log->active[log->active_count++];
    *progress = (struct quest_progress){.quest = quest};
    begin_task(game, log, progress);
    const struct pack_quest *about = &game->pack->quests[quest];
    words_compose(text, sizeof text, words_get(WORD_NEW_QUEST, player->words),
                  world_text(game, player, about->title, about->name), NULL);
    world_say(game, player, text);
}

static void report(struct game *game, struct player *player, size_t active, char line[VIEW_TEXT_MAX])
{
    const struct pack_task *task = task_of(game, &player->quests.active[active]);
    snprintf(line, VIEW_TEXT_MAX, "%s", world_text(game, player, task->says, ""));
    if (task->kind == PACK_TASK_DELIVER)
        player->quests.things[task->item] -= task->count;
    finish_task(game, player, active);
}

bool quest_talk(struct game *game, struct player *player, uint32_t npc, char line[VIEW_TEXT_MAX],
                uint32_t *offered)
{
    size_t active = find_report(game, player, npc);
    *offered = QUEST_NONE;
    if (active < player->quests.active_count) {
        report(game, player, active, line);
        return true;
    }
    if (chest_is_kept_by(game, player, npc)) {
        chest_empty(game, player, line);
        return true;
    }
    *offered = find_offer(game, player, npc);
    if (*offered == QUEST_NONE)
        return false;
    snprintf(line, VIEW_TEXT_MAX, "%s", world_text(game, player, game->pack->quests[*offered].offer, ""));
    return true;
}

// ---- fights and finds ------------------------------------------------------------------------------

void quest_note_defeat(struct game *game, uint32_t slot, enum pack_enemy_kind kind)
{
    struct player *player = &game->players[slot];
    // From the last to the first: one that is done goes, and those behind it move up.
    for (size_t i = player->quests.active_count; i-- > 0;) {
        const struct pack_task *task = task_of(game, &player->quests.active[i]);
        if (task->kind == PACK_TASK_DEFEAT && task->enemy == kind)
            count_one(game, player, i);
    }
}

// The number in the log of the quest that needs the item now; active_count: none.
static size_t find_fetch(const struct game *game, const struct quest_log *log, uint32_t item)
{
    size_t i = 0;
    for (; i < log->active_count; i++) {
        const struct pack_task *task = task_of(game, &log->active[i]);
        if (task->kind == PACK_TASK_FETCH && task->item == item)
            break;
    }
    return i;
}

static bool is_seen(const struct game *game, const struct quest_log *log, size_t spot)
{
    return find_fetch(game, log, game->pack->spots[spot].item) < log->active_count &&
           !(log->taken[spot / 64] & bit((uint32_t)(spot % 64)));
}

bool quest_sees_spot(const struct game *game, uint32_t slot, size_t spot)
{
    return is_seen(game, &game->players[slot].quests, spot);
}

void quest_fill_items(const struct game *game, uint32_t slot, struct view *view)
{
    const struct player *player = &game->players[slot];
    if (player->quests.active_count == 0)
        return;
    for (size_t i = 0; i < game->pack->spot_count && view->item_count < VIEW_ITEMS_MAX; i++) {
        const struct nav_position *at = &game->spots[i];
        if (at->scene != player->body.position.scene || !is_seen(game, &player->quests, i))
            continue;
        view->items[view->item_count++] =
            (struct view_item){.kind = game->pack->items[game->pack->spots[i].item].look,
                               .position = {(float)at->x, (float)at->y, (float)at->z}};
    }
}

static bool is_in_reach(const struct nav_position *at, const struct nav_position *feet)
{
    return plan_is_near(at, feet, REACH_M) && fabs(at->y - feet->y) < REACH_HIGH_M;
}

static void pick_up(struct game *game, struct player *player, uint32_t spot)
{
    struct quest_log *log = &player->quests;
    uint32_t item = game->pack->spots[spot].item;
    char text[VIEW_TEXT_MAX];
    log->taken[spot / 64] |= bit(spot % 64);
    log->things[item]++;
    words_compose(text, sizeof text, words_get(WORD_PICKED_UP, player->words),
                  world_text(game, player, game->pack->items[item].title, game->pack->items[item].name),
                  NULL);
    world_say(game, player, text);
    count_one(game, player, find_fetch(game, log, item));
}

static bool looks_for_things(const struct game *game, const struct quest_log *log)
{
    for (size_t i = 0; i < log->active_count; i++)
        if (task_of(game, &log->active[i])->kind == PACK_TASK_FETCH)
            return true;
    return false;
}

void quest_step(struct game *game, struct player *player)
{
    if (looks_for_things(game, &player->quests))
        for (uint32_t i = 0; i < game->pack->spot_count; i++)
            if (is_in_reach(&game->spots[i], &player->body.position) && is_seen(game, &player->quests, i))
                pick_up(game, player, i);
    if (player->quests.due == QUEST_NONE || dialogue_is_open(player) || fight_is_on(player) ||
        fight_has_fainted(player))
        return;
    uint32_t quest = player->quests.due;
    uint64_t told_until = player->message_end_tick;
    player->quests.due = QUEST_NONE;
    quest_track(game, player, quest);
    if (player->message_end_tick < told_until)
        player->message_end_tick = told_until; // what led here stays to be read
}
