// The program as an operator meets it: starting, ending, and what it says when something is wrong.

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

#include "tests/data/player.h"
#include "tests/data/program.h"

enum { READY_MS = 30000, STOP_MS = 20000, GOING_AWAY = 1001, ARGUMENTS_MAX = 16 };

static struct program server;

static bool start(const char *const *words)
{
    return program_start(&server, "WAYSTREAM", "build/waystream", words);
}

/// Starts a server that draws without GL.
/// @param more  arguments behind those, ended by NULL
/// @return its port
static uint16_t start_ready(const char *const *more)
{
    const char *words[ARGUMENTS_MAX] = {"--renderer", "null",     "--encoder",
                                        "libx264",    "--listen", "127.0.0.1:0"};
    unsigned port = 0;
    for (size_t i = 6; *more; i++)
        words[i] = *more++;
    assert_true(start(words));
    const char *ready = program_line(&server, "ready http://127.0.0.1:", READY_MS);
    if (!ready || sscanf(ready, "ready http://127.0.0.1:%u/", &port) != 1)
        fail_msg("not ready:\n%s", server.text);
    return (uint16_t)port;
}

static void assert_fails(const char *const *words, int status, const char *reason)
{
    assert_true(start(words));
    int found = program_wait(&server, READY_MS);
    if (found != status || !strstr(server.text, reason))
        fail_msg("exit status %d instead of %d, or no \"%s\" in:\n%s", found, status, reason, server.text);
}

static int clean_up(void **state)
{
    (void)state;
    program_stop(&server, STOP_MS);
    return 0;
}

// ---- ending ------------------------------------------------------------------------------------

static void sigterm_says_goodbye_and_ends_with_0(void **state)
{
    (void)state;
    struct player players[2];
    uint16_t port = start_ready((const char *[]){NULL});
    for (size_t i = 0; i < 2; i++) {
        assert_true(player_enter(&players[i], port));
        assert_true(player_wait_frames(&players[i], 3));
    }
    assert_int_equal(kill(server.pid, SIGTERM), 0);
    for (size_t i = 0; i < 2; i++) {
        assert_int_equal(player_wait_for_end(&players[i]), GOING_AWAY);
        assert_int_equal(players[i].bye, PROTOCOL_BYE_SHUTDOWN);
        player_drop(&players[i]);
    }
    assert_int_equal(program_wait(&server, STOP_MS), 0);
}

static void sigint_ends_a_server_without_players_at_once(void **state)
{
    (void)state;
    start_ready((const char *[]){NULL});
    assert_int_equal(kill(server.pid, SIGINT), 0);
    assert_int_equal(program_wait(&server, 2000), 0);
}

static void a_player_who_takes_no_goodbye_does_not_hold_the_end_up(void **state)
{
    (void)state;
    struct player player;
    uint16_t port = start_ready((const char *[]){NULL});
    assert_true(player_enter(&player, port));
    assert_int_equal(program_stop(&server, 8000), 0); // nobody reads meanwhile
    player_drop(&player);
}

// ---- starting ----------------------------------------------------------------------------------

static void a_port_in_use_is_said_so(void **state)
{
    (void)state;
    struct program first = {0};
    char listen[32];
    snprintf(listen, sizeof listen, "127.0.0.1:%u", start_ready((const char *[]){NULL}));
    first = server;
    assert_fails((const char *[]){"--renderer", "null", "--listen", listen, NULL}, 1,
                 "Address already in use");
    assert_non_null(strstr(server.text, listen));
    assert_int_equal(program_stop(&first, STOP_MS), 0);
}

static void what_is_wrong_with_the_command_line_is_said_so(void **state)
{
    (void)state;
    assert_fails((const char *[]){"--listen", "nowhere", NULL}, 2, "--listen");
    assert_fails((const char *[]){"--colour", NULL}, 2, "--colour");
    assert_fails((const char *[]){"--record", "a", "--replay", "b", NULL}, 2, "exclude each other");
    assert_fails((const char *[]){"--bitrate", "100000000", "--fps", "1", NULL}, 2, "--fps 17");
    assert_fails((const char *[]){"--world", "/nonexistent", NULL}, 1, "/nonexistent");
    assert_fails((const char *[]){"--renderer", "null", "--record", "/nonexistent/record", NULL}, 1,
                 "/nonexistent/record");
    assert_fails((const char *[]){"--replay", "/nonexistent/record", NULL}, 1, "/nonexistent/record");
}

static void a_missing_encoder_is_a_missing_dependency(void **state)
{
    (void)state;
    assert_fails(
        (const char *[]){"--renderer", "null", "--encoder", "no_such", "--listen", "127.0.0.1:0", NULL}, 69,
        "no_such");
}

static void help_and_version_are_printed(void **state)
{
    (void)state;
    assert_fails((const char *[]){"--help", NULL}, 0, "--listen");
    assert_fails((const char *[]){"--version", NULL}, 0, "waystream ");
}

static void a_broken_world_is_named_with_file_place_and_remedy(void **state)
{
    (void)state;
    char folder[] = "/tmp/waystream_test_XXXXXX";
    char file[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/world.json", folder);
    FILE *out = fopen(file, "w");
    assert_non_null(out);
    fputs("{\"name\": }", out);
    fclose(out);
    assert_fails((const char *[]){"--world", folder, NULL}, 1, "world.json: ");
    unlink(file);
    rmdir(folder);
}

// ---- recording ---------------------------------------------------------------------------------

/// Taps here and there, so that somebody walks.
static void play(uint16_t port)
{
    struct player player;
    assert_true(player_enter(&player, port));
    for (uint16_t i = 1; i <= 12; i++) {
        assert_true(player_wait_frames(&player, 5));
        assert_true(player_point(&player, PROTOCOL_DOWN, (uint16_t)(i * 5000), 30000));
        assert_true(player_point(&player, PROTOCOL_UP, (uint16_t)(i * 5000), 30000));
    }
    player_listen(&player, 300);
    player_drop(&player);
}

static void a_record_replays_to_the_same_hash(void **state)
{
    (void)state;
    char record[] = "/tmp/waystream_test_XXXXXX";
    int descriptor = mkstemp(record);
    assert_true(descriptor >= 0);
    close(descriptor);
    play(start_ready((const char *[]){"--record", record, NULL}));
    assert_int_equal(program_stop(&server, STOP_MS), 0);

    static char content[1024 * 1024];
    FILE *in = fopen(record, "r");
    size_t size = fread(content, 1, sizeof content - 1, in);
    fclose(in);
    content[size] = '\0';
    assert_non_null(strstr(content, " touch "));
    unsigned long long tick;
    unsigned long long hash;
    char *last = strrchr(content, '\n');
    *last = '\0';
    last = strrchr(content, '\n') + 1;
    assert_int_equal(sscanf(last, "%llu hash %llx", &tick, &hash), 2);
    char expected[128];
    snprintf(expected, sizeof expected, "tick %llu hash %016llx", tick, hash);
    assert_fails((const char *[]){"--replay", record, NULL}, 0, expected);

    *strstr(content, " touch ") = '\0'; // as if the disk had been full: the tap is missing, the hash is not
    FILE *out = fopen(record, "w");
    assert_non_null(out);
    *strrchr(content, '\n') = '\0';
    fprintf(out, "%s\n%s\n", content, last);
    fclose(out);
    assert_fails((const char *[]){"--replay", record, NULL}, 1, "line ");
    unlink(record);
}

static void write_file(const char *path, const char *text)
{
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void assert_file_is(const char *path, const char *text)
{
    char content[256] = "";
    FILE *in = fopen(path, "r");
    assert_non_null(in);
    content[fread(content, 1, sizeof content - 1, in)] = '\0';
    fclose(in);
    assert_string_equal(content, text);
}

/// The last record is dear to somebody.
static void a_server_that_does_not_start_leaves_the_record_as_it_was(void **state)
{
    (void)state;
    char record[] = "/tmp/waystream_test_XXXXXX";
    char listen[32];
    int descriptor = mkstemp(record);
    assert_true(descriptor >= 0);
    close(descriptor);
    write_file(record, "waystream-record of a dear one\n");
    snprintf(listen, sizeof listen, "127.0.0.1:%u", start_ready((const char *[]){NULL}));
    struct program first = server;
    assert_fails((const char *[]){"--renderer", "null", "--listen", listen, "--record", record, NULL}, 1,
                 "Address already in use");
    assert_file_is(record, "waystream-record of a dear one\n");
    assert_fails((const char *[]){"--renderer", "null", "--listen", "127.0.0.1:0", "--encoder", "no_such",
                                  "--record", record, NULL},
                 69, "no_such");
    assert_file_is(record, "waystream-record of a dear one\n");
    assert_fails((const char *[]){"--world", "/nonexistent", "--record", record, NULL}, 1, "/nonexistent");
    assert_file_is(record, "waystream-record of a dear one\n");
    assert_int_equal(program_stop(&first, STOP_MS), 0);
    unlink(record);
}

static void a_file_that_is_no_record_is_not_overwritten(void **state)
{
    (void)state;
    char path[] = "/tmp/waystream_test_XXXXXX";
    int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
    write_file(path, "waystream, my novel\n");
    assert_fails((const char *[]){"--renderer", "null", "--listen", "127.0.0.1:0", "--record", path, NULL}, 1,
                 "holds something else; name a new one");
    assert_file_is(path, "waystream, my novel\n");
    unlink(path);
}

static size_t count(const char *text, const char *word)
{
    size_t times = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
        times++;
    return times;
}

static void a_record_that_cannot_be_written_any_more_is_said_once_and_by_the_exit_status(void **state)
{
    (void)state;
    struct player player;
    uint16_t port = start_ready((const char *[]){"--record", "/dev/full", NULL});
    assert_true(player_enter(&player, port));
    for (uint16_t i = 1; i <= 200; i++) { // fills the record's buffer
        assert_true(player_point(&player, PROTOCOL_DOWN, (uint16_t)(i * 300), 30000));
        assert_true(player_point(&player, PROTOCOL_UP, (uint16_t)(i * 300), 30000));
        player_listen(&player, 5);
    }
    assert_true(player_wait_frames(&player, 3)); // the game goes on
    player_drop(&player);
    assert_int_equal(program_stop(&server, STOP_MS), 1);
    assert_int_equal(count(server.text, "recording_failed"), 1);
    assert_true(strstr(server.text, "recording_failed") < strstr(server.text, "\"stopping\""));
}

static void a_record_that_fails_at_its_end_is_said_by_the_exit_status_too(void **state)
{
    (void)state;
    start_ready((const char *[]){"--record", "/dev/full", NULL});
    assert_int_equal(program_stop(&server, STOP_MS), 1);
    assert_int_equal(count(server.text, "recording_failed"), 1);
}

/// Control characters in files of strangers must not steer the terminal.
static void what_a_hostile_file_holds_is_printed_escaped(void **state)
{
    (void)state;
    char folder[] = "/tmp/waystream_test_XXXXXX";
    char file[64];
    assert_non_null(mkdtemp(folder));
    snprintf(file, sizeof file, "%s/world.json", folder);
    write_file(file, "{\"name\": \"\\u001b]0;owned\", \"\\u001b[2J\": 1}");
    assert_fails((const char *[]){"--world", folder, NULL}, 1, "\\u001b[2J");
    assert_null(strchr(server.text, '\x1b'));
    unlink(file);
    snprintf(file, sizeof file, "%s/record", folder);
    write_file(file, "waystream-record 2 seed 0 pack \x1b[2J\n");
    assert_fails((const char *[]){"--replay", file, NULL}, 1, "\\u001b[2J");
    assert_null(strchr(server.text, '\x1b'));
    unlink(file);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(sigterm_says_goodbye_and_ends_with_0, clean_up),
        cmocka_unit_test_teardown(sigint_ends_a_server_without_players_at_once, clean_up),
        cmocka_unit_test_teardown(a_player_who_takes_no_goodbye_does_not_hold_the_end_up, clean_up),
        cmocka_unit_test_teardown(a_port_in_use_is_said_so, clean_up),
        cmocka_unit_test_teardown(what_is_wrong_with_the_command_line_is_said_so, clean_up),
        cmocka_unit_test_teardown(a_missing_encoder_is_a_missing_dependency, clean_up),
        cmocka_unit_test_teardown(help_and_version_are_printed, clean_up),
        cmocka_unit_test_teardown(a_broken_world_is_named_with_file_place_and_remedy, clean_up),
        cmocka_unit_test_teardown(a_record_replays_to_the_same_hash, clean_up),
        cmocka_unit_test_teardown(a_server_that_does_not_start_leaves_the_record_as_it_was, clean_up),
        cmocka_unit_test_teardown(a_file_that_is_no_record_is_not_overwritten, clean_up),
        cmocka_unit_test_teardown(
            a_record_that_cannot_be_written_any_more_is_said_once_and_by_the_exit_status, clean_up),
        cmocka_unit_test_teardown(a_record_that_fails_at_its_end_is_said_by_the_exit_status_too, clean_up),
        cmocka_unit_test_teardown(what_a_hostile_file_holds_is_printed_escaped, clean_up),
    };
    return cmocka_run_group_tests_name("waystream", tests, NULL, NULL);
}
