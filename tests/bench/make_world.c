// Makes a big world pack: tests/data/many_towns.h.
//
//     make_world DIR [SCENES [NPCS [SEED]]]    100 scenes, 15,000 NPCs, seed 1
#include <stdio.h>
#include <stdlib.h>

#include "tests/data/many_towns.h"

int main(int argument_count, char **arguments)
{
    unsigned long numbers[3] = {100, 15000, 1};
    for (int i = 2; i < argument_count && i < 5; i++)
        numbers[i - 2] = strtoul(arguments[i], NULL, 10);
    unsigned long scenes = numbers[0];
    unsigned long npcs = numbers[1];
    if (argument_count < 2 || argument_count > 5 || scenes < 1 || scenes > MANY_TOWNS_MAX || npcs < scenes ||
        npcs > scenes * MANY_TOWNS_NPCS_MAX) {
        fprintf(stderr,
                "usage: make_world DIR [SCENES [NPCS [SEED]]]: 1 to %d scenes, each with 1 to %d NPCs\n",
                MANY_TOWNS_MAX, MANY_TOWNS_NPCS_MAX);
        return 2;
    }
    return many_towns_write(arguments[1], (uint32_t)scenes, (uint32_t)npcs, numbers[2]) ? 0 : 1;
}
