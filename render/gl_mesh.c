#include "render/gl_mesh.h"

#include <stddef.h>

void gl_mesh_init(struct gl_mesh *gl)
{
    glGenVertexArrays(1, &gl->arrays);
    glGenBuffers(1, &gl->vertices);
    glGenBuffers(1, &gl->indices);
    glBindVertexArray(gl->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, gl->indices);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, sizeof(struct mesh_vertex), gl_offset(0));
    glEnableVertexAttribArray(1);
    glVertexAttribPointer(1, 4, GL_UNSIGNED_BYTE, GL_TRUE, sizeof(struct mesh_vertex),
                          gl_offset(offsetof(struct mesh_vertex, color)));
}

void gl_mesh_finish(struct gl_mesh *gl)
{
    glDeleteVertexArrays(1, &gl->arrays);
    glDeleteBuffers(1, &gl->vertices);
    glDeleteBuffers(1, &gl->indices);
    *gl = (struct gl_mesh){0};
}

void gl_mesh_upload(struct gl_mesh *gl, const struct mesh *mesh, GLenum usage)
{
    glBindVertexArray(gl->arrays);
    glBindBuffer(GL_ARRAY_BUFFER, gl->vertices);
    glBufferData(GL_ARRAY_BUFFER, (GLsizeiptr)(mesh->vertex_count * sizeof *mesh->vertices), mesh->vertices,
                 usage);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)(mesh->index_count * sizeof *mesh->indices),
                 mesh->indices, usage);
}
