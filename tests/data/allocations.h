// Counts what a test takes from the heap, so that it can say that some code takes nothing.
#pragma once

#include <stdbool.h>
#include <stddef.h>

/// Whether counting works: sanitizers bring a heap of their own, which is left alone.
bool allocations_are_counted(void);

/// Calls of malloc, calloc, realloc and aligned_alloc so far, on all threads.
size_t allocations_count(void);
