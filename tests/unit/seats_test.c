// Seats, their ids and resume tokens.

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/session/seats.h"

enum { SEATS = 3, LINGER_US = 1000, STEPS = 20000 };

static int create(void **state)
{
    *state = seats_create(SEATS, LINGER_US);
    return *state ? 0 : -1;
}

static int destroy(void **state)
{
    seats_destroy(*state);
    return 0;
}

static void every_player_gets_a_seat_of_its_own_until_none_is_left(void **state)
{
    struct seats_ticket tickets[SEATS + 1];
    for (size_t i = 0; i < SEATS; i++) {
        assert_true(seats_take(*state, i, &tickets[i]));
        assert_int_not_equal(tickets[i].id, 0);
        for (size_t j = 0; j < i; j++) {
            assert_int_not_equal(tickets[i].index, tickets[j].index);
            assert_memory_not_equal(tickets[i].token, tickets[j].token, PROTOCOL_TOKEN_SIZE);
        }
    }
    assert_false(seats_take(*state, 10, &tickets[SEATS]));
}

static void a_token_opens_the_same_seat_under_another_id(void **state)
{
    struct seats_ticket first;
    struct seats_ticket second;
    size_t index;
    seats_take(*state, 0, &first);
    seats_leave(*state, first.id, 100);
    assert_false(seats_find(*state, first.id, &index));
    assert_true(seats_resume(*state, first.token, 200, &second));
    assert_int_equal(second.index, first.index);
    assert_int_not_equal(second.id, first.id);
    assert_true(seats_find(*state, second.id, &index));
    assert_int_equal(index, first.index);
}

static void a_token_opens_once(void **state)
{
    struct seats_ticket first;
    struct seats_ticket second;
    struct seats_ticket third;
    seats_take(*state, 0, &first);
    seats_leave(*state, first.id, 100);
    assert_true(seats_resume(*state, first.token, 200, &second));
    assert_false(seats_resume(*state, first.token, 300, &third));
}

static void a_seat_in_use_can_be_resumed_and_the_old_id_is_stale(void **state)
{
    struct seats_ticket first;
    struct seats_ticket second;
    size_t index;
    seats_take(*state, 0, &first);
    assert_true(seats_resume(*state, first.token, 100, &second));
    assert_false(seats_find(*state, first.id, &index));
    seats_leave(*state, first.id, 200); // says the old socket at last
    assert_true(seats_find(*state, second.id, &index));
}

static void a_seat_just_taken_is_given_back_as_it_was(void **state)
{
    struct seats_ticket first;
    struct seats_ticket second;
    struct seats_ticket third;
    size_t index;
    seats_take(*state, 0, &first);
    assert_true(seats_resume(*state, first.token, 100, &second));
    seats_undo(*state, &second);
    assert_false(seats_find(*state, second.id, &index));
    assert_true(seats_find(*state, first.id, &index));
    assert_false(seats_resume(*state, second.token, 200, &third));
    assert_true(seats_resume(*state, first.token, 200, &third));
    seats_leave(*state, third.id, 300);
    assert_true(seats_resume(*state, third.token, 400, &second));
    seats_undo(*state, &second);
    assert_false(seats_resume(*state, third.token, 300 + LINGER_US + 1, &second)); // it lingers on as it did
}

static void a_seat_that_lingered_too_long_is_gone(void **state)
{
    struct seats_ticket first;
    struct seats_ticket second;
    seats_take(*state, 0, &first);
    seats_leave(*state, first.id, 100);
    assert_false(seats_resume(*state, first.token, 100 + LINGER_US + 1, &second));
}

static void an_unknown_token_opens_nothing(void **state)
{
    static const uint8_t zeros[PROTOCOL_TOKEN_SIZE]; // what seats never taken hold
    struct seats_ticket first;
    struct seats_ticket second;
    assert_false(seats_resume(*state, zeros, 0, &second));
    seats_take(*state, 0, &first);
    first.token[PROTOCOL_TOKEN_SIZE - 1] ^= 1;
    assert_false(seats_resume(*state, first.token, 0, &second));
}

static void a_newcomer_takes_the_seat_that_lingers_longest_when_none_is_free(void **state)
{
    struct seats_ticket tickets[SEATS];
    struct seats_ticket newcomer;
    for (size_t i = 0; i < SEATS; i++)
        seats_take(*state, 0, &tickets[i]);
    seats_leave(*state, tickets[2].id, 10);
    seats_leave(*state, tickets[0].id, 20);
    assert_true(seats_take(*state, 30, &newcomer));
    assert_int_equal(newcomer.index, tickets[2].index);
    assert_false(seats_resume(*state, tickets[2].token, 40, &newcomer));
    assert_true(seats_resume(*state, tickets[0].token, 40, &newcomer));
}

/// Law: among all ids ever given, those found are those that have not left, been resumed or been replaced.
static void only_ids_in_use_are_found(void **state)
{
    enum { SEED = 11 };
    struct random_generator random;
    random_seed(&random, SEED);
    struct seats_ticket current[SEATS] = {0}; // by seat; id 0: nobody
    session_id stale = 0;
    for (uint64_t now_us = 1; now_us < STEPS; now_us++) {
        struct seats_ticket *seat = &current[random_below(&random, SEATS)];
        struct seats_ticket ticket;
        session_id before = seat->id;
        size_t index;
        if (before && random_below(&random, 2) == 0) {
            seats_leave(*state, before, now_us);
            seat->id = 0;
            stale = before;
        } else if (before) {
            assert_true(seats_resume(*state, seat->token, now_us, &ticket));
            assert_int_equal(ticket.index, seat - current);
            *seat = ticket;
            stale = before;
        } else if (seats_take(*state, now_us, &ticket)) {
            current[ticket.index] = ticket;
        }
        for (size_t i = 0; i < SEATS; i++) {
            if (current[i].id && (!seats_find(*state, current[i].id, &index) || index != i))
                fail_msg("seed %d: id %u of seat %zu is not found at step %u", SEED, current[i].id, i,
                         (unsigned)now_us);
        }
        if (seats_find(*state, stale, &index))
            fail_msg("seed %d: stale id %u is found at step %u", SEED, stale, (unsigned)now_us);
    }
}

static void no_id_finds_nothing(void **state)
{
    size_t index;
    assert_false(seats_find(*state, 0, &index));
    assert_false(seats_find(*state, UINT32_MAX, &index));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_player_gets_a_seat_of_its_own_until_none_is_left, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(a_token_opens_the_same_seat_under_another_id, create, destroy),
        cmocka_unit_test_setup_teardown(a_token_opens_once, create, destroy),
        cmocka_unit_test_setup_teardown(a_seat_in_use_can_be_resumed_and_the_old_id_is_stale, create,
                                        destroy),
        cmocka_unit_test_setup_teardown(a_seat_just_taken_is_given_back_as_it_was, create, destroy),
        cmocka_unit_test_setup_teardown(a_seat_that_lingered_too_long_is_gone, create, destroy),
        cmocka_unit_test_setup_teardown(an_unknown_token_opens_nothing, create, destroy),
        cmocka_unit_test_setup_teardown(a_newcomer_takes_the_seat_that_lingers_longest_when_none_is_free,
                                        create, destroy),
        cmocka_unit_test_setup_teardown(only_ids_in_use_are_found, create, destroy),
        cmocka_unit_test_setup_teardown(no_id_finds_nothing, create, destroy),
    };
    return cmocka_run_group_tests_name("seats", tests, NULL, NULL);
}
