// Any bytes as a .mesh file: it is taken or refused with a problem, and one that is taken makes a right mesh.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "nav/import_mesh.h"
#include "tests/data/imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct report report;
    struct import_polygons polygons;
    char *bytes = calloc(size + 1, 1);
    if (!bytes)
        return 0;
    if (size > 0)
        memcpy(bytes, data, size);
    report.count = 0;
    bool is_taken = import_mesh_read("fuzz.mesh", bytes, size, &polygons, &report);
    if (is_taken != (report.count == 0))
        abort();
    if (is_taken)
        imported_exercise(&polygons);
    import_polygons_finish(&polygons);
    free(bytes);
    return 0;
}
