#include "cloudsvc/session/film.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cloudsvc/session/picture_file.h"

enum { PATH_SIZE_MAX = 4096 };

struct film {
    struct film_options options;
    struct renderer *renderer;
    struct view *view;
    struct renderer_target picture; // room for the largest; planes[0] owns all three
    uint64_t count;
    char error[FILM_ERROR_MAX];
};

// ---- memory ------------------------------------------------------------------------------------

static bool make_directory(const char *path, char *error)
{
    struct stat file;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &file) == 0 && S_ISDIR(file.st_mode)))
        return true;
    snprintf(error, FILM_ERROR_MAX, "%.300s: %s; name a folder that can be written", path, strerror(errno));
    return false;
}

static bool create_renderer(struct film *film, char *error)
{
    char message[RENDERER_ERROR_MAX] = "";
    film->renderer = renderer_create(film->options.renderer, film->options.stage, message);
    if (!film->renderer)
        snprintf(error, FILM_ERROR_MAX, "%s", message);
    return film->renderer;
}

struct film *film_create(const struct film_options *options, char *error)
{
    assert(options->every_ticks >= 1);
    snprintf(error, FILM_ERROR_MAX, "out of memory");
    struct film *film = calloc(1, sizeof *film);
    if (!film)
        return NULL;
    film->options = *options;
    film->view = calloc(1, sizeof *film->view);
    film->picture.planes[0] = malloc((size_t)RENDERER_SIZE_MAX * RENDERER_SIZE_MAX * 3 / 2);
    if (!film->view || !film->picture.planes[0] || !make_directory(options->directory, error) ||
        !create_renderer(film, error)) {
        film_destroy(film);
        return NULL;
    }
    return film;
}

void film_destroy(struct film *film)
{
    if (!film)
        return;
    renderer_destroy(film->renderer);
    free(film->picture.planes[0]);
    free(film->view);
    free(film);
}

// ---- taking pictures ---------------------------------------------------------------------------

static bool fail(struct film *film, const char *about, const char *reason)
{
    snprintf(film->error, sizeof film->error, "%.300s: %s", about, reason);
    return false;
}

/// Lays the planes out for a view: rows without gaps.
static void fit_picture(struct renderer_target *picture, const struct view *view)
{
    picture->width_px = (view->width_px + 1) / 2 * 2;
    picture->height_px = (view->height_px + 1) / 2 * 2;
    size_t luma_bytes = (size_t)picture->width_px * picture->height_px;
    picture->planes[1] = picture->planes[0] + luma_bytes;
    picture->planes[2] = picture->planes[1] + luma_bytes / 4;
    picture->strides[0] = (int)picture->width_px;
    picture->strides[1] = picture->strides[2] = (int)picture->width_px / 2;
}

/// A record may hold sizes that the world takes and no picture has.
static bool can_be_drawn(const struct view *view)
{
    return view->width_px >= RENDERER_SIZE_MIN && view->width_px <= RENDERER_SIZE_MAX &&
           view->height_px >= RENDERER_SIZE_MIN && view->height_px <= RENDERER_SIZE_MAX;
}

static bool take_picture(struct film *film)
{
    const struct view *view = film->view;
    struct renderer_times times;
    char path[PATH_SIZE_MAX];
    int length =
        snprintf(path, sizeof path, "%s/%09llu.png", film->options.directory, (unsigned long long)view->tick);
    if (length < 0 || length >= (int)sizeof path)
        return fail(film, film->options.directory, "the name is too long");
    if (!can_be_drawn(view))
        return fail(film, path, "the player's picture is too small or too large to be drawn");
    fit_picture(&film->picture, view);
    if (!renderer_draw(film->renderer, view, &film->picture, &times))
        return fail(film, path, "drawing failed");
    return picture_file_write(path, &film->picture, view->width_px, view->height_px) ||
           fail(film, path, strerror(errno));
}

void film_tick(void *context, struct game *game)
{
    struct film *film = context;
    bool is_due = game_tick_count(game) % film->options.every_ticks == 0;
    if (!is_due || film->error[0] || !game_view(game, game_first_player(game), film->view))
        return;
    film->count += take_picture(film);
}

uint64_t film_count(const struct film *film)
{
    return film->count;
}

const char *film_error(const struct film *film)
{
    return film->error[0] ? film->error : NULL;
}
