#include "cloudsvc/game/refusal.h"

#include "cloudsvc/game/message.h"
#include "cloudsvc/game/way.h"

enum {
    OFFER_TICKS = 8 * GAME_TICK_HZ, // long enough to read and decide
    GATES_MAX = 32,                 // shut ones that are looked through
};

/// A shut gate that one gets to, straight or through others as if they were open.
struct reached {
    const struct barrier *gate;
    size_t side;  // that one gets to
    size_t first; // of the gates on the way: its place in the list
};

struct reached_list {
    struct reached all[GATES_MAX];
    size_t count;
};

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

static bool is_listed(const struct reached_list *list, const struct barrier *gate)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->all[i].gate == gate)
            return true;
    return false;
}

// Lists the shut gates that one gets to from a place.
// @param first  of the gates on the way to the place; list->count: none
static void reach(struct game *game, struct nav_position from, size_t first, struct reached_list *list)
{
    bool is_start = first == list->count;
    for (size_t i = 0; i < game->barriers.count && list->count < GATES_MAX; i++) {
        const struct barrier *gate = &game->barriers.all[i];
        if (gate->is_open || is_listed(list, gate))
            continue;
        size_t side = 0;
        while (side < 2 && !leads(game, from, gate->sides[side]))
            side++;
        if (side < 2) {
            list->all[list->count] = (struct reached){gate, side, is_start ? list->count : first};
            list->count++;
        }
    }
}

// Looks through shut gates, breadth first, for the goal. Through as few as can be.
// @return false: they are not what is in the way
static bool find_gate(struct game *game, const struct player *player, const struct errand *errand,
                      struct reached *found)
{
    struct reached_list list = {.count = 0};
    reach(game, way_start(game, player), 0, &list);
    for (size_t i = 0; i < list.count; i++) {
        struct nav_position behind = list.all[i].gate->sides[1 - list.all[i].side];
        if (leads_to_goal(game, behind, errand)) {
            *found = list.all[list.all[i].first];
            return true;
        }
        reach(game, behind, list.all[i].first, &list);
    }
    return false;
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
    struct reached gate;
    bool has_left = status == NAV_NO_SUCH_NPC && is_for_one(errand);
    enum game_word reason = has_left ? WORD_GONE : message_reason(status, game->trip.reason);
    struct nav_position nearest = game->trip.nearest;
    bool has_gate = status == NAV_UNREACHABLE && find_gate(game, player, errand, &gate);
    if (has_gate)
        nearest = gate.gate->sides[gate.side];
    if (has_gate && gate.gate->about->closed_text != 0)
        world_say(game, player, world_text(game, player, gate.gate->about->closed_text, ""));
    else
        say_reason(game, player, reason, errand);
    if (status == NAV_UNREACHABLE) {
        player->refusal = (struct refusal){nearest, game->tick + OFFER_TICKS};
        player->message_end_tick = player->refusal.end_tick;
    }
}

bool refusal_offers_nearest(const struct game *game, const struct player *player)
{
    return game->tick < player->refusal.end_tick;
}
