#include "tests/data/game_world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

enum { PATH_SIZE_MAX = 2 * GAME_WORLD_FOLDER_SIZE };

static const char world[] =
    "{\n"
    "  \"name\": \"Game world\", \"scenes\": [\"scenes/a.json\"], \"languages\": [\"en\", \"zh\"],\n"
    "  \"quests\": \"quests.json\", \"day_minutes\": 10, \"start_hour\": 8.5,\n"
    "  \"spawn\": {\"scene\": \"old-town\", \"at\": [1, 1]},\n"
    "  \"festival\": {\"title\": \"@fair\", \"hours\": [18, 23.5], \"type\": \"smith\"},\n"
    "  \"treasurer\": {\"type\": \"elder\"},\n"
    "  \"find\": [{\"label\": \"@find.fish\", \"type\": \"merchant\", \"subtype\": \"fish\"}]\n"
    "}\n";

static const char scene[] =
    "{\n"
    "  \"name\": \"old-town\", \"step_height\": 0.35, \"agent\": {\"radius\": 0.35, \"height\": 1.8},\n"
    "  \"light\": {\"sky\": \"#102030\", \"sun\": \"#ffeedd\"},\n"
    "  \"regions\": [\n"
    "    {\"name\": \"ground\", \"surface\": \"grass\", \"height\": 0,\n"
    "      \"outline\": [[0, 0], [20, 0], [20, 20], [0, 20]]},\n"
    "    {\"name\": \"gateway\", \"surface\": \"stone\", \"height\": 0, \"chunk\": \"gate\",\n"
    "      \"outline\": [[20, 8], [22, 8], [22, 12], [20, 12]]},\n"
    "    {\"name\": \"yard\", \"surface\": \"sand\", \"height\": 0.2,\n"
    "      \"outline\": [[22, 0], [30, 0], [30, 20], [22, 20]]}\n"
    "  ],\n"
    "  \"obstacles\": [{\"kind\": \"rock\", \"center\": [10, 15], \"radius\": 1, \"height\": 1}],\n"
    "  \"roads\": [{\"name\": \"lane\", \"line\": [[3, 4], [18, 4]], \"width\": 2}],\n"
    "  \"gates\": [\n"
    "    {\"name\": \"portal\", \"kind\": \"door\", \"chunk\": \"gate\", \"line\": [[21, 8], [21, 12]],\n"
    "      \"width\": 0.3, \"height\": 2.5, \"closed\": \"@locked\"},\n"
    "    {\"name\": \"plank\", \"kind\": \"bridge\", \"line\": [[18, 4], [24, 4]], \"width\": 1.5,\n"
    "      \"hours\": [6, 22], \"closed\": \"The bridge is out.\"}\n"
    "  ],\n"
    "  \"enemies\": [\n"
    "    {\"kind\": \"wolf\", \"at\": [26, 8], \"radius\": 3, \"count\": 3},\n"
    "    {\"kind\": \"crab\", \"name\": \"@pinch\", \"at\": [15, 15], \"radius\": 2.5, \"count\": 2, "
    "\"health\": 7,\n"
    "      \"strength\": 1}\n"
    "  ],\n"
    "  \"items\": [{\"item\": \"sage\", \"at\": [5, 15]}, {\"item\": \"sage\", \"at\": [25, 15]}],\n"
    "  \"npcs\": [\n"
    "    {\"type\": \"elder\", \"name\": \"@elder.name\", \"dialogue\": \"@elder.hello\", \"at\": [2, 3]},\n"
    "    {\"type\": \"smith\", \"name\": \"Bram\", \"dialogue\": \"Hot!\", \"at\": [6, 8], \"hours\": [20, "
    "4]},\n"
    "    {\"type\": \"merchant\", \"subtype\": \"fish\", \"name\": \"Finn\", \"dialogue\": \"Fresh!\", "
    "\"at\": [26, 16]}\n"
    "  ]\n"
    "}\n";

static const char quests[] =
    "{\n"
    "  \"items\": [\n"
    "    {\"name\": \"sage\", \"title\": \"@sage\", \"kind\": \"thing\", \"look\": \"herb\"},\n"
    "    {\"name\": \"sword\", \"title\": \"A sword\", \"kind\": \"weapon\", \"look\": \"bundle\", "
    "\"strength\": 5}\n"
    "  ],\n"
    "  \"quests\": [\n"
    "    {\"name\": \"hunt\", \"title\": \"Wolves\", \"giver\": {\"type\": \"smith\"}, \"offer\": "
    "\"@hunt.offer\",\n"
    "      \"after\": [\"herbs\"], \"score\": 70, \"gifts\": [\"sword\", \"sword\"], \"opens\": \"portal\", "
    "\"tasks\": [\n"
    "        {\"kind\": \"talk\", \"title\": \"Ask\", \"to\": {\"type\": \"merchant\", \"subtype\": "
    "\"fish\"}, \"says\": \"East.\"},\n"
    "        {\"kind\": \"defeat\", \"title\": \"Fight\", \"enemy\": \"wolf\", \"count\": 3}]},\n"
    "    {\"name\": \"herbs\", \"title\": \"@herbs\", \"giver\": {\"type\": \"elder\"}, \"offer\": \"My "
    "back!\", \"tasks\": [\n"
    "        {\"kind\": \"fetch\", \"title\": \"Gather\", \"item\": \"sage\", \"count\": 2},\n"
    "        {\"kind\": \"deliver\", \"title\": \"Bring\", \"item\": \"sage\", \"to\": {\"type\": "
    "\"elder\"}, \"says\": \"Ah.\"}]}\n"
    "  ]\n"
    "}\n";

static const char english[] = "{\n"
                              "  \"fair\": \"The fair\", \"find.fish\": \"Fish\", \"locked\": \"The gate is "
                              "locked.\", \"pinch\": \"Pincher\",\n"
                              "  \"elder.name\": \"Old Ada\", \"elder.hello\": \"Well met.\", \"sage\": "
                              "\"Sage\", \"herbs\": \"Herbs for Ada\",\n"
                              "  \"hunt.offer\": \"Wolves took my sheep.\"\n"
                              "}\n";

static const char chinese[] =
    "{\n"
    "  \"$schema\": \"../../schema/text.schema.json\",\n"
    "  \"fair\": \"集市\", \"find.fish\": \"鱼贩\", \"locked\": \"大门锁着。\", \"pinch\": \"大钳\",\n"
    "  \"elder.name\": \"阿达婆婆\", \"elder.hello\": \"你好。\", \"sage\": \"鼠尾草\", \"herbs\": "
    "\"给阿达采药\",\n"
    "  \"hunt.offer\": \"狼叼走了我的羊。\"\n"
    "}\n";

const struct world_file game_world[] = {{WORLD_FILE, world},     {SCENE_FILE, scene},
                                        {QUESTS_FILE, quests},   {ENGLISH_FILE, english},
                                        {CHINESE_FILE, chinese}, {NULL, NULL}};

// ---- folders -----------------------------------------------------------------------------------

static void make_folder(const char *parent, const char *name)
{
    char path[PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", parent, name);
    assert_int_equal(mkdir(path, 0700), 0);
}

static void write_file(const char *folder, const char *name, const char *text)
{
    char path[PATH_SIZE_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/// Writes a file with the changes that are for it, unless one leaves it out.
static void write_changed(const char *folder, const struct world_file *file,
                          const struct world_change *changes, size_t count)
{
    static char text[WORLD_TEXT_MAX];
    static char changed[WORLD_TEXT_MAX];
    snprintf(text, sizeof text, "%s", file->text);
    for (size_t i = 0; i < count; i++) {
        if (!changes[i].file || strcmp(changes[i].file, file->name) != 0)
            continue;
        if (!changes[i].from)
            return;
        world_text_change(text, &changes[i], changed);
        memcpy(text, changed, sizeof text);
    }
    write_file(folder, file->name, text);
}

void game_world_write(char folder[GAME_WORLD_FOLDER_SIZE], const struct world_change *changes, size_t count)
{
    snprintf(folder, GAME_WORLD_FOLDER_SIZE, "/tmp/game_world_XXXXXX");
    assert_non_null(mkdtemp(folder));
    make_folder(folder, "scenes");
    make_folder(folder, "text");
    for (size_t i = 0; game_world[i].name; i++)
        write_changed(folder, &game_world[i], changes, count);
}

void game_world_remove(const char *folder)
{
    static const char *const folders[] = {"scenes", "text", ""};
    char path[PATH_SIZE_MAX];
    for (size_t i = 0; game_world[i].name; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, game_world[i].name);
        remove(path);
    }
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, folders[i]);
        remove(path);
    }
}
