// Counts what a test takes from the heap, so that it can say that some code takes nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Whether counting works: sanitizers bring a heap of their own, which is left alone.
bool allocations_are_counted(void);

/// Calls of malloc, calloc, realloc and aligned_alloc so far, on all threads.
size_t allocations_count(void);

/// From now on counts the calls on threads of one name apart from the others [pthread_setname_np(3)].
/// @param name  outlives the counting; NULL: no more
void allocations_watch(const char *name);

/// Calls on the threads that are or were watched.
size_t allocations_watched_count(void);
