#include "tests/data/allocations.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || HAS_FEATURE(address_sanitizer) ||       \
    HAS_FEATURE(thread_sanitizer) || HAS_FEATURE(memory_sanitizer)

bool allocations_are_counted(void)
{
    return false;
}

size_t allocations_count(void)
{
    return 0;
}

void allocations_watch(const char *name)
{
    (void)name;
}

size_t allocations_watched_count(void)
{
    return 0;
}

#else

// glibc's own heap, under the names that stay when a program brings its own functions: "Replacing
// malloc" in the GNU C Library manual.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static atomic_size_t calls;
static atomic_size_t watched_calls;
static _Atomic(const char *) watched_name;

bool allocations_are_counted(void)
{
    return true;
}

size_t allocations_count(void)
{
    return atomic_load(&calls);
}

void allocations_watch(const char *name)
{
    atomic_store(&watched_name, name);
}

size_t allocations_watched_count(void)
{
    return atomic_load(&watched_calls);
}

static void count(void)
{
    char name[16] = ""; // as long as Linux lets it be
    const char *watched = atomic_load(&watched_name);
    atomic_fetch_add(&calls, 1);
    if (watched && prctl(PR_GET_NAME, name) == 0 && strcmp(name, watched) == 0)
        atomic_fetch_add(&watched_calls, 1);
}

void *malloc(size_t size)
{
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size)
{
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *memory, size_t size)
{
    count();
    return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    count();
    return __libc_memalign(alignment, size);
}

#endif
