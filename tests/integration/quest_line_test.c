// The harbor world's main line on a real socket: somebody who sees the pictures and touches them plays from
// the join to the reward chest within ten minutes of the world's time.
//
// Nothing is sent but touches, as fractions of the picture, and a touch is chosen by what is seen alone:
// controls and enemies. What is seen comes from a mirror of the world,
// which follows the server's record; the server judges each touch by its own pictures.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "cloudsvc/game/layout.h"
#include "cloudsvc/game/projection.h"
#include "tests/data/mirror.h"
#include "tests/data/player.h"
#include "tests/data/program.h"

#define HARBOR "cloudsvc/worlds/harbor"
#define SPEED  "12"      // ticks in the time of one: under three quarters of a minute for all
#define SIZE   "320x180" // costs next to nothing to encode

enum {
    WIDTH_CSS_PX = 1280,
    HEIGHT_CSS_PX = 720,
    READY_MS = 60000,
    STOP_MS = 20000,
    MIRROR_MS = 10000,   // until a touch is in the record
    BETWEEN_MS = 30,     // touches
    READING_TICKS = 120, // that a line is looked at
    AGAIN_TICKS = 120,   // after which what has had no effect is touched again
    PLAY_TICKS = 600 * GAME_TICK_HZ,
    PLACES = 5, // of a body that may be touched
};

#define NEAR_M     2.5  // an enemy as near bites,
#define FIGHT_M    12.0 // and one within this distance can be touched well
#define HURT       0.7f // share of health: time to heal
#define FRACTION   65535.0
#define BODY_SHARE 0.2 // of a body's height, from one place to touch to the next

/// Somebody who plays.
struct hero {
    struct player player;
    struct mirror mirror;
    struct view view;     // what is seen: at the last touch
    uint64_t joined_tick; // of the first view
    uint64_t acted_tick;  // when something was asked for that takes time
    uint64_t read_tick;   // since when the line is looked at; 0: there is none
    uint32_t foe;         // the enemy touched last
    uint64_t begun;       // bit n: quest n of the main line was seen in the tracker
    uint32_t touches;
};

static struct program server;
static struct hero hero;
static char record_path[] = "/tmp/quest_line_test_XXXXXX";

// ---- looking ---------------------------------------------------------------------------------------

static const struct view_element *control(enum game_input_kind kind)
{
    for (size_t i = 0; i < hero.view.element_count; i++) {
        struct game_input input;
        layout_action_input(hero.view.elements[i].action, &input);
        if (input.kind == kind)
            return &hero.view.elements[i];
    }
    return NULL;
}

static const struct view_element *control_of(enum game_input_kind kind, uint32_t number)
{
    for (size_t i = 0; i < hero.view.element_count; i++)
        if (hero.view.elements[i].action == layout_action(kind, number))
            return &hero.view.elements[i];
    return NULL;
}

static const struct view_element *element_of(enum view_element_kind kind)
{
    for (size_t i = 0; i < hero.view.element_count; i++)
        if (hero.view.elements[i].kind == kind)
            return &hero.view.elements[i];
    return NULL;
}

static bool is_covered(double x_px, double y_px)
{
    for (size_t i = 0; i < hero.view.element_count; i++) {
        const struct view_element *element = &hero.view.elements[i];
        if (x_px >= element->x_px && x_px < element->x_px + element->width_px && y_px >= element->y_px &&
            y_px < element->y_px + element->height_px)
            return true;
    }
    return false;
}

static bool is_in_picture(double x_px, double y_px)
{
    return x_px >= 0.0 && x_px < hero.view.width_px && y_px >= 0.0 && y_px < hero.view.height_px;
}

// Where somebody's body is in the picture and nothing lies over it.
static bool find_body(const struct view_actor *actor, double *x_px, double *y_px)
{
    struct projection projection;
    projection_init(&projection, &hero.view);
    for (int i = 0; i < PLACES; i++) {
        double up_m = actor->height_m * (0.5 + BODY_SHARE * (i % 2 ? -(i + 1) / 2 : i / 2));
        struct vector place = {actor->position.x, actor->position.y + up_m, actor->position.z};
        double depth_m = projection_point(&projection, place, x_px, y_px);
        if (depth_m > projection.near_m && is_in_picture(*x_px, *y_px) && !is_covered(*x_px, *y_px))
            return true;
    }
    return false;
}

// Square of the distance to the avatar, which comes first.
static double square_to(const struct view_actor *actor)
{
    double x = (double)actor->position.x - (double)hero.view.actors[0].position.x;
    double z = (double)actor->position.z - (double)hero.view.actors[0].position.z;
    return x * x + z * z;
}

static bool is_foe(const struct view_actor *actor)
{
    return actor->kind == VIEW_ENEMY && actor->damage < 1.0f;
}

// The nearest enemy that can be touched; NULL: none is as near.
static const struct view_actor *nearest_foe(double within_m)
{
    const struct view_actor *found = NULL;
    double least = within_m * within_m;
    double x_px, y_px;
    for (size_t i = 0; i < hero.view.actor_count; i++) {
        const struct view_actor *actor = &hero.view.actors[i];
        if (is_foe(actor) && square_to(actor) < least && find_body(actor, &x_px, &y_px)) {
            found = actor;
            least = square_to(actor);
        }
    }
    return found;
}

// ---- touching --------------------------------------------------------------------------------------

// Looks again at the moment of the touch that the last press was.
static void look(void)
{
    uint64_t end_us = clock_now_us() + MIRROR_MS * (uint64_t)1000;
    do {
        if (!mirror_follow(&hero.mirror))
            fail_msg("the mirror is broken");
        assert_true(clock_now_us() < end_us);
    } while (!mirror_view(&hero.mirror, &hero.view) || hero.view.input_sequence + 1 < hero.player.sequence);
}

static void touch(double x_px, double y_px)
{
    uint16_t x = (uint16_t)(x_px / hero.view.width_px * FRACTION);
    uint16_t y = (uint16_t)(y_px / hero.view.height_px * FRACTION);
    assert_true(player_point(&hero.player, PROTOCOL_DOWN, x, y));
    assert_true(player_point(&hero.player, PROTOCOL_UP, x, y));
    hero.touches++;
    look();
}

static void touch_element(const struct view_element *element)
{
    touch((double)(element->x_px + element->width_px / 2), (double)(element->y_px + element->height_px / 2));
}

static bool touch_body(const struct view_actor *actor)
{
    double x_px, y_px;
    bool is_seen = find_body(actor, &x_px, &y_px);
    if (is_seen)
        touch(x_px, y_px);
    return is_seen;
}

// Asks for something that takes time.
static void ask(const struct view_element *element)
{
    hero.acted_tick = hero.view.tick;
    touch_element(element);
}

static bool has_waited(void)
{
    return hero.view.tick > hero.acted_tick + AGAIN_TICKS;
}

// ---- playing ---------------------------------------------------------------------------------------

/// Quests until the first that anybody may begin beside the main line.
static uint32_t main_line_count(const struct pack *pack)
{
    uint32_t count = 1;
    while (count < pack->quest_count && pack->quests[count].after_count > 0)
        count++;
    return count;
}

// The number of the quest in the tracker.
static uint32_t quest_of(const struct view_element *entry)
{
    struct game_input input;
    layout_action_input(entry->action, &input);
    assert_true(input.quest < hero.mirror.world.pack->quest_count);
    return input.quest;
}

// The tracker's entry of the main line: its task, or who gives its next quest.
static const struct view_element *main_entry(void)
{
    const struct view_element *entry = control(GAME_TRACK);
    return entry && quest_of(entry) < main_line_count(hero.mirror.world.pack) ? entry : NULL;
}

// Takes on what is offered.
static void reply(void)
{
    const struct view_element *yes = control_of(GAME_ANSWER, 0);
    touch_element(yes ? yes : control(GAME_CLOSE_DIALOGUE));
}

// Reads what is said to the end, then replies.
static bool converse(void)
{
    if (!control(GAME_CLOSE_DIALOGUE)) {
        hero.read_tick = 0;
        return false;
    }
    if (hero.read_tick == 0)
        hero.read_tick = hero.view.tick;
    if (hero.view.tick >= hero.read_tick + READING_TICKS) {
        hero.read_tick = 0;
        reply();
    }
    return true;
}

static bool heal(void)
{
    const struct view_element *health = element_of(VIEW_METER); // the first of two
    const struct view_element *skill = control_of(GAME_SKILL, GAME_HEAL);
    if (!health || !skill || health->fill > HURT || skill->is_muted || skill->fill < 1.0f)
        return false;
    touch_element(skill);
    return true;
}

// Whether the tracker's entry asks for enemies.
static bool is_hunt(const struct view_element *entry)
{
    const struct pack *pack = hero.mirror.world.pack;
    const struct pack_quest *quest = &pack->quests[quest_of(entry)];
    for (size_t i = 0; i < quest->task_count; i++) {
        const char *title = pack_text(pack, quest->tasks[i].title, 0);
        if (quest->tasks[i].kind == PACK_TASK_DEFEAT && strncmp(entry->text, title, strlen(title)) == 0)
            return true;
    }
    return false;
}

// One touch is enough until the enemy is dead.
static bool fight(const struct view_element *entry)
{
    const struct view_actor *foe = nearest_foe(entry && is_hunt(entry) ? FIGHT_M : NEAR_M);
    if (!foe)
        return false;
    if (foe->id == hero.foe && !has_waited())
        return true;
    hero.foe = foe->id;
    hero.acted_tick = hero.view.tick;
    return touch_body(foe);
}

static void act(void)
{
    const struct view_element *entry = main_entry();
    if (hero.view.fade > 0.0f || converse() || heal() || fight(entry))
        return;
    if (hero.view.route_count > 0 || !has_waited())
        return;
    if (entry)
        ask(entry);
    else if (control(GAME_CHEST))
        ask(control(GAME_CHEST));
}

// ---- the test --------------------------------------------------------------------------------------

static int set_up(void **state)
{
    (void)state;
    int file = mkstemp(record_path);
    return file < 0 ? -1 : close(file);
}

static int tear_down(void **state)
{
    (void)state;
    program_stop(&server, STOP_MS);
    mirror_close(&hero.mirror);
    return remove(record_path);
}

static uint16_t start_server(void)
{
    const char *const words[] = {"--renderer",  "null",    "--encoder", "libx264",  "--listen",
                                 "127.0.0.1:0", "--world", HARBOR,      "--record", record_path,
                                 "--speed",     SPEED,     "--size",    SIZE,       NULL};
    unsigned port = 0;
    assert_true(program_start(&server, "WAYSTREAM", "build/waystream", words));
    const char *ready = program_line(&server, "ready http://127.0.0.1:", READY_MS);
    if (!ready || sscanf(ready, "ready http://127.0.0.1:%u/", &port) != 1)
        fail_msg("not ready:\n%s", server.text);
    return (uint16_t)port;
}

static void enter(void)
{
    assert_true(player_connect(&hero.player, start_server()));
    assert_true(mirror_open(&hero.mirror, record_path, HARBOR));
    assert_true(player_join(&hero.player, WIDTH_CSS_PX, HEIGHT_CSS_PX, NULL));
    assert_true(player_wait_frames(&hero.player, 1));
    look();
    hero.joined_tick = hero.view.tick;
}

// Whether the chest has been emptied after all of the main line.
static bool has_reward(void)
{
    uint64_t line = ((uint64_t)1 << main_line_count(hero.mirror.world.pack)) - 1;
    return hero.begun == line && !main_entry() && !control(GAME_CHEST) && control(GAME_CLOSE_DIALOGUE);
}

// Looks, by a touch on the map, which means nothing, and notes what is new.
static void look_around(void)
{
    player_listen(&hero.player, BETWEEN_MS);
    touch_element(element_of(VIEW_MINIMAP));
    const struct view_element *entry = main_entry();
    if (entry)
        hero.begun |= (uint64_t)1 << quest_of(entry);
}

static void main_line_is_played_by_touch_within_ten_minutes(void **state)
{
    (void)state;
    enter();
    for (look_around(); !has_reward(); look_around()) {
        act();
        if (hero.view.tick > hero.joined_tick + PLAY_TICKS)
            fail_msg("ten minutes are over; begun: %llx", (unsigned long long)hero.begun);
    }
    uint64_t ticks = hero.view.tick - hero.joined_tick;
    print_message("from the join to the reward: %llu:%02llu minutes, %u touches\n",
                  (unsigned long long)(ticks / GAME_TICK_HZ / 60),
                  (unsigned long long)(ticks / GAME_TICK_HZ % 60), hero.touches);
    assert_true(ticks < PLAY_TICKS);
    player_drop(&hero.player);
    assert_int_equal(program_stop(&server, STOP_MS), 0);
    assert_true(mirror_follow(&hero.mirror));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(main_line_is_played_by_touch_within_ten_minutes)};
    return cmocka_run_group_tests_name("quest_line", tests, set_up, tear_down);
}
