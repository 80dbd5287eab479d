#include "nav/pack_person.h"

#include <string.h>

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool is_known(const struct pack *pack, const struct pack_person *person)
{
    for (size_t i = 0; i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        bool is_subtype = !person->subtype[0] || strcmp(npc->subtype, person->subtype) == 0;
        if (is_subtype && strcmp(npc->type, person->type) == 0)
            return true;
    }
    return false;
}

bool pack_person_read(const struct json *root, const struct pack *pack, struct pack_person *person)
{
    struct json type = json_require(root, "type");
    struct json subtype = json_member(root, "subtype");
    bool is_right = json_word(&type, person->type, sizeof person->type);
    is_right = (!subtype.item || json_word(&subtype, person->subtype, sizeof person->subtype)) && is_right;
    if (!is_right || is_known(pack, person))
        return is_right;
    json_fault(&type, "no NPC of type \"%s%s%s\" is in this world; add one or correct the type", person->type,
               person->subtype[0] ? "/" : "", person->subtype);
    return false;
}

bool pack_person_read_alone(const struct json *root, const struct pack *pack, struct pack_person *person)
{
    static const char *const keys[] = {"type", "subtype"};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    return pack_person_read(root, pack, person) && is_right;
}
