#include "render/mesh.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool grow(void **items, size_t *items_max, size_t needed, size_t item_bytes)
{
    if (needed <= *items_max) {
        return true;
    }
    size_t larger = *items_max * 2 > needed ? *items_max * 2 : needed + 64;
    void *moved = realloc(*items, larger * item_bytes);
    if (!moved) {
        return false;
    }
    *items = moved;
    *items_max = larger;
    return true;
}

static bool reserve(struct mesh *mesh, size_t vertices, size_t indices)
{
    if (mesh->is_fixed) {
        return mesh->vertex_count + vertices <= mesh->vertices_max &&
               mesh->index_count + indices <= mesh->indices_max;
    }
    void *vertex_items = mesh->vertices;
    void *index_items = mesh->indices;
    bool is_reserved =
        grow(&vertex_items, &mesh->vertices_max, mesh->vertex_count + vertices, sizeof *mesh->vertices) &&
        grow(&index_items, &mesh->indices_max, mesh->index_count + indices, sizeof *mesh->indices);
    mesh->vertices = vertex_items;
    mesh->indices = index_items;
    mesh->has_failed |= !is_reserved;
    return is_reserved;
}

bool mesh_fix(struct mesh *mesh, size_t vertices_max, size_t indices_max)
{
    mesh->is_fixed = reserve(mesh, vertices_max, indices_max);
    return mesh->is_fixed;
}

void mesh_add_polygon(struct mesh *mesh, const struct view_vec3 *points, const struct view_color *colors,
                      size_t count)
{
    assert(count >= 3);
    if (!reserve(mesh, count, 3 * (count - 2))) {
        return;
    }
    uint32_t first = (uint32_t)mesh->vertex_count;
    for (size_t i = 0; i < count; i++) {
        mesh->vertices[mesh->vertex_count++] =
            (struct mesh_vertex){points[i].x, points[i].y, points[i].z, colors[i]};
    }
    for (uint32_t i = 1; i + 1 < count; i++) {
        mesh->indices[mesh->index_count++] = first;
        mesh->indices[mesh->index_count++] = first + i;
        mesh->indices[mesh->index_count++] = first + i + 1;
    }
}

void mesh_append(struct mesh *mesh, const struct mesh *source)
{
    mesh->has_failed |= source->has_failed;
    if (source->index_count == 0 || !reserve(mesh, source->vertex_count, source->index_count)) {
        return;
    }
    uint32_t first = (uint32_t)mesh->vertex_count;
    memcpy(mesh->vertices + first, source->vertices, source->vertex_count * sizeof *source->vertices);
    mesh->vertex_count += source->vertex_count;
    for (size_t i = 0; i < source->index_count; i++) {
        mesh->indices[mesh->index_count++] = first + source->indices[i];
    }
}

void mesh_clear(struct mesh *mesh)
{
    mesh->vertex_count = 0;
    mesh->index_count = 0;
}

void mesh_finish(struct mesh *mesh)
{
    free(mesh->vertices);
    free(mesh->indices);
    *mesh = (struct mesh){0};
}
