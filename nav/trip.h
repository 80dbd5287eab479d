// What a wayfinding query answers.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "nav/index.h"
#include "nav/position.h"

enum nav_status {
    NAV_FOUND,
    NAV_NO_SUCH_NPC,  // the index holds none of that type: a normal answer
    NAV_UNREACHABLE,  // no way: see nearest and reason of the trip
    NAV_OFF_MESH,     // start or goal on no cell, or on no road where there are only roads
    NAV_OUT_OF_NODES, // the search's budget, or the room for points or legs, is used up: the trip is the best
                      // so far, and ends before the goal or is not known to be the cheapest
};

enum nav_reason {
    NAV_REASON_NONE,
    NAV_REASON_STEP,      // a step higher than the agent climbs
    NAV_REASON_CLEARANCE, // a ceiling too low
    NAV_REASON_WIDTH,     // a gap too narrow
    NAV_REASON_NO_JUMP,   // another scene or an island, and nothing leads there
};

/// Which map a leg was planned on.
enum nav_graph {
    NAV_GRAPH_MESH,  // the cells that steps, ceilings and widths let one walk over
    NAV_GRAPH_ROADS, // on foot to a trunk road, along roads, and on foot from there
    NAV_GRAPH_BOTH,  // several roads, and ways on foot between them
};

enum nav_leg_kind { NAV_LEG_WALK, NAV_LEG_JUMP };

/// Names a jump point: slot and generation. 0: none.
typedef uint32_t nav_jump;

enum { NAV_LEGS_MAX = 64, NAV_POINTS_MAX = 4096 };

/// A part of a trip inside one scene, or a jump, which has two points: where it begins and where it ends.
struct nav_leg {
    enum nav_leg_kind kind;
    enum nav_graph graph;
    size_t first; // of the trip's points
    size_t count;
    double length_m; // walked, in plan: 0 for a jump
    double cost_m;   // what the search counted: the length, or what the jump costs
    nav_jump jump;   // of a jump: which one; 0: a walk
};

/// `points` is the caller's memory; nothing is allocated.
struct nav_trip {
    // Where the way or the ground bends, start first, heights on the ground. Two points of equal x and
    // z that follow one another are the foot and the top of a step. Only the start when that is the
    // goal. None unless NAV_FOUND or NAV_OUT_OF_NODES.
    struct nav_position *points;
    size_t points_max; // at least 1
    size_t point_count;
    struct nav_leg legs[NAV_LEGS_MAX];
    size_t leg_count;
    double length_m;             // sum over the legs
    double cost_m;               // likewise: the least of all trips
    npc_id npc;                  // that the trip leads to; 0 when to a place
    struct nav_position nearest; // NAV_UNREACHABLE: the reachable point nearest to the goal
    enum nav_reason reason;      // NAV_UNREACHABLE: why
};

/// In words, lower case, for tools and logs: "found", "unreachable".
const char *nav_status_name(enum nav_status status);
const char *nav_reason_name(enum nav_reason reason);

/// A hash of the answer: status, reason, legs and every bit of the points. Equal trips have equal hashes, on
/// any machine.
uint64_t nav_trip_hash(enum nav_status status, const struct nav_trip *trip);
