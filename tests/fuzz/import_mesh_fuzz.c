// Any bytes as a .mesh file: it is taken or refused with a problem, and one that is taken makes a right mesh.
#include <stddef.h>
#include <stdint.h>

#include "nav/import_mesh.h"
#include "tests/data/imported.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    imported_exercise(import_mesh_read, "fuzz.mesh", data, size);
    return 0;
}
