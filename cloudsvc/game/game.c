#include "cloudsvc/game/game.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/utf8.h"
#include "cloudsvc/game/errand.h"
#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/footing.h"
#include "cloudsvc/game/introduce.h"
#include "cloudsvc/game/layout.h"
#include "cloudsvc/game/presence.h"
#include "cloudsvc/game/quest_way.h"
#include "cloudsvc/game/skill.h"
#include "cloudsvc/game/spawn.h"
#include "cloudsvc/game/stage.h"
#include "cloudsvc/game/view_fill.h"
#include "cloudsvc/game/view_interface.h"
#include "cloudsvc/game/world.h"
#include "cloudsvc/game/world_hash.h"

// Bounds of a viewport that controls can be laid out in.
enum { SIDE_MIN_PX = 16, SIDE_MAX_PX = 16384 };

#define PLACE_MAX_M 1048576.0 // 2^20: beyond any scene

// ---- beginning and end -----------------------------------------------------------------------------

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

// Doors stand open until all that is built of the ground has been.
static bool build(struct game *game, uint64_t seed)
{
    if (!barrier_begin(game))
        return false;
    game->stage = stage_create(game->pack, game->nav);
    if (!game->stage || !presence_begin(game) || !place_jumps(game) || !quest_begin(game))
        return false;
    barrier_step(game);
    return enemy_begin(game, seed) && introduce_people(game->pack, game->nav, &game->trip);
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
    if (!game->query || !build(game, seed)) {
        game_destroy(game);
        return NULL;
    }
    return game;
}

void game_destroy(struct game *game)
{
    if (!game)
        return;
    presence_finish(game);
    barrier_finish(game);
    quest_finish(game);
    enemy_finish(game);
    stage_destroy(game->stage);
    nav_query_destroy(game->query);
    free(game->jumps);
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

static void take_name(const struct game *game, const struct game_input *input, struct player *player)
{
    size_t size = strnlen(input->name, GAME_NAME_MAX);
    if (size < GAME_NAME_MAX && is_plain_text(input->name, size))
        memcpy(player->name, input->name, size + 1);
    else
        words_compose_number(player->name, GAME_NAME_MAX, WORD_GUEST, player->words, game->joined_count);
}

static void take_language(const struct game *game, const struct game_input *input, struct player *player)
{
    char tag[GAME_LANGUAGE_SIZE];
    snprintf(tag, sizeof tag, "%.*s", GAME_LANGUAGE_SIZE - 1, input->language);
    player->words = words_language(tag);
    player->language = pack_language(game->pack, tag);
}

static bool join(struct game *game, const struct game_input *input)
{
    if (input->player == 0 || input->player != world_next_player(game) || !is_viewport(&input->viewport))
        return false;
    uint32_t slot = world_seat(game, input->player);
    struct player *player = &game->players[slot];
    game->joined_count++;
    take_language(game, input, player);
    take_name(game, input, player);
    player->viewport = input->viewport;
    player->open_panels = layout_open_panels(&input->viewport);
    player->input_sequence = input->sequence;
    player->dialogue.npc = WORLD_NOBODY;
    quest_log_begin(&player->quests);
    vitals_refresh(&player->vitals);
    errand_drop(player);
    struct direction ahead = {0.0, 1.0};
    player->body = (struct body){.position = spawn_place(game, slot), .facing = ahead, .wanted = ahead};
    camera_begin(&player->camera, &player->body);
    return true;
}

static void leave(struct game *game, struct player *player)
{
    dialogue_close(game, player);
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

bool game_input_has_number(enum game_input_kind kind)
{
    switch (kind) {
    case GAME_TALK:
    case GAME_FIND:
    case GAME_FIGHT:
    case GAME_SKILL:
    case GAME_ANSWER:
    case GAME_TRACK:
    case GAME_PANEL:
        return true;
    default:
        return false;
    }
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
        player->open_panels = layout_panels_after_find(player->open_panels, &player->viewport);
        return true;
    case GAME_CLOSE_DIALOGUE:
        dialogue_go_on(game, player);
        return true;
    case GAME_CAMERA:
        camera_turn(&player->camera, input->camera.turn);
        camera_zoom(&player->camera, input->camera.zoom_percent);
        return true;
    case GAME_CAMERA_RESET:
        camera_reset(&player->camera, &player->body);
        return true;
    case GAME_PANEL:
        if (input->panel >= GAME_PANEL_COUNT)
            return false;
        player->open_panels ^= UINT32_C(1) << input->panel;
        return true;
    case GAME_ANSWER:
        return dialogue_answer(game, player, input->answer);
    case GAME_TRACK:
        return quest_track(game, player, input->quest);
    case GAME_FESTIVAL:
        return quest_to_festival(game, player);
    case GAME_CHEST:
        return quest_to_chest(game, player);
    case GAME_GO_NEAR:
        return errand_go_near(game, player);
    case GAME_FIGHT:
        return fight_begin(game, player, input->enemy);
    case GAME_SKILL:
        return skill_use(game, player, input->skill);
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
    quest_step(game, player);
    fight_step(game, player);
    camera_step(&player->camera, &player->body, &player->walk, view_interface_cover(game, player),
                &game->stage->scenes[player->body.position.scene],
                (double)player->viewport.width_px / player->viewport.height_px);
    forget_taps(game, player);
}

void game_tick(struct game *game)
{
    game->tick++;
    barrier_step(game);
    presence_step(game);
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++)
        if (game->players[i].is_here)
            step_player(game, &game->players[i]);
    enemy_step(game);
    shot_step(game);
    for (size_t i = 0; i < game->npc_count; i++)
        body_turn(&game->npcs[i].body);
}

// ---- questions -------------------------------------------------------------------------------------

game_player_id game_next_player(const struct game *game)
{
    return world_next_player(game);
}

game_player_id game_first_player(const struct game *game)
{
    game_player_id first = 0;
    for (uint32_t slot = 0; slot < GAME_PLAYERS_MAX; slot++) {
        if (!game->players[slot].is_here)
            continue;
        if (game->players[slot].input_sequence != 0)
            return world_player_id(game, slot);
        if (!first)
            first = world_player_id(game, slot);
    }
    return first;
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
