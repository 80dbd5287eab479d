#include "cloudsvc/game/bot.h"

#include "cloudsvc/game/layout.h"

enum { STROLL_MIN_M = 3, STROLL_MAX_M = 12, NEARBY_MAX = 6 };

#define SEEN_M    15.0f // people within it are talked to
#define ALARM_M   6.0f  // enemies within it are fought
#define STRIKE_M  2.0f  // a blow reaches so far
#define HURT      0.5f  // with more damage it heals itself
#define A_QUARTER 16384 // of a circle, as cameras turn

static const char *const names[] = {
    "Ada",    "Anouk",   "Arthur", "Asha",   "Bela",  "Bruno", "Carla", "Ciro",  "Clara", "Dario",
    "Delia",  "Edda",    "Elio",   "Elsa",   "Emil",  "Enzo",  "Esra",  "Fabio", "Farah", "Finn",
    "Flora",  "Frida",   "Gesa",   "Gino",   "Greta", "Hana",  "Hugo",  "Ida",   "Igor",  "Ilse",
    "Ines",   "Iris",    "Ivo",    "Jana",   "Jonas", "Juno",  "Kaito", "Karim", "Kira",  "Klara",
    "Lale",   "Lars",    "Leila",  "Leo",    "Lina",  "Livia", "Lotte", "Luca",  "Mai",   "Malik",
    "Marta",  "Mateo",   "Mila",   "Mira",   "Nadia", "Nia",   "Nico",  "Nils",  "Noa",   "Nora",
    "Olga",   "Olivia",  "Omar",   "Oskar",  "Otto",  "Pablo", "Paula", "Pia",   "Quinn", "Rafael",
    "Rania",  "Remy",    "Rita",   "Romy",   "Rosa",  "Ruben", "Ruth",  "Samir", "Sara",  "Selma",
    "Silas",  "Sofia",   "Stella", "Sven",   "Tara",  "Theo",  "Tilda", "Timo",  "Tom",   "Ugo",
    "Ursula", "Valerie", "Vera",   "Viktor", "Wanda", "Xenia", "Yara",  "Yusuf", "Zoe",   "小雨",
};

const char *bot_name(size_t number)
{
    return names[number % (sizeof names / sizeof names[0])];
}

void bot_init(struct bot *bot, uint64_t seed, uint64_t tick)
{
    *bot = (struct bot){.state = BOT_RESTING};
    random_seed(&bot->random, seed);
    bot->look_tick = tick + BOT_LOOK_TICKS;
    bot->until_tick = tick + random_below(&bot->random, 4 * GAME_TICK_HZ);
}

bool bot_looks(const struct bot *bot, uint64_t tick)
{
    return tick >= bot->look_tick;
}

/// Enters a state for so many seconds, more or less.
static void enter(struct bot *bot, enum bot_state state, uint64_t tick, uint32_t from_s, uint32_t until_s)
{
    bot->state = state;
    bot->until_tick =
        tick + from_s * GAME_TICK_HZ + random_below(&bot->random, (until_s - from_s) * GAME_TICK_HZ);
}

// ---- what it sees ----------------------------------------------------------------------------------

static const struct view_actor *oneself(const struct view *view)
{
    return view->actor_count > 0 && view->actors[0].kind == VIEW_PLAYER ? &view->actors[0] : NULL;
}

static float plan_distance_squared(const struct view_actor *a, const struct view_actor *b)
{
    float x = a->position.x - b->position.x;
    float z = a->position.z - b->position.z;
    return x * x + z * z;
}

/// Somebody speaks to it: dialogues alone show a face.
static bool is_spoken_to(const struct view *view)
{
    for (size_t i = 0; i < view->element_count; i++)
        if (view->elements[i].kind == VIEW_PORTRAIT)
            return true;
    return false;
}

static bool is_under_way(const struct view *view)
{
    return view->route_count > 0 || view->fade > 0.0f;
}

/// Whether a tap on the element is an input of this kind, and which.
static bool is_button(const struct view_element *element, enum game_input_kind kind, struct game_input *input)
{
    layout_action_input(element->action, input);
    return input->kind == kind;
}

static bool is_ready(const struct view *view, enum game_skill skill)
{
    struct game_input input = {0};
    for (size_t i = 0; i < view->element_count; i++) {
        const struct view_element *element = &view->elements[i];
        if (is_button(element, GAME_SKILL, &input) && input.skill == skill)
            return !element->is_muted && element->fill >= 1.0f;
    }
    return false;
}

/// The nearest enemy that is alive and near enough to matter; actors come nearest first.
static const struct view_actor *enemy_of(const struct view *view, const struct view_actor *self)
{
    for (size_t i = 0; i < view->actor_count; i++) {
        const struct view_actor *actor = &view->actors[i];
        if (actor->kind == VIEW_ENEMY && actor->damage < 1.0f)
            return plan_distance_squared(self, actor) < ALARM_M * ALARM_M ? actor : NULL;
    }
    return NULL;
}

/// One of the nearest people who live here.
static const struct view_actor *somebody(struct bot *bot, const struct view *view,
                                         const struct view_actor *self)
{
    const struct view_actor *nearby[NEARBY_MAX];
    uint32_t count = 0;
    for (size_t i = 0; i < view->actor_count && count < NEARBY_MAX; i++) {
        const struct view_actor *actor = &view->actors[i];
        if (actor->kind == VIEW_NPC && plan_distance_squared(self, actor) < SEEN_M * SEEN_M)
            nearby[count++] = actor;
    }
    return count > 0 ? nearby[random_below(&bot->random, count)] : NULL;
}

// ---- what it does ----------------------------------------------------------------------------------

/// Sets out; whether the game lets it shows at the next look.
static bool go(struct bot *bot, uint64_t tick, struct game_input *input, enum game_input_kind kind)
{
    bot->state = BOT_GOING;
    bot->until_tick = tick + BOT_PATIENCE_TICKS;
    input->kind = kind;
    return true;
}

/// Presses one of the buttons of a kind that are there.
static bool press(struct bot *bot, const struct view *view, enum game_input_kind kind,
                  struct game_input *input)
{
    struct game_input pressed = *input;
    uint32_t count = 0;
    for (size_t i = 0; i < view->element_count; i++)
        if (is_button(&view->elements[i], kind, &pressed) && random_below(&bot->random, ++count) == 0)
            *input = pressed;
    return count > 0;
}

static double stroll_part(struct bot *bot)
{
    double part = STROLL_MIN_M + random_below(&bot->random, 1000 * (STROLL_MAX_M - STROLL_MIN_M)) / 1000.0;
    return random_below(&bot->random, 2) == 0 ? part : -part;
}

static bool stroll(struct bot *bot, const struct view *view, const struct view_actor *self,
                   struct game_input *input)
{
    input->position = (struct nav_position){.x = (double)self->position.x + stroll_part(bot),
                                            .y = (double)self->position.y,
                                            .z = (double)self->position.z + stroll_part(bot),
                                            .scene = view->scene};
    return go(bot, view->tick, input, GAME_WALK);
}

static bool look_around(struct bot *bot, struct game_input *input)
{
    input->kind = GAME_CAMERA;
    input->camera.turn = (int32_t)random_below(&bot->random, 2 * A_QUARTER) - A_QUARTER;
    input->camera.zoom_percent = 0;
    return true;
}

/// Follows a button of the screen that leads somewhere.
static bool follow_button(struct bot *bot, const struct view *view, struct game_input *input)
{
    static const enum game_input_kind kinds[] = {GAME_TRACK, GAME_TRACK, GAME_CHEST, GAME_FESTIVAL};
    enum game_input_kind kind = kinds[random_below(&bot->random, sizeof kinds / sizeof kinds[0])];
    return press(bot, view, kind, input) && go(bot, view->tick, input, kind);
}

/// What comes to its mind: of a hundred times so many.
static bool begin_something(struct bot *bot, const struct pack *pack, const struct view *view,
                            const struct view_actor *self, struct game_input *input)
{
    uint32_t mind = random_below(&bot->random, 100);
    if (mind < 10) {
        enter(bot, BOT_RESTING, view->tick, 2, 8);
        return look_around(bot, input);
    }
    if (mind < 30 && follow_button(bot, view, input))
        return true;
    if (mind < 55 && pack->find_count > 0) {
        input->find = random_below(&bot->random, (uint32_t)pack->find_count);
        return go(bot, view->tick, input, GAME_FIND);
    }
    const struct view_actor *person = mind < 70 ? somebody(bot, view, self) : NULL;
    if (!person)
        return stroll(bot, view, self, input);
    input->npc = person->id;
    return go(bot, view->tick, input, GAME_TALK);
}

/// Listens, presses an answer if there is one, listens to what comes of it, and goes.
static bool converse(struct bot *bot, const struct view *view, struct game_input *input)
{
    if (bot->state != BOT_READING) {
        enter(bot, BOT_READING, view->tick, 2, 6);
        bot->has_answered = false;
        return false;
    }
    if (view->tick < bot->until_tick)
        return false;
    if (!bot->has_answered && press(bot, view, GAME_ANSWER, input)) {
        enter(bot, BOT_READING, view->tick, 1, 3);
        bot->has_answered = true;
        return true;
    }
    enter(bot, BOT_RESTING, view->tick, 1, 4);
    input->kind = GAME_CLOSE_DIALOGUE;
    return true;
}

static bool use(struct game_input *input, enum game_skill skill)
{
    input->kind = GAME_SKILL;
    input->skill = skill;
    return true;
}

static bool fight(struct bot *bot, const struct view *view, const struct view_actor *self,
                  const struct view_actor *enemy, struct game_input *input)
{
    if (self->damage > HURT && is_ready(view, GAME_HEAL))
        return use(input, GAME_HEAL);
    if (bot->enemy != enemy->id) {
        bot->enemy = enemy->id;
        input->enemy = enemy->id;
        return go(bot, view->tick, input, GAME_FIGHT);
    }
    bool is_close = plan_distance_squared(self, enemy) < STRIKE_M * STRIKE_M;
    if (is_close && is_ready(view, GAME_STRIKE))
        return use(input, GAME_STRIKE);
    return !is_close && is_ready(view, GAME_SHOT) && use(input, GAME_SHOT);
}

/// Goes on with what it is at.
/// @return whether it is at anything
static bool is_busy(struct bot *bot, const struct view *view)
{
    if (is_under_way(view))
        return bot->state == BOT_GOING && view->tick < bot->until_tick;
    if (bot->state == BOT_GOING || bot->state == BOT_READING)
        enter(bot, BOT_RESTING, view->tick, 1, 7); // it has arrived, or there was no way
    return view->tick < bot->until_tick;
}

bool bot_think(struct bot *bot, const struct pack *pack, const struct view *view, struct game_input *input)
{
    *input = (struct game_input){.kind = GAME_INPUT_KIND_COUNT};
    bot->look_tick = view->tick + BOT_LOOK_TICKS * 2 / 3 + random_below(&bot->random, BOT_LOOK_TICKS * 2 / 3);
    const struct view_actor *self = oneself(view);
    if (!self)
        return false;
    if (is_spoken_to(view))
        return converse(bot, view, input);
    const struct view_actor *enemy = enemy_of(view, self);
    bot->enemy = enemy ? bot->enemy : 0;
    if (enemy)
        return fight(bot, view, self, enemy, input);
    return !is_busy(bot, view) && begin_something(bot, pack, view, self, input);
}
