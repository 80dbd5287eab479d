#include "nav/pack_text.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { KEY_MAX = PACK_NAME_MAX };

/// A line for each language lies in `offsets` from language_count times the row on. Rows 1 to key_count are
/// those of the text files, by key.
struct pack_texts {
    size_t language_count;
    char *bytes; // lines and keys, each with its NUL; at 0 the empty one
    size_t size_bytes;
    size_t capacity_bytes;
    size_t *offsets;
    size_t row_count; // row 0, the empty text, included
    size_t row_capacity;
    size_t *keys;    // offset of each key
    bool *are_used;  // per key
    bool *are_given; // per key, whether the file that is read now has it
    size_t key_count;
};

// ---- languages ---------------------------------------------------------------------------------

static bool is_tag(const char *tag)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char others[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-";
    size_t first = strspn(tag, letters);
    return first >= 2 && first <= 3 && (!tag[first] || tag[first] == '-') && !tag[strspn(tag, others)] &&
           tag[strlen(tag) - 1] != '-';
}

static bool read_tag(const struct json *value, struct pack *pack)
{
    char *tag = pack->languages[pack->language_count];
    if (!json_string(value, tag, PACK_LANGUAGE_SIZE))
        return false;
    if (!is_tag(tag)) {
        json_fault(value, "\"%s\" is not a language's tag; write one such as \"en\" or \"zh\"", tag);
        return false;
    }
    for (size_t i = 0; i < pack->language_count; i++) {
        if (strcasecmp(pack->languages[i], tag) == 0) {
            json_fault(value, "\"%s\" is there twice; remove one", tag);
            return false;
        }
    }
    pack->language_count++;
    return true;
}

bool pack_text_read_languages(const struct json *root, struct pack *pack)
{
    struct json languages = json_member(root, "languages");
    size_t count;
    if (!languages.item) {
        snprintf(pack->languages[0], PACK_LANGUAGE_SIZE, "en");
        pack->language_count = 1;
        return true;
    }
    if (!json_array(&languages, 1, PACK_LANGUAGES_MAX, &count))
        return false;
    bool is_right = true;
    for (struct json tag = json_first(&languages); tag.item; tag = json_next(&tag))
        is_right = read_tag(&tag, pack) && is_right;
    return is_right;
}

/// Bytes of the first subtag.
static size_t primary_size(const char *tag)
{
    return strcspn(tag, "-");
}

/// A tag fits another of the same primary language; the more so, the more of its beginning is the same: after
/// the lookup of RFC 4647, section 3.4.
static size_t tag_fit(const char *tag, const char *wanted)
{
    size_t size = primary_size(tag);
    if (size == 0 || size != primary_size(wanted) || strncasecmp(tag, wanted, size) != 0)
        return 0;
    while (tag[size] && strncasecmp(tag, wanted, size + 1) == 0)
        size++;
    bool is_whole = !tag[size] && (!wanted[size] || wanted[size] == '-');
    return size + (is_whole ? PACK_LANGUAGE_SIZE : 0);
}

size_t pack_language(const struct pack *pack, const char *tag)
{
    assert(pack);
    assert(tag);
    size_t best = 0;
    size_t best_fit = 0;
    for (size_t i = 0; i < pack->language_count; i++) {
        size_t fit = tag_fit(pack->languages[i], tag);
        if (fit > best_fit) {
            best = i;
            best_fit = fit;
        }
    }
    return best;
}

void pack_text_name_file(const struct pack *pack, size_t language, char name[PACK_NAME_MAX])
{
    snprintf(name, PACK_NAME_MAX, "text/%s.json", pack->languages[language]);
}

// ---- memory ------------------------------------------------------------------------------------

static bool memory_fault(const struct json *value)
{
    json_fault(value, "memory ran out; make the world smaller");
    return false;
}

/// @param[out] offset  where the line lies from now on
static bool keep(struct pack_texts *texts, const char *line, size_t *offset)
{
    size_t size = strlen(line) + 1;
    if (texts->size_bytes + size > texts->capacity_bytes) {
        size_t capacity = 2 * texts->capacity_bytes + size + 4096;
        char *grown = realloc(texts->bytes, capacity);
        if (!grown)
            return false;
        texts->bytes = grown;
        texts->capacity_bytes = capacity;
    }
    memcpy(texts->bytes + texts->size_bytes, line, size);
    *offset = texts->size_bytes;
    texts->size_bytes += size;
    return true;
}

/// Adds a row whose lines are all the one at `offset`.
static bool add_row(struct pack_texts *texts, size_t offset)
{
    if (texts->row_count == texts->row_capacity) {
        size_t capacity = 2 * texts->row_capacity + 64;
        size_t *grown = realloc(texts->offsets, capacity * texts->language_count * sizeof *grown);
        if (!grown)
            return false;
        texts->offsets = grown;
        texts->row_capacity = capacity;
    }
    for (size_t i = 0; i < texts->language_count; i++)
        texts->offsets[texts->row_count * texts->language_count + i] = offset;
    texts->row_count++;
    return true;
}

struct pack_texts *pack_text_create(const struct pack *pack)
{
    assert(pack);
    assert(pack->language_count > 0);
    struct pack_texts *texts = calloc(1, sizeof *texts);
    size_t empty;
    if (!texts)
        return NULL;
    texts->language_count = pack->language_count;
    if (keep(texts, "", &empty) && add_row(texts, empty))
        return texts;
    pack_text_destroy(texts);
    return NULL;
}

void pack_text_destroy(struct pack_texts *texts)
{
    if (!texts)
        return;
    free(texts->bytes);
    free(texts->offsets);
    free(texts->keys);
    free(texts->are_used);
    free(texts->are_given);
    free(texts);
}

static const char *line_of(const struct pack_texts *texts, pack_text_id text, size_t language)
{
    return texts->bytes + texts->offsets[text * texts->language_count + language];
}

const char *pack_text(const struct pack *pack, pack_text_id text, size_t language)
{
    assert(pack);
    if (text == 0)
        return "";
    assert(pack->texts);
    assert(text < pack->texts->row_count);
    assert(language < pack->texts->language_count);
    return line_of(pack->texts, text, language);
}

// ---- files -------------------------------------------------------------------------------------

/// @return the key's number, key_count when there is none
static size_t find_key(const struct pack_texts *texts, const char *key)
{
    size_t low = 0;
    size_t high = texts->key_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(texts->bytes + texts->keys[middle], key);
        if (order == 0)
            return middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return texts->key_count;
}

static bool check_key(const struct json *member)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char others[] = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
    const char *key = member->key;
    if (strlen(key) < KEY_MAX && strspn(key, letters) > 0 && !key[strspn(key, others)])
        return true;
    json_fault(member,
               "\"%.64s\" is no key of a text; write up to 63 lower-case letters, digits, '_', '-' and '.', "
               "a letter first",
               key);
    return false;
}

/// What names the schema, for editors, is no text.
static bool is_text(const struct json *member)
{
    return strcmp(member->key, "$schema") != 0;
}

static int compare_members(const void *a, const void *b)
{
    return strcmp((*(const cJSON *const *)a)->string, (*(const cJSON *const *)b)->string);
}

/// Makes a row for each key, in the order of keys.
/// @param members  sorted
static bool add_keys(const struct json *root, struct pack_texts *texts, const cJSON *const *members,
                     size_t count)
{
    texts->keys = calloc(count + 1, sizeof *texts->keys);
    texts->are_used = calloc(count + 1, sizeof *texts->are_used);
    texts->are_given = calloc(count + 1, sizeof *texts->are_given);
    if (!texts->keys || !texts->are_used || !texts->are_given)
        return memory_fault(root);
    for (size_t i = 0; i < count; i++) {
        bool is_new = i == 0 || strcmp(members[i - 1]->string, members[i]->string) != 0;
        if (!is_new)
            continue;
        if (!keep(texts, members[i]->string, &texts->keys[texts->key_count]) || !add_row(texts, 0))
            return memory_fault(root);
        texts->key_count++;
    }
    return true;
}

/// Takes the keys of the first language's file.
static bool read_keys(const struct json *root, struct pack_texts *texts)
{
    assert(texts->row_count == 1);
    size_t count = 0;
    const cJSON **members = calloc((size_t)cJSON_GetArraySize(root->item) + 1, sizeof(const cJSON *));
    if (!members)
        return memory_fault(root);
    bool is_right = true;
    for (struct json member = json_first_member(root); member.item; member = json_next(&member)) {
        if (!is_text(&member))
            continue;
        is_right = check_key(&member) && is_right;
        members[count++] = member.item;
    }
    qsort(members, count, sizeof(const cJSON *), compare_members);
    is_right = is_right && add_keys(root, texts, members, count);
    free(members);
    return is_right;
}

static bool read_line(const struct json *member, struct pack *pack, size_t language)
{
    struct pack_texts *texts = pack->texts;
    char line[PACK_TEXT_MAX];
    size_t key = find_key(texts, member->key);
    if (key == texts->key_count) {
        json_fault(member, "text/%s.json has no such key; add it there, or remove it here",
                   pack->languages[0]);
        return false;
    }
    if (texts->are_given[key]) {
        json_fault(member, "the key is there twice; remove one");
        return false;
    }
    texts->are_given[key] = true;
    if (!json_string(member, line, sizeof line))
        return false;
    return keep(texts, line, &texts->offsets[(key + 1) * texts->language_count + language]) ||
           memory_fault(member);
}

static bool check_given(const struct json *root, const struct pack *pack)
{
    const struct pack_texts *texts = pack->texts;
    bool is_right = true;
    for (size_t i = 0; i < texts->key_count; i++) {
        if (texts->are_given[i])
            continue;
        json_fault(root, "\"%s\" is missing, which text/%s.json has; add it", texts->bytes + texts->keys[i],
                   pack->languages[0]);
        is_right = false;
    }
    return is_right;
}

bool pack_text_read_file(const struct json *root, struct pack *pack, size_t language)
{
    struct pack_texts *texts = pack->texts;
    assert(texts);
    assert(language < texts->language_count);
    if (!cJSON_IsObject(root->item)) {
        json_fault(root, "this is no object; write {\"key\": \"text\", ...}");
        return false;
    }
    if (language == 0 && !read_keys(root, texts))
        return false;
    memset(texts->are_given, 0, texts->key_count * sizeof *texts->are_given);
    bool is_right = true;
    for (struct json member = json_first_member(root); member.item; member = json_next(&member))
        is_right = (!is_text(&member) || read_line(&member, pack, language)) && is_right;
    return check_given(root, pack) && is_right;
}

// ---- texts in their places ---------------------------------------------------------------------

pack_text_id pack_text_add(struct pack *pack, const char *line)
{
    struct pack_texts *texts = pack->texts;
    size_t offset;
    assert(texts);
    if (texts->row_count == UINT32_MAX || !keep(texts, line, &offset) || !add_row(texts, offset))
        return 0;
    return (pack_text_id)(texts->row_count - 1);
}

/// What is short enough in one language need not be so in another.
static bool check_sizes(const struct json *value, const struct pack *pack, size_t room_bytes,
                        pack_text_id text)
{
    for (size_t i = 0; i < pack->language_count; i++) {
        size_t size = strlen(pack_text(pack, text, i));
        if (size < room_bytes)
            continue;
        json_fault(value, "its text in text/%s.json has %zu bytes; shorten it to %zu", pack->languages[i],
                   size, room_bytes - 1);
        return false;
    }
    return true;
}

static bool read_by_key(const struct json *value, struct pack *pack, size_t room_bytes, pack_text_id *text)
{
    struct pack_texts *texts = pack->texts;
    char key[KEY_MAX + 1];
    if (!json_string(value, key, sizeof key))
        return false;
    size_t number = find_key(texts, key + 1);
    if (number == texts->key_count && texts->keys)
        json_fault(value, "text/%s.json has no key \"%s\"; add it there, or correct it here",
                   pack->languages[0], key + 1);
    else if (number == texts->key_count)
        json_fault(value,
                   "this world has no text files; name their \"languages\" in world.json, or write the "
                   "text itself, without \"@\"");
    if (number == texts->key_count)
        return false;
    texts->are_used[number] = true;
    *text = (pack_text_id)(number + 1);
    return check_sizes(value, pack, room_bytes, *text);
}

bool pack_text_read(const struct json *value, struct pack *pack, size_t room_bytes, pack_text_id *text)
{
    assert(pack->texts);
    assert(room_bytes <= PACK_TEXT_MAX);
    char line[PACK_TEXT_MAX];
    *text = 0;
    if (cJSON_IsString(value->item) && value->item->valuestring[0] == '@')
        return read_by_key(value, pack, room_bytes, text);
    if (!json_string(value, line, room_bytes))
        return false;
    *text = pack_text_add(pack, line);
    return *text > 0 || memory_fault(value);
}

bool pack_text_check_used(const struct pack *pack, struct report *report)
{
    const struct pack_texts *texts = pack->texts;
    char file[PACK_NAME_MAX];
    char place[REPORT_PLACE_MAX];
    bool is_right = true;
    pack_text_name_file(pack, 0, file);
    for (size_t i = 0; i < texts->key_count; i++) {
        if (texts->are_used[i])
            continue;
        snprintf(place, sizeof place, "$.%s", texts->bytes + texts->keys[i]);
        report_add(report, file, place,
                   "nothing shows this text; remove it, or write \"@%s\" where it belongs",
                   texts->bytes + texts->keys[i]);
        is_right = false;
    }
    return is_right;
}
