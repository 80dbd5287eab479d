// Views from the simulation to the worker, and back to the taps that name them.

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cloudsvc/session/view_ring.h"

static int create(void **state)
{
    *state = view_ring_create();
    return *state ? 0 : -1;
}

static int destroy(void **state)
{
    view_ring_destroy(*state);
    return 0;
}

static void publish(struct view_ring *ring, uint64_t tick, uint64_t input_us, uint64_t now_us)
{
    view_ring_begin(ring)->tick = tick;
    view_ring_publish(ring, input_us, true, now_us);
}

static void an_empty_ring_gives_nothing(void **state)
{
    assert_null(view_ring_take(*state));
    assert_null(view_ring_find(*state, 0));
    assert_null(view_ring_find(*state, 1));
}

static void the_newest_view_is_taken_once(void **state)
{
    publish(*state, 10, 0, 1);
    publish(*state, 20, 0, 2);
    const struct view_ring_entry *entry = view_ring_take(*state);
    assert_non_null(entry);
    assert_int_equal(entry->view.tick, 20);
    assert_null(view_ring_take(*state));
}

static void numbers_are_even_and_rise(void **state)
{
    for (uint32_t number = 2; number < 200; number += 2) {
        publish(*state, 0, 0, 0);
        assert_int_equal(view_ring_take(*state)->view.number, number);
    }
}

static void the_last_32_taken_views_are_found_by_number(void **state)
{
    uint32_t last = 0;
    for (uint64_t i = 0; i < 100; i++) {
        publish(*state, i, 0, 0);
        if (i % 3 == 0)
            last = view_ring_take(*state)->view.number; // the others were never on a screen
    }
    for (uint32_t back = 0; back < VIEW_RING_KEPT; back++) {
        const struct view *view = view_ring_find(*state, last - 6 * back);
        assert_non_null(view);
        assert_int_equal(view->tick, 99 - 3 * back);
    }
    assert_null(view_ring_find(*state, last - 6 * VIEW_RING_KEPT));
}

static void a_frame_between_two_views_showed_the_earlier_one(void **state)
{
    publish(*state, 10, 0, 1);
    uint32_t first = view_ring_take(*state)->view.number;
    publish(*state, 20, 0, 2);
    uint32_t second = view_ring_take(*state)->view.number;
    assert_int_equal(view_ring_find(*state, second - 1)->tick, 10);
    assert_int_equal(view_ring_find(*state, second)->tick, 20);
    assert_int_equal(view_ring_find(*state, UINT32_MAX)->tick, 20);
    assert_null(view_ring_find(*state, first - 1));
}

// ---- answers -----------------------------------------------------------------------------------

static void publish_mark(struct view_ring *ring, float x_px, uint64_t input_us, bool is_told_by_marks)
{
    struct view *view = view_ring_begin(ring);
    *view = (struct view){.width_px = 640, .height_px = 360, .input_sequence = (uint32_t)input_us};
    view->taps[view->tap_count++] = (struct view_tap){x_px, 7, 1};
    view_ring_publish(ring, input_us, is_told_by_marks, input_us + 1);
}

static void the_marks_of_the_newest_view_are_taken_once_and_the_view_stays(void **state)
{
    struct view_ring_answer answer;
    publish_mark(*state, 50, 500, true);
    assert_true(view_ring_answer(*state, 640, 360, &answer));
    assert_int_equal(answer.tap_count, 1);
    assert_true(answer.taps[0].x_px == 50);
    assert_int_equal(answer.input_us, 500);
    assert_int_equal(answer.handled_us, 501);
    assert_int_equal(answer.input_sequence, 500);
    assert_false(view_ring_answer(*state, 640, 360, &answer));
    const struct view_ring_entry *entry = view_ring_take(*state);
    assert_int_equal(entry->view.number, answer.number + 1);
    assert_int_equal(entry->input_us, 0);
}

static void there_is_no_answer_where_marks_do_not_tell_all(void **state)
{
    struct view_ring_answer answer;
    assert_false(view_ring_answer(*state, 640, 360, &answer));
    publish_mark(*state, 50, 0, true); // no new input
    assert_false(view_ring_answer(*state, 640, 360, &answer));
    publish_mark(*state, 50, 500, true);
    assert_false(view_ring_answer(*state, 642, 360, &answer));
    publish_mark(*state, 50, 510, false);
    assert_false(view_ring_answer(*state, 640, 360, &answer));
    publish_mark(*state, 60, 520, true); // the input before it is not told
    assert_false(view_ring_answer(*state, 640, 360, &answer));
    assert_int_equal(view_ring_take(*state)->input_us, 500);
    assert_false(view_ring_answer(*state, 640, 360, &answer));
}

static void an_input_that_was_answered_is_not_passed_on(void **state)
{
    struct view_ring_answer answer;
    publish_mark(*state, 50, 500, true);
    assert_true(view_ring_answer(*state, 640, 360, &answer));
    publish_mark(*state, 60, 600, true);
    assert_true(view_ring_answer(*state, 640, 360, &answer));
    assert_int_equal(answer.input_us, 600);
}

static void an_input_is_passed_on_until_a_view_that_shows_it_is_taken(void **state)
{
    publish(*state, 1, 500, 510);
    publish(*state, 2, 0, 520);
    publish(*state, 3, 530, 540); // a later one: the first counts
    const struct view_ring_entry *entry = view_ring_take(*state);
    assert_int_equal(entry->view.tick, 3);
    assert_int_equal(entry->input_us, 500);
    assert_int_equal(entry->handled_us, 510);
    publish(*state, 4, 0, 550);
    assert_int_equal(view_ring_take(*state)->input_us, 0);
}

static void a_forgotten_view_is_not_taken_and_its_input_not_passed_on(void **state)
{
    publish(*state, 1, 500, 510);
    view_ring_forget(*state);
    assert_null(view_ring_take(*state));
    publish(*state, 2, 0, 520);
    assert_int_equal(view_ring_take(*state)->input_us, 0);
}

static void beginning_twice_gives_the_same_room(void **state)
{
    assert_ptr_equal(view_ring_begin(*state), view_ring_begin(*state));
}

// ---- two threads -------------------------------------------------------------------------------

enum { VIEWS = 20000 };

struct race {
    struct view_ring *ring;
    atomic_bool is_done;
    uint64_t torn_count, backwards_count, taken_count;
};

static bool is_found(struct view_ring *ring, uint64_t tick)
{
    const struct view *view = view_ring_find(ring, UINT32_MAX);
    return view && view->tick == tick;
}

/// Takes views and reads both ends of each: they belong together, and none is older than the one before.
static void *take(void *argument)
{
    struct race *race = argument;
    uint64_t last = 0;
    while (!atomic_load(&race->is_done)) {
        const struct view_ring_entry *entry = view_ring_take(race->ring);
        if (!entry)
            continue;
        race->torn_count += entry->view.tick != entry->view.element_count;
        race->backwards_count += entry->view.tick <= last;
        last = entry->view.tick;
        race->taken_count++;
    }
    return NULL;
}

static void a_view_taken_is_not_written_while_later_ones_are_published(void **state)
{
    struct race race = {.ring = *state};
    pthread_t taker;
    assert_int_equal(pthread_create(&taker, NULL, take, &race), 0);
    for (uint64_t i = 1; i <= VIEWS; i++) {
        struct view *view = view_ring_begin(*state);
        view->tick = i;
        view->element_count = i;
        view_ring_publish(*state, 0, true, 0);
        const struct view *found = view_ring_find(*state, (uint32_t)i);
        if (found && found->tick != found->element_count)
            race.torn_count++;
    }
    while (!is_found(*state, VIEWS))
        ; // the last one is taken as well
    atomic_store(&race.is_done, true);
    pthread_join(taker, NULL);
    assert_int_equal(race.torn_count, 0);
    assert_int_equal(race.backwards_count, 0);
    assert_true(race.taken_count > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(an_empty_ring_gives_nothing, create, destroy),
        cmocka_unit_test_setup_teardown(the_newest_view_is_taken_once, create, destroy),
        cmocka_unit_test_setup_teardown(numbers_are_even_and_rise, create, destroy),
        cmocka_unit_test_setup_teardown(the_last_32_taken_views_are_found_by_number, create, destroy),
        cmocka_unit_test_setup_teardown(a_frame_between_two_views_showed_the_earlier_one, create, destroy),
        cmocka_unit_test_setup_teardown(the_marks_of_the_newest_view_are_taken_once_and_the_view_stays,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(there_is_no_answer_where_marks_do_not_tell_all, create, destroy),
        cmocka_unit_test_setup_teardown(an_input_that_was_answered_is_not_passed_on, create, destroy),
        cmocka_unit_test_setup_teardown(an_input_is_passed_on_until_a_view_that_shows_it_is_taken, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(a_forgotten_view_is_not_taken_and_its_input_not_passed_on, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(beginning_twice_gives_the_same_room, create, destroy),
        cmocka_unit_test_setup_teardown(a_view_taken_is_not_written_while_later_ones_are_published, create,
                                        destroy),
    };
    return cmocka_run_group_tests_name("view_ring", tests, NULL, NULL);
}
