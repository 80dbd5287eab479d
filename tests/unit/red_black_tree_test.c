// The tree is a red-black tree at every moment, and its walk is in order.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>

#include "nav/red_black_tree.h"
#include "tests/data/named_rosters.h"
#include "tests/data/random_region.h"

enum { NODES = 3000 };

/// Black nodes on every way down from a node; -1 when a rule is broken below it.
static int black_height(const struct red_black_tree *tree, uint32_t node, uint32_t parent)
{
    if (node == RED_BLACK_NONE)
        return 0;
    const struct red_black_node *at = &tree->nodes[node];
    bool has_red_child = tree->nodes[at->children[0]].is_red || tree->nodes[at->children[1]].is_red;
    int smaller = black_height(tree, at->children[0], node);
    int greater = black_height(tree, at->children[1], node);
    if (at->parent != parent || (at->is_red && has_red_child) || smaller < 0 || smaller != greater)
        return -1;
    return smaller + !at->is_red;
}

static void expect_sound(const struct red_black_tree *tree)
{
    assert_false(tree->nodes[RED_BLACK_NONE].is_red);
    assert_false(tree->nodes[tree->root].is_red);
    assert_true(black_height(tree, tree->root, RED_BLACK_NONE) >= 0);
    assert_true(red_black_tree_height(tree) <= 2 * log2((double)tree->count + 1));
}

static void expect_in_order(const struct red_black_tree *tree)
{
    size_t count = 0;
    uint32_t last = RED_BLACK_NONE;
    for (uint32_t node = red_black_tree_first(tree); node; node = red_black_tree_next(tree, node)) {
        const struct red_black_node *a = &tree->nodes[last];
        const struct red_black_node *b = &tree->nodes[node];
        if (last)
            assert_true(a->hash < b->hash || (a->hash == b->hash && key_compare(a->key, b->key) < 0));
        last = node;
        count++;
    }
    assert_int_equal(count, tree->count);
}

enum order { ASCENDING, DESCENDING, RANDOM, FEW_VALUES, ONE_VALUE, ORDERS };

static uint64_t hash_of(enum order order, uint32_t i, uint64_t *seed)
{
    switch (order) {
    case ASCENDING:
        return i;
    case DESCENDING:
        return NODES - i;
    case RANDOM:
        return seed_next(seed);
    case FEW_VALUES:
        return seed_next(seed) % 16;
    default:
        return 5;
    }
}

static void rules_hold_after_every_insertion(void **state)
{
    (void)state;
    struct rosters rosters;
    named_rosters_init(&rosters, NODES);
    for (enum order order = 0; order < ORDERS; order++) {
        struct red_black_tree tree;
        uint64_t seed = order + 1;
        assert_true(red_black_tree_init(&tree, NODES));
        expect_in_order(&tree);
        for (uint32_t i = 0; i < NODES; i++) {
            red_black_tree_insert(&tree, hash_of(order, i, &seed), rosters.all[i].key, i);
            if (i < 300 || i % 500 == 0)
                expect_sound(&tree);
        }
        expect_sound(&tree);
        expect_in_order(&tree);
        red_black_tree_finish(&tree);
    }
    rosters_finish(&rosters);
}

static void the_walk_gives_every_entry_once(void **state)
{
    (void)state;
    struct rosters rosters;
    struct red_black_tree tree;
    static bool is_met[NODES];
    uint64_t seed = 2;
    named_rosters_init(&rosters, NODES);
    assert_true(red_black_tree_init(&tree, NODES));
    for (uint32_t i = 0; i < NODES; i++)
        red_black_tree_insert(&tree, seed_next(&seed) % 1000, rosters.all[i].key, i);
    for (uint32_t node = red_black_tree_first(&tree); node; node = red_black_tree_next(&tree, node)) {
        assert_false(is_met[tree.nodes[node].entry]);
        is_met[tree.nodes[node].entry] = true;
        assert_true(key_is_equal(tree.nodes[node].key, rosters.all[tree.nodes[node].entry].key));
    }
    for (uint32_t i = 0; i < NODES; i++)
        assert_true(is_met[i]);
    red_black_tree_finish(&tree);
    red_black_tree_finish(&tree);
    rosters_finish(&rosters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_after_every_insertion),
        cmocka_unit_test(the_walk_gives_every_entry_once),
    };
    return cmocka_run_group_tests_name("red_black_tree", tests, NULL, NULL);
}
