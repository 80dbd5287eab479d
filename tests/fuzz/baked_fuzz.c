// Any bytes as a baked world, with the checksum that they ask for: taken or refused with a problem, and one
// that is taken makes a world that answers.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked_file.h"
#include "tests/data/baked_world.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct report report;
    unsigned char *bytes = malloc(size + 1); // no more, so that a byte too far is found
    if (!bytes)
        return 0;
    if (size > 0)
        memcpy(bytes, data, size);
    baked_world_reseal(bytes, size);
    report.count = 0;
    struct baked *baked = baked_file_read("fuzz.baked", bytes, size, &report);
    if ((baked != NULL) != (report.count == 0))
        abort();
    if (baked)
        (void)baked_world_ask(baked, NULL);
    baked_destroy(baked);
    free(bytes);
    return 0;
}
