#include <cjson/cJSON.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/nav.h"
#include "nav/tool/verbs.h"

struct arguments {
    const char *world;
    char scene[PACK_NAME_MAX]; // name or number
    double x, z;
    char type[NPC_NAME_MAX + 1];
    char subtype[NPC_NAME_MAX + 1];
    const char *agent; // name of a size; NULL: the scene's first
    struct nav_options options;
    bool has_from;
    bool has_to;
    bool is_json;
};

// ---- command line ----------------------------------------------------------------------------

/// Reads "SCENE,X,Z".
static bool parse_from(const char *text, struct arguments *arguments)
{
    char *end;
    size_t scene_size = strcspn(text, ",");
    if (scene_size == 0 || scene_size >= sizeof arguments->scene || *text == '-' || text[scene_size] == '\0')
        return false;
    memcpy(arguments->scene, text, scene_size);
    arguments->scene[scene_size] = '\0';
    const char *number = text + scene_size + 1;
    arguments->x = strtod(number, &end);
    if (end == number || *end != ',')
        return false;
    number = end + 1;
    arguments->z = strtod(number, &end);
    arguments->has_from = end != number && *end == '\0' && isfinite(arguments->x) && isfinite(arguments->z);
    return arguments->has_from;
}

/// Reads "TYPE" or "TYPE/SUBTYPE".
static bool parse_to(const char *text, struct arguments *arguments)
{
    const char *slash = strchr(text, '/');
    size_t type_size = slash ? (size_t)(slash - text) : strlen(text);
    const char *subtype = slash ? slash + 1 : "";
    if (type_size == 0 || type_size > NPC_NAME_MAX || strlen(subtype) > NPC_NAME_MAX)
        return false;
    memcpy(arguments->type, text, type_size);
    memcpy(arguments->subtype, subtype, strlen(subtype));
    arguments->has_to = true;
    return true;
}

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s \"%s\"\n", problem, word);
    return false;
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
    if (arguments->world && arguments->has_from && arguments->has_to)
        return true;
    fputs("waynav: WORLD, --from and --to are needed\n", stderr);
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
    const struct pack *pack;
    enum nav_status status;
    const struct nav_trip *trip;
};

/// The name of a leg's jump.
static const char *jump_name(const struct answer *answer, const struct nav_leg *leg)
{
    for (size_t i = 0; i < answer->pack->jump_count; i++) {
        if (nav_pack_jump(answer->nav, i) == leg->jump)
            return answer->pack->jumps[i].name;
    }
    return "";
}

static void print_text(const struct answer *answer)
{
    enum nav_status status = answer->status;
    const struct nav_trip *trip = answer->trip;
    printf("%s", nav_status_name(status));
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
    char *text = cJSON_PrintUnformatted(json);
    if (text)
        printf("%s\n", text);
    free(text);
    cJSON_Delete(json);
}

/// Finds a scene by its name, else by its number.
/// @return false when the world has none like that, which has been said then
static bool find_scene(const struct pack *pack, const char *word, uint32_t *scene)
{
    for (size_t i = 0; i < pack->scene_count; i++) {
        *scene = (uint32_t)i;
        if (strcmp(pack->scenes[i].name, word) == 0)
            return true;
    }
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    *scene = (uint32_t)number;
    if (*word >= '0' && *word <= '9' && *end == '\0' && number < pack->scene_count)
        return true;
    fprintf(stderr, "waynav: there is no scene \"%s\"; this world has 0 (%s)", word, pack->scenes[0].name);
    if (pack->scene_count > 1)
        fprintf(stderr, " to %zu (%s)", pack->scene_count - 1, pack->scenes[pack->scene_count - 1].name);
    fputc('\n', stderr);
    return false;
}

/// Asks the one request and prints its answer.
static enum verb_status ask(const struct nav *nav, const struct pack *pack, const struct arguments *arguments,
                            uint32_t scene)
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
        struct nav_position from = {.x = arguments->x, .z = arguments->z, .scene = scene};
        nav_query_set_agent(query, agent);
        *trip = (struct nav_trip){.points = points, .points_max = NAV_POINTS_MAX};
        struct answer answer = {.nav = nav, .pack = pack, .trip = trip};
        answer.status = nav_query_npc(query, from, arguments->type, arguments->subtype, trip);
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

enum verb_status verb_route(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct pack *pack = report ? pack_load(arguments.world, report) : NULL;
    struct nav *nav = pack ? nav_create(pack, &arguments.options, report) : NULL;
    enum verb_status result = VERB_FAILED;
    uint32_t scene;
    if (nav && find_scene(pack, arguments.scene, &scene))
        result = ask(nav, pack, &arguments, scene);
    if (report)
        report_print(report, stderr);
    nav_destroy(nav);
    pack_destroy(pack);
    free(report);
    return result;
}
