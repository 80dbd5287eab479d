#include "nav/pack_quest.h"

#include <stdlib.h>
#include <string.h>

#include "nav/pack_enemy.h"
#include "nav/pack_gate.h"
#include "nav/pack_item.h"
#include "nav/pack_person.h"
#include "nav/pack_shape.h"
#include "nav/pack_text.h"

enum {
    COUNT_MAX = 1000,
    SCORE_MAX = 100000,
};

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

_Static_assert(PACK_QUESTS_MAX <= 64, "a set of quests is a bit for each");

/// What reading quests needs throughout.
struct reader {
    struct pack *pack;
    uint64_t before[PACK_QUESTS_MAX]; // per quest, a bit for each that is done before
};

// ---- names -------------------------------------------------------------------------------------

/// @return its number; the pack's quest_count when there is none
static size_t find_quest(const struct pack *pack, const char *name)
{
    size_t quest = 0;
    while (quest < pack->quest_count && strcmp(pack->quests[quest].name, name) != 0)
        quest++;
    return quest;
}

static bool read_name(const struct json *root, struct pack *pack)
{
    struct pack_quest *quest = &pack->quests[pack->quest_count];
    struct json name = json_require(root, "name");
    bool is_right = json_word(&name, quest->name, sizeof quest->name);
    size_t other = is_right ? find_quest(pack, quest->name) : pack->quest_count;
    if (other < pack->quest_count)
        json_fault(&name, "quest %zu has the name \"%s\" too; rename one", other, quest->name);
    is_right = is_right && other == pack->quest_count;
    pack->quest_count++;
    return is_right;
}

/// Names come first: quests name one another.
static bool read_names(const struct json *quests, struct pack *pack)
{
    bool is_right = true;
    for (struct json quest = json_first(quests); quest.item; quest = json_next(&quest))
        is_right = read_name(&quest, pack) && is_right;
    return is_right;
}

// ---- tasks -------------------------------------------------------------------------------------

/// Reads "to" and "says".
static bool read_listener(const struct json *root, struct pack *pack, struct pack_task *task)
{
    struct json to = json_require(root, "to");
    struct json says = json_require(root, "says");
    bool is_right = to.item && pack_person_read_alone(&to, pack, &task->person);
    return pack_text_read(&says, pack, PACK_TEXT_MAX, &task->says) && is_right;
}

/// Reads "item" and "count".
static bool read_things(const struct json *root, const struct pack *pack, struct pack_task *task)
{
    struct json item = json_require(root, "item");
    struct json count = json_member(root, "count");
    task->count = 1;
    bool is_right = !count.item || json_count(&count, 1, COUNT_MAX, &task->count);
    return pack_item_find(&item, pack, &task->item) && is_right;
}

static bool read_talk(const struct json *root, struct pack *pack, struct pack_task *task)
{
    static const char *const keys[] = {"kind", "title", "to", "says"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    return read_listener(root, pack, task) && is_right;
}

static bool read_fetch(const struct json *root, struct pack *pack, struct pack_task *task)
{
    static const char *const keys[] = {"kind", "title", "item", "count"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    if (!read_things(root, pack, task))
        return false;
    uint32_t spot_count = pack_item_spot_count(pack, task->item);
    if (spot_count >= task->count)
        return is_right;
    json_fault(root, "%u of \"%s\" are to be fetched, and the scenes have %u; add spots to their \"items\"",
               task->count, pack->items[task->item].name, spot_count);
    return false;
}

static bool read_defeat(const struct json *root, struct pack *pack, struct pack_task *task)
{
    static const char *const keys[] = {"kind", "title", "enemy", "count"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json enemy = json_require(root, "enemy");
    struct json count = json_require(root, "count");
    is_right = json_count(&count, 1, COUNT_MAX, &task->count) && is_right;
    if (!pack_enemy_read_kind(&enemy, &task->enemy) || !is_right)
        return false;
    uint32_t enemy_count = pack_enemy_count(pack, task->enemy);
    if (enemy_count >= task->count)
        return true;
    json_fault(root, "%u are to be defeated, and the scenes have %u; add some to their \"enemies\"",
               task->count, enemy_count);
    return false;
}

static bool read_deliver(const struct json *root, struct pack *pack, struct pack_task *task)
{
    static const char *const keys[] = {"kind", "title", "item", "count", "to", "says"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    is_right = read_things(root, pack, task) && is_right;
    return read_listener(root, pack, task) && is_right;
}

static bool read_task(const struct json *root, struct pack *pack, struct pack_task *task)
{
    static const char *const kinds[] = {[PACK_TASK_TALK] = "talk",
                                        [PACK_TASK_FETCH] = "fetch",
                                        [PACK_TASK_DEFEAT] = "defeat",
                                        [PACK_TASK_DELIVER] = "deliver"};
    static bool (*const readers[])(const struct json *, struct pack *,
                                   struct pack_task *) = {[PACK_TASK_TALK] = read_talk,
                                                          [PACK_TASK_FETCH] = read_fetch,
                                                          [PACK_TASK_DEFEAT] = read_defeat,
                                                          [PACK_TASK_DELIVER] = read_deliver};
    struct json kind = json_require(root, "kind");
    struct json title = json_require(root, "title");
    size_t choice;
    if (!cJSON_IsObject(root->item))
        return json_object(root, NULL, 0);
    if (!json_choice(&kind, kinds, COUNT_OF(kinds), &choice))
        return false;
    task->kind = (enum pack_task_kind)choice;
    bool is_right = pack_text_read(&title, pack, PACK_NAME_MAX, &task->title);
    return readers[choice](root, pack, task) && is_right;
}

static bool read_tasks(const struct json *root, struct pack *pack, struct pack_quest *quest)
{
    struct json tasks = json_require(root, "tasks");
    size_t count;
    if (!json_array(&tasks, 1, PACK_TASKS_MAX, &count))
        return false;
    bool is_right = true;
    for (struct json task = json_first(&tasks); task.item; task = json_next(&task))
        is_right = read_task(&task, pack, &quest->tasks[quest->task_count++]) && is_right;
    return is_right;
}

// ---- what comes before and after ---------------------------------------------------------------

static bool read_after(const struct json *root, struct reader *reader, struct pack_quest *quest)
{
    struct json after = json_member(root, "after");
    size_t count;
    if (!after.item)
        return true;
    if (!json_array(&after, 0, COUNT_OF(quest->after), &count))
        return false;
    for (struct json each = json_first(&after); each.item; each = json_next(&each)) {
        char name[PACK_NAME_MAX];
        if (!json_word(&each, name, sizeof name))
            return false;
        size_t before = find_quest(reader->pack, name);
        if (before == reader->pack->quest_count) {
            json_fault(&each, "no quest has the name \"%s\"; correct it or add the quest", name);
            return false;
        }
        quest->after[quest->after_count++] = (uint32_t)before;
        reader->before[quest - reader->pack->quests] |= (uint64_t)1 << before;
    }
    return true;
}

static bool read_rewards(const struct json *root, struct pack *pack, struct pack_quest *quest)
{
    struct json score = json_member(root, "score");
    struct json gifts = json_member(root, "gifts");
    struct json opens = json_member(root, "opens");
    size_t count;
    bool is_right = !score.item || json_count(&score, 0, SCORE_MAX, &quest->score);
    quest->has_gate = opens.item;
    if (opens.item)
        is_right = pack_gate_find(&opens, pack, &quest->opens_scene, &quest->opens) && is_right;
    if (!gifts.item)
        return is_right;
    if (!json_array(&gifts, 0, COUNT_OF(quest->gifts), &count))
        return false;
    for (struct json gift = json_first(&gifts); gift.item; gift = json_next(&gift))
        is_right = pack_item_find(&gift, pack, &quest->gifts[quest->gift_count++]) && is_right;
    return is_right;
}

/// Completes what is done before each quest with what is done before that [Warshall 1962].
/// @return whether no quest is to be done before itself
static bool check_order(const struct json *quests, struct reader *reader)
{
    size_t count = reader->pack->quest_count;
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < count; i++)
            reader->before[i] |= reader->before[i] >> k & 1 ? reader->before[k] : 0;
    }
    size_t i = 0;
    for (struct json quest = json_first(quests); quest.item; quest = json_next(&quest), i++) {
        struct json after = json_member(&quest, "after");
        if (!(reader->before[i] >> i & 1))
            continue;
        json_fault(&after, "quest \"%s\" would have to be done before itself; remove what leads back to it",
                   reader->pack->quests[i].name);
        return false;
    }
    return true;
}

// ---- what is delivered -------------------------------------------------------------------------

/// How many of a thing quests give that are done before.
static uint32_t count_gifts(const struct reader *reader, size_t quest, uint32_t item)
{
    uint32_t count = 0;
    for (size_t i = 0; i < reader->pack->quest_count; i++) {
        const struct pack_quest *before = &reader->pack->quests[i];
        for (size_t k = 0; reader->before[quest] >> i & 1 && k < before->gift_count; k++)
            count += before->gifts[k] == item;
    }
    return count;
}

/// Says whether a player has what a task delivers, from the quest's tasks before or from gifts.
static bool check_supply(const struct json *root, const struct reader *reader, size_t quest, size_t task)
{
    const struct pack_task *tasks = reader->pack->quests[quest].tasks;
    uint32_t item = tasks[task].item;
    uint32_t had = count_gifts(reader, quest, item);
    uint32_t needed = tasks[task].count;
    for (size_t i = 0; i < task; i++) {
        bool is_same = tasks[i].item == item;
        had += is_same && tasks[i].kind == PACK_TASK_FETCH ? tasks[i].count : 0;
        needed += is_same && tasks[i].kind == PACK_TASK_DELIVER ? tasks[i].count : 0;
    }
    if (had >= needed)
        return true;
    json_fault(root,
               "%u of \"%s\" are delivered up to here, and players have %u; let a task before fetch them",
               needed, reader->pack->items[item].name, had);
    return false;
}

static bool check_supplies(const struct json *quests, const struct reader *reader)
{
    bool is_right = true;
    size_t i = 0;
    for (struct json quest = json_first(quests); quest.item; quest = json_next(&quest), i++) {
        struct json tasks = json_member(&quest, "tasks");
        size_t k = 0;
        for (struct json task = json_first(&tasks); task.item; task = json_next(&task), k++) {
            if (reader->pack->quests[i].tasks[k].kind == PACK_TASK_DELIVER)
                is_right = check_supply(&task, reader, i, k) && is_right;
        }
    }
    return is_right;
}

// ---- quests ------------------------------------------------------------------------------------

static bool read_quest(const struct json *root, struct reader *reader, struct pack_quest *quest)
{
    static const char *const keys[] = {"name",  "title", "giver", "offer", "after",
                                       "tasks", "score", "gifts", "opens"};
    struct pack *pack = reader->pack;
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json title = json_require(root, "title");
    struct json giver = json_require(root, "giver");
    struct json offer = json_require(root, "offer");
    is_right = pack_text_read(&title, pack, PACK_NAME_MAX, &quest->title) && is_right;
    is_right = giver.item && pack_person_read_alone(&giver, pack, &quest->giver) && is_right;
    is_right = pack_text_read(&offer, pack, PACK_TEXT_MAX, &quest->offer) && is_right;
    is_right = read_after(root, reader, quest) && is_right;
    is_right = read_tasks(root, pack, quest) && is_right;
    return read_rewards(root, pack, quest) && is_right;
}

bool pack_quest_read_all(const struct json *root, struct pack *pack)
{
    struct reader reader = {.pack = pack};
    struct json quests = json_member(root, "quests");
    size_t count;
    if (!quests.item)
        return true;
    if (!json_array(&quests, 0, PACK_QUESTS_MAX, &count))
        return false;
    pack->quests = calloc(count + 1, sizeof *pack->quests);
    if (!pack_shape_has_memory(&quests, pack->quests))
        return false;
    bool is_right = read_names(&quests, pack);
    size_t i = 0;
    for (struct json quest = json_first(&quests); quest.item; quest = json_next(&quest))
        is_right = read_quest(&quest, &reader, &pack->quests[i++]) && is_right;
    return is_right && check_order(&quests, &reader) && check_supplies(&quests, &reader);
}
