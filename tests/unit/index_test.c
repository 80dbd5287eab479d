// The index answers like a plain list of NPCs, under either scheme.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "nav/index.h"
#include "tests/data/random_region.h"

enum { NPCS = 400 };

struct known {
    npc_id id; // 0: not there
    char type[8];
    char subtype[8];
    struct nav_position position;
};

static bool is_same(struct nav_position a, struct nav_position b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z && a.scene == b.scene;
}

static struct nav_position random_position(uint64_t *seed)
{
    return (struct nav_position){.x = seed_between(seed, -99, 99),
                                 .y = seed_between(seed, 0, 9),
                                 .z = seed_between(seed, -99, 99),
                                 .scene = (uint32_t)seed_between(seed, 0, 3)};
}

enum { INDEXES = 4 };

/// Indexes of both schemes, with different seeds, that see the same changes.
struct indexes {
    struct npc_index *all[INDEXES];
};

static void make_indexes(struct indexes *indexes, size_t npcs_max, uint64_t seed)
{
    for (int i = 0; i < INDEXES; i++) {
        struct npc_index_options options = npc_index_options_usual(npcs_max, seed + (uint64_t)i / 2);
        options.scheme = i % 2 == 0 ? NPC_INDEX_TUNED : NPC_INDEX_CHOICES;
        indexes->all[i] = npc_index_create_with(&options);
        assert_non_null(indexes->all[i]);
    }
}

static void destroy_indexes(const struct indexes *indexes)
{
    for (int i = 0; i < INDEXES; i++)
        npc_index_destroy(indexes->all[i]);
}

/// Inserts an NPC of random type, the same into every index.
static void insert(const struct indexes *indexes, struct known *known, uint64_t *seed)
{
    (void)snprintf(known->type, sizeof known->type, "t%d", seed_between(seed, 0, 9));
    (void)snprintf(known->subtype, sizeof known->subtype, "%.*s", seed_between(seed, 0, 2), "st");
    known->position = random_position(seed);
    known->id = npc_index_insert(indexes->all[0], known->type, known->subtype, known->position);
    assert_true(known->id != 0);
    for (int i = 1; i < INDEXES; i++)
        assert_int_equal(npc_index_insert(indexes->all[i], known->type, known->subtype, known->position),
                         known->id);
}

static void erase(const struct indexes *indexes, struct known *known)
{
    for (int i = 0; i < INDEXES; i++) {
        struct nav_position position;
        assert_true(npc_index_erase(indexes->all[i], known->id));
        assert_false(npc_index_erase(indexes->all[i], known->id));
        assert_false(npc_index_move(indexes->all[i], known->id, known->position));
        assert_false(npc_index_position(indexes->all[i], known->id, &position));
    }
    known->id = 0;
}

/// Inserts, moves or erases one.
static void change(const struct indexes *indexes, struct known *known, uint64_t *seed)
{
    if (known->id && seed_next(seed) % 2 == 0) {
        known->position = random_position(seed);
        for (int i = 0; i < INDEXES; i++)
            assert_true(npc_index_move(indexes->all[i], known->id, known->position));
    } else if (known->id) {
        erase(indexes, known);
    } else {
        insert(indexes, known, seed);
    }
}

/// Whether the list holds exactly the known NPCs of the type (and subtype), each where it is.
static bool is_right(const struct npc_index *index, const struct known *known, const char *type,
                     const char *subtype)
{
    struct npc_list list = npc_index_find(index, type, subtype);
    size_t expected = 0;
    for (size_t i = 0; i < NPCS; i++) {
        bool is_meant = known[i].id && strcmp(known[i].type, type) == 0 &&
                        (subtype[0] == '\0' || strcmp(known[i].subtype, subtype) == 0);
        size_t places = 0;
        for (size_t k = 0; k < list.count; k++)
            places += known[i].id && list.ids[k] == known[i].id;
        struct nav_position position;
        if (places != is_meant)
            return false;
        if (is_meant &&
            (!npc_index_position(index, known[i].id, &position) || !is_same(position, known[i].position)))
            return false;
        expected += is_meant;
    }
    return list.count == expected;
}

/// Whether all indexes give the list of the first one.
static bool is_agreed(const struct indexes *indexes, const char *type, const char *subtype)
{
    struct npc_list first = npc_index_find(indexes->all[0], type, subtype);
    for (int i = 1; i < INDEXES; i++) {
        struct npc_list list = npc_index_find(indexes->all[i], type, subtype);
        if (list.count != first.count)
            return false;
        for (size_t k = 0; k < list.count; k++) {
            if (list.ids[k] != first.ids[k])
                return false;
        }
    }
    return true;
}

static void answers_are_those_of_a_plain_list_under_both_schemes(void **state)
{
    (void)state;
    static const char *const subtypes[] = {"", "s", "st", "x"};
    static struct known known[NPCS];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct indexes indexes;
        uint64_t random = seed;
        memset(known, 0, sizeof known);
        make_indexes(&indexes, NPCS, seed);
        for (int i = 0; i < 3000; i++) {
            change(&indexes, &known[seed_between(&random, 0, NPCS - 1)], &random);
            char type[8];
            (void)snprintf(type, sizeof type, "t%d", seed_between(&random, 0, 9));
            if (!is_right(indexes.all[0], known, type, subtypes[i % 4]) ||
                !is_agreed(&indexes, type, subtypes[i % 4]))
                fail_msg("seed %lu: wrong answer for %s after %d changes", seed, type, i);
            if (i % 700 == 0)
                assert_true(npc_index_settle(indexes.all[i % INDEXES]));
        }
        destroy_indexes(&indexes);
    }
}

/// Every NPC has a key of its own, so that keys come and go as the NPCs do.
static void keys_come_and_go_alike_under_both_schemes(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static npc_id ids[COUNT];
    uint64_t random = 3;
    struct indexes indexes;
    make_indexes(&indexes, COUNT, 9);
    for (int i = 0; i < 20000; i++) {
        int number = seed_between(&random, 0, COUNT - 1);
        char name[32];
        (void)snprintf(name, sizeof name, "npc-%.*s%d", number % 9, "xxxxxxxx", number);
        for (int k = 0; k < INDEXES; k++) {
            struct npc_list list = npc_index_find(indexes.all[k], "one", name);
            assert_int_equal(list.count, ids[number] != 0);
            if (ids[number])
                assert_int_equal(list.ids[0], ids[number]);
        }
        npc_id given = 0;
        for (int k = 0; k < INDEXES; k++) {
            if (ids[number])
                assert_true(npc_index_erase(indexes.all[k], ids[number]));
            else
                given = npc_index_insert(indexes.all[k], "one", name, (struct nav_position){0});
        }
        ids[number] = given;
    }
    assert_true(is_agreed(&indexes, "one", NULL));
    assert_true(npc_index_stats(indexes.all[0]).key_count > COUNT / 3);
    destroy_indexes(&indexes);
}

static void a_stale_id_never_names_a_newcomer(void **state)
{
    (void)state;
    struct npc_index *index = npc_index_create(1, 5);
    struct nav_position at = {0};
    npc_id last = 0;
    assert_non_null(index);
    // More often than an id has generations: those come round, but never at once.
    for (int i = 0; i < 5000; i++) {
        npc_id id = npc_index_insert(index, "guard", NULL, at);
        assert_true(id != 0);
        assert_true(id != last);
        assert_false(npc_index_position(index, last, &at));
        assert_true(npc_index_erase(index, id));
        last = id;
    }
    npc_index_destroy(index);
}

static void nobody_is_a_normal_answer(void **state)
{
    (void)state;
    struct npc_index *index = npc_index_create(2, 5);
    assert_non_null(index);
    assert_int_equal(npc_index_find(index, "dragon", NULL).count, 0);
    assert_int_equal(npc_index_find(index, "", NULL).count, 0);
    assert_true(npc_index_insert(index, "merchant", "fish", (struct nav_position){0}) != 0);
    assert_int_equal(npc_index_find(index, "merchant", "cheese").count, 0);
    assert_int_equal(npc_index_find(index, "merchant", "").count, 1);
    assert_int_equal(npc_index_find(index, "merchant", NULL).count, 1);
    assert_int_equal(npc_index_find(index, "merchantfish", NULL).count, 0);
    assert_int_equal(npc_index_find(index, "fish", NULL).count, 0);
    npc_index_destroy(index);
}

static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    char name[NPC_NAME_MAX + 2];
    struct npc_index *index = npc_index_create(1, 5);
    struct nav_position at = {0};
    assert_non_null(index);
    memset(name, 'x', sizeof name);
    name[NPC_NAME_MAX + 1] = '\0';
    assert_int_equal(npc_index_insert(index, name, NULL, at), 0);
    assert_int_equal(npc_index_insert(index, "guard", name, at), 0);
    assert_int_equal(npc_index_insert(index, "", "gate", at), 0);
    name[NPC_NAME_MAX] = '\0';
    assert_true(npc_index_insert(index, name, name, at) != 0);
    assert_int_equal(npc_index_find(index, name, name).count, 1);
    assert_int_equal(npc_index_insert(index, "guard", NULL, at), 0);
    assert_int_equal(npc_index_stats(index).npc_count, 1);
    assert_int_equal(npc_index_stats(index).key_count, 2);
    npc_index_destroy(index);
    npc_index_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_a_plain_list_under_both_schemes),
        cmocka_unit_test(keys_come_and_go_alike_under_both_schemes),
        cmocka_unit_test(a_stale_id_never_names_a_newcomer),
        cmocka_unit_test(nobody_is_a_normal_answer),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("index", tests, NULL, NULL);
}
