// The tree gives what a plain list gives, wherever the points lie and whatever comes and goes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include <string.h>
#include <time.h>

#include "nav/quadtree.h"
#include "tests/data/allocations.h"
#include "tests/data/random_region.h"

enum { POINTS_MAX = 400, NEAREST_MAX = 12 };

/// The plain list.
struct list {
    struct geo_point points[POINTS_MAX];
    uint32_t items[POINTS_MAX];
    size_t count;
};

/// Ever other spreads: over everything, in few places, in a row, in a far corner.
static struct geo_point random_point(uint64_t *seed, uint64_t kind)
{
    int32_t spread = kind % 4 == 0 ? GEO_COORDINATE_MAX : kind % 4 == 1 ? 3 : 2000;
    int32_t centre = kind % 4 == 3 ? GEO_COORDINATE_MAX - spread : 0;
    struct geo_point at = {centre + seed_between(seed, -spread, spread),
                           -centre + seed_between(seed, -spread, spread)};
    if (kind % 4 == 2)
        at.z = 17;
    return at;
}

static size_t nearest_of_list(const struct list *list, struct geo_place from, struct quadtree_found *found,
                              size_t count_max)
{
    size_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        struct quadtree_found other = {list->items[i],
                                       geo_place_distance(from, geo_place_of(list->points[i]))};
        size_t k = count < count_max ? count++ : count_max;
        for (; k > 0 && (other.distance_mm < found[k - 1].distance_mm ||
                         (other.distance_mm == found[k - 1].distance_mm && other.item < found[k - 1].item));
             k--) {
            if (k < count_max)
                found[k] = found[k - 1];
        }
        if (k < count_max)
            found[k] = other;
    }
    return count;
}

static void compare_nearest(const struct quadtree *tree, const struct list *list, uint64_t *random,
                            uint64_t seed)
{
    struct quadtree_found found[NEAREST_MAX];
    struct quadtree_found expected[NEAREST_MAX] = {{0}};
    struct geo_point at = random_point(random, seed);
    struct geo_place from = {at.x + 0.25, at.z - 0.5};
    size_t count_max = (size_t)seed_between(random, 0, NEAREST_MAX);
    size_t count = quadtree_nearest(tree, from, found, count_max);
    if (count != nearest_of_list(list, from, expected, count_max))
        fail_msg("seed %lu: %zu found", seed, count);
    for (size_t i = 0; i < count; i++) {
        if (found[i].item != expected[i].item || found[i].distance_mm != expected[i].distance_mm)
            fail_msg("seed %lu: number %zu is %u, not %u", seed, i, found[i].item, expected[i].item);
    }
}

struct heard {
    bool items[POINTS_MAX];
    size_t count;
    size_t count_max;
};

static bool hear(void *context, struct geo_point at, uint32_t item)
{
    struct heard *heard = context;
    (void)at;
    assert_false(heard->items[item]);
    heard->items[item] = true;
    return ++heard->count < heard->count_max;
}

static void compare_range(const struct quadtree *tree, const struct list *list, uint64_t *random,
                          uint64_t seed)
{
    struct geo_point ends[2] = {random_point(random, seed), random_point(random, seed)};
    struct geo_box box = geo_bounds(ends, 2);
    struct heard heard = {.count_max = POINTS_MAX + 1};
    size_t expected = 0;
    assert_true(quadtree_range(tree, box, hear, &heard));
    for (size_t i = 0; i < list->count; i++) {
        struct geo_point at = list->points[i];
        bool is_inside = at.x >= box.low.x && at.x <= box.high.x && at.z >= box.low.z && at.z <= box.high.z;
        expected += is_inside;
        if (heard.items[list->items[i]] != is_inside)
            fail_msg("seed %lu: item %u", seed, list->items[i]);
    }
    assert_int_equal(heard.count, expected);
}

static void the_tree_answers_like_a_list(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 120; seed++) {
        struct quadtree *tree = quadtree_create();
        static struct list list;
        uint64_t random = seed;
        list.count = 0;
        assert_non_null(tree);
        for (uint32_t item = 0; item < POINTS_MAX; item++) {
            struct geo_point at = random_point(&random, seed);
            assert_true(quadtree_insert(tree, at, item));
            list.points[list.count] = at;
            list.items[list.count++] = item;
            if (seed_next(&random) % 3 == 0) {
                size_t k = (size_t)seed_between(&random, 0, (int32_t)list.count - 1);
                assert_true(quadtree_remove(tree, list.points[k], list.items[k]));
                assert_false(quadtree_remove(tree, list.points[k], list.items[k]));
                list.points[k] = list.points[--list.count];
                list.items[k] = list.items[list.count];
            }
            assert_int_equal(quadtree_count(tree), list.count);
            if (item % 16 == 0) {
                compare_nearest(tree, &list, &random, seed);
                compare_range(tree, &list, &random, seed);
            }
        }
        while (list.count > 0) {
            list.count--;
            assert_true(quadtree_remove(tree, list.points[list.count], list.items[list.count]));
            if (list.count % 32 == 0)
                compare_nearest(tree, &list, &random, seed);
        }
        quadtree_destroy(tree);
    }
}

static void coinciding_points_are_told_apart_by_their_items(void **state)
{
    (void)state;
    struct quadtree *tree = quadtree_create();
    struct geo_point at = {-5, 7};
    struct quadtree_found found[100];
    for (uint32_t i = 0; i < 100; i++)
        assert_true(quadtree_insert(tree, at, 99 - i));
    assert_int_equal(quadtree_nearest(tree, geo_place_of(at), found, 100), 100);
    for (uint32_t i = 0; i < 100; i++)
        assert_true(found[i].item == i && found[i].distance_mm == 0);
    assert_true(quadtree_remove(tree, at, 50));
    assert_false(quadtree_remove(tree, at, 50));
    assert_false(quadtree_remove(tree, (struct geo_point){-5, 8}, 51));
    assert_int_equal(quadtree_count(tree), 99);
    quadtree_destroy(tree);
}

static void the_corners_of_the_largest_scene_are_found(void **state)
{
    (void)state;
    struct quadtree *tree = quadtree_create();
    int32_t far = GEO_COORDINATE_MAX;
    struct geo_point corners[] = {{-far, -far}, {far, -far}, {far, far}, {-far, far}};
    for (uint32_t i = 0; i < 40; i++)
        assert_true(quadtree_insert(tree, corners[i % 4], i));
    for (uint32_t i = 0; i < 4; i++) {
        struct quadtree_found found;
        struct geo_place from = {corners[i].x * 0.6, corners[i].z * 0.6};
        assert_int_equal(quadtree_nearest(tree, from, &found, 1), 1);
        assert_int_equal(found.item, i);
        struct heard heard = {.count_max = POINTS_MAX};
        assert_true(quadtree_range(tree, (struct geo_box){corners[i], corners[i]}, hear, &heard));
        assert_int_equal(heard.count, 10);
    }
    quadtree_destroy(tree);
}

static void a_visit_can_end_the_range(void **state)
{
    (void)state;
    struct quadtree *tree = quadtree_create();
    for (uint32_t i = 0; i < 50; i++)
        assert_true(quadtree_insert(tree, (struct geo_point){(int32_t)i * 10, 0}, i));
    struct heard heard = {.count_max = 5};
    struct geo_box all = {{-1000, -1000}, {1000, 1000}};
    assert_false(quadtree_range(tree, all, hear, &heard));
    assert_int_equal(heard.count, 5);
    quadtree_destroy(tree);
}

static void a_copy_lives_on_its_own(void **state)
{
    (void)state;
    struct quadtree *tree = quadtree_create();
    for (uint32_t i = 0; i < 200; i++)
        assert_true(quadtree_insert(tree, (struct geo_point){(int32_t)i, (int32_t)(i * i % 71)}, i));
    struct quadtree *copy = quadtree_copy(tree);
    assert_non_null(copy);
    for (uint32_t i = 0; i < 200; i++)
        assert_true(quadtree_remove(tree, (struct geo_point){(int32_t)i, (int32_t)(i * i % 71)}, i));
    assert_int_equal(quadtree_count(copy), 200);
    for (uint32_t i = 0; i < 200; i++)
        assert_true(quadtree_insert(copy, (struct geo_point){3, 3}, 1000 + i));
    assert_int_equal(quadtree_count(copy), 400);
    assert_int_equal(quadtree_count(tree), 0);
    quadtree_destroy(copy);
    quadtree_destroy(tree);
    quadtree_destroy(NULL);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/// Seconds for filling a tree with so many points, looking near each and emptying it.
static double work_seconds(uint32_t count, struct geo_point *points)
{
    struct quadtree *tree = quadtree_create();
    uint64_t random = count;
    for (uint32_t i = 0; i < count; i++)
        points[i] = (struct geo_point){seed_between(&random, -1000000, 1000000),
                                       seed_between(&random, -1000000, 1000000)};
    double start = cpu_seconds();
    for (uint32_t i = 0; i < count; i++)
        assert_true(quadtree_insert(tree, points[i], i));
    for (uint32_t i = 0; i < count; i++) {
        struct quadtree_found found[4];
        assert_int_equal(quadtree_nearest(tree, geo_place_of(points[i]), found, 4), 4);
    }
    for (uint32_t i = 0; i < count; i++)
        assert_true(quadtree_remove(tree, points[i], i));
    double seconds = cpu_seconds() - start;
    quadtree_destroy(tree);
    return seconds;
}

static void a_hundred_thousand_points_cost_little_more_each_than_a_thousand(void **state)
{
    (void)state;
    enum { MANY = 100000, FEW = 1000, TIMES = 10 };
    struct geo_point *points = calloc(MANY, sizeof *points);
    double few = 0;
    for (int i = 0; i < TIMES; i++)
        few += work_seconds(FEW, points) / TIMES;
    double many = work_seconds(MANY, points);
    print_message("1000: %.3f us each; 100000: %.3f us each\n", few * 1e6 / FEW, many * 1e6 / MANY);
    // log2 grows by 1.7, caches by some; a look at every point would make it 100.
    assert_true(many / MANY < 12 * few / FEW);
    free(points);
}

static void looking_allocates_nothing(void **state)
{
    (void)state;
    if (!allocations_are_counted())
        skip();
    struct quadtree *tree = quadtree_create();
    for (uint32_t i = 0; i < 500; i++)
        assert_true(quadtree_insert(tree, (struct geo_point){(int32_t)i, (int32_t)(i * i % 71)}, i));
    size_t before = allocations_count();
    struct quadtree_found found[NEAREST_MAX];
    struct heard heard = {.count_max = POINTS_MAX};
    assert_int_equal(quadtree_nearest(tree, (struct geo_place){9, 9}, found, NEAREST_MAX), NEAREST_MAX);
    assert_true(quadtree_range(tree, (struct geo_box){{0, 0}, {50, 99}}, hear, &heard));
    assert_int_equal(allocations_count(), before);
    quadtree_destroy(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tree_answers_like_a_list),
        cmocka_unit_test(coinciding_points_are_told_apart_by_their_items),
        cmocka_unit_test(the_corners_of_the_largest_scene_are_found),
        cmocka_unit_test(a_visit_can_end_the_range),
        cmocka_unit_test(a_copy_lives_on_its_own),
        cmocka_unit_test(a_hundred_thousand_points_cost_little_more_each_than_a_thousand),
        cmocka_unit_test(looking_allocates_nothing),
    };
    return cmocka_run_group_tests_name("quadtree", tests, NULL, NULL);
}
