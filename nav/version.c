#include "nav/version.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct version_ground *version_ground_create(struct navmesh *mesh)
{
    struct version_ground *ground = calloc(1, sizeof *ground);
    if (!ground) {
        navmesh_destroy(mesh);
        return NULL;
    }
    ground->mesh = mesh;
    ground->holder_count = 1;
    ground->locator = locator_create(mesh);
    if (ground->locator)
        return ground;
    version_ground_release(ground);
    return NULL;
}

void version_ground_release(struct version_ground *ground)
{
    if (!ground || --ground->holder_count > 0)
        return;
    if (ground->costs)
        cost_to_go_forget(ground->costs, ground->number);
    locator_destroy(ground->locator);
    navmesh_destroy(ground->mesh);
    free(ground);
}

// ---- scenes ----------------------------------------------------------------------------------

static void release_scene(struct version_scene *scene)
{
    if (!scene || --scene->holder_count > 0)
        return;
    for (size_t i = 0; i < MESH_LAYERS_MAX; i++)
        gates_destroy(scene->gates[i]);
    roads_destroy(scene->roads);
    version_ground_release(scene->ground);
    free(scene);
}

static bool make_gates(struct version_scene *scene)
{
    const struct navmesh *mesh = scene->ground->mesh;
    for (size_t i = 0; i < mesh->layer_count; i++) {
        struct gates_input input = {.mesh = mesh,
                                    .layer = &mesh->layers[i],
                                    .locator = scene->ground->locator,
                                    .roads = scene->roads};
        scene->gates[i] = gates_create(&input);
        if (!scene->gates[i])
            return false;
    }
    return true;
}

static struct version_scene *make_scene(const struct version_draft *draft, enum version_graphs graphs)
{
    struct version_scene *scene = calloc(1, sizeof *scene);
    if (!scene)
        return NULL;
    scene->holder_count = 1;
    scene->ground = draft->ground;
    scene->ground->holder_count++;
    scene->roads = graphs & VERSION_ROADS ? roads_copy(draft->roads) : NULL;
    bool has_memory = scene->roads || !(graphs & VERSION_ROADS);
    if (has_memory && (graphs != VERSION_BOTH || make_gates(scene)))
        return scene;
    release_scene(scene);
    return NULL;
}

static bool make_scenes(struct nav_version *version, const struct version_input *input)
{
    version->scenes = calloc(input->scene_count + 1, sizeof(struct version_scene *));
    if (!version->scenes)
        return false;
    version->scene_count = input->scene_count;
    for (size_t i = 0; i < input->scene_count; i++) {
        if (input->before && !input->drafts[i].is_changed) {
            version->scenes[i] = input->before->scenes[i];
            version->scenes[i]->holder_count++;
        } else {
            version->scenes[i] = make_scene(&input->drafts[i], input->graphs);
        }
        if (!version->scenes[i])
            return false;
    }
    return true;
}

// ---- agents ----------------------------------------------------------------------------------

/// @param layer  the first one serves when the mesh has no such
static struct route_scene view_of(const struct version_scene *scene, uint32_t number, uint32_t layer)
{
    layer = layer < scene->ground->mesh->layer_count ? layer : 0;
    return (struct route_scene){.mesh = scene->ground->mesh,
                                .layer = &scene->ground->mesh->layers[layer],
                                .locator = scene->ground->locator,
                                .roads = scene->roads,
                                .gates = scene->gates[layer],
                                .costs = scene->ground->costs,
                                .mesh_version = scene->ground->number,
                                .number = number};
}

/// For measuring the ways between jumps.
struct surveyor {
    struct route_query *query;
    const struct route_scene *scenes;
};

static double survey(void *context, struct nav_position from, struct nav_position to)
{
    struct surveyor *surveyor = context;
    struct route_walk walk = {.from = from, .to = to};
    struct route route;
    (void)route_query_measure(surveyor->query, &surveyor->scenes[from.scene], &walk, &route);
    return route.length_m;
}

static bool make_agent(struct nav_version *version, size_t number, const struct version_input *input,
                       struct route_query *query, const bool *is_changed)
{
    struct version_agent *agent = &version->agents[number];
    agent->scenes = calloc(input->scene_count + 1, sizeof *agent->scenes);
    if (!agent->scenes)
        return false;
    for (size_t i = 0; i < input->scene_count; i++)
        agent->scenes[i] = view_of(version->scenes[i], (uint32_t)i, input->drafts[i].layers[number]);
    struct surveyor surveyor = {query, agent->scenes};
    struct jumps_input jumps = {.jumps = input->jumps,
                                .count = input->jump_count,
                                .scene_count = input->scene_count,
                                .walk = survey,
                                .context = &surveyor,
                                .before = input->before ? input->before->agents[number].jumps : NULL,
                                .is_changed = is_changed};
    agent->jumps = jumps_create(&jumps);
    agent->view = (struct travel_world){.scenes = agent->scenes,
                                        .scene_count = input->scene_count,
                                        .jumps = agent->jumps,
                                        .jump_names = version->jump_names};
    return agent->jumps != NULL;
}

static bool make_agents(struct nav_version *version, const struct version_input *input)
{
    struct route_query *query = route_query_create(&input->limits);
    bool *is_changed = calloc(input->scene_count + 1, sizeof *is_changed);
    bool has_memory = query && is_changed;
    version->agents = calloc(input->agent_count + 1, sizeof *version->agents);
    version->jump_names = calloc(input->jump_count + 1, sizeof *version->jump_names);
    has_memory = has_memory && version->agents && version->jump_names;
    if (has_memory) {
        version->agent_count = input->agent_count;
        for (size_t i = 0; i < input->jump_count; i++)
            version->jump_names[i] = input->jump_names[i];
        for (size_t i = 0; i < input->scene_count; i++)
            is_changed[i] = input->drafts[i].is_changed;
    }
    for (size_t i = 0; has_memory && i < input->agent_count; i++)
        has_memory = make_agent(version, i, input, query, is_changed);
    route_query_destroy(query);
    free(is_changed);
    return has_memory;
}

struct nav_version *nav_version_create(const struct version_input *input)
{
    assert(input->agent_count >= 1);
    assert(input->agent_count <= MESH_LAYERS_MAX);
    struct nav_version *version = calloc(1, sizeof *version);
    if (!version)
        return NULL;
    if (make_scenes(version, input) && make_agents(version, input))
        return version;
    nav_version_destroy(version);
    return NULL;
}

void nav_version_destroy(struct nav_version *version)
{
    if (!version)
        return;
    for (size_t i = 0; i < version->agent_count; i++) {
        free(version->agents[i].scenes);
        jumps_destroy(version->agents[i].jumps);
    }
    for (size_t i = 0; i < version->scene_count; i++)
        release_scene(version->scenes[i]);
    free(version->agents);
    free(version->jump_names);
    free(version->scenes);
    free(version);
}
