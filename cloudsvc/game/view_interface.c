#include "cloudsvc/game/view_interface.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cloudsvc/game/calendar.h"
#include "cloudsvc/game/layout.h"
#include "cloudsvc/game/skill.h"

/// Texts that the content points to, as long as it is laid out.
struct texts {
    char banner[VIEW_TEXT_MAX];
    char chest[VIEW_TEXT_MAX];
    char next[VIEW_TEXT_MAX];
    char standing[VIEW_TEXT_MAX];
};

_Static_assert((int)LAYOUT_QUESTS_MAX == (int)QUEST_ACTIVE_MAX, "the tracker shows every quest");
_Static_assert((int)LAYOUT_ANSWERS_MAX == (int)DIALOGUE_ANSWERS_MAX, "a dialogue shows every answer");

static const char *text_of(const struct game *game, const struct player *player, pack_text_id text)
{
    return pack_text(game->pack, text, player->language);
}

static bool is_open(const struct player *player, enum game_panel panel)
{
    return player->open_panels >> panel & 1;
}

static void fill_find(const struct game *game, const struct player *player, struct layout_content *content)
{
    content->find_count = game->pack->find_count;
    for (size_t i = 0; i < content->find_count; i++)
        content->find[i] =
            world_text(game, player, game->pack->find[i].label_text, game->pack->find[i].label);
    content->find_active =
        player->errand.find < content->find_count ? player->errand.find : content->find_count;
    content->is_find_folded = !is_open(player, GAME_PANEL_FIND);
}

static void fill_vitals(const struct player *player, struct layout_content *content, struct texts *texts)
{
    const struct vitals *vitals = &player->vitals;
    char level[32];
    char points[32];
    words_compose_number(level, sizeof level, WORD_LEVEL, player->words, vitals_level(vitals));
    words_compose_number(points, sizeof points, WORD_POINTS, player->words, vitals->score);
    words_compose(texts->standing, sizeof texts->standing, "{1} · {2}", level, points);
    content->vitals = (struct layout_vitals){texts->standing, vitals_health(vitals), vitals_energy(vitals)};
    content->skill_count = GAME_SKILL_COUNT;
    for (size_t i = 0; i < GAME_SKILL_COUNT; i++) {
        enum game_skill skill = (enum game_skill)i;
        bool has_energy = vitals_has_energy(vitals, skill_cost(skill).energy);
        content->skills[i] = (struct layout_skill){skill_ready(vitals, skill), !has_energy};
    }
}

// Errands are called what they are for; long labels are cut.
static bool is_label(const struct errand *errand, const char *title)
{
    return strncmp(errand->label, title, sizeof errand->label - 1) == 0;
}

// A quest that is offered is called the next.
static const char *write_entry(const struct player *player, const struct quest_entry *entry,
                               const char *title, struct texts *texts)
{
    if (!entry->is_offer)
        return title;
    words_compose(texts->next, sizeof texts->next, words_get(WORD_NEXT, player->words), title, NULL);
    return texts->next;
}

static void fill_tracker(const struct game *game, uint32_t slot, struct layout_content *content,
                         struct texts *texts)
{
    const struct player *player = &game->players[slot];
    struct quest_entry entries[QUEST_ACTIVE_MAX];
    content->quest_count = quest_tracker(game, slot, entries);
    for (size_t i = 0; i < content->quest_count; i++) {
        const char *title = text_of(game, player, entries[i].title);
        content->quests[i] = (struct layout_quest){
            .number = entries[i].quest,
            .title = write_entry(player, &entries[i], title, texts),
            .done = entries[i].done,
            .needed = entries[i].needed,
            .is_active = title[0] && is_label(&player->errand, title),
        };
    }
    content->is_tracker_folded = !is_open(player, GAME_PANEL_QUESTS);
}

static void fill_dialogue(const struct game *game, const struct player *player,
                          struct layout_content *content)
{
    if (!dialogue_is_open(player))
        return;
    const struct dialogue *dialogue = &player->dialogue;
    const struct npc *npc = &game->npcs[dialogue->npc];
    content->speaker = world_text(game, player, npc->about->name_text, npc->about->name);
    content->speaker_clothes = world_npc_clothes(npc->type);
    content->line = dialogue->line;
    while (content->answer_count < DIALOGUE_ANSWERS_MAX && dialogue->answers[content->answer_count]) {
        enum game_word answer = dialogue->answers[content->answer_count];
        content->answers[content->answer_count++] = words_get(answer, player->words);
    }
}

// What waits: the festival and the reward chest.
static void fill_corner(const struct game *game, uint32_t slot, struct layout_content *content,
                        struct texts *texts)
{
    const struct player *player = &game->players[slot];
    content->has_map = true;
    if (calendar_festival_is_on(game->pack, game->tick))
        content->festival = text_of(game, player, game->pack->festival.title);
    size_t rewards = quest_chest_count(game, slot);
    if (rewards == 0)
        return;
    snprintf(texts->chest, sizeof texts->chest, "%s · %zu", words_get(WORD_CHEST, player->words), rewards);
    content->chest = texts->chest;
}

// "Blacksmith · 34 m · 2 scenes"
static const char *write_banner(const struct player *player, char *text, size_t size)
{
    char distance[32];
    char scenes[64];
    const struct errand *errand = &player->errand;
    if (!errand->label[0])
        return NULL;
    double to_go_m = walk_remaining_m(&player->walk, &player->body.position) + errand->beyond_m;
    words_compose_number(distance, sizeof distance, WORD_METRES, player->words, (unsigned long)ceil(to_go_m));
    enum game_word word = errand->scenes_to_go == 1 ? WORD_SCENE_TO_GO : WORD_SCENES_TO_GO;
    words_compose_number(scenes, sizeof scenes, word, player->words, errand->scenes_to_go);
    words_compose(text, size, errand->scenes_to_go > 0 ? "{1} · {2} · " : "{1} · {2}", errand->label,
                  distance);
    if (errand->scenes_to_go > 0)
        strncat(text, scenes, size - strlen(text) - 1);
    return text;
}

static void fill_notices(const struct game *game, const struct player *player, struct layout_content *content,
                         struct texts *texts)
{
    content->banner = write_banner(player, texts->banner, sizeof texts->banner);
    content->toast = game->tick < player->message_end_tick ? player->message : NULL;
    content->can_go_near = refusal_offers_nearest(game, player);
}

void view_interface_fill(const struct game *game, uint32_t slot, struct view *view)
{
    const struct player *player = &game->players[slot];
    struct texts texts;
    struct layout_content content = {.words = player->words};
    fill_corner(game, slot, &content, &texts);
    fill_vitals(player, &content, &texts);
    fill_tracker(game, slot, &content, &texts);
    fill_find(game, player, &content);
    fill_dialogue(game, player, &content);
    fill_notices(game, player, &content, &texts);
    layout_fill(&content, &player->viewport, view);
}

double view_interface_cover(const struct game *game, const struct player *player)
{
    struct layout_content content = {.words = player->words};
    fill_dialogue(game, player, &content);
    if (!content.speaker)
        return 0.0;
    fill_find(game, player, &content);
    return layout_dialogue_cover(&content, &player->viewport);
}
