// waynav: checks worlds and finds ways in them, for level designers and scripts.
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "nav/tool/verbs.h"

/// A verb, what it takes and what it does, as the help text shows them.
struct verb {
    const char *name;
    const char *arguments;
    const char *summary;
    enum verb_status (*run)(int argc, char **argv);
};

static const struct verb verbs[] = {
    {"check", "WORLD", "say whether the world pack in folder WORLD is right, and what is wrong", verb_check},
    {"bake", "WORLD -o FILE",
     "write meshes, roads, jumps and NPC places of a world to a file that loads at once", verb_bake},
    {"route",
     "WORLD|--baked FILE --from SCENE,X,Z --to TYPE[/SUBTYPE] [--graphs roads|mesh|both] [--index "
     "tuned|choices] [--agent "
     "NAME] [--json]",
     "print the trip from a place (a scene's name or number, metres) to the cheapest NPC of a type",
     verb_route},
    {"draw", "WORLD --scene SCENE [--from SCENE,X,Z --to TYPE[/SUBTYPE]] [--agent NAME] -o FILE.svg",
     "draw a scene's map: cells, walls, steps, roads, jumps, NPCs and the trip", verb_draw},
    {"index", "WORLD [--scheme A|B] [--json]",
     "print keys (x), collisions (y, p), tries, parameters and fill of the NPC index under each scheme",
     verb_index},
    {"bench", "--mesh FILE --queries FILE [--merge] [--repeat R] [--modes LIST] [--json]",
     "time searches on a mesh (.mesh, .dnav) with the queries of a file (.scen, .queries.csv); --merge "
     "first\n"
     "      merges the polygons, R runs a query (5) give its median, modes are funnel, exact and cached",
     verb_bench},
};

enum { VERB_COUNT = sizeof verbs / sizeof verbs[0] };

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static void print_help(FILE *out)
{
    fputs("usage: waynav VERB ARGUMENTS\n\n", out);
    for (size_t i = 0; i < VERB_COUNT; i++)
        fprintf(out, "  waynav %s %s\n      %s\n", verbs[i].name, verbs[i].arguments, verbs[i].summary);
    fputs("\nexit status: 0 done, 1 the world is wrong or the answer is no, 2 wrong usage\n", out);
}

static const struct verb *find_verb(const char *name)
{
    for (size_t i = 0; i < VERB_COUNT; i++) {
        if (strcmp(name, verbs[i].name) == 0)
            return &verbs[i];
    }
    return NULL;
}

static int run_verb(const struct verb *verb, int argc, char **argv)
{
    if (argc > 1 && is_help(argv[1])) {
        printf("usage: waynav %s %s\n%s\n", verb->name, verb->arguments, verb->summary);
        return VERB_DONE;
    }
    enum verb_status status = verb->run(argc, argv);
    if (status == VERB_MISUSED)
        fprintf(stderr, "usage: waynav %s %s\n", verb->name, verb->arguments);
    return status;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_help(stderr);
        return VERB_MISUSED;
    }
    if (is_help(argv[1])) {
        print_help(stdout);
        return VERB_DONE;
    }
    const struct verb *verb = find_verb(argv[1]);
    if (!verb) {
        fprintf(stderr, "waynav: no verb \"%s\"; see waynav --help\n", argv[1]);
        return VERB_MISUSED;
    }
    return run_verb(verb, argc - 1, argv + 1);
}
