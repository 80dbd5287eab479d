// Makes the parts of a world of what has been baked: grounds, roads, jumps, and NPCs in the index.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "nav/baked.h"
#include "nav/edits.h"
#include "nav/nav.h"
#include "nav/version.h"

/// Grows while it is loaded, and changes while the world runs: what of it is visible, versions say.
struct load_parts {
    enum version_graphs graphs;
    struct version_draft *drafts; // per scene
    size_t scene_count;
    struct edits *edits; // jumps, and roads besides the pack's
    size_t jumps_max;
    nav_jump *pack_jumps; // by number in the pack
    size_t pack_jump_count;
    struct npc_index *index;
    size_t npcs_max;
    npc_id *pack_npcs;                // likewise
    struct nav_position *pack_places; // where they stand at first
    size_t pack_npc_count;
    char agents[NAV_AGENTS_MAX][PACK_NAME_MAX]; // names of sizes; the first one's is empty
    size_t agent_count;
};

/// @param parts        zeroed; load_finish() is due even when this fails
/// @param baked        its meshes become the parts'
/// @param[out] report  what is wrong, when false is returned
bool load_parts(struct load_parts *parts, struct baked *baked, const struct nav_options *options,
                struct report *report);

/// Accepts zeroed and half-loaded parts.
void load_finish(struct load_parts *parts);
