// The interface of players in a real world: languages, panels that fold, quests, messages.
#include "cloudsvc/game/view_interface.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cloudsvc/game/layout.h"
#include "tests/data/plain_world.h"

static struct view view;

static const struct game_viewport laptop = {1280, 720, 100, {0}};
static const struct game_viewport phone = {390, 844, 100, {0}};

static struct plain_world world;

static int load(void **state)
{
    (void)state;
    world = plain_world_of("cloudsvc/worlds/harbor", 1);
    return 0;
}

static int unload(void **state)
{
    (void)state;
    plain_world_destroy(&world);
    return 0;
}

// Everybody leaves.
static int tear_down(void **state)
{
    (void)state;
    for (uint32_t slot = 0; slot < GAME_PLAYERS_MAX; slot++)
        if (world.game->players[slot].is_here) {
            struct game_input input = {.kind = GAME_LEAVE, .player = world_player_id(world.game, slot)};
            assert_true(game_apply(world.game, &input));
        }
    return 0;
}

// Returns the slot of a player who comes with a screen and a language.
static uint32_t join(const struct game_viewport *viewport, const char *language)
{
    struct game_input input = {
        .kind = GAME_JOIN, .player = game_next_player(world.game), .viewport = *viewport};
    snprintf(input.language, sizeof input.language, "%s", language);
    assert_true(game_apply(world.game, &input));
    return world_slot(world.game, input.player);
}

static bool apply(uint32_t slot, enum game_input_kind kind, uint32_t number)
{
    struct game_input input = {.kind = kind, .player = world_player_id(world.game, slot), .number = number};
    return game_apply(world.game, &input);
}

static void look(uint32_t slot)
{
    assert_true(game_view(world.game, world_player_id(world.game, slot), &view));
}

static const struct view_element *element_with(enum game_input_kind kind, uint32_t number)
{
    for (size_t i = 0; i < view.element_count; i++)
        if (view.elements[i].action == layout_action(kind, number))
            return &view.elements[i];
    return NULL;
}

static const struct view_element *element_saying(const char *text)
{
    for (size_t i = 0; i < view.element_count; i++)
        if (strstr(view.elements[i].text, text))
            return &view.elements[i];
    return NULL;
}

static size_t count_of(enum view_element_kind kind)
{
    size_t count = 0;
    for (size_t i = 0; i < view.element_count; i++)
        count += view.elements[i].kind == kind;
    return count;
}

static void whoever_comes_sees_map_vitals_skills_and_the_find_list(void **state)
{
    (void)state;
    look(join(&laptop, "en"));
    assert_int_equal(count_of(VIEW_MINIMAP), 1);
    assert_int_equal(count_of(VIEW_METER), 2);
    assert_int_equal(count_of(VIEW_SKILL), GAME_SKILL_COUNT);
    assert_non_null(element_saying("Level 1"));
    assert_non_null(element_with(GAME_FIND, 0));
    assert_null(element_with(GAME_CLOSE_DIALOGUE, 0));
    assert_true(view.map.span_m > 20.0f);
}

static void everyone_reads_their_own_language(void **state)
{
    (void)state;
    uint32_t english = join(&laptop, "en-GB");
    uint32_t chinese = join(&laptop, "zh-CN");
    char label[VIEW_TEXT_MAX];
    look(english);
    assert_non_null(element_saying("Find"));
    snprintf(label, sizeof label, "%s", element_with(GAME_FIND, 0)->text);
    look(chinese);
    assert_non_null(element_saying("找人"));
    assert_string_not_equal(element_with(GAME_FIND, 0)->text, label);
    assert_true((unsigned char)element_with(GAME_FIND, 0)->text[0] >= 0x80);
    bool has_chinese_name = false;
    for (size_t i = 0; i < view.actor_count; i++)
        has_chinese_name |= view.actors[i].kind == VIEW_NPC && (unsigned char)view.actors[i].name[0] >= 0x80;
    assert_true(has_chinese_name);
}

static void whoever_has_no_name_is_a_guest_in_their_language(void **state)
{
    (void)state;
    world.game->joined_count = 0;
    assert_string_equal(world.game->players[join(&laptop, "fr")].name, "Guest 1");
    assert_string_equal(world.game->players[join(&laptop, "zh")].name, "旅人 2");
}

static void panels_open_and_fold(void **state)
{
    (void)state;
    uint32_t slot = join(&laptop, "en");
    assert_true(apply(slot, GAME_PANEL, GAME_PANEL_FIND));
    look(slot);
    assert_null(element_with(GAME_FIND, 0));
    assert_non_null(element_with(GAME_PANEL, GAME_PANEL_FIND));
    assert_true(apply(slot, GAME_PANEL, GAME_PANEL_FIND));
    look(slot);
    assert_non_null(element_with(GAME_FIND, 0));
    assert_false(apply(slot, GAME_PANEL, GAME_PANEL_COUNT));
}

static void a_phones_list_is_opened_and_folds_by_itself(void **state)
{
    (void)state;
    uint32_t slot = join(&phone, "en");
    look(slot);
    assert_null(element_with(GAME_FIND, 0));
    assert_true(apply(slot, GAME_PANEL, GAME_PANEL_FIND));
    look(slot);
    assert_non_null(element_with(GAME_FIND, 0));
    assert_true(apply(slot, GAME_FIND, 0));
    look(slot);
    assert_null(element_with(GAME_FIND, 0));
    assert_true(element_with(GAME_PANEL, GAME_PANEL_FIND)->is_accented);
    assert_non_null(element_saying(" m")); // on the way
}

static void quests_and_rewards_are_shown(void **state)
{
    (void)state;
    uint32_t slot = join(&laptop, "en");
    struct quest_log *log = &world.game->players[slot].quests;
    look(slot);
    assert_null(element_with(GAME_CHEST, 0));
    const struct view_element *next = element_with(GAME_TRACK, 0);
    assert_true(next && strncmp(next->text, "Next: ", 6) == 0);
    log->finished = UINT64_MAX;
    look(slot);
    assert_null(element_with(GAME_PANEL, GAME_PANEL_QUESTS));
    log->finished = 0;
    log->active[log->active_count++] = (struct quest_progress){.quest = 0};
    log->rewards = 2;
    look(slot);
    assert_non_null(element_with(GAME_TRACK, 0));
    assert_false(element_with(GAME_TRACK, 0)->is_accented);
    assert_non_null(strstr(element_with(GAME_CHEST, 0)->text, "1"));
    assert_true(apply(slot, GAME_TRACK, 0));
    look(slot);
    assert_true(element_with(GAME_TRACK, 0)->is_accented);
    assert_true(apply(slot, GAME_PANEL, GAME_PANEL_QUESTS));
    look(slot);
    assert_null(element_with(GAME_TRACK, 0));
}

static void skills_show_what_they_wait_for(void **state)
{
    (void)state;
    uint32_t slot = join(&laptop, "en");
    world.game->players[slot].vitals.energy = 0;
    world.game->players[slot].vitals.cooldown_ticks[GAME_SHOT] = 1;
    look(slot);
    const struct view_element *shot = element_with(GAME_SKILL, GAME_SHOT);
    assert_true(shot->is_muted);
    assert_true(shot->fill > 0.5f && shot->fill < 1.0f);
}

static void a_message_goes_by_itself_and_offers_go_with_it(void **state)
{
    (void)state;
    uint32_t slot = join(&laptop, "en");
    struct player *player = &world.game->players[slot];
    world_say(world.game, player, "It rains.");
    player->refusal.end_tick = world.game->tick + 1000;
    look(slot);
    assert_non_null(element_saying("It rains."));
    assert_non_null(element_with(GAME_GO_NEAR, 0));
    world.game->tick += 1000;
    look(slot);
    assert_null(element_saying("It rains."));
    assert_null(element_with(GAME_GO_NEAR, 0));
}

static void a_dialogue_shows_its_answers_and_covers_the_lower_part(void **state)
{
    (void)state;
    uint32_t slot = join(&phone, "en");
    struct player *player = &world.game->players[slot];
    assert_true(view_interface_cover(world.game, player) == 0.0);
    player->dialogue = (struct dialogue){.npc = 0, .line = "Well?", .answers = {WORD_ACCEPT, WORD_NOT_NOW}};
    look(slot);
    assert_string_equal(element_with(GAME_ANSWER, 0)->text, "I will do it");
    assert_string_equal(element_with(GAME_ANSWER, 1)->text, "Not now");
    double cover = view_interface_cover(world.game, player);
    assert_true(cover > 0.1);
    player->dialogue.answers[0] = player->dialogue.answers[1] = WORD_NONE;
    assert_true(view_interface_cover(world.game, player) < cover);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(whoever_comes_sees_map_vitals_skills_and_the_find_list, tear_down),
        cmocka_unit_test_teardown(everyone_reads_their_own_language, tear_down),
        cmocka_unit_test_teardown(whoever_has_no_name_is_a_guest_in_their_language, tear_down),
        cmocka_unit_test_teardown(panels_open_and_fold, tear_down),
        cmocka_unit_test_teardown(a_phones_list_is_opened_and_folds_by_itself, tear_down),
        cmocka_unit_test_teardown(quests_and_rewards_are_shown, tear_down),
        cmocka_unit_test_teardown(skills_show_what_they_wait_for, tear_down),
        cmocka_unit_test_teardown(a_message_goes_by_itself_and_offers_go_with_it, tear_down),
        cmocka_unit_test_teardown(a_dialogue_shows_its_answers_and_covers_the_lower_part, tear_down),
    };
    return cmocka_run_group_tests_name("view_interface", tests, load, unload);
}
