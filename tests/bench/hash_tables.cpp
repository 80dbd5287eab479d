#include "tests/bench/hash_tables.h"

#include <cstring>
#include <new>
#include <vector>

#include <glib.h>
#include <uthash.h>

namespace
{

struct entry {
    const char *key;
    uint32_t value;
    UT_hash_handle hh;
};

} // namespace

struct uthash_table {
    std::vector<entry> entries;
    entry *head = nullptr;
};

struct glib_table {
    GHashTable *table;
};

struct uthash_table *uthash_table_create(const char *const *keys, size_t count)
{
    try {
        auto table = new uthash_table;
        table->entries.resize(count);
        for (size_t i = 0; i < count; i++) {
            entry *added = &table->entries[i];
            added->key = keys[i];
            added->value = uint32_t(i + 1);
            HASH_ADD_KEYPTR(hh, table->head, added->key, std::strlen(added->key), added);
        }
        return table;
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void uthash_table_destroy(struct uthash_table *table)
{
    if (table)
        HASH_CLEAR(hh, table->head);
    delete table;
}

uint32_t uthash_table_find(const struct uthash_table *table, const char *key)
{
    entry *found = nullptr;
    HASH_FIND_STR(table->head, key, found);
    return found ? found->value : 0;
}

struct glib_table *glib_table_create(const char *const *keys, size_t count)
{
    auto table = new (std::nothrow) glib_table;
    if (!table)
        return nullptr;
    table->table = g_hash_table_new(g_str_hash, g_str_equal);
    for (size_t i = 0; i < count; i++)
        g_hash_table_insert(table->table, const_cast<char *>(keys[i]), GUINT_TO_POINTER(guint(i + 1)));
    return table;
}

void glib_table_destroy(struct glib_table *table)
{
    if (table)
        g_hash_table_destroy(table->table);
    delete table;
}

uint32_t glib_table_find(const struct glib_table *table, const char *key)
{
    return GPOINTER_TO_UINT(g_hash_table_lookup(table->table, key));
}
