#include "tests/data/drivers.h"

#include <dlfcn.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define HAS_ADDRESS_SANITIZER 1
#endif
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(HAS_ADDRESS_SANITIZER)
// In place of the C library's, for the whole program.
int dlclose(void *library)
{
    (void)library;
    return 0;
}
#endif

void drivers_stay_loaded(void)
{
    // That this file is linked is all it takes.
}
