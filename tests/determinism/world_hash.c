// Plays a busy world for so many ticks and prints its hash, to be compared between compilers, levels of
// optimisation and machines. It needs the game and what that knows, nothing else.
//
//     world_hash PACK TICKS BOTS RESTLESS
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/data/busy_world.h"

enum { SEED = 42 };

int main(int argument_count, char **arguments)
{
    if (argument_count != 5) {
        fprintf(stderr, "usage: world_hash PACK TICKS BOTS RESTLESS\n");
        return 2;
    }
    struct busy_world busy = busy_world_open(arguments[1], SEED, strtoul(arguments[3], NULL, 10),
                                             strtoul(arguments[4], NULL, 10), NULL);
    for (unsigned long i = strtoul(arguments[2], NULL, 10); i > 0; i--)
        busy_world_tick(&busy);
    printf("%016" PRIx64 "\n", game_hash(busy.world.game));
    busy_world_close(&busy);
    return 0;
}
