#include "nav/tool/question.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool question_read_from(const char *text, struct question *question)
{
    char *end;
    size_t scene_size = strcspn(text, ",");
    if (scene_size == 0 || scene_size >= sizeof question->scene || *text == '-' || text[scene_size] == '\0')
        return false;
    memcpy(question->scene, text, scene_size);
    question->scene[scene_size] = '\0';
    const char *number = text + scene_size + 1;
    question->x = strtod(number, &end);
    if (end == number || *end != ',')
        return false;
    number = end + 1;
    question->z = strtod(number, &end);
    question->has_from = end != number && *end == '\0' && isfinite(question->x) && isfinite(question->z);
    return question->has_from;
}

bool question_read_to(const char *text, struct question *question)
{
    const char *slash = strchr(text, '/');
    size_t type_size = slash ? (size_t)(slash - text) : strlen(text);
    const char *subtype = slash ? slash + 1 : "";
    if (type_size == 0 || type_size > NPC_NAME_MAX || strlen(subtype) > NPC_NAME_MAX)
        return false;
    memcpy(question->type, text, type_size);
    memcpy(question->subtype, subtype, strlen(subtype));
    question->has_to = true;
    return true;
}

bool question_find_scene(const struct baked *baked, const char *word, uint32_t *scene)
{
    for (size_t i = 0; i < baked->scene_count; i++) {
        *scene = (uint32_t)i;
        if (strcmp(baked->scenes[i].name, word) == 0)
            return true;
    }
    char *end;
    unsigned long number = strtoul(word, &end, 10);
    *scene = (uint32_t)number;
    if (*word >= '0' && *word <= '9' && *end == '\0' && number < baked->scene_count)
        return true;
    fprintf(stderr, "waynav: there is no scene \"%s\"; this world has 0 (%s)", word, baked->scenes[0].name);
    if (baked->scene_count > 1)
        fprintf(stderr, " to %zu (%s)", baked->scene_count - 1, baked->scenes[baked->scene_count - 1].name);
    fputc('\n', stderr);
    return false;
}
