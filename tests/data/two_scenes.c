#include "tests/data/two_scenes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct text {
    const char *file;
    const char *text;
};

#define PEOPLE "\"step_height\": 0.3, \"agent\": {\"radius\": 0.3, \"height\": 1.8}"
#define LIGHT  "\"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"}"
#define FLOOR  "\"surface\": \"grass\", \"outline\": [[0, 0], [20, 0], [20, 10], [0, 10]]"

static const struct text texts[] = {
    {"world.json", "{\"name\": \"Two\", \"scenes\": [\"scenes/meadow.json\", \"scenes/isle.json\","
                   "  \"scenes/cell.json\"],"
                   " \"spawn\": {\"scene\": \"meadow\", \"at\": [2, 5]},"
                   " \"find\": [{\"label\": \"Friend\", \"type\": \"friend\"},"
                   "  {\"label\": \"Hermit\", \"type\": \"hermit\"}]}"},
    {"scenes/meadow.json",
     "{\"name\": \"meadow\", " PEOPLE ", " LIGHT ","
     " \"regions\": [{\"name\": \"floor\", \"height\": 0, " FLOOR "}],"
     " \"obstacles\": [{\"kind\": \"ravine\", \"outline\": [[4, 0.1], [7, 0.1], [15, 9.9], [12, 9.9]]}],"
     " \"roads\": [{\"name\": \"path\", \"line\": [[2, 5], [7.2, 5]], \"width\": 1.5},"
     "  {\"name\": \"plank\", \"cells\": [{\"name\": \"west\", \"at\": [7.2, 5], \"links\": [\"east\"]},"
     "   {\"name\": \"east\", \"at\": [11.8, 5]}]}],"
     " \"jumps\": [{\"name\": \"boat\", \"at\": [18, 5], \"cost\": 10,"
     "  \"to\": [{\"scene\": \"isle\", \"at\": [2, 5]}]}]}"},
    {"scenes/isle.json",
     "{\"name\": \"isle\", " PEOPLE ", " LIGHT ","
     " \"regions\": [{\"name\": \"floor\", \"height\": 2, " FLOOR "}],"
     " \"npcs\": [{\"type\": \"friend\", \"name\": \"Ann\", \"dialogue\": \"Hello.\", \"at\": [15, 5]}]}"},
    {"scenes/cell.json",
     "{\"name\": \"cell\", " PEOPLE ", " LIGHT ","
     " \"regions\": [{\"name\": \"floor\", \"height\": 0, " FLOOR "}],"
     " \"npcs\": [{\"type\": \"hermit\", \"name\": \"Hob\", \"dialogue\": \"Go away.\", \"at\": [5, 5]}]}"},
};

static char *read_text(void *context, const char *file, size_t *size_bytes, struct report *report)
{
    (void)context;
    (void)report;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (strcmp(texts[i].file, file) != 0)
            continue;
        *size_bytes = strlen(texts[i].text);
        return strdup(texts[i].text);
    }
    return NULL;
}

struct pack *two_scenes_load(void)
{
    struct report report = {0};
    struct pack *pack = pack_parse(read_text, NULL, &report);
    report_print(&report, stderr);
    assert_non_null(pack);
    return pack;
}
