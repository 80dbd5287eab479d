// Hash tables of others, for comparison with the NPC index: uthash [Hanson] and GLib's GHashTable.
//
// Keys are texts, values numbers above 0. They are built in C++ only so that nothing else needs their
// headers.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct uthash_table; // layouts private to hash_tables.cpp
struct glib_table;

/// Key i gets the value i + 1.
/// @param keys   outlive the table
/// @return NULL when memory runs out
struct uthash_table *uthash_table_create(const char *const *keys, size_t count);

/// Accepts NULL.
void uthash_table_destroy(struct uthash_table *table);

/// @return 0 when the key is not there
uint32_t uthash_table_find(const struct uthash_table *table, const char *key);

/// Like uthash_table_create().
/// @param keys   outlive the table
struct glib_table *glib_table_create(const char *const *keys, size_t count);

/// Accepts NULL.
void glib_table_destroy(struct glib_table *table);

/// @return 0 when the key is not there
uint32_t glib_table_find(const struct glib_table *table, const char *key);

#ifdef __cplusplus
}
#endif
