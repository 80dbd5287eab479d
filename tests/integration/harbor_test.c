// A player on a real socket in the harbor world: one tap on the Find list, and the way leads to the island,
// by two boats.

#include <setjmp.h>
#include <signal.h>
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
#include "cloudsvc/game/recording.h"
#include "tests/data/plain_world.h"
#include "tests/data/player.h"
#include "tests/data/program.h"
#include "tests/latency/probe_decoder.h"

#define HARBOR "cloudsvc/worlds/harbor"
#define SWEETS "Sweets" // of the Find list; who sells them is on the island
#define SPEED  "4"      // ticks in the time of one

enum {
    WIDTH_PX = 1280, // the Find list is open there
    HEIGHT_PX = 720,
    READY_MS = 30000,
    STOP_MS = 20000,
    JUMP_MS = 60000, // until the island is seen: the way takes 5 s
    TALK_MS = 4000,  // twice as long as on the island
    JUMPS = 2,       // over the lighthouse
    TOWN = 0,        // the scenes' numbers
    LIGHTHOUSE = 4,
    ISLAND = 5,
    SHADE = 6, // of 255: coding
};

static struct program server;
static char record_path[] = "/tmp/harbor_test_XXXXXX";

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
    return remove(record_path);
}

static uint16_t start_server(void)
{
    const char *const words[] = {"--renderer",  "null",    "--encoder", "libx264",  "--listen",
                                 "127.0.0.1:0", "--world", HARBOR,      "--record", record_path,
                                 "--speed",     SPEED,     NULL};
    unsigned port = 0;
    assert_true(program_start(&server, "WAYSTREAM", "build/waystream", words));
    const char *ready = program_line(&server, "ready http://127.0.0.1:", READY_MS);
    if (!ready || sscanf(ready, "ready http://127.0.0.1:%u/", &port) != 1)
        fail_msg("not ready:\n%s", server.text);
    return (uint16_t)port;
}

// Where the entry of the Find list is in the picture, as the game lays it out.
static struct view_element entry_of(const struct pack *pack, const char *label)
{
    static struct view view;
    const struct game_viewport viewport = {WIDTH_PX, HEIGHT_PX, 100, {0}};
    struct layout_content content = {.find_count = pack->find_count, .find_active = pack->find_count};
    for (size_t i = 0; i < pack->find_count; i++)
        content.find[i] = pack->find[i].label;
    view.width_px = WIDTH_PX;
    view.height_px = HEIGHT_PX;
    layout_fill(&content, &viewport, &view);
    for (size_t i = 0; i < view.element_count; i++)
        if (view.elements[i].kind == VIEW_BUTTON && strcmp(view.elements[i].text, label) == 0)
            return view.elements[i];
    fail_msg("no entry %s", label);
    return (struct view_element){0};
}

static void tap(struct player *player, const struct view_element *button)
{
    uint16_t x = (uint16_t)((button->x_px + button->width_px / 2) / WIDTH_PX * 65535);
    uint16_t y = (uint16_t)((button->y_px + button->height_px / 2) / HEIGHT_PX * 65535);
    assert_true(player_point(player, PROTOCOL_DOWN, x, y));
    assert_true(player_point(player, PROTOCOL_UP, x, y));
}

// The brightness of the next picture's top left corner, where no tap is near. Without a GL driver pictures
// are of the sky's colour, which tells scenes apart.
static int next_luma(struct player *player, struct probe_decoder *decoder)
{
    struct protocol_server_message message;
    struct mark_picture picture;
    assert_true(player_wait(player, PROTOCOL_FRAME, &message));
    assert_true(probe_decoder_decode(decoder, message.frame.data, message.frame.header.data_size, &picture));
    return picture.planes[0][0];
}

// Taps as soon as there is a picture, and watches until the sky was another one twice.
static void tap_and_travel(struct player *player, const struct view_element *button)
{
    struct probe_decoder *decoder = probe_decoder_create();
    uint64_t end_us = clock_now_us() + JUMP_MS * (uint64_t)1000;
    int sky = next_luma(player, decoder);
    tap(player, button);
    for (int jumps = 0; jumps < JUMPS;) {
        int now = next_luma(player, decoder);
        jumps += abs(now - sky) > SHADE;
        sky = now;
        assert_true(clock_now_us() < end_us);
    }
    probe_decoder_destroy(decoder);
}

// What the player saw, as the record tells it.
struct seen {
    bool is_in_town, is_at_lighthouse, is_on_island;
    char speaker[VIEW_TEXT_MAX]; // of the dialogue on the island
};

// The name beside the portrait of who speaks, while somebody does.
static void see_speaker(const struct view *view, struct seen *seen)
{
    for (size_t i = 0; i + 1 < view->element_count; i++)
        if (view->elements[i].kind == VIEW_PORTRAIT)
            memcpy(seen->speaker, view->elements[i + 1].text, sizeof seen->speaker);
}

static void see(void *context, struct game *game)
{
    static struct view view;
    struct seen *seen = context;
    const game_player_id first = 1 << 8; // the first to join
    if (!game_view(game, first, &view))
        return;
    seen->is_in_town |= view.scene == TOWN;
    seen->is_at_lighthouse |= view.scene == LIGHTHOUSE;
    seen->is_on_island |= view.scene == ISLAND;
    if (view.scene == ISLAND)
        see_speaker(&view, seen);
}

static struct seen replay(void)
{
    char error[RECORDING_ERROR_MAX] = "";
    char name[PACK_NAME_MAX];
    uint64_t seed;
    struct seen seen = {.is_in_town = false};
    FILE *record = fopen(record_path, "r");
    assert_non_null(record);
    assert_true(recording_header(record, name, &seed, error));
    struct plain_world world = plain_world_of(HARBOR, seed);
    if (!recording_replay(record, world.game, see, &seen, error))
        fail_msg("%s", error);
    assert_int_equal(game_counters(world.game).wayfinding_requests, 1);
    plain_world_destroy(&world);
    (void)fclose(record);
    return seen;
}

static void one_tap_leads_to_a_dialogue_on_the_island(void **state)
{
    (void)state;
    struct report report = {0};
    struct pack *pack = pack_load(HARBOR, &report);
    assert_non_null(pack);
    struct view_element entry = entry_of(pack, SWEETS);
    struct player player;
    assert_true(player_connect(&player, start_server()));
    assert_true(player_join(&player, WIDTH_PX, HEIGHT_PX, NULL));
    tap_and_travel(&player, &entry);
    player_listen(&player, TALK_MS);
    player_drop(&player);
    assert_int_equal(program_stop(&server, STOP_MS), 0);
    struct seen seen = replay();
    assert_true(seen.is_in_town);
    assert_true(seen.is_at_lighthouse);
    assert_true(seen.is_on_island);
    assert_string_equal(seen.speaker, "Suki the Sweetmaker");
    pack_destroy(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_tap_leads_to_a_dialogue_on_the_island)};
    return cmocka_run_group_tests_name("harbor", tests, set_up, tear_down);
}
