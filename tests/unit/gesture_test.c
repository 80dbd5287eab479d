// Fingers on a picture of a hand-made scene: taps, drags, pinches, and everything that goes wrong.
#include "cloudsvc/game/gesture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/base/random.h"
#include "cloudsvc/game/layout.h"
#include "tests/data/toy_scene.h"

enum { PLAYER = 257, MIDDLE = 32768 };

struct table {
    struct toy_scene toy;
    struct view_world stage;
    struct view view;
    struct gesture gesture;
    struct game_input inputs[GESTURE_INPUTS_MAX];
    uint32_t sequence;
};

static void lay_table(struct table *table)
{
    memset(table, 0, sizeof *table);
    toy_scene_init(&table->toy);
    table->stage = (struct view_world){&table->toy.scene, 1};
    table->view = (struct view){.width_px = 1000, .height_px = 1000, .density = 1.0f};
    table->view.camera = (struct view_camera){
        .eye = {0, 13, -18}, .target = {0, 1, -8}, .tan_half_fov_y = 0.26f, .near_m = 0.5f, .far_m = 80.0f};
}

static size_t feed(struct table *table, enum gesture_phase phase, uint8_t pointer, uint16_t x, uint16_t y)
{
    struct gesture_event event = {++table->sequence, pointer, phase, x, y};
    return gesture_feed(&table->gesture, &event, &table->view, &table->stage, PLAYER, table->inputs);
}

static void a_press_shows_the_tap_mark_at_once(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    assert_int_equal(feed(&table, GESTURE_DOWN, 0, 1000, 2000), 1);
    assert_int_equal(table.inputs[0].kind, GAME_TOUCH);
    assert_int_equal(table.inputs[0].player, PLAYER);
    assert_int_equal(table.inputs[0].sequence, 1);
    assert_int_equal(table.inputs[0].tap.x, 1000);
    assert_int_equal(table.inputs[0].tap.y, 2000);
}

static void a_release_without_a_drag_means_the_ground_under_it(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_MOVE, 0, MIDDLE + 500, MIDDLE), 0); // 8 px: a rolling thumb
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE + 500, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_WALK);
    assert_int_equal(table.inputs[0].sequence, 3);
    assert_true(table.inputs[0].position.z > -8.0);
    assert_true(table.inputs[0].position.z < -6.0);
}

static void the_ground_beside_a_dialogue_closes_it_and_no_more(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    table.view.elements[0] = (struct view_element){
        .width_px = 100, .height_px = 50, .action = layout_action(GAME_CLOSE_DIALOGUE, 0)};
    table.view.element_count = 1;
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_CLOSE_DIALOGUE);
}

static void what_was_pressed_counts_when_the_picture_has_changed(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    table.view.elements[0] = (struct view_element){
        .width_px = 1000, .height_px = 1000, .action = layout_action(GAME_CLOSE_DIALOGUE, 0)};
    table.view.element_count = 1;
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_WALK);
}

static void controls_and_people_have_their_meanings(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    table.view.elements[0] = (struct view_element){
        .width_px = 100, .height_px = 50, .action = layout_action(GAME_CLOSE_DIALOGUE, 0)};
    table.view.elements[1] = (struct view_element){
        .y_px = 100, .width_px = 100, .height_px = 50, .action = layout_action(GAME_FIND, 3)};
    table.view.elements[2] = (struct view_element){.y_px = 200, .width_px = 100, .height_px = 50};
    table.view.element_count = 3;
    table.view.actors[0] =
        (struct view_actor){.kind = VIEW_NPC, .id = 77, .position = {0, 0, -8}, .height_m = 1.6f};
    table.view.actor_count = 1;

    feed(&table, GESTURE_DOWN, 0, 1000, 1000);
    assert_int_equal(feed(&table, GESTURE_UP, 0, 1000, 1000), 1);
    assert_int_equal(table.inputs[0].kind, GAME_CLOSE_DIALOGUE);
    feed(&table, GESTURE_DOWN, 0, 1000, 7500);
    assert_int_equal(feed(&table, GESTURE_UP, 0, 1000, 7500), 1);
    assert_int_equal(table.inputs[0].kind, GAME_FIND);
    assert_int_equal(table.inputs[0].find, 3);
    feed(&table, GESTURE_DOWN, 0, 1000, 14000);
    assert_int_equal(feed(&table, GESTURE_UP, 0, 1000, 14000), 0); // a panel: caught
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_TALK);
    assert_int_equal(table.inputs[0].npc, 77);
    table.view.actors[0].kind = VIEW_ENEMY;
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_FIGHT);
    assert_int_equal(table.inputs[0].enemy, 77);
}

static void a_drag_turns_the_camera_and_walks_nowhere(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    int32_t turned = 0;
    for (int i = 1; i <= 20; i++) {
        size_t count = feed(&table, GESTURE_MOVE, 0, (uint16_t)(MIDDLE + i * 655), MIDDLE); // 10 px each
        for (size_t input = 0; input < count; input++) {
            assert_int_equal(table.inputs[input].kind, GAME_CAMERA);
            assert_int_equal(table.inputs[input].camera.zoom_percent, 0);
            turned += table.inputs[input].camera.turn;
        }
    }
    assert_int_equal(feed(&table, GESTURE_UP, 0, (uint16_t)(MIDDLE + 20 * 655), MIDDLE), 0);
    assert_in_range(turned, 65536 * 65 / 360, 65536 * 80 / 360); // 0.4° for each of 200 px but the slop
}

static void slow_drags_lose_nothing(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, 10000, MIDDLE);
    int32_t turned = 0;
    for (uint16_t x = 10001; x < 30000; x++)
        if (feed(&table, GESTURE_MOVE, 0, x, MIDDLE))
            turned += table.inputs[0].camera.turn;
    assert_in_range(turned, 65536 * 100 / 360, 65536 * 125 / 360);
}

static void two_fingers_zoom(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, 30000, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_DOWN, 1, 35000, MIDDLE), 1); // a mark for each
    double zoom = 1.0;
    for (int i = 1; i <= 50; i++)
        if (feed(&table, GESTURE_MOVE, 1, (uint16_t)(35000 + i * 300), MIDDLE)) {
            assert_int_equal(table.inputs[0].kind, GAME_CAMERA);
            assert_int_equal(table.inputs[0].camera.turn, 0);
            zoom *= 1.0 + table.inputs[0].camera.zoom_percent / 100.0;
        }
    assert_true(zoom > 2.5); // 20,000 by about 6,000 behind the slop
    assert_true(zoom < 4.0);
    assert_int_equal(feed(&table, GESTURE_UP, 1, 50000, MIDDLE), 0);
    assert_int_equal(feed(&table, GESTURE_UP, 0, 30000, MIDDLE), 0);
}

static void a_wheel_zooms_without_a_mark(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    assert_int_equal(feed(&table, GESTURE_NEARER, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_CAMERA);
    assert_true(table.inputs[0].camera.zoom_percent > 0);
    assert_int_equal(table.inputs[0].camera.turn, 0);
    assert_int_equal(feed(&table, GESTURE_FARTHER, 0, MIDDLE, MIDDLE), 1);
    assert_true(table.inputs[0].camera.zoom_percent < 0);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE); // and a press amid all this stays a press
    feed(&table, GESTURE_NEARER, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_WALK);
}

static void a_tap_of_two_fingers_resets_the_camera(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 4, 30000, MIDDLE);
    feed(&table, GESTURE_DOWN, 9, 40000, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_UP, 4, 30000, MIDDLE), 0);
    assert_int_equal(feed(&table, GESTURE_UP, 9, 40000, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_CAMERA_RESET);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE); // and the next tap is a tap again
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 1);
    assert_int_equal(table.inputs[0].kind, GAME_WALK);
}

static void a_view_that_is_too_old_gives_nothing_but_the_mark(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    struct gesture_event down = {1, 0, GESTURE_DOWN, MIDDLE, MIDDLE};
    struct gesture_event up = {2, 0, GESTURE_UP, MIDDLE, MIDDLE};
    assert_int_equal(gesture_feed(&table.gesture, &down, NULL, &table.stage, PLAYER, table.inputs), 1);
    assert_int_equal(table.inputs[0].kind, GAME_TOUCH);
    assert_int_equal(gesture_feed(&table.gesture, &up, NULL, &table.stage, PLAYER, table.inputs), 0);
}

static void a_cancelled_contact_means_nothing(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    assert_int_equal(feed(&table, GESTURE_CANCEL, 0, MIDDLE, MIDDLE), 0);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 0);
    feed(&table, GESTURE_DOWN, 0, MIDDLE, MIDDLE);
    gesture_cancel(&table.gesture);
    assert_int_equal(feed(&table, GESTURE_UP, 0, MIDDLE, MIDDLE), 0);
}

static void contacts_beyond_ten_are_ignored(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    for (int pointer = 0; pointer < GESTURE_POINTERS_MAX; pointer++)
        assert_int_equal(feed(&table, GESTURE_DOWN, (uint8_t)pointer, MIDDLE, MIDDLE), 1);
    assert_int_equal(feed(&table, GESTURE_DOWN, 99, MIDDLE, MIDDLE), 0);
    assert_int_equal(feed(&table, GESTURE_MOVE, 99, 0, 0), 0);
    assert_int_equal(feed(&table, GESTURE_UP, 99, 0, 0), 0);
}

static void any_sequence_of_events_stays_in_bounds(void **state)
{
    (void)state;
    struct table table;
    lay_table(&table);
    struct random_generator random;
    random_seed(&random, 11);
    for (int i = 0; i < 20000; i++) {
        size_t count =
            feed(&table, (enum gesture_phase)random_below(&random, 6), (uint8_t)random_below(&random, 12),
                 (uint16_t)random_below(&random, 65536), (uint16_t)random_below(&random, 65536));
        assert_true(count <= GESTURE_INPUTS_MAX);
        for (size_t input = 0; input < count; input++)
            assert_true(table.inputs[input].kind < GAME_INPUT_KIND_COUNT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_shows_the_tap_mark_at_once),
        cmocka_unit_test(a_release_without_a_drag_means_the_ground_under_it),
        cmocka_unit_test(the_ground_beside_a_dialogue_closes_it_and_no_more),
        cmocka_unit_test(what_was_pressed_counts_when_the_picture_has_changed),
        cmocka_unit_test(controls_and_people_have_their_meanings),
        cmocka_unit_test(a_drag_turns_the_camera_and_walks_nowhere),
        cmocka_unit_test(slow_drags_lose_nothing),
        cmocka_unit_test(two_fingers_zoom),
        cmocka_unit_test(a_wheel_zooms_without_a_mark),
        cmocka_unit_test(a_tap_of_two_fingers_resets_the_camera),
        cmocka_unit_test(a_view_that_is_too_old_gives_nothing_but_the_mark),
        cmocka_unit_test(a_cancelled_contact_means_nothing),
        cmocka_unit_test(contacts_beyond_ten_are_ignored),
        cmocka_unit_test(any_sequence_of_events_stays_in_bounds),
    };
    return cmocka_run_group_tests_name("gesture", tests, NULL, NULL);
}
