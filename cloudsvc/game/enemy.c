#include "cloudsvc/game/enemy.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "cloudsvc/game/effect.h"
#include "cloudsvc/game/enemy_mind.h"
#include "cloudsvc/game/fight.h"
#include "cloudsvc/game/footing.h"
#include "cloudsvc/game/plan.h"

// An id is the index in the low bits and the generation above it; the two highest bits are set, where players
// and NPCs, who count their generations from 1 on, do not get.
enum { INDEX_BITS = 14, GENERATION_BITS = 16 };

#define ID_MARK    UINT32_C(0xc0000000)
#define INDEX_MASK ((UINT32_C(1) << INDEX_BITS) - 1)

#define FLOOR_M      1.5 // who is so much higher or lower cannot be reached
#define STROLL_PACE  0.35
#define WORTH_SHARE  2   // of its health: what one scores
#define BITE_SLACK_M 0.5 // half-way through a bite its reach is so much longer

enum { BITE_TICKS = 75 }; // from one bite to the next

// How the kinds differ.
struct kind {
    double speed_m; // a second; players run 3.2
    float height_m;
    enum view_shape shape;
    struct view_color coat;
};

static const struct kind *kind_of(const struct game *game, const struct enemy *enemy)
{
    static const struct kind kinds[PACK_ENEMY_KIND_COUNT] = {
        [PACK_WOLF] = {3.0, 0.95f, VIEW_WOLF, {96, 96, 108, 255}},
        [PACK_BOAR] = {2.7, 0.95f, VIEW_BOAR, {92, 64, 44, 255}},
        [PACK_CRAB] = {2.0, 0.75f, VIEW_CRAB, {214, 84, 52, 255}},
        [PACK_SKELETON] = {2.3, 1.6f, VIEW_SKELETON, {226, 220, 200, 255}},
    };
    return &kinds[game->pack->enemies[enemy->ground].kind];
}

// ---- beginning and end -----------------------------------------------------------------------------

static void come(struct game *game, struct enemy *enemy)
{
    struct direction rest = direction_at(random_below(&game->enemies.random, 65536) / 65536.0);
    uint32_t ground = enemy->ground;
    uint32_t generation = enemy->generation + 1;
    *enemy = (struct enemy){
        .state = ENEMY_RESTING,
        .generation = generation >> GENERATION_BITS ? 1 : generation,
        .ground = ground,
        .body = {.position = enemy_mind_place(game, ground), .facing = rest, .wanted = rest},
        .target = WORLD_NOBODY,
        .health = game->pack->enemies[ground].health,
        .think_tick = game->tick + random_below(&game->enemies.random, ENEMY_THINK_TICKS),
    };
}

static size_t count_all(const struct pack *pack)
{
    size_t count = 0;
    for (size_t i = 0; i < pack->enemies_count; i++)
        count += pack->enemies[i].count;
    return count;
}

static void fill_grounds(struct game *game)
{
    const struct pack *pack = game->pack;
    struct enemies *enemies = &game->enemies;
    for (uint32_t ground = 0; ground < pack->enemies_count; ground++) {
        const struct pack_enemies *about = &pack->enemies[ground];
        enemies->middles[ground] = footing_of(pack, game->nav, about->scene, about->region, about->at);
        for (uint32_t i = 0; i < about->count; i++) {
            struct enemy *enemy = &enemies->all[enemies->count++];
            enemy->ground = ground;
            come(game, enemy);
        }
    }
}

bool enemy_begin(struct game *game, uint64_t seed)
{
    struct enemies *enemies = &game->enemies;
    size_t count = count_all(game->pack);
    assert(count <= INDEX_MASK + 1);
    random_seed(&enemies->random, ~seed); // other numbers than the world's own
    enemies->all = calloc(count + 1, sizeof *enemies->all);
    enemies->middles = calloc(game->pack->enemies_count + 1, sizeof *enemies->middles);
    enemies->has_players = calloc(game->pack->scene_count, sizeof *enemies->has_players);
    enemies->query = nav_query_create(game->nav, ENEMY_NODES_MAX);
    if (!enemies->all || !enemies->middles || !enemies->has_players || !enemies->query)
        return false;
    fill_grounds(game);
    return true;
}

void enemy_finish(struct game *game)
{
    free(game->enemies.all);
    free(game->enemies.middles);
    free(game->enemies.has_players);
    nav_query_destroy(game->enemies.query);
}

// ---- names -----------------------------------------------------------------------------------------

uint32_t enemy_id(const struct game *game, size_t index)
{
    return ID_MARK | game->enemies.all[index].generation << INDEX_BITS | (uint32_t)index;
}

uint32_t enemy_of_id(const struct game *game, uint32_t id)
{
    uint32_t index = id & INDEX_MASK;
    bool is_alive = index < game->enemies.count && enemy_is_alive(game, index);
    return is_alive && enemy_id(game, index) == id ? index : WORLD_NOBODY;
}

bool enemy_is_alive(const struct game *game, size_t index)
{
    return game->enemies.all[index].state < ENEMY_DYING;
}

bool enemy_is_seen(const struct game *game, size_t index)
{
    return game->enemies.all[index].state != ENEMY_AWAY;
}

// ---- where they are --------------------------------------------------------------------------------

bool enemy_is_within(const struct game *game, size_t index, const struct nav_position *from,
                     struct direction along, double cosine, double radius_m)
{
    const struct nav_position *there = &game->enemies.all[index].body.position;
    if (!plan_is_near(from, there, radius_m) || !enemy_is_alive(game, index) ||
        fabs(from->y - there->y) > FLOOR_M)
        return false;
    struct direction to = direction_between(from->x, from->z, there->x, there->z, along);
    return to.x * along.x + to.z * along.z >= cosine;
}

uint32_t enemy_nearest(const struct game *game, const struct nav_position *from, struct direction along,
                       double cosine, double radius_m)
{
    uint32_t nearest = WORLD_NOBODY;
    for (uint32_t i = 0; i < game->enemies.count; i++) {
        if (!enemy_is_within(game, i, from, along, cosine, radius_m))
            continue;
        nearest = i;
        radius_m = plan_distance(from, &game->enemies.all[i].body.position);
    }
    return nearest;
}

// ---- wounds ----------------------------------------------------------------------------------------

static void die(struct game *game, struct enemy *enemy, uint32_t slot)
{
    const struct pack_enemies *about = &game->pack->enemies[enemy->ground];
    enemy->state = ENEMY_DYING;
    enemy->target = WORLD_NOBODY;
    enemy->swing_ticks = 0;
    enemy->until_tick = game->tick + ENEMY_DYING_TICKS;
    fight_earn(game, &game->players[slot], about->health / WORTH_SHARE);
    quest_note_defeat(game, slot, about->kind);
}

void enemy_wound(struct game *game, size_t index, uint32_t slot, uint32_t points)
{
    struct enemy *enemy = &game->enemies.all[index];
    assert(enemy_is_alive(game, index));
    effect_begin(game, VIEW_EFFECT_HIT, &enemy->body.position, &enemy->body.position);
    enemy->hurt_ticks = ENEMY_HURT_TICKS;
    enemy->health -= points < enemy->health ? points : enemy->health;
    if (enemy->health == 0) {
        die(game, enemy, slot);
    } else if (enemy->state != ENEMY_CHASING && enemy_mind_may_chase(game, index, slot)) {
        enemy->state = ENEMY_CHASING;
        enemy->target = slot;
        enemy->think_tick = game->tick;
    }
}

static bool is_within_reach(const struct game *game, const struct enemy *enemy, uint32_t slot, double reach_m)
{
    const struct nav_position *there = &game->players[slot].body.position;
    return plan_is_near(&enemy->body.position, there, reach_m) &&
           fabs(enemy->body.position.y - there->y) < FLOOR_M;
}

bool enemy_reaches(const struct game *game, size_t index, uint32_t slot)
{
    return is_within_reach(game, &game->enemies.all[index], slot, ENEMY_REACH_M);
}

// Bites the player it chases, who is within reach; half-way through, they may have got away.
static void bite(struct game *game, uint32_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    bool is_half_way = enemy->swing_ticks == ENEMY_SWING_TICKS / 2;
    if (is_half_way && is_within_reach(game, enemy, enemy->target, ENEMY_REACH_M + BITE_SLACK_M))
        fight_bite(game, enemy->target, index);
    if (game->tick < enemy->bite_tick || !is_within_reach(game, enemy, enemy->target, ENEMY_REACH_M))
        return;
    enemy->swing_ticks = ENEMY_SWING_TICKS;
    enemy->bite_tick = game->tick + BITE_TICKS;
}

// ---- time ------------------------------------------------------------------------------------------

static void walk(const struct game *game, struct enemy *enemy)
{
    uint32_t ahead = enemy->way_count - enemy->way_next;
    double pace = ahead == 0 ? 0.0 : enemy->state == ENEMY_STROLLING ? STROLL_PACE : 1.0;
    double length_m = body_pace(&enemy->body, pace, kind_of(game, enemy)->speed_m);
    enemy->way_next += (uint32_t)body_advance(&enemy->body, &enemy->way[enemy->way_next], ahead, length_m);
    if (ahead > 0 && enemy->way_next == enemy->way_count && enemy->is_way_cut)
        enemy->think_tick = game->tick; // the rest of the way is missing
}

static void chase(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    if (!enemy_mind_may_chase(game, index, enemy->target)) {
        enemy_mind_give_up(game, index);
        return;
    }
    const struct nav_position *here = &enemy->body.position;
    const struct nav_position *there = &game->players[enemy->target].body.position;
    if (enemy_reaches(game, index, enemy->target))
        enemy->body.wanted = direction_between(here->x, here->z, there->x, there->z, enemy->body.wanted);
    bite(game, (uint32_t)index);
}

static void live(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    enemy_mind_think(game, index);
    walk(game, enemy);
    if (enemy->state == ENEMY_CHASING)
        chase(game, index);
    body_turn(&enemy->body);
}

static void step(struct game *game, size_t index)
{
    struct enemy *enemy = &game->enemies.all[index];
    enemy->swing_ticks -= enemy->swing_ticks > 0;
    enemy->hurt_ticks -= enemy->hurt_ticks > 0;
    if (enemy->state == ENEMY_AWAY && game->tick >= enemy->until_tick) {
        come(game, enemy);
    } else if (enemy->state == ENEMY_DYING && game->tick >= enemy->until_tick) {
        enemy->state = ENEMY_AWAY;
        enemy->until_tick = game->tick + ENEMY_AWAY_TICKS;
    } else if (enemy_is_alive(game, index) && game->enemies.has_players[enemy->body.position.scene]) {
        live(game, index);
    }
}

void enemy_step(struct game *game)
{
    struct enemies *enemies = &game->enemies;
    for (size_t i = 0; i < game->pack->scene_count; i++)
        enemies->has_players[i] = false;
    for (size_t i = 0; i < GAME_PLAYERS_MAX; i++)
        if (game->players[i].is_here)
            enemies->has_players[game->players[i].body.position.scene] = true;
    enemies->queries_left = ENEMY_QUERIES_MAX;
    for (size_t i = 0; i < enemies->count; i++)
        step(game, i);
}

void enemy_forget_ways(struct game *game)
{
    for (size_t i = 0; i < game->enemies.count; i++) {
        struct enemy *enemy = &game->enemies.all[i];
        nav_nearest(game->nav, enemy->body.position, INFINITY, &enemy->body.position);
        enemy->way_next = enemy->way_count;
        enemy->think_tick = game->tick;
    }
}

// ---- what is seen ----------------------------------------------------------------------------------

struct view_actor enemy_actor(const struct game *game, size_t index, const struct player *player)
{
    const struct enemy *enemy = &game->enemies.all[index];
    const struct pack_enemies *about = &game->pack->enemies[enemy->ground];
    const struct kind *kind = kind_of(game, enemy);
    const struct body *body = &enemy->body;
    struct view_actor actor = {
        .id = enemy_id(game, index),
        .kind = VIEW_ENEMY,
        .position = {(float)body->position.x, (float)(body->position.y + body->climb_m),
                     (float)body->position.z},
        .facing_x = (float)body->facing.x,
        .facing_z = (float)body->facing.z,
        .stride = (float)body->stride,
        .pace = (float)body->pace,
        .height_m = kind->height_m,
        .shape = kind->shape,
        .clothes = kind->coat,
        .damage = 1.0f - (float)enemy->health / (float)about->health,
        .hurt = (float)enemy->hurt_ticks / ENEMY_HURT_TICKS,
    };
    if (fight_is_on(player) && player->errand.enemy == actor.id)
        actor.mark = VIEW_MARK_GOAL;
    if (enemy->swing_ticks > 0)
        actor.swing = 1.0f - (float)enemy->swing_ticks / (ENEMY_SWING_TICKS + 1);
    snprintf(actor.name, sizeof actor.name, "%s", world_text(game, player, about->name, ""));
    return actor;
}
