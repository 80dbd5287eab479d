#include "cloudsvc/game/view_fill.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cloudsvc/game/plan.h"
#include "cloudsvc/game/storey.h"
#include "cloudsvc/game/view_interface.h"

#define PERSON_M       1.6f // four heads
#define TAP_FULL_TICKS 9.0f // 150 ms
#define TAP_FADE_TICKS (WORLD_TAP_TICKS - TAP_FULL_TICKS)
#define GREETING_M     9.0   // from here one sees who has something to say
#define SIGN_SEEN_M    15.0  // from here one reads where a jump point leads
#define SIGN_M         1.6   // above a jump point
#define MAP_SPAN_M     56.0f // of the minimap: what one walks in a quarter of a minute

enum { CLOCK_WRAP_TICKS = 3600 * GAME_TICK_HZ }; // a float keeps milliseconds for an hour

static struct view_vec3 place(double x, double y, double z)
{
    return (struct view_vec3){(float)x, (float)y, (float)z};
}

// ---- people ----------------------------------------------------------------------------------------

// Someone who may be seen. Players come first in number, then NPCs, then enemies.
struct candidate {
    double distance_squared;
    uint32_t number;
};

// The nearest candidates, nearest first.
struct crowd {
    struct candidate candidates[VIEW_ACTORS_MAX];
    size_t count;
};

static void crowd_add(struct crowd *crowd, struct candidate candidate)
{
    if (crowd->count == VIEW_ACTORS_MAX) {
        if (candidate.distance_squared >= crowd->candidates[VIEW_ACTORS_MAX - 1].distance_squared)
            return;
        crowd->count--;
    }
    size_t at = crowd->count++;
    for (; at > 0 && crowd->candidates[at - 1].distance_squared > candidate.distance_squared; at--)
        crowd->candidates[at] = crowd->candidates[at - 1];
    crowd->candidates[at] = candidate;
}

static void gather(const struct game *game, uint32_t slot, struct crowd *crowd)
{
    const struct nav_position *here = &game->players[slot].body.position;
    crowd_add(crowd, (struct candidate){-1.0, slot}); // oneself before all
    for (uint32_t i = 0; i < GAME_PLAYERS_MAX; i++) {
        const struct nav_position *there = &game->players[i].body.position;
        if (i != slot && game->players[i].is_here && there->scene == here->scene)
            crowd_add(crowd, (struct candidate){plan_distance_squared(here, there), i});
    }
    for (uint32_t i = 0; i < game->npc_count; i++) {
        const struct nav_position *there = &game->npcs[i].body.position;
        if (game->npcs[i].is_here && there->scene == here->scene)
            crowd_add(crowd, (struct candidate){plan_distance_squared(here, there), GAME_PLAYERS_MAX + i});
    }
    uint32_t first_enemy = GAME_PLAYERS_MAX + (uint32_t)game->npc_count;
    for (uint32_t i = 0; i < game->enemies.count; i++) {
        const struct nav_position *there = &game->enemies.all[i].body.position;
        if (there->scene == here->scene && enemy_is_seen(game, i))
            crowd_add(crowd, (struct candidate){plan_distance_squared(here, there), first_enemy + i});
    }
}

static struct view_actor person(const struct body *body, const char *name)
{
    struct view_actor actor = {
        .position = place(body->position.x + body->slip_x, body->position.y + body->climb_m,
                          body->position.z + body->slip_z),
        .facing_x = (float)body->facing.x,
        .facing_z = (float)body->facing.z,
        .stride = (float)body->stride,
        .pace = (float)body->pace,
        .height_m = PERSON_M,
    };
    snprintf(actor.name, sizeof actor.name, "%s", name);
    return actor;
}

static struct view_actor player_actor(const struct game *game, uint32_t slot, bool is_self)
{
    const struct player *player = &game->players[slot];
    // In a dialogue one's own plate would cover the other's.
    bool is_plain = is_self && dialogue_is_open(player);
    struct view_actor actor = person(&player->body, is_plain ? "" : player->name);
    actor.id = world_player_id(game, slot);
    actor.kind = is_self ? VIEW_PLAYER : VIEW_OTHER_PLAYER;
    actor.clothes = world_player_clothes(slot);
    vitals_fill(&player->vitals, &actor);
    return actor;
}

static enum view_actor_mark mark_of(const struct game *game, uint32_t slot, uint32_t index,
                                    double distance_squared)
{
    const struct player *player = &game->players[slot];
    if (player->errand.kind == ERRAND_NPC && player->errand.npc == index)
        return VIEW_MARK_GOAL;
    if (quest_has_for(game, slot, index))
        return VIEW_MARK_QUEST;
    bool is_near = distance_squared < GREETING_M * GREETING_M;
    return is_near && game->npcs[index].about->dialogue[0] && player->dialogue.npc != index ? VIEW_MARK_TALK
                                                                                            : VIEW_MARK_NONE;
}

static void fill_actors(const struct game *game, uint32_t slot, struct view *view)
{
    struct crowd crowd = {.count = 0};
    gather(game, slot, &crowd);
    for (size_t i = 0; i < crowd.count; i++) {
        struct candidate candidate = crowd.candidates[i];
        struct view_actor *actor = &view->actors[view->actor_count++];
        if (candidate.number < GAME_PLAYERS_MAX) {
            *actor = player_actor(game, candidate.number, candidate.number == slot);
            continue;
        }
        uint32_t index = candidate.number - GAME_PLAYERS_MAX;
        if (index >= game->npc_count) {
            *actor = enemy_actor(game, index - game->npc_count, &game->players[slot]);
            continue;
        }
        const struct npc *npc = &game->npcs[index];
        *actor = person(&npc->body,
                        world_text(game, &game->players[slot], npc->about->name_text, npc->about->name));
        actor->id = npc->id;
        actor->kind = VIEW_NPC;
        actor->clothes = world_npc_clothes(npc->type);
        actor->mark = mark_of(game, slot, index, candidate.distance_squared);
        actor->is_speaker = game->players[slot].dialogue.npc == index;
    }
}

// Who stands on a storey that is left out would float.
static void leave_out_hidden(const struct view_scene *scene, struct view *view)
{
    size_t count = view->actor_count;
    view->actor_count = 0;
    for (size_t i = 0; i < count; i++)
        if (i == 0 || !storeys_hold(scene, view->hidden_storeys, view->actors[i].position))
            view->actors[view->actor_count++] = view->actors[i];
}

// ---- route and tap marks ---------------------------------------------------------------------------

static void fill_route(const struct player *player, struct view *view)
{
    const struct walk *walk = &player->walk;
    if (!walk_is_under_way(walk))
        return;
    const struct nav_position *feet = &player->body.position;
    view->route[view->route_count++] = place(feet->x, feet->y, feet->z);
    for (size_t i = walk->next; i < walk->point_count && view->route_count < VIEW_ROUTE_MAX; i++)
        view->route[view->route_count++] = place(walk->points[i].x, walk->points[i].y, walk->points[i].z);
    const struct nav_position *goal = &player->errand.goal;
    view->has_destination = goal->scene == feet->scene;
    view->destination = place(goal->x, goal->y, goal->z);
}

static void fill_taps(const struct game *game, const struct player *player, struct view *view)
{
    for (size_t i = 0; i < player->tap_count; i++) {
        const struct tap *tap = &player->taps[i];
        float opacity = 1.0f - ((float)(game->tick - tap->tick) - TAP_FULL_TICKS) / TAP_FADE_TICKS;
        if (opacity <= 0.0f)
            continue;
        view->taps[view->tap_count++] = (struct view_tap){
            .x_px = (float)tap->x / 65535.0f * (float)view->width_px,
            .y_px = (float)tap->y / 65535.0f * (float)view->height_px,
            .opacity = opacity < 1.0f ? opacity : 1.0f,
        };
    }
}

// ---- signs -----------------------------------------------------------------------------------------

static char capital(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

// "→ Old town", by the scene's title, or for a scene named old_town.
static void write_sign(const struct game *game, const struct player *player, uint32_t scene, char *text,
                       size_t size)
{
    const struct pack_scene *about = &game->pack->scenes[scene];
    const char *title = world_text(game, player, about->title, about->name);
    size_t start = (size_t)snprintf(text, size, "→ %s", title) - strlen(title);
    if (about->title != 0 || start >= size)
        return;
    text[start] = capital(text[start]);
    for (char *letter = &text[start]; *letter; letter++)
        if (*letter == '_' || *letter == '-')
            *letter = ' ';
}

// Over jump points near enough to be read. Ways inside the scene have none: one sees where they lead.
static void fill_signs(const struct game *game, const struct player *player, struct view *view)
{
    const struct nav_position *here = &player->body.position;
    for (size_t i = 0; i < game->jump_count && view->sign_count < VIEW_SIGNS_MAX; i++) {
        const struct jump_place *jump = &game->jumps[i];
        bool is_near = jump->at.scene == here->scene &&
                       plan_distance_squared(here, &jump->at) < SIGN_SEEN_M * SIGN_SEEN_M;
        if (!is_near || jump->arrival.scene == here->scene)
            continue;
        struct view_sign *sign = &view->signs[view->sign_count++];
        sign->position = place(jump->at.x, jump->at.y + SIGN_M, jump->at.z);
        write_sign(game, player, jump->arrival.scene, sign->text, sizeof sign->text);
    }
}

// ---- the view --------------------------------------------------------------------------------------

static struct view_map map_around(const struct body *body)
{
    return (struct view_map){(float)body->position.x, (float)body->position.z, MAP_SPAN_M};
}

void view_fill(const struct game *game, uint32_t slot, struct view *view)
{
    const struct player *player = &game->players[slot];
    assert(player->is_here);
    uint32_t number = view->number;
    memset(view, 0, sizeof *view);
    view->number = number;
    view->tick = game->tick;
    view->input_sequence = player->input_sequence;
    view->scene = player->body.position.scene;
    view->width_px = player->viewport.width_px;
    view->height_px = player->viewport.height_px;
    view->density = (float)player->viewport.density_percent / 100.0f;
    view->time_s = (float)(game->tick % CLOCK_WRAP_TICKS) / GAME_TICK_HZ;
    view->fade = (float)player->dark_ticks / WORLD_FADE_TICKS;
    view->camera = camera_view(&player->camera, (double)view->width_px / view->height_px);
    view->hidden_storeys =
        storeys_hiding(&game->stage->scenes[view->scene], view->camera.eye,
                       place(player->body.position.x, player->body.position.y, player->body.position.z));
    view->open_gates = barrier_open_gates(game, view->scene);
    fill_actors(game, slot, view);
    leave_out_hidden(&game->stage->scenes[view->scene], view);
    quest_fill_items(game, slot, view);
    fill_route(player, view);
    fill_signs(game, player, view);
    fill_taps(game, player, view);
    effect_fill(game, slot, view);
    view->map = map_around(&player->body);
    view_interface_fill(game, slot, view);
}
