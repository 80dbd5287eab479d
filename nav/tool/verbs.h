// The verbs of waynav, one source file each: verb_check.c, verb_route.c.
//
// A verb prints its answer on standard output and what is wrong on standard error.
#pragma once

/// Exit statuses of the program.
enum verb_status {
    VERB_DONE = 0,
    VERB_FAILED = 1,  // the world is wrong, or the answer is no
    VERB_MISUSED = 2, // the command line is wrong: the caller prints the verb's usage
};

/// Says whether a world pack is right: one line, or every problem with file, JSON path and remedy.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then the pack's folder
enum verb_status verb_check(int argc, char **argv);

/// Writes all that ways are searched on in a world to a file, which is loaded faster than the pack.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then the pack's folder and -o FILE
enum verb_status verb_bake(int argc, char **argv);

/// Draws a scene as an SVG picture: cells, roads, jumps, NPCs, what keeps people from walking, and a route.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then the pack's folder, --scene SCENE, [--from SCENE,X,Z],
///              [--to TYPE[/SUBTYPE]], [--agent NAME], -o FILE
enum verb_status verb_draw(int argc, char **argv);

/// Prints the trip from a place to the cheapest NPC of a type, leg by leg, as text or JSON.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then the pack's folder or --baked FILE, --from SCENE,X,Z,
///              --to TYPE[/SUBTYPE], [--graphs roads|mesh|both], [--index tuned|choices], [--agent NAME],
///              [--json]
enum verb_status verb_route(int argc, char **argv);

/// Times searches on a mesh of another program with the queries of a file, as a table and JSON.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then options
enum verb_status verb_bench(int argc, char **argv);

/// Prints how the NPC index of a world fares under each scheme: keys, collisions, tries, parameters, fill.
/// @param argc  of `argv`, at least 1
/// @param argv  the verb's name, then the pack's folder, [--scheme A|B], [--json]
enum verb_status verb_index(int argc, char **argv);
