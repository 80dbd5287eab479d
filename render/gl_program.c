#include "render/gl_program.h"

#include <stdio.h>

#include "render/color.h"
#include "render/frame_block.h"
#include "render/renderer.h"

static const char *const preamble = "#version 300 es\n"
                                    "precision highp float;\n"
                                    "precision highp int;\n";

static GLuint compile(const char *name, GLenum stage, const char *source, char *error)
{
    GLuint shader = glCreateShader(stage);
    const char *const sources[] = {preamble, color_glsl, frame_block_glsl, "#line 1\n", source};
    glShaderSource(shader, 5, sources, NULL);
    glCompileShader(shader);
    GLint is_compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &is_compiled);
    if (is_compiled) {
        return shader;
    }
    char log[160] = "no context";
    glGetShaderInfoLog(shader, sizeof log, NULL, log);
    snprintf(error, RENDERER_ERROR_MAX, "the %s shader of %s does not compile: %s",
             stage == GL_VERTEX_SHADER ? "vertex" : "fragment", name, log);
    glDeleteShader(shader);
    return 0;
}

static bool link_program(GLuint program, const char *name, char *error)
{
    glLinkProgram(program);
    GLint is_linked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
    if (!is_linked) {
        char log[160] = "no context";
        glGetProgramInfoLog(program, sizeof log, NULL, log);
        snprintf(error, RENDERER_ERROR_MAX, "the shaders of %s do not link: %s", name, log);
    }
    return is_linked;
}

static void bind_frame_block(GLuint program)
{
    GLuint index = program ? glGetUniformBlockIndex(program, "frame_block") : GL_INVALID_INDEX;
    if (index != GL_INVALID_INDEX) {
        glUniformBlockBinding(program, index, FRAME_BLOCK_BINDING);
    }
}

GLuint gl_program_create(const char *name, const char *vertex, const char *fragment, char *error)
{
    GLuint vertex_shader = compile(name, GL_VERTEX_SHADER, vertex, error);
    GLuint fragment_shader = vertex_shader ? compile(name, GL_FRAGMENT_SHADER, fragment, error) : 0;
    GLuint program = 0;
    if (fragment_shader) {
        program = glCreateProgram();
        glAttachShader(program, vertex_shader);
        glAttachShader(program, fragment_shader);
        if (!link_program(program, name, error)) {
            glDeleteProgram(program);
            program = 0;
        }
        bind_frame_block(program);
    }
    // A linked program keeps what it needs of its shaders.
    glDeleteShader(vertex_shader);
    glDeleteShader(fragment_shader);
    return program;
}
