#include "cloudsvc/game/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/utf8.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/footing.h"
#include "cloudsvc/game/spawn.h"
#include "cloudsvc/game/stage.h"
#include "cloudsvc/game/view_fill.h"
#include "cloudsvc/game/world.h"
#include "cloudsvc/game/world_hash.h"

// Bounds of a viewport that controls can be laid out in.
enum { SIDE_MIN_PX = 16, SIDE_MAX_PX = 16384 };

#define PLACE_MAX_M 1048576.0 // 2^20: beyond any scene

// ---- beginning and end -----------------------------------------------------------------------------

// Number of the NPC's type by first appearance in the pack.
static size_t type_number(const struct game *game, size_t index, size_t *type_count)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(game->npcs[i].about->type, game->npcs[index].about->type) == 0)
            return game->npcs[i].type;
    return (*type_count)++;
}

static bool place_npcs(struct game *game)
{
    game->npcs = calloc(game->pack->npc_count + 1, sizeof *game->npcs);
    if (!game->npcs)
        return false;
    size_t type_count = 0;
    for (size_t i = 0; i < game->pack->npc_count; i++) {
        struct npc *npc = &game->npcs[i];
        npc->about = &game->pack->npcs[i];
        npc->listener = WORLD_NOBODY;
        npc->rest = direction_between(0.0, 0.0, npc->about->facing.x, npc->about->facing.z,
                                      (struct direction){0.0, 1.0});
        npc->body.facing = npc->body.wanted = npc->rest;
        npc->id = nav_pack_npc(game->nav, i);
        if (!npc_index_position(nav_index(game->nav), npc->id, &npc->body.position))
            return false;
        npc->type = type_number(game, i, &type_count);
        game->npc_count++;
    }
    return true;
}

/// Asks for everybody once, from where they stand: what the world keeps of people who are looked for takes
/// memory and a millisecond when it is made (nav.h), and ticks have neither.
static bool introduce_npcs(struct game *game)
{
    struct nav_query *query = nav_query_create(game->nav, 0); // these are no player's requests
    bool has_memory = query != NULL;
    for (size_t i = 0; has_memory && i < game->npc_count && i < NAV_KEPT_NPCS_MAX; i++) {
        const struct npc *npc = &game->npcs[i];
        (void)nav_query_npc(query, npc->body.position, npc->about->type, npc->about->subtype, &game->trip);
    }
    nav_query_destroy(query);
    return has_memory;
}

static bool place_jumps(struct game *game)
{
    const struct pack *pack = game->pack;
    game->jumps = calloc(pack->jump_count + 1, sizeof *game->jumps);
    if (!game->jumps)
        return false;
    for (size_t i = 0; i < pack->jump_count; i++) {
        const struct pack_jump *jump = &pack->jumps[i];
        const struct pack_jump_end *end = &jump->ends[0];
        game->jumps[i].at = footing_of(pack, game->nav, jump->scene, jump->region, jump->at);
        game->jumps[i].arrival = footing_of(pack, game->nav, end->scene, end->region, end->at);
    }
    game->jump_count = pack->jump_count;
    return true;
}

struct game *game_create(const struct pack *pack, struct nav *nav, uint64_t seed)
{
    struct game *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    game->pack = pack;
    game->nav = nav;
    game->trip.points = game->trip_points + 1;
    game->trip.points_max = NAV_POINTS_MAX;
    random_seed(&game->random, seed);
    game->query = nav_query_create(nav, 0);
    game->stage = stage_create(pack, nav);
    if (!game->query || !game->stage || !place_npcs(game) || !introduce_npcs(game) || !place_jumps(game)) {
        game_destroy(game);
        return NULL;
    }
    return game;
}

void game_destroy(struct game *game)
{
    if (!game)
        return;
    stage_destroy(game->stage);
    nav_query_destroy(game->query);
    free(game->jumps);
    free(game->npcs);
    free(game);
}

// ---- inputs ----------------------------------------------------------------------------------------

static bool is_viewport(const struct game_viewport *viewport)
{
    uint32_t largest = viewport->width_px > viewport->height_px ? viewport->width_px : viewport->height_px;
    uint32_t smallest = viewport->width_px < viewport->height_px ? viewport->width_px : viewport->height_px;
    for (size_t i = 0; i < 4; i++)
        if (viewport->inset_px[i] > largest)
            return false;
    return smallest >= SIDE_MIN_PX && largest <= SIDE_MAX_PX &&
           viewport->density_percent >= GAME_DENSITY_MIN_PERCENT &&
           viewport->density_percent <= GAME_DENSITY_MAX_PERCENT;
}

static bool is_plain_text(const char *text, size_t size)
{
    bool is_blank = true;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = (unsigned char)text[i];
        if (byte < ' ' || byte == 0x7f)
            return false;
        is_blank = is_blank && byte == ' ';
    }
    return !is_blank && utf8_is_valid(text, size);
}

static void take_name(const struct game *game, const struct game_input *input, char name[GAME_NAME_MAX])
{
    size_t size = strnlen(input->name, GAME_NAME_MAX);
    if (size < GAME_NAME_MAX && is_plain_text(input->name, size))
        memcpy(name, input->name, size + 1);
    else
        snprintf(name, GAME_NAME_MAX, "Guest %u", (unsigned)game->joined_count);
}

static bool join(struct game *game, const struct game_input *input)
{
    if (input->player == 0 || input->player != world_next_player(game) || !is_viewport(&input->viewport))
        return false;
    uint32_t slot = world_seat(game, input->player);
    struct player *player = &game->players[slot];
    game->joined_count++;
    take_name(game, input, player->name);
    player->viewport = input->viewport;
    player->input_sequence = input->sequence;
    player->dialogue_npc = WORLD_NOBODY;
    errand_drop(player);
    struct direction ahead = {0.0, 1.0};
    player->body = (struct body){.position = spawn_place(game, slot), .facing = ahead, .wanted = ahead};
    camera_begin(&player->camera, &player->body);
    return true;
}

static void leave(struct game *game, struct player *player)
{
    errand_close_dialogue(game, player);
    player->is_here = false;
}

static void touch(const struct game *game, struct player *player, uint16_t x, uint16_t y)
{
    if (player->tap_count == VIEW_TAPS_MAX) {
        memmove(&player->taps[0], &player->taps[1], (VIEW_TAPS_MAX - 1) * sizeof player->taps[0]);
        player->tap_count--;
    }
    player->taps[player->tap_count++] = (struct tap){x, y, game->tick};
}

static bool is_place(const struct game *game, const struct nav_position *position)
{
    return position->scene < game->pack->scene_count && fabs(position->x) <= PLACE_MAX_M &&
           fabs(position->y) <= PLACE_MAX_M && fabs(position->z) <= PLACE_MAX_M; // not a number: false
}

static bool talk(struct game *game, struct player *player, npc_id id)
{
    uint32_t npc = world_npc(game, id);
    if (npc == WORLD_NOBODY)
        return false;
    errand_talk(game, player, npc);
    return true;
}

static bool apply_to(struct game *game, struct player *player, const struct game_input *input)
{
    switch (input->kind) {
    case GAME_LEAVE:
        leave(game, player);
        return true;
    case GAME_VIEWPORT:
        if (!is_viewport(&input->viewport))
            return false;
        player->viewport = input->viewport;
        return true;
    case GAME_TOUCH:
        touch(game, player, input->tap.x, input->tap.y);
        return true;
    case GAME_WALK:
        return is_place(game, &input->position) && errand_walk(game, player, input->position);
    case GAME_TALK:
        return talk(game, player, input->npc);
    case GAME_FIND:
        if (input->find >= game->pack->find_count)
            return false;
        errand_find(game, player, input->find);
        return true;
    case GAME_CLOSE_DIALOGUE:
        errand_close_dialogue(game, player);
        return true;
    case GAME_CAMERA:
        camera_turn(&player->camera, input->camera.turn);
        camera_zoom(&player->camera, input->camera.zoom_percent);
        return true;
    case GAME_CAMERA_RESET:
        camera_reset(&player->camera, &player->body);
        return true;
    case GAME_JOIN:
    case GAME_INPUT_KIND_COUNT:
        break;
    }
    return false;
}

static bool apply(struct game *game, const struct game_input *input)
{
    if (input->kind == GAME_JOIN)
        return join(game, input);
    uint32_t slot = world_slot(game, input->player);
    if (slot == WORLD_NOBODY)
        return false;
    if (!apply_to(game, &game->players[slot], input))
        return false;
    if (input->sequence != 0)
        game->players[slot].input_sequence = input->sequence;
    return true;
}

bool game_apply(struct game *game, const struct game_input *input)
{
    bool is_applied = apply(game, input);
    game->counters.inputs_refused += !is_applied;
    return is_applied;
}

// ---- time ------------------------------------------------------------------------------------------

static void forget_taps(const struct game *game, struct player *player)
{
    size_t faded = 0;
    while (faded < player->tap_count && game->tick - player->taps[faded].tick > WORLD_TAP_TICKS)
        faded++;
    if (faded == 0)
        return;
    player->tap_count -= faded;
    memmove(&player->taps[0], &player->taps[faded], player->tap_count * sizeof player->taps[0]);
}

static void step_player(struct game *game, struct player *player)
{
    if (walk_step(&player->walk, &player->body))
        errand_arrive(game, player);
    errand_step(game, player);
    camera_step(&player->camera, &player->body, &player->walk, view_fill_cover(game, player),
                &game->stage->scenes[player->body.position.scene],
                (double)player->viewport.width_px / player->viewport.height_px);
    forget_taps(game, player);
}

void game_tick(struct game *game)
{
    game->tick++;
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++)
        if (game->players[i].is_here)
            step_player(game, &game->players[i]);
    for (size_t i = 0; i < game->npc_count; i++)
        body_turn(&game->npcs[i].body);
}

// ---- questions -------------------------------------------------------------------------------------

game_player_id game_next_player(const struct game *game)
{
    return world_next_player(game);
}

uint64_t game_tick_count(const struct game *game)
{
    return game->tick;
}

uint64_t game_hash(const struct game *game)
{
    return world_hash(game);
}

const struct view_world *game_stage(const struct game *game)
{
    return game->stage;
}

bool game_view(const struct game *game, game_player_id player, struct view *view)
{
    uint32_t slot = world_slot(game, player);
    if (slot == WORLD_NOBODY)
        return false;
    view_fill(game, slot, view);
    return true;
}

struct game_counters game_counters(const struct game *game)
{
    return game->counters;
}
