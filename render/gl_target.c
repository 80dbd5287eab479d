#include "render/gl_target.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "render/convert.h"

static void target_finish(struct gl_target *target)
{
    glDeleteFramebuffers(1, &target->framebuffer);
    glDeleteRenderbuffers(1, &target->color);
    glDeleteRenderbuffers(1, &target->depth);
    free(target->strip);
    free(target->scratch);
    *target = (struct gl_target){0};
}

static void attach(GLuint *buffer, GLenum format, GLenum attachment, uint32_t width_px, uint32_t height_px)
{
    glGenRenderbuffers(1, buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, *buffer);
    glRenderbufferStorage(GL_RENDERBUFFER, format, (GLsizei)width_px, (GLsizei)height_px);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, attachment, GL_RENDERBUFFER, *buffer);
}

static bool target_init(struct gl_target *target, uint32_t width_px, uint32_t height_px)
{
    target->width_px = width_px;
    target->height_px = height_px;
    target->even_width_px = (width_px + 1) / 2 * 2;
    target->even_height_px = (height_px + 1) / 2 * 2;
    target->strip = malloc(4 * (size_t)target->even_width_px * GL_TARGET_STRIP_ROWS);
    target->scratch = malloc(convert_scratch_bytes(target->even_width_px));
    glGenFramebuffers(1, &target->framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    attach(&target->color, GL_RGBA8, GL_COLOR_ATTACHMENT0, width_px, height_px);
    attach(&target->depth, GL_DEPTH_COMPONENT32F, GL_DEPTH_ATTACHMENT, width_px, height_px);
    bool is_complete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    return target->strip && target->scratch && is_complete;
}

static struct gl_target *find(struct gl_targets *targets, uint32_t width_px, uint32_t height_px)
{
    struct gl_target *oldest = &targets->targets[0];
    for (size_t i = 0; i < GL_TARGETS_MAX; i++) {
        struct gl_target *target = &targets->targets[i];
        if (target->width_px == width_px && target->height_px == height_px) {
            return target;
        }
        if (target->last_use < oldest->last_use) {
            oldest = target;
        }
    }
    target_finish(oldest);
    return oldest;
}

struct gl_target *gl_targets_bind(struct gl_targets *targets, uint32_t width_px, uint32_t height_px)
{
    struct gl_target *target = find(targets, width_px, height_px);
    if (target->framebuffer) {
        glBindFramebuffer(GL_FRAMEBUFFER, target->framebuffer);
    } else if (!target_init(target, width_px, height_px)) {
        target_finish(target);
        return NULL;
    }
    target->last_use = ++targets->use_count;
    glViewport(0, 0, (GLsizei)width_px, (GLsizei)height_px);
    return target;
}

static void repeat_last_column(const struct gl_target *target, uint32_t rows)
{
    size_t row_bytes = 4 * (size_t)target->even_width_px;
    for (uint32_t row = 1; row <= rows; row++) {
        uint8_t *last = target->strip + row_bytes * row - 4;
        memcpy(last, last - 4, 4);
    }
}

uint32_t gl_target_read(struct gl_target *target, uint32_t first_row)
{
    assert(first_row % GL_TARGET_STRIP_ROWS == 0);
    assert(first_row < target->height_px);
    size_t row_bytes = 4 * (size_t)target->even_width_px;
    uint32_t rows = target->height_px - first_row;
    rows = rows < GL_TARGET_STRIP_ROWS ? rows : GL_TARGET_STRIP_ROWS;
    glPixelStorei(GL_PACK_ROW_LENGTH, (GLint)target->even_width_px);
    glReadPixels(0, (GLint)first_row, (GLsizei)target->width_px, (GLsizei)rows, GL_RGBA, GL_UNSIGNED_BYTE,
                 target->strip);
    if (target->even_width_px > target->width_px) {
        repeat_last_column(target, rows);
    }
    if (rows % 2 == 1) {
        memcpy(target->strip + row_bytes * rows, target->strip + row_bytes * (rows - 1), row_bytes);
        rows++;
    }
    return rows;
}

void gl_targets_finish(struct gl_targets *targets)
{
    for (size_t i = 0; i < GL_TARGETS_MAX; i++) {
        target_finish(&targets->targets[i]);
    }
    *targets = (struct gl_targets){0};
}
