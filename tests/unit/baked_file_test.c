// Baked files: the same world comes back, and no change of one goes unnoticed or does harm.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "nav/baked_file.h"
#include "tests/data/baked_world.h"
#include "tests/data/random_world.h"

enum { ASKED_SHARE = 7 };

static struct report report;

static struct baked *read_bytes(const unsigned char *bytes, size_t size_bytes)
{
    report.count = 0;
    return baked_file_read("small.baked", bytes, size_bytes, &report);
}

static void a_baked_world_answers_as_the_pack_does(void **state)
{
    (void)state;
    size_t size_bytes;
    size_t found_count = 0;
    unsigned char *bytes = baked_world_bytes(&size_bytes);
    struct pack *pack = baked_world_pack();
    struct baked *made = baked_make(pack, &report);
    struct baked *read = read_bytes(bytes, size_bytes);
    assert_non_null(made);
    assert_non_null(read);
    uint64_t hash = baked_world_ask(made, &found_count);
    assert_true(hash != 0);
    assert_true(found_count >= 10);
    assert_true(baked_world_ask(read, NULL) == hash);
    baked_destroy(read);
    baked_destroy(made);
    pack_destroy(pack);
    free(bytes);
}

static void what_was_read_is_written_as_the_same_bytes(void **state)
{
    (void)state;
    static const struct random_world_size size = {
        .scene_count = 3, .island_count = 3, .road_count = 2, .jump_count = 5, .npc_count = 7};
    for (uint64_t seed = 1; seed <= 30; seed++) {
        struct pack *pack = random_world_make(seed, &size);
        struct baked *made = baked_make(pack, &report);
        for (size_t i = 0; i < pack->jump_count; i++) // random worlds have no names
            snprintf(made->jumps[i].name, sizeof made->jumps[i].name, "jump%zu", i);
        for (size_t i = 0; i < pack->scene_count; i++)
            snprintf(made->scenes[i].name, sizeof made->scenes[i].name, "scene%zu", i);
        size_t size_bytes = 0;
        size_t again_bytes = 0;
        unsigned char *bytes = baked_file_write(made, &size_bytes, &report);
        struct baked *read = read_bytes(bytes, size_bytes);
        if (!read)
            fail_msg("seed %llu: %s: %s", (unsigned long long)seed, report.problems[0].place,
                     report.problems[0].text);
        unsigned char *again = baked_file_write(read, &again_bytes, &report);
        if (size_bytes != again_bytes || memcmp(bytes, again, size_bytes) != 0)
            fail_msg("seed %llu: other bytes", (unsigned long long)seed);
        free(again);
        free(bytes);
        baked_destroy(read);
        baked_destroy(made);
        random_world_free(pack);
    }
}

static void every_file_cut_short_is_refused(void **state)
{
    (void)state;
    size_t size_bytes;
    unsigned char *bytes = baked_world_bytes(&size_bytes);
    for (size_t size = 0; size < size_bytes; size++) {
        // In memory of just that size, with and without a checksum that pretends.
        unsigned char *cut = malloc(size + 1);
        assert_non_null(cut);
        memcpy(cut, bytes, size);
        assert_null(read_bytes(cut, size));
        assert_int_equal(report.count, 1);
        baked_world_reseal(cut, size);
        assert_null(read_bytes(cut, size));
        assert_int_equal(report.count, 1);
        free(cut);
    }
    free(bytes);
}

static void every_change_of_a_byte_is_noticed(void **state)
{
    (void)state;
    size_t size_bytes;
    unsigned char *bytes = baked_world_bytes(&size_bytes);
    for (size_t i = 0; i < size_bytes; i++) {
        for (int bit = 0; bit < 8; bit++) {
            bytes[i] ^= (unsigned char)(1 << bit);
            if (read_bytes(bytes, size_bytes))
                fail_msg("bit %d of byte %zu", bit, i);
            assert_int_equal(report.count, 1);
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    }
    assert_non_null(strstr(report.problems[0].text, "checksum"));
    free(bytes);
}

/// Asks in a world made of changed bytes, if there is one.
/// @return whether it was refused
static bool try_changed(unsigned char *bytes, size_t size_bytes, size_t at)
{
    baked_world_reseal(bytes, size_bytes);
    struct baked *read = read_bytes(bytes, size_bytes);
    bool is_refused = !read;
    if (is_refused != (report.count == 1))
        fail_msg("byte %zu: %zu problems", at, report.count);
    // Asking takes much longer than reading: some are enough, and fuzzing asks the others.
    if (read && at % ASKED_SHARE == 0 && baked_world_ask(read, NULL) == 0)
        fail_msg("byte %zu: taken, but it makes no world", at);
    baked_destroy(read);
    return is_refused;
}

static void every_change_of_a_byte_under_a_right_checksum_is_refused_or_does_no_harm(void **state)
{
    (void)state;
    static const unsigned char changes[] = {0x01, 0x80, 0xff};
    size_t size_bytes;
    size_t refused_count = 0;
    unsigned char *bytes = baked_world_bytes(&size_bytes);
    for (size_t i = 0; i < size_bytes; i++) {
        unsigned char change = changes[i % sizeof changes];
        bytes[i] ^= change;
        refused_count += try_changed(bytes, size_bytes, i);
        bytes[i] ^= change;
    }
    assert_true(refused_count > size_bytes / 3);
    free(bytes);
}

static void files_are_saved_and_loaded_by_name(void **state)
{
    (void)state;
    char path[] = "/tmp/baked_file_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    struct pack *pack = baked_world_pack();
    struct baked *made = baked_make(pack, &report);
    report.count = 0;
    assert_true(baked_file_save(made, path, &report));
    struct baked *read = baked_file_load(path, &report);
    assert_non_null(read);
    assert_string_equal(read->name, "Small");
    assert_string_equal(read->scenes[0].agents[1], "cart");
    assert_string_equal(read->jumps[1].name, "back");
    assert_string_equal(read->npcs[1].subtype, "fish");
    assert_int_equal(read->npcs[1].at.height_mm, 1500);
    baked_destroy(read);
    assert_false(baked_file_save(made, "/nowhere/small.baked", &report));
    assert_null(baked_file_load("/nowhere/small.baked", &report));
    assert_int_equal(report.count, 2);
    assert_string_equal(report.problems[1].file, "/nowhere/small.baked");
    remove(path);
    baked_destroy(made);
    pack_destroy(pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_baked_world_answers_as_the_pack_does),
        cmocka_unit_test(what_was_read_is_written_as_the_same_bytes),
        cmocka_unit_test(every_file_cut_short_is_refused),
        cmocka_unit_test(every_change_of_a_byte_is_noticed),
        cmocka_unit_test(every_change_of_a_byte_under_a_right_checksum_is_refused_or_does_no_harm),
        cmocka_unit_test(files_are_saved_and_loaded_by_name),
    };
    return cmocka_run_group_tests_name("baked_file", tests, NULL, NULL);
}
