// Records written, read back and broken in every way.
#include "cloudsvc/game/recording.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/data/plain_world.h"

static FILE *file_of(const char *text)
{
    FILE *file = tmpfile();
    assert_non_null(file);
    fputs(text, file);
    rewind(file);
    return file;
}

static void the_first_line_says_what_is_needed_to_begin(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    char name[PACK_NAME_MAX], error[RECORDING_ERROR_MAX];
    uint64_t seed;
    assert_true(recording_begin(file, "Plain village", UINT64_C(0xfedcba9876543210)));
    rewind(file);
    assert_true(recording_header(file, name, &seed, error));
    assert_string_equal(name, "Plain village");
    assert_true(seed == UINT64_C(0xfedcba9876543210));
    fclose(file);
}

static void only_records_and_empty_files_may_be_replaced(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        bool is_replaced;
    } cases[] = {
        {"", true}, {"waystream-record 2 seed", true}, {"waystream-recor", false}, {"# Diary", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *file = file_of(cases[i].text);
        assert_int_equal(recording_may_replace(fileno(file)), cases[i].is_replaced);
        fclose(file);
    }
}

static void other_first_lines_are_refused(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"", "the file is empty"},
        {"\n", "not a record"},
        {"hello\n", "not a record"},
        {"waystream-record 2 seed 00 pack plain", "not a record"}, // not ended
        {"waystream-record 3 seed 00 pack plain\n", "version 3"},
        {"waystream-record 2 seed xyz pack plain\n", "expected"},
        {"waystream-record 2 seed 00000000000000000 pack \n", "expected"},
        {"waystream-record 2 seed 00\n", "expected"},
        {"waystream-record 2 seed 00 pack 0123456789012345678901234567890123456789012345678901234567890123\n",
         "expected"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        FILE *file = file_of(cases[i][0]);
        char name[PACK_NAME_MAX], error[RECORDING_ERROR_MAX] = "";
        uint64_t seed;
        assert_false(recording_header(file, name, &seed, error));
        if (!strstr(error, cases[i][1]))
            fail_msg("case %zu: \"%s\"", i, error);
        fclose(file);
    }
}

// Every kind of input with values at their bounds.
static void play_all_kinds(FILE *file, struct game *game)
{
    game_player_id player = game_next_player(game);
    struct game_input inputs[] = {
        {.kind = GAME_JOIN, .player = player, .sequence = 1, .viewport = {390, 844, 300, {47, 1, 34, 2}}},
        {.kind = GAME_TOUCH, .player = player, .sequence = UINT32_MAX, .tap = {0, 65535}},
        {.kind = GAME_WALK, .player = player, .position = {1.1, -0.0, -1.0 / 3.0, 0}},
        {.kind = GAME_TALK, .player = player, .npc = 1},
        {.kind = GAME_FIND, .player = player, .find = 2},
        {.kind = GAME_CLOSE_DIALOGUE, .player = player},
        {.kind = GAME_CAMERA, .player = player, .camera = {INT32_MIN, INT32_MAX}},
        {.kind = GAME_CAMERA_RESET, .player = player},
        {.kind = GAME_VIEWPORT, .player = player, .viewport = {1280, 720, 100, {0}}},
        {.kind = GAME_FIGHT, .player = player, .enemy = 3},
        {.kind = GAME_SKILL, .player = player, .skill = GAME_DASH},
        {.kind = GAME_ANSWER, .player = player, .answer = 1},
        {.kind = GAME_TRACK, .player = player, .quest = 4},
        {.kind = GAME_FESTIVAL, .player = player},
        {.kind = GAME_CHEST, .player = player},
        {.kind = GAME_GO_NEAR, .player = player},
        {.kind = GAME_PANEL, .player = player, .panel = GAME_PANEL_QUESTS},
        {.kind = GAME_LEAVE, .player = player},
    };
    snprintf(inputs[0].language, sizeof inputs[0].language, "zh");
    snprintf(inputs[0].name, sizeof inputs[0].name, "Änne 100%% \x01 =");
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        assert_true(recording_input(file, game_tick_count(game), &inputs[i]));
        game_apply(game, &inputs[i]);
        game_tick(game);
    }
}

static void every_kind_of_input_comes_back_as_it_was(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    struct plain_world original = plain_world_create(9);
    play_all_kinds(file, original.game);
    recording_hash(file, game_tick_count(original.game), game_hash(original.game));
    rewind(file);
    struct plain_world copy = plain_world_create(9);
    char error[RECORDING_ERROR_MAX] = "";
    if (!recording_replay(file, copy.game, NULL, NULL, error))
        fail_msg("%s", error);
    assert_true(game_hash(copy.game) == game_hash(original.game));
    plain_world_destroy(&copy);
    plain_world_destroy(&original);
    fclose(file);
}

static void count_tick(void *context, struct game *game)
{
    (void)game;
    ++*(int *)context;
}

static void every_tick_is_announced(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    struct plain_world original = plain_world_create(1);
    while (game_tick_count(original.game) < 20)
        game_tick(original.game);
    recording_hash(file, 20, game_hash(original.game));
    rewind(file);
    struct plain_world copy = plain_world_create(1);
    char error[RECORDING_ERROR_MAX];
    int ticks = 0;
    assert_true(recording_replay(file, copy.game, count_tick, &ticks, error));
    assert_int_equal(ticks, 20);
    fclose(file);
    plain_world_destroy(&copy);
    plain_world_destroy(&original);
}

static void a_replay_that_departs_is_caught(void **state)
{
    (void)state;
    FILE *file = tmpfile();
    struct plain_world world = plain_world_create(1);
    recording_hash(file, 0, game_hash(world.game));
    recording_hash(file, 600, 42);
    rewind(file);
    char error[RECORDING_ERROR_MAX];
    assert_false(recording_replay(file, world.game, NULL, NULL, error));
    assert_non_null(strstr(error, "line 3: the replay has departed"));
    fclose(file);
    plain_world_destroy(&world);
}

static void broken_lines_are_named(void **state)
{
    (void)state;
    static const char *const cases[][2] = {
        {"\n", "line 2: expected a tick"},
        {"0\n", "line 2: expected a tick"},
        {"x leave 256 1\n", "line 2: expected a tick"},
        {"-1 leave 256 1\n", "line 2: expected a tick"},
        {"99999999999999999999999 leave 256 1\n", "line 2"},
        {"0 dance 256 1\n", "unknown entry \"dance\""},
        {"0 leave 256\n", "malformed \"leave\""},
        {"0 leave 256 1 2\n", "malformed"},
        {"0 leave 4294967296 1\n", "malformed"},
        {"0 touch 256 1 65536 0\n", "malformed"},
        {"0 walk 256 1 0 nan 0 0\n", "malformed"},
        {"0 walk 256 1 0 inf 0 0\n", "malformed"},
        {"0 walk 256 1 0 1e999 0 0\n", "malformed"},
        {"0 camera 256 1 3000000000 0\n", "malformed"},
        {"0 join 256 1 640 480 100 0 0 0 0 A\n", "malformed"},
        {"0 join 256 1 640 480 100 0 0 0 0 =A =%zz\n", "malformed"},
        {"0 join 256 1 640 480 100 0 0 0 0 =%4\n", "malformed"},
        {"0 hash\n", "hexadecimal"},
        {"0 hash 12 34\n", "hexadecimal"},
        {"5 leave 256 1\n4 leave 256 1\n", "line 3: tick 4 comes after tick 5"},
        {"601 leave 256 1\n", "lines are missing"},
        {"0 leave 256 1", "line 2"}, // not ended
        {"", "line 1: the record ends without a hash"},
        {"7 join 256 1 640 480 100 0 0 0 0 =A =en\n20 leave 256 2\n",
         "line 3: the record ends without a hash"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct plain_world world = plain_world_create(1);
        FILE *file = file_of(cases[i][0]);
        char error[RECORDING_ERROR_MAX] = "";
        assert_false(recording_replay(file, world.game, NULL, NULL, error));
        if (!strstr(error, cases[i][1]))
            fail_msg("case %zu: \"%s\"", i, error);
        fclose(file);
        plain_world_destroy(&world);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_line_says_what_is_needed_to_begin),
        cmocka_unit_test(only_records_and_empty_files_may_be_replaced),
        cmocka_unit_test(other_first_lines_are_refused),
        cmocka_unit_test(every_kind_of_input_comes_back_as_it_was),
        cmocka_unit_test(every_tick_is_announced),
        cmocka_unit_test(a_replay_that_departs_is_caught),
        cmocka_unit_test(broken_lines_are_named),
    };
    return cmocka_run_group_tests_name("recording", tests, NULL, NULL);
}
