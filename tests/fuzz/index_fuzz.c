// Any sequence of changes to the NPC index: both schemes give the answers of a plain list, in its order.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/index.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NPCS_MAX = 64, NAME_BYTES = 4, SCHEMES = 2 };

struct known {
    npc_id id; // 0: not there
    char type[NAME_BYTES];
    char subtype[NAME_BYTES];
};

struct trial {
    struct npc_index *indexes[SCHEMES];
    struct known known[NPCS_MAX];
};

static void require(bool is_kept)
{
    if (!is_kept)
        abort();
}

static void create(struct trial *trial)
{
    *trial = (struct trial){0};
    for (int i = 0; i < SCHEMES; i++) {
        struct npc_index_options options = npc_index_options_usual(NPCS_MAX, 7);
        // Few bits, so that keys share hash values.
        options.limits =
            (struct tuning_limits){.p_max = 0.1, .width_first = 2, .width_max = 5, .tries_max = 9};
        options.scheme = i == 0 ? NPC_INDEX_TUNED : NPC_INDEX_CHOICES;
        trial->indexes[i] = npc_index_create_with(&options);
        require(trial->indexes[i]);
    }
}

/// A name of up to three bytes of the input, which may be any bytes.
static void read_name(char *name, uint8_t first, uint8_t second, size_t bytes)
{
    memset(name, 0, NAME_BYTES);
    for (size_t i = 0; i < bytes; i++)
        name[i] = (char)(i % 2 == 0 ? first : second);
}

static void insert(struct trial *trial, const uint8_t *step)
{
    char type[NAME_BYTES];
    char subtype[NAME_BYTES];
    read_name(type, step[1], step[2], 1 + step[3] % 3);
    read_name(subtype, step[2], step[3], step[3] / 3 % 4);
    npc_id id = npc_index_insert(trial->indexes[0], type, subtype, (struct nav_position){.x = step[1]});
    require(npc_index_insert(trial->indexes[1], type, subtype, (struct nav_position){.x = step[1]}) == id);
    if (id == 0)
        return;
    struct known *known = &trial->known[id & (NPCS_MAX - 1)];
    require(known->id == 0);
    known->id = id;
    memcpy(known->type, type, NAME_BYTES);
    memcpy(known->subtype, subtype, NAME_BYTES);
}

static void erase(struct trial *trial, const uint8_t *step)
{
    struct known *known = &trial->known[step[1] % NPCS_MAX];
    for (int i = 0; i < SCHEMES; i++)
        require(npc_index_erase(trial->indexes[i], known->id) == (known->id != 0));
    known->id = 0;
}

/// Compares the answers to the type of some NPC, with its subtype or without.
static void compare(const struct trial *trial, const uint8_t *step)
{
    const struct known *asked = &trial->known[step[1] % NPCS_MAX];
    const char *subtype = step[2] % 2 ? asked->subtype : "";
    for (int i = 0; i < SCHEMES; i++) {
        struct npc_list list = npc_index_find(trial->indexes[i], asked->type, subtype);
        size_t count = 0;
        for (size_t k = 0; k < NPCS_MAX; k++) {
            const struct known *known = &trial->known[k];
            bool is_meant = known->id && strcmp(known->type, asked->type) == 0 &&
                            (*subtype == '\0' || strcmp(known->subtype, subtype) == 0);
            if (is_meant)
                require(count < list.count && list.ids[count++] == known->id);
        }
        require(count == list.count);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct trial trial;
    create(&trial);
    for (size_t i = 0; i + 4 <= size; i += 4) {
        const uint8_t *step = data + i;
        if (step[0] % 4 < 2)
            insert(&trial, step);
        else if (step[0] % 4 == 2)
            erase(&trial, step);
        else if (step[0] == UINT8_MAX)
            require(npc_index_settle(trial.indexes[0]));
        compare(&trial, step);
    }
    for (int i = 0; i < SCHEMES; i++)
        npc_index_destroy(trial.indexes[i]);
    return 0;
}
