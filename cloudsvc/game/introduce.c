#include "cloudsvc/game/introduce.h"

struct introduction {
    struct nav *nav;
    struct nav_query *query; // of its own: these are no player's requests
    struct nav_trip *trip;
    size_t count; // people asked for
};

/// Asks for everybody of a kind once, from where they stand.
static void introduce(struct introduction *introduction, const char *type, const char *subtype)
{
    const struct npc_index *index = nav_index(introduction->nav);
    if (type[0] == '\0')
        return;
    struct npc_list people = npc_index_find(index, type, subtype);
    if (people.count > NAV_KEPT_GOALS_MAX)
        return;
    for (size_t i = 0; i < people.count && introduction->count < NAV_KEPT_NPCS_MAX; i++) {
        struct nav_position at;
        if (!npc_index_position(index, people.ids[i], &at))
            continue;
        (void)nav_query_npc(introduction->query, at, type, subtype, introduction->trip);
        introduction->count++;
    }
}

static void introduce_person(struct introduction *introduction, const struct pack_person *person)
{
    introduce(introduction, person->type, person->subtype);
}

static void introduce_all(struct introduction *introduction, const struct pack *pack)
{
    for (size_t i = 0; i < pack->find_count; i++)
        introduce(introduction, pack->find[i].type, pack->find[i].subtype);
    for (size_t i = 0; i < pack->quest_count; i++) {
        const struct pack_quest *quest = &pack->quests[i];
        introduce_person(introduction, &quest->giver);
        for (size_t k = 0; k < quest->task_count; k++)
            introduce_person(introduction, &quest->tasks[k].person);
    }
    introduce_person(introduction, &pack->festival.person);
    introduce_person(introduction, &pack->treasurer);
}

bool introduce_people(const struct pack *pack, struct nav *nav, struct nav_trip *trip)
{
    struct introduction introduction = {.nav = nav, .query = nav_query_create(nav, 0), .trip = trip};
    if (!introduction.query)
        return false;
    introduce_all(&introduction, pack);
    nav_query_destroy(introduction.query);
    return true;
}
