#include <cjson/cJSON.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked_file.h"
#include "nav/nav.h"
#include "nav/tool/question.h"
#include "nav/tool/verbs.h"

struct arguments {
    const char *world; // folder of a pack
    const char *baked; // file; NULL: the world is a pack
    struct question question;
    const char *agent; // name of a size; NULL: the scene's first
    struct nav_options options;
    bool is_json;
};

// ---- command line ----------------------------------------------------------------------------

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s \"%s\"\n", problem, word);
    return false;
}

static bool parse_from(const char *text, struct arguments *arguments)
{
    return question_read_from(text, &arguments->question);
}

static bool parse_to(const char *text, struct arguments *arguments)
{
    return question_read_to(text, &arguments->question);
}

static bool parse_graphs(const char *text, struct arguments *arguments)
{
    static const char *const names[] = {
        [NAV_GRAPHS_ALL] = "both", [NAV_GRAPHS_ROADS_ONLY] = "roads", [NAV_GRAPHS_MESH_ONLY] = "mesh"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        arguments->options.graphs = (enum nav_graphs)i;
        if (strcmp(names[i], text) == 0)
            return true;
    }
    return false;
}

static bool parse_index(const char *text, struct arguments *arguments)
{
    bool is_tuned = strcmp(text, "tuned") == 0;
    arguments->options.index_scheme = is_tuned ? NPC_INDEX_TUNED : NPC_INDEX_CHOICES;
    return is_tuned || strcmp(text, "choices") == 0;
}

static bool parse_agent(const char *text, struct arguments *arguments)
{
    arguments->agent = text;
    return *text != '\0';
}

static bool parse_baked(const char *text, struct arguments *arguments)
{
    arguments->baked = text;
    return *text != '\0';
}

/// An option that has a value.
struct option {
    const char *name;
    const char *expected;
    bool (*parse)(const char *text, struct arguments *arguments);
};

static const struct option *find_option(const char *name)
{
    static const struct option options[] = {
        {"--from", "expected SCENE,X,Z, a scene's name or number and metres, not", parse_from},
        {"--to", "expected TYPE or TYPE/SUBTYPE, not", parse_to},
        {"--graphs", "expected roads, mesh or both, not", parse_graphs},
        {"--index", "expected tuned or choices, not", parse_index},
        {"--baked", "expected a file that waynav bake has made, not", parse_baked},
        {"--agent", "expected the name of a size of people, not", parse_agent},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    }
    return NULL;
}

/// Reads the option at argv[*i] and steps over its value.
static bool parse_option(int argc, char **argv, int *i, struct arguments *arguments)
{
    const char *option = argv[*i];
    if (strcmp(option, "--json") == 0) {
        arguments->is_json = true;
        return true;
    }
    const struct option *known = find_option(option);
    if (!known)
        return misused("no such option", option);
    if (*i + 1 == argc)
        return misused("a value is missing after", option);
    const char *value = argv[++*i];
    return known->parse(value, arguments) || misused(known->expected, value);
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] == '-') {
            if (!parse_option(argc, argv, &i, arguments))
                return false;
        } else if (arguments->world) {
            return misused("one world at a time; unexpected", argv[i]);
        } else {
            arguments->world = argv[i];
        }
    }
    bool has_one_world = (arguments->world != NULL) != (arguments->baked != NULL);
    if (has_one_world && arguments->question.has_from && arguments->question.has_to)
        return true;
    fputs("waynav: WORLD or --baked FILE, --from and --to are needed\n", stderr);
    return false;
}

// ---- answer ----------------------------------------------------------------------------------

static const char *graph_name(enum nav_graph graph)
{
    static const char *const names[] = {
        [NAV_GRAPH_MESH] = "mesh", [NAV_GRAPH_ROADS] = "roads", [NAV_GRAPH_BOTH] = "both"};
    return names[graph];
}

/// What has been asked of, and what came back.
struct answer {
    const struct nav *nav;
    const struct baked *baked;
    const struct question *question;
    enum nav_status status;
    const struct nav_trip *trip;
};

/// The name of a leg's jump.
static const char *jump_name(const struct answer *answer, const struct nav_leg *leg)
{
    for (size_t i = 0; i < answer->baked->jump_count; i++) {
        if (nav_pack_jump(answer->nav, i) == leg->jump)
            return answer->baked->jumps[i].name;
    }
    return "";
}

static void print_text(const struct answer *answer)
{
    enum nav_status status = answer->status;
    const struct nav_trip *trip = answer->trip;
    const struct question *question = answer->question;
    printf("%s", nav_status_name(status));
    if (status == NAV_NO_SUCH_NPC)
        printf(": %s%s%s", question->type, question->subtype[0] ? "/" : "", question->subtype);
    if (status == NAV_UNREACHABLE)
        printf(": %s; nearest reachable point %u,%.3f,%.3f,%.3f", nav_reason_name(trip->reason),
               trip->nearest.scene, trip->nearest.x, trip->nearest.y, trip->nearest.z);
    if (trip->leg_count > 0)
        printf(": %.3f m", trip->length_m);
    printf("\n");
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_leg *leg = &trip->legs[i];
        if (leg->kind == NAV_LEG_JUMP)
            printf("leg %zu: jump \"%s\", costs %.3f m\n", i + 1, jump_name(answer, leg), leg->cost_m);
        else
            printf("leg %zu: walk on %s, %.3f m, %zu points\n", i + 1, graph_name(leg->graph), leg->length_m,
                   leg->count);
        for (size_t k = leg->first; k < leg->first + leg->count; k++)
            printf("  %u  x %.3f  y %.3f  z %.3f\n", trip->points[k].scene, trip->points[k].x,
                   trip->points[k].y, trip->points[k].z);
    }
}

static cJSON *point_json(struct nav_position at)
{
    double numbers[] = {at.x, at.y, at.z, at.scene};
    return cJSON_CreateDoubleArray(numbers, 4);
}

static cJSON *leg_json(const struct answer *answer, const struct nav_leg *leg)
{
    const struct nav_trip *trip = answer->trip;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "kind", leg->kind == NAV_LEG_JUMP ? "jump" : "walk");
    if (leg->kind == NAV_LEG_WALK)
        cJSON_AddStringToObject(json, "graph", graph_name(leg->graph));
    else
        cJSON_AddStringToObject(json, "jump", jump_name(answer, leg));
    cJSON_AddNumberToObject(json, "length_m", leg->length_m);
    cJSON_AddNumberToObject(json, "cost_m", leg->cost_m);
    cJSON *points = cJSON_AddArrayToObject(json, "points");
    for (size_t i = leg->first; i < leg->first + leg->count; i++)
        cJSON_AddItemToArray(points, point_json(trip->points[i]));
    return json;
}

static void print_json(const struct answer *answer)
{
    enum nav_status status = answer->status;
    const struct nav_trip *trip = answer->trip;
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "status", nav_status_name(status));
    cJSON_AddStringToObject(json, "reason", nav_reason_name(trip->reason));
    if (status == NAV_UNREACHABLE)
        cJSON_AddItemToObject(json, "nearest", point_json(trip->nearest));
    cJSON_AddNumberToObject(json, "length_m", trip->length_m);
    cJSON_AddNumberToObject(json, "cost_m", trip->cost_m);
    cJSON *legs = cJSON_AddArrayToObject(json, "legs");
    for (size_t i = 0; i < trip->leg_count; i++)
        cJSON_AddItemToArray(legs, leg_json(answer, &trip->legs[i]));
    char hash[17];
    (void)snprintf(hash, sizeof hash, "%016" PRIx64, nav_trip_hash(status, trip));
    cJSON_AddStringToObject(json, "hash", hash);
    char *text = cJSON_PrintUnformatted(json);
    if (text)
        printf("%s\n", text);
    free(text);
    cJSON_Delete(json);
}

/// Asks the one request and prints its answer.
static enum verb_status ask(const struct nav *nav, const struct baked *baked,
                            const struct arguments *arguments, uint32_t scene)
{
    size_t agent = arguments->agent ? nav_agent_find(nav, arguments->agent) : 0;
    if (agent == nav_agent_count(nav)) {
        fprintf(stderr, "waynav: no scene has people of a size \"%s\"\n", arguments->agent);
        return VERB_FAILED;
    }
    struct nav_query *query = nav_query_create(nav, 0);
    struct nav_trip *trip = calloc(1, sizeof *trip);
    struct nav_position *points = calloc(NAV_POINTS_MAX, sizeof *points);
    enum verb_status result = VERB_FAILED;
    if (query && trip && points) {
        struct nav_position from = {.x = arguments->question.x, .z = arguments->question.z, .scene = scene};
        nav_query_set_agent(query, agent);
        *trip = (struct nav_trip){.points = points, .points_max = NAV_POINTS_MAX};
        struct answer answer = {.nav = nav, .baked = baked, .question = &arguments->question, .trip = trip};
        answer.status =
            nav_query_npc(query, from, arguments->question.type, arguments->question.subtype, trip);
        (arguments->is_json ? print_json : print_text)(&answer);
        result = answer.status == NAV_FOUND ? VERB_DONE : VERB_FAILED;
    } else {
        fputs("waynav: not enough memory\n", stderr);
    }
    free(points);
    free(trip);
    nav_query_destroy(query);
    return result;
}

/// Reads what has been baked, or bakes a pack.
static struct baked *bake(const struct arguments *arguments, struct report *report)
{
    if (arguments->baked)
        return baked_file_load(arguments->baked, report);
    struct pack *pack = pack_load(arguments->world, report);
    struct baked *baked = pack ? baked_make(pack, report) : NULL;
    pack_destroy(pack);
    return baked;
}

enum verb_status verb_route(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct baked *baked = report ? bake(&arguments, report) : NULL;
    struct nav *nav = baked ? nav_create_baked(baked, &arguments.options, report) : NULL;
    enum verb_status result = VERB_FAILED;
    uint32_t scene;
    if (nav && question_find_scene(baked, arguments.question.scene, &scene))
        result = ask(nav, baked, &arguments, scene);
    if (report)
        report_print(report, stderr);
    nav_destroy(nav);
    baked_destroy(baked);
    free(report);
    return result;
}
