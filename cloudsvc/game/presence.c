#include "cloudsvc/game/presence.h"

#include <stdlib.h>
#include <string.h>

#include "cloudsvc/game/calendar.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/world.h"

// Slots are the low bits of ids (index.h), which tell NPCs apart; above them generations are counted.
enum { GENERATION = NPC_INDEX_MAX };

static bool should_be_here(const struct pack_npc *about, double hour)
{
    return !about->has_hours || pack_hours_include(about->hours, hour);
}

static npc_id next_id(npc_id id)
{
    npc_id next = id + GENERATION;
    return next >= GENERATION ? next : next + GENERATION; // generation 0 is nobody's
}

// ---- beginning and end -----------------------------------------------------------------------------

// Number of the NPC's type by first appearance in the pack.
// @param firsts  of each type known, the NPC of the pack that it appeared with first
static size_t type_number(const struct pack *pack, size_t npc, size_t *firsts, size_t *type_count)
{
    for (size_t i = 0; i < *type_count; i++)
        if (strcmp(pack->npcs[firsts[i]].type, pack->npcs[npc].type) == 0)
            return i;
    firsts[*type_count] = npc;
    return (*type_count)++;
}

static bool number_types(struct game *game)
{
    size_t type_count = 0;
    size_t *firsts = calloc(game->npc_count + 1, sizeof *firsts);
    if (!firsts)
        return false;
    for (size_t i = 0; i < game->npc_count; i++)
        game->npcs[i].type = type_number(game->pack, i, firsts, &type_count);
    free(firsts);
    return true;
}

static struct npc make_npc(const struct game *game, size_t number)
{
    const struct pack_npc *about = &game->pack->npcs[number];
    struct direction rest =
        direction_between(0.0, 0.0, about->facing.x, about->facing.z, (struct direction){0.0, 1.0});
    struct body body = {.position = nav_pack_npc_place(game->nav, number), .facing = rest, .wanted = rest};
    return (struct npc){.id = nav_pack_npc(game->nav, number),
                        .about = about,
                        .body = body,
                        .rest = rest,
                        .listener = WORLD_NOBODY};
}

static bool make_npcs(struct game *game)
{
    game->npcs = calloc(game->pack->npc_count + 1, sizeof *game->npcs);
    if (!game->npcs)
        return false;
    for (; game->npc_count < game->pack->npc_count; game->npc_count++)
        game->npcs[game->npc_count] = make_npc(game, game->npc_count);
    return number_types(game);
}

// Finds the entry that the world's index has of the NPC, or makes one.
static bool enter(struct game *game, struct npc *npc, npc_id known)
{
    struct npc_index *index = nav_index(game->nav);
    npc->entry = known;
    if (!npc_index_move(index, known, npc->body.position))
        npc->entry = npc_index_insert(index, npc->about->type, npc->about->subtype, npc->body.position);
    npc->is_here = npc->entry != 0;
    return npc->is_here;
}

static size_t count_visitors(const struct pack *pack)
{
    size_t count = 0;
    for (size_t i = 0; i < pack->npc_count; i++)
        count += pack->npcs[i].has_hours;
    return count;
}

bool presence_begin(struct game *game)
{
    double hour = calendar_hour(game->pack, game->tick);
    game->visitors = calloc(count_visitors(game->pack) + 1, sizeof *game->visitors);
    if (!game->visitors || !make_npcs(game))
        return false;
    for (uint32_t i = 0; i < game->npc_count; i++) {
        struct npc *npc = &game->npcs[i];
        if (game->pack->npcs[i].has_hours)
            game->visitors[game->visitor_count++] = i;
        if (!should_be_here(&game->pack->npcs[i], hour))
            npc_index_erase(nav_index(game->nav), npc->id);
        else if (!enter(game, npc, npc->id))
            return false;
    }
    return true;
}

void presence_finish(struct game *game)
{
    for (uint32_t i = 0; i < game->npc_count; i++)
        if (game->npcs[i].entry != nav_pack_npc(game->nav, i))
            npc_index_erase(nav_index(game->nav), game->npcs[i].entry);
    free(game->visitors);
    free(game->npcs);
}

// ---- coming and going ------------------------------------------------------------------------------

static void leave(struct game *game, uint32_t index)
{
    struct npc *npc = &game->npcs[index];
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        struct player *player = &game->players[i];
        if (player->is_here && player->dialogue.npc == index)
            dialogue_close(game, player);
    }
    npc_index_erase(nav_index(game->nav), npc->entry);
    npc->is_here = false;
    npc->entry = 0;
    npc->id = next_id(npc->id);
    errand_miss(game, index);
}

void presence_step(struct game *game)
{
    double hour = calendar_hour(game->pack, game->tick);
    for (size_t i = 0; i < game->visitor_count; i++) {
        uint32_t index = game->visitors[i];
        struct npc *npc = &game->npcs[index];
        bool should_be = should_be_here(npc->about, hour);
        if (npc->is_here && !should_be)
            leave(game, index);
        else if (!npc->is_here && should_be)
            (void)enter(game, npc, 0); // without memory it comes later
    }
}
