// Shader programs, with errors that say where.
#pragma once

#include <GLES3/gl3.h>

/// Compiles and links a program of GLSL ES 3.00. Both sources are written without `#version` and precision,
/// and may use picture_color() (render/color.h) and the picture's block (render/frame_block.h). Attributes
/// carry their locations in the source.
/// @param name        for error messages
/// @param[out] error  the compiler's first complaint, RENDERER_ERROR_MAX bytes, when 0 is returned
GLuint gl_program_create(const char *name, const char *vertex, const char *fragment, char *error);
