#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked_file.h"
#include "nav/pack.h"
#include "nav/tool/verbs.h"

struct arguments {
    const char *world;
    const char *out;
};

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s%s\n", problem, word);
    return false;
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            arguments->out = argv[++i];
        else if (argv[i][0] == '-')
            return misused("no such option, or a value is missing after ", argv[i]);
        else if (arguments->world)
            return misused("one world at a time; unexpected ", argv[i]);
        else
            arguments->world = argv[i];
    }
    return (arguments->world && arguments->out) || misused("WORLD and -o FILE are needed", "");
}

static void print_summary(const struct baked *baked)
{
    size_t cells = 0;
    size_t nodes = 0;
    for (size_t i = 0; i < baked->scene_count; i++) {
        cells += baked->scenes[i].mesh->cell_count;
        nodes += baked->scenes[i].road_node_count;
    }
    printf("baked: %s: scenes %zu, cells %zu, road nodes %zu, jumps %zu, NPCs %zu\n", baked->name,
           baked->scene_count, cells, nodes, baked->jump_count, baked->npc_count);
}

/// Bakes a pack, and reads the file again: one that is written can be read.
static bool bake(const struct pack *pack, const char *path, struct report *report)
{
    struct baked *baked = baked_make(pack, report);
    bool is_saved = baked && baked_file_save(baked, path, report);
    struct baked *read = is_saved ? baked_file_load(path, report) : NULL;
    if (read)
        print_summary(read);
    else if (is_saved)
        (void)remove(path);
    baked_destroy(read);
    baked_destroy(baked);
    return read;
}

enum verb_status verb_bake(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct pack *pack = report ? pack_load(arguments.world, report) : NULL;
    bool is_baked = pack && bake(pack, arguments.out, report);
    if (report)
        report_print(report, stderr);
    pack_destroy(pack);
    free(report);
    return is_baked ? VERB_DONE : VERB_FAILED;
}
