#include "render/gl_context.h"

#include <SDL2/SDL.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "render/renderer.h"

struct gl_context {
    bool has_video; // this context holds one of SDL's references
    SDL_Window *window;
    SDL_GLContext gl;
};

// SDL counts its users and lists its windows in variables of the process, without a lock of its own.
static pthread_mutex_t sdl_lock = PTHREAD_MUTEX_INITIALIZER;

static bool start_video(struct gl_context *context, char *error)
{
    // Signals belong to the program. The driver is ours to choose, whatever the environment says.
    SDL_SetHintWithPriority(SDL_HINT_NO_SIGNAL_HANDLERS, "1", SDL_HINT_OVERRIDE);
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, "offscreen", SDL_HINT_OVERRIDE);
    if (SDL_InitSubSystem(SDL_INIT_VIDEO) != 0) {
        snprintf(error, RENDERER_ERROR_MAX, "SDL's offscreen video driver does not start: %s",
                 SDL_GetError());
        return false;
    }
    context->has_video = true;
    return true;
}

static bool create_gl(struct gl_context *context, char *error)
{
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
    SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
    // Pictures are drawn into frame buffers of our own; the window only carries the context.
    SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
    context->window = SDL_CreateWindow("", 0, 0, 16, 16, SDL_WINDOW_OPENGL | SDL_WINDOW_HIDDEN);
    if (context->window) {
        context->gl = SDL_GL_CreateContext(context->window);
    }
    if (!context->gl) {
        snprintf(error, RENDERER_ERROR_MAX,
                 "no OpenGL ES 3.0 context: %s (on Debian, libgl1-mesa-dri and libegl1 draw without a GPU)",
                 SDL_GetError());
        return false;
    }
    return true;
}

static void destroy_locked(struct gl_context *context)
{
    if (context->gl) {
        SDL_GL_DeleteContext(context->gl);
    }
    if (context->window) {
        SDL_DestroyWindow(context->window);
    }
    if (context->has_video) {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
    }
    // What SDL keeps for a thread that it did not start itself, such as its last error.
    SDL_TLSCleanup();
}

struct gl_context *gl_context_create(char *error)
{
    struct gl_context *context = calloc(1, sizeof *context);
    if (!context) {
        snprintf(error, RENDERER_ERROR_MAX, "out of memory");
        return NULL;
    }
    pthread_mutex_lock(&sdl_lock);
    bool is_ready = start_video(context, error) && create_gl(context, error);
    if (!is_ready) {
        destroy_locked(context);
    }
    pthread_mutex_unlock(&sdl_lock);
    if (!is_ready) {
        free(context);
        return NULL;
    }
    return context;
}

void gl_context_destroy(struct gl_context *context)
{
    if (!context) {
        return;
    }
    pthread_mutex_lock(&sdl_lock);
    destroy_locked(context);
    pthread_mutex_unlock(&sdl_lock);
    free(context);
}
