// A world pack read from its folder: the game's content as plain data, checked before anyone uses it.
//
// One reader serves everyone: the mesh, the picture and the walls come from the same numbers, so what
// is drawn is what is walked. The file format is described for level designers in
// cloudsvc/worlds/README.md. Lengths in the files are metres with at most three decimals; here they
// are whole millimetres, so that geometry is exact.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nav/geometry.h"
#include "nav/report.h"

enum {
    PACK_NAME_MAX = 64,          // bytes of a name or type with its NUL
    PACK_TEXT_MAX = 256,         // bytes of a line of dialogue with its NUL
    PACK_SCENES_MAX = 1024,      // a scene's number is the w of a position
    PACK_VERTICES_MAX = 1 << 20, // of one polygon
    PACK_FIND_MAX = 16,          // entries of the Find list: it has to fit a phone
    PACK_AGENTS_MAX = 8,         // sizes of people in a scene, the first included
    PACK_JUMP_ENDS_MAX = 64,     // destinations of one jump
    PACK_LANGUAGES_MAX = 8,
    PACK_LANGUAGE_SIZE = 8, // bytes of a language's tag with its NUL: "en"
    PACK_GATES_MAX = 64,    // of a scene
    PACK_ENEMIES_MAX = 256, // of a world
    PACK_ITEMS_MAX = 64,    // kinds of things
    PACK_SPOTS_MAX = 1024,  // where things lie, in a world
    PACK_QUESTS_MAX = 64,
    PACK_TASKS_MAX = 8, // of a quest
};

/// Names something that is shown: a row of the pack's texts, which has it in every language. 0: nothing.
typedef uint32_t pack_text_id;

enum pack_surface { PACK_GRASS, PACK_STONE, PACK_PATH, PACK_SAND, PACK_WOOD, PACK_SURFACE_COUNT };

enum pack_obstacle_kind {
    PACK_HOUSE,
    PACK_WALL,
    PACK_FENCE,
    PACK_POND,
    PACK_ROCK,
    PACK_TREE,
    PACK_RAVINE, // a gap in the ground
    PACK_OBSTACLE_KIND_COUNT
};

/// A closed polygon in plan, without repeated end point. Outlines run counter-clockwise seen from
/// above with x to the right and z up the page (positive area by the shoelace formula over (x, z));
/// the reader turns the others around.
struct pack_polygon {
    struct geo_point *points;
    size_t count;
};

/// Ground to walk on: an outline, holes, and a height for every vertex.
struct pack_region {
    char name[PACK_NAME_MAX];
    char chunk[PACK_NAME_MAX]; // regions of one chunk are replaced together; empty: the scene's main chunk
    struct pack_polygon outline;
    int32_t *heights_mm;  // one per outline vertex
    int32_t *ceilings_mm; // likewise, of what hangs over the ground, all in one plane; NULL: open sky
    struct pack_polygon *holes;
    int32_t **hole_heights_mm; // per hole, one per vertex
    size_t hole_count;
    enum pack_surface surface;
};

/// Something that cuts the mesh: a simple polygon, which may cross others and the borders of regions. The
/// files also allow a centre with a radius (an octagon) and a line with a width; here all of them are
/// polygons.
struct pack_obstacle {
    enum pack_obstacle_kind kind;
    struct pack_polygon outline;
    int32_t height_mm;  // of the thing above its ground; 0 for ponds and ravines
    size_t region;      // index of the region that it stands in; it cuts all of the same floor
    uint32_t color_rgb; // 0xRRGGBB of its main part; 0: the kind's own colour
};

/// A trunk road: ways that designers set, whatever the mesh says. It is a line with a width, cut out of
/// the ground as cells of its own where it crosses ground, or a list of single cells.
struct pack_road {
    char name[PACK_NAME_MAX];
    struct pack_polygon line;    // its middle; no points when the road is a list of cells
    int32_t *heights_mm;         // per point of the line; NULL: it lies on the ground
    int32_t width_mm;            // of the line
    struct pack_polygon outline; // the line thickened
};

/// A place that roads lead through: a point of a line, one between where these are far apart, where lines
/// cross or meet, or a cell of a list.
/// Roads that go through one place have one node there.
struct pack_road_node {
    struct geo_point at;
    int32_t height_mm;
};

/// Two nodes between which people walk straight, either way.
struct pack_road_link {
    uint32_t nodes[2];
    uint32_t road; // that it is part of
};

struct pack_jump_end {
    size_t scene;
    size_t region;
    struct geo_point at;
};

/// A place from which people get to other places, in one direction: a door, a ferry. The way back is
/// another jump.
struct pack_jump {
    char name[PACK_NAME_MAX]; // of its own in the scene
    size_t scene;
    size_t region;
    struct geo_point at;
    struct pack_jump_end *ends; // to choose from, at least one
    size_t end_count;
    double cost_m; // what it adds to the length of a trip
};

/// A size of people.
struct pack_agent {
    char name[PACK_NAME_MAX];
    int32_t radius_mm; // half the width at the base
    int32_t height_mm;
};

/// When something is there, in hours of the world's day, 0 ≤ from, until < 24; over midnight when from >
/// until. All day when both are equal.
struct pack_hours {
    float from, until;
};

/// Says whether `hour` (0 ≤ hour < 24) is within.
bool pack_hours_include(struct pack_hours hours, double hour);

/// Somebody to be found: an NPC type, with its subtype unless that is empty.
struct pack_person {
    char type[PACK_NAME_MAX];
    char subtype[PACK_NAME_MAX];
};

enum pack_gate_kind {
    PACK_GATE_DOOR,   // ground that is there while it is open: a chunk of regions
    PACK_GATE_BRIDGE, // a road that is there while it is open: planks from a to b
};

/// What opens and shuts while the world runs.
struct pack_gate {
    enum pack_gate_kind kind;
    char name[PACK_NAME_MAX];  // of its own in the world
    char chunk[PACK_NAME_MAX]; // of a door: the chunk of its regions
    struct geo_point line[2];  // of a bridge: both ends, on ground, where roads end or lead by; of a door:
                               // across the way, where its leaves stand
    size_t regions[2];         // that those places lie in; of a door: the one that its middle lies in
    int32_t heights_mm[2];     // of those places
    int32_t width_mm;          // of the bridge; of a door: how thick its leaves are
    int32_t height_mm;         // of a door's leaves
    bool is_open;              // at the start, when hours say nothing
    bool has_hours;
    struct pack_hours hours;  // when it is open, unless a quest has opened it for good
    pack_text_id closed_text; // why there is no way: "the bridge is out"
};

enum pack_enemy_kind { PACK_WOLF, PACK_BOAR, PACK_CRAB, PACK_SKELETON, PACK_ENEMY_KIND_COUNT };

/// Where enemies of a kind live: `count` of them patrol within `radius_mm` around `at`.
struct pack_enemies {
    enum pack_enemy_kind kind;
    pack_text_id name;
    size_t scene;
    size_t region;
    struct geo_point at;
    int32_t radius_mm;
    uint32_t count;
    uint32_t health;   // points
    uint32_t strength; // points that a bite takes
};

enum pack_item_kind {
    PACK_ITEM_THING,  // for a quest
    PACK_ITEM_WEAPON, // adds `strength` to strikes and shots
    PACK_ITEM_CHARM,  // adds `strength` to what heals
};

struct pack_item {
    char name[PACK_NAME_MAX]; // of its own in the world
    pack_text_id title;
    enum pack_item_kind kind;
    uint32_t look;     // how it looks where it lies: bundle, lamp, herb, chest
    uint32_t strength; // points
};

/// A place where a thing lies for everybody whose task is to fetch it.
struct pack_spot {
    uint32_t item;
    size_t scene;
    size_t region;
    struct geo_point at;
};

enum pack_task_kind {
    PACK_TASK_TALK,    // to `person`, who says `says`
    PACK_TASK_FETCH,   // `count` of `item` from the spots where it lies
    PACK_TASK_DEFEAT,  // `count` enemies of `enemy`
    PACK_TASK_DELIVER, // `count` of `item` to `person`, who says `says`
};

struct pack_task {
    enum pack_task_kind kind;
    pack_text_id title; // a line of the quest tracker
    struct pack_person person;
    pack_text_id says;
    uint32_t item;
    enum pack_enemy_kind enemy;
    uint32_t count;
};

/// Tasks, one after another. When one is done, the avatar sets out by itself to the person of the next one,
/// if that is one to talk or deliver to.
struct pack_quest {
    char name[PACK_NAME_MAX];
    pack_text_id title;
    struct pack_person giver; // who offers it,
    pack_text_id offer;       // and says this
    uint32_t after[4];        // quests to be done before
    size_t after_count;
    struct pack_task tasks[PACK_TASKS_MAX];
    size_t task_count;
    uint32_t score;    // reward, from the chest
    uint32_t gifts[4]; // items, likewise
    size_t gift_count;
    uint32_t opens_scene, opens; // a gate that opens for good when it is done
    bool has_gate;
};

struct pack_npc {
    char type[PACK_NAME_MAX];    // "merchant"
    char subtype[PACK_NAME_MAX]; // may be empty
    char name[PACK_NAME_MAX];    // in the first language; shown on the plate above its head
    char dialogue[PACK_TEXT_MAX];
    pack_text_id name_text;
    pack_text_id dialogue_text;
    bool has_hours;
    struct pack_hours hours; // when it is there
    struct geo_point at;
    struct geo_point facing; // plan direction, any length above zero
    size_t scene;
    size_t region; // that it stands in
};

struct pack_scene {
    char name[PACK_NAME_MAX];
    char file[PACK_NAME_MAX]; // relative to the pack's folder, for messages
    struct pack_region *regions;
    size_t region_count;
    struct pack_obstacle *obstacles;
    size_t obstacle_count;
    struct pack_road *roads;
    size_t road_count;
    struct pack_road_node *road_nodes;
    size_t road_node_count;
    struct pack_road_link *road_links; // road after road
    size_t road_link_count;
    int32_t step_height_mm;                        // h_s: how high an agent climbs in one step
    int32_t agent_radius_mm;                       // r: half the base width of its people
    int32_t agent_height_mm;                       // h_m
    struct pack_agent agents[PACK_AGENTS_MAX - 1]; // further sizes
    size_t agent_count;
    int32_t merge_tolerance_mm;
    pack_text_id title; // of the scene, on signs and banners
    struct pack_gate *gates;
    size_t gate_count;
    uint32_t sky_rgb; // fog and background
    uint32_t sun_rgb; // key light
};

/// An entry of the Find list: one tap on it sends the one wayfinding request.
struct pack_find {
    char label[PACK_NAME_MAX];
    char type[PACK_NAME_MAX];
    char subtype[PACK_NAME_MAX]; // empty: any of the type
    pack_text_id label_text;
};

/// A time of the day when there is something on: a banner that leads there by one tap.
struct pack_festival {
    pack_text_id title; // 0: there is none
    struct pack_hours hours;
    struct pack_person person;
};

struct pack {
    char name[PACK_NAME_MAX];
    struct pack_scene *scenes;
    size_t scene_count;
    struct pack_npc *npcs; // of all scenes, in file order
    size_t npc_count;
    struct pack_jump *jumps; // likewise
    size_t jump_count;
    struct pack_find find[PACK_FIND_MAX];
    size_t find_count;
    size_t spawn_scene;
    size_t spawn_region;
    struct geo_point spawn;
    uint32_t day_s;                                         // seconds of a world's day
    float start_hour;                                       // of the day when the world begins
    char languages[PACK_LANGUAGES_MAX][PACK_LANGUAGE_SIZE]; // tags; the first is everybody's else
    size_t language_count;                                  // at least 1
    struct pack_texts *texts;
    struct pack_enemies *enemies;
    size_t enemies_count;
    struct pack_item *items;
    size_t item_count;
    struct pack_spot *spots;
    size_t spot_count;
    struct pack_quest *quests;
    size_t quest_count;
    struct pack_festival festival;
    struct pack_person treasurer; // who opens the reward chest; no type: rewards come at once
};

/// The number of the language that fits a client's tag best; the first when none does.
size_t pack_language(const struct pack *pack, const char *tag);

/// What is shown in a language; empty for 0. Owned by the pack.
/// @param language  below the pack's language_count
const char *pack_text(const struct pack *pack, pack_text_id text, size_t language);

/// Reads and checks the pack in folder `path`: syntax, types, ranges, polygons (self-crossing,
/// repeated points, zero area, holes outside or touching), places (what people come to lies on walkable
/// ground), names (every Find entry has an NPC of its type), texts (all languages have all of them), quests
/// (they can be done, in an order that there is).
/// @param[out] report  every problem found, each with file, JSON path and remedy; not empty when NULL
///                     is returned
/// @return the pack, for pack_destroy(); NULL when anything is wrong
struct pack *pack_load(const char *path, struct report *report);

/// Gives the text of one file of a pack, for free().
/// @param context          of the caller of pack_parse()
/// @param file             "world.json" or what it names: its scenes, "quests.json", the files of its
/// languages
/// @param[out] size_bytes  of the text
/// @return NULL when it cannot; the problem is in the report then
typedef char *pack_read_file(void *context, const char *file, size_t *size_bytes, struct report *report);

/// Like pack_load(), with files that come from anywhere: memory, an archive.
struct pack *pack_parse(pack_read_file *read_file, void *context, struct report *report);

/// Says whether a place of plan is ground of the region: strictly inside its outline and outside of its
/// holes, whose borders are not ground either.
bool pack_region_contains(const struct pack_region *region, struct geo_point at);

/// Finds three corners of the outline, counter-clockwise and far apart, that give the ceiling's plane.
/// @param region        has ceilings
/// @param[out] corners  their numbers
void pack_region_ceiling_corners(const struct pack_region *region, size_t corners[3]);

/// The height of the region's ceiling over a place, to the millimetre.
/// @param region  has ceilings
int32_t pack_region_ceiling(const struct pack_region *region, struct geo_point at);

/// Accepts NULL and half-built packs.
void pack_destroy(struct pack *pack);
