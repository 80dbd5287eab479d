#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nav/baked.h"
#include "nav/nav.h"
#include "nav/tool/draw_game.h"
#include "nav/tool/draw_legend.h"
#include "nav/tool/draw_scene.h"
#include "nav/tool/question.h"
#include "nav/tool/verbs.h"

struct arguments {
    const char *world;
    const char *scene;
    const char *agent; // NULL: the scene's first
    const char *out;
    struct question question;
};

static bool misused(const char *problem, const char *word)
{
    fprintf(stderr, "waynav: %s \"%s\"\n", problem, word);
    return false;
}

static bool parse_option(const char *option, const char *value, struct arguments *arguments)
{
    if (strcmp(option, "--from") == 0)
        return question_read_from(value, &arguments->question) ||
               misused("expected SCENE,X,Z, a scene's name or number and metres, not", value);
    if (strcmp(option, "--to") == 0)
        return question_read_to(value, &arguments->question) ||
               misused("expected TYPE or TYPE/SUBTYPE, not", value);
    if (strcmp(option, "--scene") == 0)
        arguments->scene = value;
    else if (strcmp(option, "--agent") == 0)
        arguments->agent = value;
    else if (strcmp(option, "-o") == 0)
        arguments->out = value;
    else
        return misused("no such option", option);
    return true;
}

static bool parse(int argc, char **argv, struct arguments *arguments)
{
    for (int i = 1; i < argc; i++) {
        bool is_option = argv[i][0] == '-';
        if (is_option && i + 1 == argc)
            return misused("a value is missing after", argv[i]);
        if (!is_option && arguments->world)
            return misused("one world at a time; unexpected", argv[i]);
        if (!is_option)
            arguments->world = argv[i];
        else if (!parse_option(argv[i], argv[i + 1], arguments))
            return false;
        i += is_option;
    }
    if (arguments->question.has_from != arguments->question.has_to)
        return misused("--from and --to go together in", "waynav draw");
    return (arguments->world && arguments->scene && arguments->out) ||
           misused("WORLD, --scene and -o FILE are needed for", "waynav draw");
}

static bool write_picture(const struct drawing *drawing, const char *path)
{
    FILE *out = fopen(path, "we");
    struct svg *svg = calloc(1, sizeof *svg);
    bool is_written = out && svg;
    if (is_written) {
        svg_begin(svg, out, draw_box(drawing), DRAW_LEGEND_PX, draw_style);
        draw_map(svg, drawing);
        draw_game(svg, drawing);
        draw_legend(svg, drawing);
        svg_end(svg);
        is_written = !ferror(out);
    }
    if (out)
        is_written = fclose(out) == 0 && is_written;
    if (!is_written)
        fprintf(stderr, "waynav: %s: %s\n", path, strerror(errno));
    free(svg);
    return is_written;
}

/// The layer of the scene's mesh for a size of people by name.
static bool find_layer(const struct drawing *drawing, const char *agent, size_t *layer)
{
    const struct pack_scene *scene = &drawing->pack->scenes[drawing->scene];
    *layer = 0;
    for (size_t i = 0; agent && i < scene->agent_count; i++) {
        if (strcmp(scene->agents[i].name, agent) == 0)
            *layer = i + 1;
    }
    return !agent || *layer > 0 || misused("this scene has no people of a size", agent);
}

/// Finds the trip that is asked for, and draws.
static bool draw(struct drawing *drawing, const struct arguments *arguments)
{
    const struct question *question = &arguments->question;
    uint32_t from = 0;
    if (!question_find_scene(drawing->baked, arguments->scene, &drawing->scene) ||
        !find_layer(drawing, arguments->agent, &drawing->layer) ||
        (question->has_from && !question_find_scene(drawing->baked, question->scene, &from)))
        return false;
    struct nav_query *query = nav_query_create(drawing->nav, 0);
    struct nav_trip *trip = calloc(1, sizeof *trip);
    struct nav_position *points = calloc(NAV_POINTS_MAX, sizeof *points);
    bool has_memory = query && trip && points;
    if (has_memory && question->has_from) {
        *trip = (struct nav_trip){.points = points, .points_max = NAV_POINTS_MAX};
        nav_query_set_agent(query, arguments->agent ? nav_agent_find(drawing->nav, arguments->agent) : 0);
        drawing->status =
            nav_query_npc(query, (struct nav_position){.x = question->x, .z = question->z, .scene = from},
                          question->type, question->subtype, trip);
        drawing->trip = trip;
    }
    bool is_drawn =
        has_memory ? write_picture(drawing, arguments->out) : misused("not enough memory for", "it");
    free(points);
    free(trip);
    nav_query_destroy(query);
    return is_drawn;
}

enum verb_status verb_draw(int argc, char **argv)
{
    struct arguments arguments = {0};
    if (!parse(argc, argv, &arguments))
        return VERB_MISUSED;
    struct report *report = calloc(1, sizeof *report);
    struct pack *pack = report ? pack_load(arguments.world, report) : NULL;
    struct baked *baked = pack ? baked_make(pack, report) : NULL;
    struct nav *nav = baked ? nav_create_baked(baked, NULL, report) : NULL;
    struct drawing drawing = {.pack = pack, .baked = baked, .nav = nav};
    bool is_drawn = nav && draw(&drawing, &arguments);
    if (report)
        report_print(report, stderr);
    nav_destroy(nav);
    baked_destroy(baked);
    pack_destroy(pack);
    free(report);
    return is_drawn ? VERB_DONE : VERB_FAILED;
}
