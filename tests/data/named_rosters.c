#include "tests/data/named_rosters.h"

#include <assert.h>
#include <stdio.h>

void named_key_make(struct named_key *named, uint32_t number)
{
    char type[NPC_NAME_MAX + 1];
    char subtype[NPC_NAME_MAX + 1];
    (void)snprintf(type, sizeof type, "%.*s%u", (int)(number % 20), "merchant-of-the-east", number / 3);
    (void)snprintf(subtype, sizeof subtype, "fish-%04u%.*s", number, (int)(number % 31),
                   "-and-everything-else-that-swims");
    named->key = key_make(named->words, type, number % 3 ? subtype : NULL);
    assert(named->key.words);
}

void named_rosters_init(struct rosters *rosters, uint32_t count)
{
    bool has_memory = rosters_init(rosters, count);
    assert(has_memory);
    (void)has_memory;
    for (uint32_t i = 0; i < count; i++) {
        struct named_key named;
        named_key_make(&named, i);
        uint32_t number = rosters_add(rosters, named.key);
        assert(number == i);
        (void)number;
    }
}
