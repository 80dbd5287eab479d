#include "tests/data/moments.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/calendar.h"
#include "nav/nav.h"

enum { SEED = 7, WAIT_TICKS = 60 * GAME_TICK_HZ, SETTLE_TICKS = 90 };
enum { TOWN, MARKET, FOREST, RUINS, LIGHTHOUSE, ISLAND };

#define SEAT_AROUND_M 3.0

// ---- what may be done ------------------------------------------------------------------------------

static void put(struct moment_world *at, struct game_input input)
{
    input.player = world_player_id(at->world.game, (uint32_t)(at->player - at->world.game->players));
    assert_true(game_apply(at->world.game, &input));
}

static void put_number(struct moment_world *at, enum game_input_kind kind, uint32_t number)
{
    put(at, (struct game_input){.kind = kind, .number = number});
}

static void let_pass(struct moment_world *at, int ticks)
{
    for (int i = 0; i < ticks; i++)
        game_tick(at->world.game);
}

static void wait_for(struct moment_world *at, bool (*has_come)(const struct moment_world *at), int ticks)
{
    for (int i = 0; i < ticks && !has_come(at); i++)
        game_tick(at->world.game);
    assert_true(has_come(at));
}

/// Puts the player to a place, looking along a unit vector.
static void seat(struct moment_world *at, uint32_t scene, double x, double z, struct direction facing)
{
    struct nav_position place = {.x = x, .z = z, .scene = scene};
    assert_true(nav_nearest(at->world.game->nav, place, SEAT_AROUND_M, &place));
    at->player->body = (struct body){.position = place, .facing = facing, .wanted = facing};
    camera_begin(&at->player->camera, &at->player->body);
}

/// Puts the player there for good.
static void stand(struct moment_world *at, uint32_t scene, double x, double z, struct direction facing)
{
    seat(at, scene, x, z, facing);
    let_pass(at, SETTLE_TICKS);
}

static bool is_spoken_to(const struct moment_world *at)
{
    return dialogue_is_open(at->player);
}

/// Goes up to the first of somebody's kind and hears what they say.
static void talk(struct moment_world *at, const char *type, const char *subtype)
{
    for (size_t i = 0; i < at->world.game->npc_count; i++) {
        const struct npc *npc = &at->world.game->npcs[i];
        if (strcmp(npc->about->type, type) != 0 || strcmp(npc->about->subtype, subtype) != 0)
            continue;
        put(at, (struct game_input){.kind = GAME_TALK, .npc = npc->id});
        wait_for(at, is_spoken_to, WAIT_TICKS);
        return;
    }
    fail_msg("nobody is %s", type);
}

// ---- scenes ----------------------------------------------------------------------------------------

static void town(struct moment_world *at)
{
    stand(at, TOWN, 1.5, -8.0, (struct direction){0.0, 1.0});
}

static void market(struct moment_world *at)
{
    stand(at, MARKET, 0.0, -13.0, (struct direction){0.0, 1.0});
}

static void forest(struct moment_world *at)
{
    stand(at, FOREST, 4.0, -1.0, (struct direction){1.0, 0.0});
}

static void ruins(struct moment_world *at)
{
    stand(at, RUINS, 0.0, -14.0, (struct direction){0.0, 1.0});
}

static void lighthouse(struct moment_world *at)
{
    stand(at, LIGHTHOUSE, 0.0, -10.0, (struct direction){0.0, 1.0});
}

static void island(struct moment_world *at)
{
    stand(at, ISLAND, 0.0, -9.0, (struct direction){0.0, 1.0});
}

const struct moment moment_scenes[] = {
    {"town", town},   {"market", market},         {"forest", forest},
    {"ruins", ruins}, {"lighthouse", lighthouse}, {"island", island},
};
const size_t moment_scene_count = sizeof moment_scenes / sizeof moment_scenes[0];

// ---- states of the interface -----------------------------------------------------------------------

static void set_panels(struct moment_world *at, bool is_open)
{
    for (uint32_t i = 0; i < GAME_PANEL_COUNT; i++)
        if ((at->player->open_panels >> i & 1) != is_open)
            put_number(at, GAME_PANEL, i);
    let_pass(at, 1);
}

static void panels_open(struct moment_world *at)
{
    set_panels(at, true);
}

static void panels_folded(struct moment_world *at)
{
    set_panels(at, false);
}

/// Under way to the most distant of the Find list.
static void errand(struct moment_world *at)
{
    for (uint32_t i = 0; i < at->world.game->pack->find_count; i++)
        if (strcmp(at->world.game->pack->find[i].subtype, "sweets") == 0)
            put_number(at, GAME_FIND, i);
    let_pass(at, 3 * GAME_TICK_HZ);
    assert_int_equal(at->player->errand.kind, ERRAND_NPC);
}

static void line(struct moment_world *at)
{
    seat(at, MARKET, 4.0, -6.0, (struct direction){0.0, 1.0});
    talk(at, "merchant", "oil");
    let_pass(at, SETTLE_TICKS);
}

static void offer(struct moment_world *at)
{
    talk(at, "guard", "harbour");
    let_pass(at, SETTLE_TICKS);
    assert_int_not_equal(at->player->dialogue.quest, QUEST_NONE);
}

/// Has taken on what two people ask for, and is led to the first place.
static void quests(struct moment_world *at)
{
    talk(at, "guard", "harbour");
    put_number(at, GAME_ANSWER, 0);
    talk(at, "merchant", "fish");
    put_number(at, GAME_ANSWER, 0);
    let_pass(at, 1);
    at->player->quests.active[1].done = 1;
    put_number(at, GAME_TRACK, at->player->quests.active[0].quest);
    let_pass(at, 2 * GAME_TICK_HZ);
    assert_int_equal(at->player->quests.active_count, 2);
}

static bool is_bitten(const struct moment_world *at)
{
    return at->player->vitals.health < VITALS_MAX;
}

/// Among crabs, not unhurt, and out of breath.
static void fight(struct moment_world *at)
{
    seat(at, TOWN, 25.5, 1.4, (struct direction){0.0, 1.0});
    wait_for(at, is_bitten, WAIT_TICKS);
    at->player->vitals.health = VITALS_MAX / 5;
    put_number(at, GAME_SKILL, GAME_SHOT);
    put_number(at, GAME_SKILL, GAME_HEAL);
    let_pass(at, GAME_TICK_HZ / 2);
    assert_true(vitals_is_alive(&at->player->vitals));
}

static bool is_festival(const struct moment_world *at)
{
    return calendar_festival_is_on(at->world.game->pack, at->world.game->tick);
}

/// At the festival, with two rewards to be fetched.
static void festival(struct moment_world *at)
{
    wait_for(at, is_festival, 3 * WAIT_TICKS);
    at->player->quests.finished = at->player->quests.rewards = 3;
    stand(at, ISLAND, -1.0, -6.0, (struct direction){0.0, 1.0});
}

static bool is_refused(const struct moment_world *at)
{
    return refusal_offers_nearest(at->world.game, at->player);
}

/// Wants to where no way leads: the door on it is shut.
static void refused(struct moment_world *at)
{
    seat(at, RUINS, 3.0, -3.0, (struct direction){0.0, 1.0});
    for (uint32_t i = 0; i < at->world.game->npc_count; i++)
        if (strcmp(at->world.game->npcs[i].about->subtype, "sentry") == 0)
            put(at, (struct game_input){.kind = GAME_TALK, .npc = at->world.game->npcs[i].id});
    let_pass(at, 1);
    assert_true(is_refused(at));
}

static bool is_half_dark(const struct moment_world *at)
{
    return at->player->dark_ticks == WORLD_FADE_TICKS / 2 + 1;
}

/// Between the town and the market, at half of the fade.
static void fade(struct moment_world *at)
{
    seat(at, TOWN, 1.5, -22.0, (struct direction){0.0, -1.0});
    put(at, (struct game_input){.kind = GAME_WALK, .position = {.x = 1.5, .z = -25.6, .scene = TOWN}});
    wait_for(at, is_half_dark, WAIT_TICKS);
}

const struct moment moment_interfaces[] = {
    {"panels_open", panels_open},
    {"panels_folded", panels_folded},
    {"errand", errand},
    {"line", line},
    {"offer", offer},
    {"quests", quests},
    {"fight", fight},
    {"festival", festival},
    {"refused", refused},
    {"fade", fade},
};
const size_t moment_interface_count = sizeof moment_interfaces / sizeof moment_interfaces[0];

// ---- views -----------------------------------------------------------------------------------------

struct moment_world moment_world_create(void)
{
    return (struct moment_world){.world = plain_world_of("cloudsvc/worlds/harbor", SEED)};
}

void moment_world_destroy(struct moment_world *at)
{
    plain_world_destroy(&at->world);
}

static void join(struct moment_world *at, const struct game_viewport *viewport, const char *language)
{
    struct game *game = at->world.game;
    struct game_input input = {.kind = GAME_JOIN, .player = game_next_player(game), .viewport = *viewport};
    snprintf(input.language, sizeof input.language, "%s", language);
    assert_true(game_apply(game, &input));
    at->player = &game->players[world_slot(game, input.player)];
}

void moment_view(struct moment_world *at, const struct moment *moment, const struct game_viewport *viewport,
                 const char *language, struct view *view)
{
    join(at, viewport, language);
    moment->arrange(at);
    memset(view, 0, sizeof *view);
    view->number = 1;
    assert_true(game_view(at->world.game, game_first_player(at->world.game), view));
    put(at, (struct game_input){.kind = GAME_LEAVE});
}
