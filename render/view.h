// What one player sees at one moment, and the scenes it is seen in: plain data, filled by the game,
// drawn by the renderer, and the whole truth that a tap is judged by.
//
// Nothing here points anywhere or owns anything, except the arrays of a static scene; a view can be
// copied by assignment. Lengths are metres, y up; pictures are measured in pixels from the top left.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    VIEW_ACTORS_MAX = 96,   // nearest first; a phone shows fewer
    VIEW_ROUTE_MAX = 256,   // points of the ribbon on the ground
    VIEW_SIGNS_MAX = 8,     // more than are near one another
    VIEW_TAPS_MAX = 8,      // tap marks that have not faded yet
    VIEW_ELEMENTS_MAX = 96, // rectangles of the user interface
    VIEW_EFFECTS_MAX = 32,  // strikes, shots and the like
    VIEW_ITEMS_MAX = 32,    // things that lie about
    VIEW_GATES_MAX = 64,    // of a scene
    VIEW_STOREYS_MAX = 64,  // of a scene
    VIEW_TEXT_MAX = 256,    // bytes of an element's text with its NUL, UTF-8
    VIEW_NAME_MAX = 64,     // bytes of a name plate with its NUL, UTF-8
};

/// Radius of the opaque white disc of a tap mark as a fraction of the picture's height: 28 px at 720.
#define VIEW_TAP_RADIUS (28.0f / 720.0f)

struct view_vec3 {
    float x, y, z;
};

struct view_color {
    uint8_t r, g, b, a;
};

// ---- the static scene --------------------------------------------------------------------------

enum view_surface {
    VIEW_GRASS,
    VIEW_STONE,
    VIEW_PATH,
    VIEW_SAND,
    VIEW_WOOD,
    VIEW_WATER,
    VIEW_CHASM, // the depth of a ravine
    VIEW_SURFACE_COUNT
};

/// A triangle of ground, counter-clockwise seen from above.
struct view_triangle {
    struct view_vec3 corners[3];
    enum view_surface surface;
};

enum view_solid_kind {
    VIEW_HOUSE,
    VIEW_WALL,
    VIEW_FENCE,
    VIEW_ROCK,
    VIEW_TREE,
    VIEW_DOOR,  // the leaves of a gate
    VIEW_PLANK, // boards to walk on: the footprint is their upper side, quite thin
    VIEW_SOLID_KIND_COUNT
};

/// Something that stands on the ground and cannot be walked through: its footprint is exactly the hole
/// in the mesh.
struct view_solid {
    enum view_solid_kind kind;
    struct view_vec3 *footprint; // counter-clockwise seen from above, y: ground at that corner
    size_t footprint_count;
    float height_m;
    struct view_color color;
    uint32_t gate; // 1 + number of the scene's gate: a door's leaves are seen while it is shut, planks while
                   // it is open; 0: always there
};

/// An upright face between two floors: the riser of a step, the bank of a pond, the edge of the land.
/// Seen from the side to the right of the way from a to b.
struct view_riser {
    struct view_vec3 a, b;        // upper edge
    float a_bottom_m, b_bottom_m; // heights of the lower edge
    enum view_surface surface;    // of the upper floor
};

/// A place that leads elsewhere: a ring of light on the ground.
struct view_portal {
    struct view_vec3 position;
};

/// One scene as it stands, shared by all views into it. The renderer reads it when it is created.
///
/// Ground that lies over other ground, with what stands on it and its risers, belongs to an upper storey, a
/// number from 1 on: it can be left out where it would hide what is below. 0: the rest, which is always seen.
struct view_scene {
    struct view_triangle *triangles;
    size_t triangle_count;
    struct view_solid *solids;
    size_t solid_count;
    struct view_riser *risers;
    size_t riser_count;
    uint8_t *triangle_storeys; // of each; NULL: all 0
    uint8_t *solid_storeys;
    uint8_t *riser_storeys;
    struct view_portal *portals;
    size_t portal_count;
    struct view_color
        sky; // background and fog; a dark one makes dusk with lamps lit, a greenish one lets moss grow
    struct view_color sun; // key light
};

struct view_world {
    struct view_scene *scenes; // index: a view's scene
    size_t scene_count;
};

// ---- one moment --------------------------------------------------------------------------------

/// A perspective camera without roll. As on a plan with x to the right and z up the page: a camera that
/// looks along +z sees +x on the right of the picture (a left-handed system).
struct view_camera {
    struct view_vec3 eye;
    struct view_vec3 target; // where the middle of the picture looks
    float tan_half_fov_y;    // tangent of half the vertical field of view
    float near_m, far_m;
};

enum view_actor_kind { VIEW_PLAYER, VIEW_OTHER_PLAYER, VIEW_NPC, VIEW_ENEMY };
enum view_actor_mark {
    VIEW_MARK_NONE,
    VIEW_MARK_TALK,
    VIEW_MARK_QUEST, // has a quest, a report or a reward to give
    VIEW_MARK_GOAL,
};

/// What an actor is built like.
enum view_shape { VIEW_PERSON, VIEW_WOLF, VIEW_BOAR, VIEW_CRAB, VIEW_SKELETON, VIEW_SHAPE_COUNT };

struct view_actor {
    uint32_t id; // of the game; what a tap on it means
    enum view_actor_kind kind;
    struct view_vec3 position; // of the feet
    float facing_x, facing_z;  // unit vector in plan
    float stride;              // phase of the walking motion, 0 ≤ stride < 1
    float pace;                // 0 standing … 1 walking
    float height_m;            // of the model: people 1.6, wolves and boars about 0.95, crabs 0.75
    enum view_shape shape;
    struct view_color clothes; // of an animal: its coat
    enum view_actor_mark mark;
    bool is_speaker; // talks with the player: seen through what hides it, as the goal is
    float damage;    // 0 unhurt … 1 dead: a bar above the head while above 0
    float swing;     // phase of a blow: 0 none … 1 done
    float hurt;      // 1 just hit … 0: flashes
    char name[VIEW_NAME_MAX];
};

/// Words that hang over a place: where a portal leads to.
struct view_sign {
    struct view_vec3 position; // of their lower edge
    char text[VIEW_NAME_MAX];
};

enum view_effect_kind {
    VIEW_EFFECT_STRIKE, // an arc before whoever strikes, at `at`, towards `to`
    VIEW_EFFECT_SHOT,   // something that flies: it is at `at`, on its way to `to`
    VIEW_EFFECT_HEAL,   // rises around `at`
    VIEW_EFFECT_DASH,   // a trail from `at` to `to`
    VIEW_EFFECT_HIT,    // a burst at `at`
    VIEW_EFFECT_LEVEL,  // a column of light at `at`
    VIEW_EFFECT_KIND_COUNT
};

/// Something short to be seen. Places are on the ground; what flies or strikes is drawn at chest height
/// above.
struct view_effect {
    enum view_effect_kind kind;
    struct view_vec3 at, to;
    float age; // 0 just begun … 1 gone
};

enum view_item_kind {
    VIEW_ITEM_BUNDLE,
    VIEW_ITEM_LAMP,
    VIEW_ITEM_HERB,
    VIEW_ITEM_CHEST,
    VIEW_ITEM_KIND_COUNT
};

/// A thing that lies about: it turns slowly and glows.
struct view_item {
    enum view_item_kind kind;
    struct view_vec3 position;
};

/// A white disc where the player tapped, answered at once.
struct view_tap {
    float x_px, y_px;
    float opacity; // 1 for the first 150 ms, then fading to 0
};

enum view_element_kind {
    VIEW_PANEL,    // a rounded translucent rectangle
    VIEW_BUTTON,   // a panel that can be tapped, with a text
    VIEW_LABEL,    // text alone; starts at the top of its rectangle and wraps inside it
    VIEW_PORTRAIT, // the head of the actor whose clothes `color` names
    VIEW_SKILL,    // a round button with an icon; `fill`: share of its cooldown that is over, 1 ready
    VIEW_METER,    // a bar; `fill` of it is `color`, the text lies in its middle
    VIEW_MINIMAP,  // the scene from above: view.map
};

/// Pictures on skills and buttons, drawn before the text.
enum view_icon {
    VIEW_ICON_NONE,
    VIEW_ICON_STRIKE,
    VIEW_ICON_DASH,
    VIEW_ICON_HEAL,
    VIEW_ICON_SHOT,
    VIEW_ICON_CHEST,
    VIEW_ICON_FIND,
    VIEW_ICON_FESTIVAL,
    VIEW_ICON_QUEST,
    VIEW_ICON_COUNT
};

enum view_align { VIEW_ALIGN_LEFT, VIEW_ALIGN_CENTER };

/// A rectangle of the user interface, laid out by the game; later ones lie on top. The renderer fits
/// the text into it: wraps at words, then cuts with an ellipsis.
struct view_element {
    enum view_element_kind kind;
    float x_px, y_px, width_px, height_px;
    float text_px; // height of a line of text
    enum view_align align;
    bool is_accented; // drawn in the accent colour: the primary or active one
    bool is_bold;
    bool is_muted; // cannot be used now: no energy, cooling down
    float fill;    // of meters and skills, 0 … 1
    enum view_icon icon;
    struct view_color color; // of the portrait, label or meter; zero: the style's own
    uint32_t action;         // what a tap on it means to the game; 0: nothing, but it still catches the tap
    char text[VIEW_TEXT_MAX];
};

/// What the minimap shows, north (z) up: the scene's ground and roads, the route, people with a mark and the
/// player in the middle. People come from the view's actors.
struct view_map {
    float center_x, center_z; // of the map, metres
    float span_m;             // from its left edge to its right
};

/// Everything that is drawn for one player, immutable once published.
struct view {
    uint32_t number;              // rising by at least one a view; the frame id on the wire
    uint64_t tick;                // of the simulation
    uint32_t input_sequence;      // of the last input that this view shows
    uint32_t scene;               // index into view_world.scenes
    uint32_t width_px, height_px; // of the picture that it was laid out for
    float density;                // picture pixels per CSS pixel: how large a name plate or a thumb is
    float time_s;                 // since the world began: water, chevrons
    float fade;                   // 0 as usual … 1 black, under the interface: between two scenes
    struct view_camera camera;
    struct view_actor actors[VIEW_ACTORS_MAX];
    size_t actor_count;
    struct view_vec3 route[VIEW_ROUTE_MAX]; // from the avatar's feet to the goal
    size_t route_count;
    bool has_destination;
    struct view_vec3 destination;
    struct view_sign signs[VIEW_SIGNS_MAX];
    size_t sign_count;
    struct view_effect effects[VIEW_EFFECTS_MAX];
    size_t effect_count;
    struct view_item items[VIEW_ITEMS_MAX];
    size_t item_count;
    uint64_t open_gates;     // bit n: gate n of the scene is open
    uint64_t hidden_storeys; // bit n: storey n of the scene is left out, because it would hide the avatar
    struct view_map map;
    struct view_tap taps[VIEW_TAPS_MAX];
    size_t tap_count;
    struct view_element elements[VIEW_ELEMENTS_MAX];
    size_t element_count;
};
