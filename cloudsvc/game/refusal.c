#include "cloudsvc/game/refusal.h"

#include "cloudsvc/game/message.h"
#include "cloudsvc/game/way.h"

enum { OFFER_TICKS = 8 * GAME_TICK_HZ }; // long enough to read and decide

static bool leads(struct game *game, struct nav_position from, struct nav_position to)
{
    return nav_query_place(game->query, from, to, &game->trip) == NAV_FOUND;
}

static bool leads_to_goal(struct game *game, struct nav_position from, const struct errand *errand)
{
    if (errand->type)
        return nav_query_npc(game->query, from, errand->type, errand->subtype, &game->trip) == NAV_FOUND;
    return leads(game, from, errand->goal);
}

// The shut gate that one gets to, and from whose other side to the goal.
// @return NULL: no gate alone would help
static const struct barrier *gate_in_the_way(struct game *game, const struct player *player,
                                             const struct errand *errand)
{
    struct nav_position start = way_start(game, player);
    for (size_t i = 0; i < game->barriers.count; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        if (gate->is_open)
            continue;
        for (size_t side = 0; side < 2; side++)
            if (leads(game, start, gate->sides[side]) && leads_to_goal(game, gate->sides[1 - side], errand))
                return gate;
    }
    return NULL;
}

// Whether this very NPC was meant, and no other of its kind.
static bool is_for_one(const struct errand *errand)
{
    return errand->kind == ERRAND_NPC && !errand->type;
}

static void say_reason(const struct game *game, struct player *player, enum game_word reason,
                       const struct errand *errand)
{
    char goal[PACK_NAME_MAX + 8] = "";
    char text[VIEW_TEXT_MAX];
    if (errand->find < PACK_FIND_MAX)
        message_goal(goal, sizeof goal, player->words, errand->label);
    const char *named = is_for_one(errand) ? errand->label : goal;
    message_no_way(text, sizeof text, player->words, named, words_get(reason, player->words));
    world_say(game, player, text);
}

void refusal_say(struct game *game, struct player *player, enum nav_status status,
                 const struct errand *errand)
{
    const struct barrier *gate = NULL;
    bool has_left = status == NAV_NO_SUCH_NPC && is_for_one(errand);
    enum game_word reason = has_left ? WORD_GONE : message_reason(status, game->trip.reason);
    if (status == NAV_UNREACHABLE) {
        player->refusal = (struct refusal){game->trip.nearest, game->tick + OFFER_TICKS};
        gate = gate_in_the_way(game, player, errand);
    }
    if (gate && gate->about->closed_text != 0)
        world_say(game, player, world_text(game, player, gate->about->closed_text, ""));
    else
        say_reason(game, player, reason, errand);
}

bool refusal_offers_nearest(const struct game *game, const struct player *player)
{
    return game->tick < player->refusal.end_tick;
}
