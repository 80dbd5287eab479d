// Records as an operator uses them: of worlds with bots, replayed with pictures, and after a crash.

#include <dirent.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cloudsvc/base/clock.h"
#include "tests/data/picture.h"
#include "tests/data/player.h"
#include "tests/data/program.h"

enum { READY_MS = 30000, STOP_MS = 20000, REPLAY_MS = 60000, WORDS_MAX = 24 };

#define HARBOR "cloudsvc/worlds/harbor"

static struct program server;
static char folder[] = "/tmp/replay_test_XXXXXX";
static char record[64];

// ---- set-up ------------------------------------------------------------------------------------

static int start(void **state)
{
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/replay_test_XXXXXX");
    snprintf(record, sizeof record, "%s/record", mkdtemp(folder));
    return 0;
}

static void remove_folder(const char *path)
{
    char file[512];
    DIR *entries = opendir(path);
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        if (entry->d_name[0] != '.' && unlink(file) != 0)
            remove_folder(file);
    }
    if (entries)
        closedir(entries);
    rmdir(path);
}

static int stop(void **state)
{
    (void)state;
    program_stop(&server, STOP_MS);
    remove_folder(folder);
    return 0;
}

/// Starts a server of harbor that draws without GL and records.
static uint16_t start_recording(const char *bots, const char *speed)
{
    const char *const words[] = {"--renderer", "null",     "--encoder",   "libx264",  "--world",
                                 HARBOR,       "--listen", "127.0.0.1:0", "--record", record,
                                 "--bots",     bots,       "--speed",     speed,      NULL};
    unsigned port = 0;
    assert_true(program_start(&server, "WAYSTREAM", "build/waystream", words));
    const char *ready = program_line(&server, "ready http://127.0.0.1:", READY_MS);
    if (!ready || sscanf(ready, "ready http://127.0.0.1:%u/", &port) != 1)
        fail_msg("not ready:\n%s", server.text);
    return (uint16_t)port;
}

/// Waits until the record holds `text`.
static void wait_for(const char *text)
{
    static char content[1024 * 1024];
    for (uint64_t end_us = clock_now_us() + READY_MS * 1000; clock_now_us() < end_us; usleep(20000)) {
        FILE *in = fopen(record, "r");
        assert_non_null(in);
        content[fread(content, 1, sizeof content - 1, in)] = '\0';
        fclose(in);
        if (strstr(content, text))
            return;
    }
    fail_msg("no \"%s\" in the record:\n%.2000s", text, content);
}

/// AddressSanitizer finds leaks in drivers that the program cannot tell from its own.
#ifdef __SANITIZE_ADDRESS__
static const char *const renderer = "null";
#else
static const char *const renderer = "gl";
#endif

/// @return the exit status
static int replay(const char *frames, const char *every)
{
    const char *words[WORDS_MAX] = {"--world", HARBOR, "--replay", record, "--renderer", renderer};
    const char *const pictures[] = {"--frames", frames, "--frames-every", every};
    if (frames)
        memcpy(&words[6], pictures, sizeof pictures);
    assert_true(program_start(&server, "WAYSTREAM", "build/waystream", words));
    return program_wait(&server, REPLAY_MS);
}

// ---- pictures ----------------------------------------------------------------------------------

static bool have_same_bytes(const char *first, const char *second)
{
    FILE *files[2] = {fopen(first, "rb"), fopen(second, "rb")};
    assert_non_null(files[0]);
    assert_non_null(files[1]);
    int bytes[2];
    do {
        bytes[0] = getc(files[0]);
        bytes[1] = getc(files[1]);
    } while (bytes[0] == bytes[1] && bytes[0] != EOF);
    fclose(files[0]);
    fclose(files[1]);
    return bytes[0] == bytes[1];
}

static void two_replays_of_a_world_with_bots_give_the_same_pictures(void **state)
{
    (void)state;
    char frames[2][80];
    start_recording("8", "32");
    wait_for("\n3000 hash ");
    assert_int_equal(program_stop(&server, STOP_MS), 0);
    for (int i = 0; i < 2; i++) {
        snprintf(frames[i], sizeof frames[i], "%s/frames%d", folder, i);
        if (replay(frames[i], "500") != 0 || !strstr(server.text, " pictures in "))
            fail_msg("%s", server.text);
    }
    for (int tick = 500; tick <= 3000; tick += 500) {
        char files[2][256];
        for (int i = 0; i < 2; i++)
            snprintf(files[i], sizeof files[i], "%s/%09d.png", frames[i], tick);
        if (!have_same_bytes(files[0], files[1]))
            fail_msg("the pictures of tick %d differ", tick);
        struct image image = image_load(files[0]);
        assert_int_equal(image.width_px, 1280);
        assert_int_equal(image.height_px, 720);
        image_finish(&image);
    }
}

static void pictures_that_cannot_be_written_fail_the_replay(void **state)
{
    (void)state;
    start_recording("1", "32");
    wait_for(" join ");
    assert_int_equal(program_stop(&server, STOP_MS), 0);
    assert_int_equal(replay("/nonexistent/frames", "60"), 1);
    assert_non_null(strstr(server.text, "/nonexistent/frames"));
}

// ---- bots --------------------------------------------------------------------------------------

static void bots_are_seen_but_are_no_players_and_their_record_replays(void **state)
{
    (void)state;
    struct player player;
    char expected[64];
    uint16_t port = start_recording("12", "8");
    wait_for("\n600 hash "); // all have come
    assert_true(player_enter(&player, port));
    struct protocol_server_message message;
    assert_true(player_wait(&player, PROTOCOL_STATISTICS, &message));
    assert_int_equal(player.statistics.players, 1);
    assert_true(player_wait_frames(&player, 10));
    player_drop(&player);
    assert_int_equal(program_stop(&server, STOP_MS), 0);
    wait_for(" leave ");
    if (replay(NULL, NULL) != 0 || sscanf(server.text, "tick %*u hash %63s", expected) != 1)
        fail_msg("%s", server.text);
    wait_for(expected);
}

// ---- crashes -----------------------------------------------------------------------------------

static void a_crash_names_the_record_which_holds_all_up_to_then(void **state)
{
    (void)state;
    struct player player;
    uint16_t port = start_recording("0", "1");
    assert_true(player_enter(&player, port));
    assert_true(player_wait_frames(&player, 3));
    assert_true(player_point(&player, PROTOCOL_DOWN, 30000, 30000));
    wait_for(" touch "); // at once, not when a buffer is full
    assert_int_equal(kill(server.pid, SIGABRT), 0);
    assert_int_equal(program_wait(&server, STOP_MS), PROGRAM_FAILED);
    player_drop(&player);
    char expected[256];
    snprintf(expected, sizeof expected,
             "waystream: crashed; the record is %s, replay it with: waystream --world " HARBOR
             " --replay %s\n",
             record, record);
    if (!strstr(server.text, expected))
        fail_msg("%s", server.text);
    assert_int_equal(replay(NULL, NULL), 1);
    assert_non_null(strstr(server.text, "it was cut off"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, stop)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_replays_of_a_world_with_bots_give_the_same_pictures),
        TEST(pictures_that_cannot_be_written_fail_the_replay),
        TEST(bots_are_seen_but_are_no_players_and_their_record_replays),
        TEST(a_crash_names_the_record_which_holds_all_up_to_then),
    };
    return cmocka_run_group_tests_name("replay", tests, NULL, NULL);
}
