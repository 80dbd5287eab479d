// How long the NPC index takes to look up a key, in both schemes, beside uthash and GLib.
//
// usage: index_bench OUTPUT
// All of them hold the same texts and take turns, a thousand look-ups at a time, in random order; the median
// of these turns counts. OUTPUT gets the figures as JSON.
#include <assert.h>
#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cloudsvc/base/random.h"
#include "nav/index.h"
#include "tests/bench/hash_tables.h"

enum { KEY_SIZE_MAX = 32, BATCH = 1000, TURNS_MIN = 300, CONTESTANTS = 4 };

typedef char key_text[KEY_SIZE_MAX];

/// What is stored and what is asked for. Who asks has texts of his own, here in the order of asking.
struct keys {
    key_text *stored;
    const char **stored_texts; // one by one
    key_text *present;
    key_text *absent;
    size_t count;
};

/// A table and how to ask it.
struct contestant {
    const char *name;
    const void *table;
    uint32_t (*find)(const void *table, const char *key);
};

// ---- keys ------------------------------------------------------------------------------------

/// Writes the names of `count` keys from number `first` on, in random order.
static void write_shuffled(key_text *texts, size_t first, size_t count, struct random_generator *random)
{
    for (size_t i = 0; i < count; i++) {
        // Each new one takes the place of one before it, which moves to the end [Durstenfeld 1964].
        size_t place = random_below(random, (uint32_t)i + 1);
        memcpy(texts[i], texts[place], KEY_SIZE_MAX);
        (void)snprintf(texts[place], KEY_SIZE_MAX, "merchant-%zu", first + i);
    }
}

static void keys_finish(struct keys *keys)
{
    free(keys->stored);
    free(keys->stored_texts);
    free(keys->present);
    free(keys->absent);
}

static bool keys_init(struct keys *keys, size_t count)
{
    struct random_generator random;
    random_seed(&random, 1);
    *keys = (struct keys){.count = count};
    keys->stored = calloc(count, sizeof *keys->stored);
    keys->stored_texts = calloc(count, sizeof *keys->stored_texts);
    keys->present = calloc(count, sizeof *keys->present);
    keys->absent = calloc(count, sizeof *keys->absent);
    if (!keys->stored || !keys->stored_texts || !keys->present || !keys->absent)
        return false;
    for (size_t i = 0; i < count; i++) {
        (void)snprintf(keys->stored[i], KEY_SIZE_MAX, "merchant-%zu", i);
        keys->stored_texts[i] = keys->stored[i];
    }
    write_shuffled(keys->present, 0, count, &random);
    write_shuffled(keys->absent, count, count, &random);
    return true;
}

// ---- contestants -----------------------------------------------------------------------------

static uint32_t find_npc(const void *table, const char *key)
{
    struct npc_list npcs = npc_index_find(table, key, NULL);
    return npcs.count > 0 ? npcs.ids[0] : 0;
}

static uint32_t find_uthash(const void *table, const char *key)
{
    return uthash_table_find(table, key);
}

static uint32_t find_glib(const void *table, const char *key)
{
    return glib_table_find(table, key);
}

static struct npc_index *index_create(const struct keys *keys, enum npc_index_scheme scheme)
{
    struct npc_index_options options = npc_index_options_usual(keys->count, 1);
    options.scheme = scheme;
    struct npc_index *index = npc_index_create_with(&options);
    for (size_t i = 0; index && i < keys->count; i++) {
        if (npc_index_insert(index, keys->stored[i], NULL, (struct nav_position){0}) == 0)
            exit(1);
    }
    if (index && !npc_index_settle(index))
        exit(1);
    return index;
}

// ---- measuring -------------------------------------------------------------------------------

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int compare(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return (left > right) - (left < right);
}

/// @return nanoseconds a look-up
static double time_batch(const struct contestant *contestant, const key_text *texts, size_t *found_count)
{
    size_t found = 0;
    double begun_ns = now_ns();
    for (size_t i = 0; i < BATCH; i++)
        found += contestant->find(contestant->table, texts[i]) != 0;
    *found_count += found;
    return (now_ns() - begun_ns) / BATCH;
}

/// @param[out] medians_ns  per contestant
static bool measure(const struct contestant *contestants, const struct keys *keys, const key_text *texts,
                    bool is_present, double medians_ns[CONTESTANTS])
{
    assert(keys->count >= BATCH);
    size_t batches = keys->count / BATCH;
    size_t turns = batches > TURNS_MIN ? batches : TURNS_MIN;
    double *times_ns = calloc(CONTESTANTS * turns, sizeof *times_ns);
    size_t found_count = 0;
    if (!times_ns)
        return false;
    for (size_t turn = 0; turn < turns; turn++) {
        // Whoever begins finds the texts cold: each does in turn.
        for (size_t i = 0; i < CONTESTANTS; i++) {
            size_t k = (turn + i) % CONTESTANTS;
            times_ns[k * turns + turn] =
                time_batch(&contestants[k], texts + turn % batches * BATCH, &found_count);
        }
    }
    for (size_t k = 0; k < CONTESTANTS; k++) {
        qsort(times_ns + k * turns, turns, sizeof *times_ns, compare);
        medians_ns[k] = times_ns[k * turns + turns / 2];
    }
    free(times_ns);
    return found_count == (is_present ? CONTESTANTS * turns * BATCH : 0);
}

static cJSON *report(const struct contestant *contestants, size_t key_count,
                     const double hits_ns[CONTESTANTS], const double misses_ns[CONTESTANTS])
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "keys", (double)key_count);
    for (size_t k = 0; k < CONTESTANTS; k++) {
        printf("  %-10s hit %8.1f ns   miss %8.1f ns\n", contestants[k].name, hits_ns[k], misses_ns[k]);
        cJSON *figures = cJSON_AddObjectToObject(json, contestants[k].name);
        cJSON_AddNumberToObject(figures, "hit_ns", hits_ns[k]);
        cJSON_AddNumberToObject(figures, "miss_ns", misses_ns[k]);
    }
    return json;
}

/// @return NULL when memory runs out or an answer is wrong
static cJSON *run(size_t key_count)
{
    struct keys keys;
    cJSON *json = NULL;
    bool has_keys = keys_init(&keys, key_count);
    struct npc_index *tuned = has_keys ? index_create(&keys, NPC_INDEX_TUNED) : NULL;
    struct npc_index *choices = has_keys ? index_create(&keys, NPC_INDEX_CHOICES) : NULL;
    struct uthash_table *uthash = has_keys ? uthash_table_create(keys.stored_texts, key_count) : NULL;
    struct glib_table *glib = has_keys ? glib_table_create(keys.stored_texts, key_count) : NULL;
    const struct contestant contestants[CONTESTANTS] = {{"tuned", tuned, find_npc},
                                                        {"choices", choices, find_npc},
                                                        {"uthash", uthash, find_uthash},
                                                        {"glib", glib, find_glib}};
    double hits_ns[CONTESTANTS];
    double misses_ns[CONTESTANTS];
    printf("NPC index, %zu keys, one look-up:\n", key_count);
    if (tuned && choices && uthash && glib && measure(contestants, &keys, keys.present, true, hits_ns) &&
        measure(contestants, &keys, keys.absent, false, misses_ns))
        json = report(contestants, key_count, hits_ns, misses_ns);
    npc_index_destroy(tuned);
    npc_index_destroy(choices);
    uthash_table_destroy(uthash);
    glib_table_destroy(glib);
    keys_finish(&keys);
    return json;
}

int main(int argc, char **argv)
{
    static const size_t key_counts[] = {15000, 1000000};
    if (argc != 2) {
        fputs("usage: index_bench OUTPUT\n", stderr);
        return 2;
    }
    cJSON *all = cJSON_CreateArray();
    bool is_right = all != NULL;
    for (size_t i = 0; is_right && i < sizeof key_counts / sizeof key_counts[0]; i++) {
        cJSON *json = run(key_counts[i]);
        is_right = json && cJSON_AddItemToArray(all, json);
    }
    char *text = is_right ? cJSON_Print(all) : NULL;
    FILE *file = text ? fopen(argv[1], "we") : NULL;
    is_right = file && fprintf(file, "%s\n", text) > 0;
    if (file && fclose(file) != 0)
        is_right = false;
    free(text);
    cJSON_Delete(all);
    if (!is_right)
        fputs("index_bench: not enough memory, a wrong answer, or the output cannot be written\n", stderr);
    return is_right ? 0 : 1;
}
