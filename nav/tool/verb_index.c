#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/bucket.h"
#include "nav/index.h"
#include "nav/pack.h"
#include "nav/tool/verbs.h"

/// Fixed, so that the tool prints the same for the same world.
static const uint64_t hash_seed = 1;

struct arguments {
    const char *world;
    bool is_asked[2]; // by enum npc_index_scheme
    bool is_json;
};

/// What is told of a scheme, in words that fit both.
struct figures {
    const char *scheme;
    size_t key_count;    // x
    size_t shared_count; // y: A: keys that share a hash value; B: keys whose buckets were all full
    double p;            // y / x
    unsigned tries;      // functions measured; B takes the first as they are
    double fill;         // share of the slots that are taken
    struct npc_index_stats stats;
};

// ---- command line ----------------------------------------------------------------------------

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s \"%s\"\n", problem, word);
    return false;
}

static bool parse_scheme(const char *text, struct arguments *arguments)
{
    bool is_tuned = strcmp(text, "A") == 0;
    if (!is_tuned && strcmp(text, "B") != 0)
        return misused("expected scheme A or B, not", text);
    arguments->is_asked[is_tuned ? NPC_INDEX_TUNED : NPC_INDEX_CHOICES] = true;
    return true;
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0) {
            arguments->is_json = true;
        } else if (strcmp(argv[i], "--scheme") == 0) {
            if (i + 1 == argc)
                return misused("a value is missing after", argv[i]);
            if (!parse_scheme(argv[++i], arguments))
                return false;
        } else if (argv[i][0] == '-') {
            return misused("no such option", argv[i]);
        } else if (arguments->world) {
            return misused("one world at a time; unexpected", argv[i]);
        } else {
            arguments->world = argv[i];
        }
    }
    if (!arguments->is_asked[0] && !arguments->is_asked[1])
        arguments->is_asked[0] = arguments->is_asked[1] = true;
    if (arguments->world)
        return true;
    fputs("waynav: WORLD is needed\n", stderr);
    return false;
}

// ---- figures ---------------------------------------------------------------------------------

static double share(size_t part, size_t whole)
{
    return whole > 0 ? (double)part / (double)whole : 0;
}

static struct figures figures_of(const struct npc_index_stats *stats)
{
    struct figures figures = {.key_count = stats->key_count, .stats = *stats};
    if (stats->scheme == NPC_INDEX_TUNED) {
        figures.scheme = "A";
        figures.shared_count = stats->tuned.tuning.shared_count;
        figures.tries = stats->tuned.tuning.tries;
        figures.fill = share(stats->tuned.count, stats->tuned.buckets * BUCKET_ROOM);
    } else {
        figures.scheme = "B";
        figures.shared_count = stats->choices.second_count;
        figures.tries = 1;
        figures.fill = share(stats->choices.first_count, stats->choices.first_buckets * BUCKET_ROOM);
    }
    figures.p = share(figures.shared_count, figures.key_count);
    return figures;
}

/// Fills an index of this scheme with the world's NPCs, in which only their keys matter here.
/// @return false when memory runs out
static bool measure(const struct pack *pack, enum npc_index_scheme scheme, struct figures *figures)
{
    struct npc_index_options options = npc_index_options_usual(pack->npc_count, hash_seed);
    options.scheme = scheme;
    struct npc_index *index = npc_index_create_with(&options);
    bool is_filled = index;
    for (size_t i = 0; is_filled && i < pack->npc_count; i++) {
        const struct pack_npc *npc = &pack->npcs[i];
        is_filled = npc_index_insert(index, npc->type, npc->subtype, (struct nav_position){0}) != 0;
    }
    is_filled = is_filled && npc_index_settle(index);
    if (is_filled) {
        struct npc_index_stats stats = npc_index_stats(index);
        *figures = figures_of(&stats);
    }
    npc_index_destroy(index);
    return is_filled;
}

// ---- answer ----------------------------------------------------------------------------------

static void print_text(const struct figures *figures)
{
    const struct tuned_stats *tuned = &figures->stats.tuned;
    const struct choices_stats *choices = &figures->stats.choices;
    bool is_tuned = figures->stats.scheme == NPC_INDEX_TUNED;
    printf("%s, %s: NPCs %zu, x %zu, y %zu, p %.4f %%, tries %u, fill %.1f %%\n", figures->scheme,
           is_tuned ? "tuned" : "two choices", figures->stats.npc_count, figures->key_count,
           figures->shared_count, 100 * figures->p, figures->tries, 100 * figures->fill);
    if (is_tuned)
        printf("   width %u, seed %016llx, limit %s; tree height %u; buckets %zu, overflowed %zu\n",
               tuned->tuning.width, (unsigned long long)tuned->tuning.seed,
               tuned->tuning.is_reached ? "reached" : "not reached", tuned->tree_height, tuned->buckets,
               tuned->overflowed);
    else
        printf("   seeds %016llx %016llx; buckets %zu, fullest %zu; second table: buckets %zu, keys %zu\n",
               (unsigned long long)choices->seeds[0], (unsigned long long)choices->seeds[1],
               choices->first_buckets, choices->fullest, choices->second_buckets, choices->second_count);
}

/// Seeds are text: a JSON number has too few digits for them.
static void add_seed(cJSON *json, const char *name, uint64_t seed)
{
    char text[17];
    (void)snprintf(text, sizeof text, "%016llx", (unsigned long long)seed);
    cJSON_AddStringToObject(json, name, text);
}

static cJSON *parameters_json(const struct npc_index_stats *stats)
{
    cJSON *json = cJSON_CreateObject();
    if (stats->scheme == NPC_INDEX_TUNED) {
        const struct tuned_stats *tuned = &stats->tuned;
        add_seed(json, "seed", tuned->tuning.seed);
        cJSON_AddNumberToObject(json, "width", tuned->tuning.width);
        cJSON_AddBoolToObject(json, "reached", tuned->tuning.is_reached);
        cJSON_AddNumberToObject(json, "tree_height", tuned->tree_height);
        cJSON_AddNumberToObject(json, "buckets", (double)tuned->buckets);
        cJSON_AddNumberToObject(json, "overflowed", (double)tuned->overflowed);
    } else {
        const struct choices_stats *choices = &stats->choices;
        add_seed(json, "seed", choices->seeds[0]);
        add_seed(json, "second_seed", choices->seeds[1]);
        cJSON_AddNumberToObject(json, "buckets", (double)choices->first_buckets);
        cJSON_AddNumberToObject(json, "fullest", (double)choices->fullest);
        cJSON_AddNumberToObject(json, "second_buckets", (double)choices->second_buckets);
        cJSON_AddNumberToObject(json, "second_keys", (double)choices->second_count);
    }
    return json;
}

static cJSON *figures_json(const struct figures *figures)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "scheme", figures->scheme);
    cJSON_AddNumberToObject(json, "npcs", (double)figures->stats.npc_count);
    cJSON_AddNumberToObject(json, "x", (double)figures->key_count);
    cJSON_AddNumberToObject(json, "y", (double)figures->shared_count);
    cJSON_AddNumberToObject(json, "p", figures->p);
    cJSON_AddNumberToObject(json, "tries", figures->tries);
    cJSON_AddNumberToObject(json, "fill", figures->fill);
    cJSON_AddItemToObject(json, "parameters", parameters_json(&figures->stats));
    return json;
}

static void print_json(cJSON *schemes)
{
    char *text = cJSON_PrintUnformatted(schemes);
    if (text)
        printf("{\"schemes\":%s}\n", text);
    free(text);
}

static enum verb_status print_schemes(const struct pack *pack, const struct arguments *arguments)
{
    cJSON *schemes = cJSON_CreateArray();
    enum verb_status result = VERB_DONE;
    for (int i = 0; i < 2 && result == VERB_DONE; i++) {
        struct figures figures;
        if (!arguments->is_asked[i])
            continue;
        if (!measure(pack, i == 0 ? NPC_INDEX_TUNED : NPC_INDEX_CHOICES, &figures)) {
            fputs("waynav: not enough memory\n", stderr);
            result = VERB_FAILED;
        } else if (arguments->is_json) {
            cJSON_AddItemToArray(schemes, figures_json(&figures));
        } else {
            print_text(&figures);
        }
    }
    if (arguments->is_json && result == VERB_DONE)
        print_json(schemes);
    cJSON_Delete(schemes);
    return result;
}

enum verb_status verb_index(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct pack *pack = report ? pack_load(arguments.world, report) : NULL;
    enum verb_status result = pack ? print_schemes(pack, &arguments) : VERB_FAILED;
    if (report)
        report_print(report, stderr);
    pack_destroy(pack);
    free(report);
    return result;
}
