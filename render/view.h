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
    VIEW_ELEMENTS_MAX = 64, // rectangles of the user interface
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

enum view_solid_kind { VIEW_HOUSE, VIEW_WALL, VIEW_FENCE, VIEW_ROCK, VIEW_TREE, VIEW_SOLID_KIND_COUNT };

/// Something that stands on the ground and cannot be walked through: its footprint is exactly the hole
/// in the mesh.
struct view_solid {
    enum view_solid_kind kind;
    struct view_vec3 *footprint; // counter-clockwise seen from above, y: ground at that corner
    size_t footprint_count;
    float height_m;
    struct view_color color;
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
struct view_scene {
    struct view_triangle *triangles;
    size_t triangle_count;
    struct view_solid *solids;
    size_t solid_count;
    struct view_riser *risers;
    size_t riser_count;
    struct view_portal *portals;
    size_t portal_count;
    struct view_color sky; // background and fog
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

enum view_actor_kind { VIEW_PLAYER, VIEW_OTHER_PLAYER, VIEW_NPC };
enum view_actor_mark { VIEW_MARK_NONE, VIEW_MARK_TALK, VIEW_MARK_GOAL };

struct view_actor {
    uint32_t id; // of the game; what a tap on it means
    enum view_actor_kind kind;
    struct view_vec3 position; // of the feet
    float facing_x, facing_z;  // unit vector in plan
    float stride;              // phase of the walking motion, 0 ≤ stride < 1
    float pace;                // 0 standing … 1 walking
    float height_m;            // of the model
    struct view_color clothes;
    enum view_actor_mark mark;
    char name[VIEW_NAME_MAX];
};

/// Words that hang over a place: where a portal leads to.
struct view_sign {
    struct view_vec3 position; // of their lower edge
    char text[VIEW_NAME_MAX];
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
    struct view_color color; // of the portrait or label; zero: the style's own
    uint32_t action;         // what a tap on it means to the game; 0: nothing, but it still catches the tap
    char text[VIEW_TEXT_MAX];
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
    struct view_tap taps[VIEW_TAPS_MAX];
    size_t tap_count;
    struct view_element elements[VIEW_ELEMENTS_MAX];
    size_t element_count;
};
