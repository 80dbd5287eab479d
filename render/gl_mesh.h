// Meshes of coloured vertices in the GPU's memory.
#pragma once

#include <GLES3/gl3.h>
#include <stddef.h>

#include "render/mesh.h"

/// An offset into a buffer, in the guise of a pointer, as OpenGL takes it.
static inline const void *gl_offset(size_t bytes)
{
    return (const void *)bytes; // NOLINT(performance-no-int-to-ptr)
}

/// Zeroed: none.
struct gl_mesh {
    GLuint arrays, vertices, indices;
};

void gl_mesh_init(struct gl_mesh *gl);

void gl_mesh_finish(struct gl_mesh *gl);

/// Replaces the contents and binds them for drawing: position at location 0, colour at 1.
/// @param usage  GL_STATIC_DRAW, or GL_STREAM_DRAW for a mesh that is made anew for every picture
void gl_mesh_upload(struct gl_mesh *gl, const struct mesh *mesh, GLenum usage);
