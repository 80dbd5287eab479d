// The index answers like a plain list of NPCs.
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

/// Inserts, moves or erases one.
static void change(struct npc_index *index, struct known *known, uint64_t *seed)
{
    if (known->id && seed_next(seed) % 2 == 0) {
        known->position = random_position(seed);
        assert_true(npc_index_move(index, known->id, known->position));
    } else if (known->id) {
        struct nav_position position;
        npc_id gone = known->id;
        assert_true(npc_index_erase(index, gone));
        assert_false(npc_index_erase(index, gone));
        assert_false(npc_index_move(index, gone, known->position));
        assert_false(npc_index_position(index, gone, &position));
        known->id = 0;
    } else {
        (void)snprintf(known->type, sizeof known->type, "t%d", seed_between(seed, 0, 9));
        (void)snprintf(known->subtype, sizeof known->subtype, "%s", seed_next(seed) % 2 ? "" : "s");
        known->position = random_position(seed);
        known->id = npc_index_insert(index, known->type, known->subtype, known->position);
        assert_true(known->id != 0);
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

static void answers_are_those_of_a_plain_list(void **state)
{
    (void)state;
    static struct known known[NPCS];
    for (uint64_t seed = 1; seed <= 5; seed++) {
        memset(known, 0, sizeof known);
        uint64_t random = seed;
        struct npc_index *index = npc_index_create(NPCS, seed);
        assert_non_null(index);
        for (int i = 0; i < 3000; i++) {
            change(index, &known[seed_between(&random, 0, NPCS - 1)], &random);
            char type[8];
            (void)snprintf(type, sizeof type, "t%d", seed_between(&random, 0, 9));
            if (!is_right(index, known, type, i % 2 ? "s" : ""))
                fail_msg("seed %lu: wrong answer for %s after %d changes", seed, type, i);
        }
        npc_index_destroy(index);
    }
}

static void answers_and_their_order_do_not_depend_on_the_seed(void **state)
{
    (void)state;
    struct npc_index *first = npc_index_create(100, 1);
    struct npc_index *second = npc_index_create(100, UINT64_C(0xfeedfacecafebeef));
    assert_true(first && second);
    for (int i = 0; i < 100; i++) {
        char type[8];
        (void)snprintf(type, sizeof type, "t%d", i % 7);
        struct nav_position at = {.x = i};
        assert_int_equal(npc_index_insert(first, type, NULL, at), npc_index_insert(second, type, NULL, at));
    }
    struct npc_list list = npc_index_find(first, "t3", NULL);
    struct npc_list other = npc_index_find(second, "t3", NULL);
    assert_int_equal(list.count, 14);
    assert_int_equal(other.count, 14);
    assert_memory_equal(list.ids, other.ids, 14 * sizeof *list.ids);
    npc_index_destroy(first);
    npc_index_destroy(second);
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
        cmocka_unit_test(answers_are_those_of_a_plain_list),
        cmocka_unit_test(answers_and_their_order_do_not_depend_on_the_seed),
        cmocka_unit_test(a_stale_id_never_names_a_newcomer),
        cmocka_unit_test(nobody_is_a_normal_answer),
        cmocka_unit_test(what_does_not_fit_is_refused),
    };
    return cmocka_run_group_tests_name("index", tests, NULL, NULL);
}
