#include "tests/data/moving_scene.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cloudsvc/base/random.h"

enum { GROUND_SIZE = 1024, BLOCK_SIZE = 128 };

struct moving_scene {
    uint8_t ground[GROUND_SIZE][GROUND_SIZE]; // luma, repeated without end
};

static uint8_t ground_at(int x, int y, struct random_generator *generator)
{
    bool is_house = (x / BLOCK_SIZE + y / BLOCK_SIZE) % 3 == 0 && x % BLOCK_SIZE > 20 && y % BLOCK_SIZE > 40;
    double wave = 20 * sin(x * M_PI / 64) * cos(y * M_PI / 32) + 10 * sin((x + 2 * y) * M_PI / 16);
    double luma = is_house ? 180 + wave / 8 : 100 + wave;
    return (uint8_t)(luma + random_below(generator, 3));
}

struct moving_scene *moving_scene_create(void)
{
    struct moving_scene *scene = malloc(sizeof *scene);
    struct random_generator generator;
    random_seed(&generator, 7);
    for (int y = 0; scene && y < GROUND_SIZE; y++)
        for (int x = 0; x < GROUND_SIZE; x++)
            scene->ground[y][x] = ground_at(x, y, &generator);
    return scene;
}

void moving_scene_destroy(struct moving_scene *scene)
{
    free(scene);
}

/// Copies `count` pixels of a row that repeats without end.
static void copy_repeated(uint8_t *row, const uint8_t *ground, size_t begin, size_t count)
{
    for (size_t x = 0; x < count;) {
        size_t from = (begin + x) % GROUND_SIZE;
        size_t part = count - x < GROUND_SIZE - from ? count - x : GROUND_SIZE - from;
        memcpy(row + x, ground + from, part);
        x += part;
    }
}

void moving_scene_draw(const struct moving_scene *scene, uint32_t frame,
                       const struct encoder_picture *picture)
{
    uint32_t horizon = picture->height_px / 4;
    for (uint32_t y = 0; y < picture->height_px; y++) {
        uint8_t *row = picture->planes[0] + y * (size_t)picture->strides[0];
        if (y < horizon)
            memset(row, (int)(200 - y / 8), picture->width_px);
        else
            copy_repeated(row, scene->ground[(y + frame) % GROUND_SIZE], 2 * (size_t)frame,
                          picture->width_px);
    }
    for (uint32_t y = 0; y < picture->height_px / 2; y++) {
        memset(picture->planes[1] + y * (size_t)picture->strides[1], y < horizon / 2 ? 150 : 110,
               picture->width_px / 2);
        memset(picture->planes[2] + y * (size_t)picture->strides[2], 120, picture->width_px / 2);
    }
}
