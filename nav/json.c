#include "nav/json.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- files -------------------------------------------------------------------------------------

static char *read_all(FILE *file, size_t size_bytes)
{
    char *text = malloc(size_bytes + 1);
    if (text && fread(text, 1, size_bytes, file) == size_bytes) {
        text[size_bytes] = '\0';
        return text;
    }
    free(text);
    return NULL;
}

static const char *file_fault(FILE *file, size_t *size_bytes)
{
    struct stat status;
    if (fstat(fileno(file), &status) != 0 || !S_ISREG(status.st_mode))
        return "is not a regular file; put the JSON text in its place";
    if (status.st_size == 0)
        return "is empty; write the JSON object that the designers' page describes";
    if (status.st_size > JSON_SIZE_MAX)
        return "is larger than 32 MiB; split it into several scenes";
    *size_bytes = (size_t)status.st_size;
    return NULL;
}

/// Like fopen(), but never waits: a pipe without a writer would hold up whoever opens it.
static FILE *open_at_once(const char *path)
{
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return NULL;
    FILE *file = fdopen(descriptor, "rb");
    if (!file)
        close(descriptor);
    return file;
}

char *json_file_read(const struct json_document *document, const char *path, size_t *size_bytes)
{
    *size_bytes = 0;
    FILE *file = open_at_once(path);
    if (!file) {
        report_add(document->report, document->file, "", "cannot open %s: %s; check the name and the folder",
                   path, strerror(errno));
        return NULL;
    }
    const char *fault = file_fault(file, size_bytes);
    char *text = fault ? NULL : read_all(file, *size_bytes);
    if (fault)
        report_add(document->report, document->file, "", "the file %s", fault);
    else if (!text)
        report_add(document->report, document->file, "", "cannot read %s; check the disk and try again",
                   path);
    fclose(file);
    return text;
}

// ---- text --------------------------------------------------------------------------------------

/// Adds a problem at a byte of the text, as line and column.
static void text_fault(const struct json_document *document, const char *text, size_t offset,
                       const char *what)
{
    size_t line = 1;
    size_t column = 1;
    for (size_t i = 0; i < offset; i++) {
        column = text[i] == '\n' ? 1 : column + 1;
        line += text[i] == '\n';
    }
    char place[REPORT_PLACE_MAX];
    snprintf(place, sizeof place, "line %zu, column %zu", line, column);
    report_add(document->report, document->file, place, "%s", what);
}

/// Bytes of the well-formed UTF-8 character at `text` [RFC 3629, section 4]; 0 when it is not one, or a
/// control character that JSON texts do not have.
static size_t character_size(const unsigned char *text, size_t left)
{
    unsigned char first = text[0];
    if (first < 0x80)
        return first >= 0x20 || first == '\n' || first == '\r' || first == '\t';
    size_t size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    if (first < 0xC2 || first > 0xF4 || size > left)
        return 0;
    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    }
    bool is_overlong = (first == 0xE0 && text[1] < 0xA0) || (first == 0xF0 && text[1] < 0x90);
    bool is_surrogate = first == 0xED && text[1] > 0x9F;
    bool is_beyond = first == 0xF4 && text[1] > 0x8F;
    return is_overlong || is_surrogate || is_beyond ? 0 : size;
}

static bool check_characters(const struct json_document *document, const char *text, size_t size_bytes)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t offset = 0;
    while (offset < size_bytes) {
        size_t size = character_size(bytes + offset, size_bytes - offset);
        if (size == 0) {
            text_fault(document, text, offset,
                       "this is not text in UTF-8; save the file as plain UTF-8 JSON");
            return false;
        }
        offset += size;
    }
    return true;
}

/// What a walk over the text outside of its strings counts.
struct shape {
    size_t depth;
    size_t values;
    bool is_in_string;
};

static void shape_step(struct shape *shape, char character)
{
    if (character == '"')
        shape->is_in_string = !shape->is_in_string;
    if (shape->is_in_string)
        return;
    if (character == '[' || character == '{')
        shape->depth++;
    if ((character == ']' || character == '}') && shape->depth > 0)
        shape->depth--;
    shape->values += character == ',' || character == '[' || character == '{';
}

/// Bounds what parsing will take, before it takes it.
/// @param[out] end  the shape at the end of the text
static bool check_shape(const struct json_document *document, const char *text, size_t size_bytes,
                        struct shape *end)
{
    static const char nul[] = "\\u0000"; // cJSON's strings would end there
    struct shape shape = {0};
    for (size_t i = 0; i < size_bytes; i++) {
        if (shape.is_in_string && text[i] == '\\') {
            if (size_bytes - i >= strlen(nul) && memcmp(text + i, nul, strlen(nul)) == 0) {
                text_fault(document, text, i, "texts have no character \\u0000; remove it");
                return false;
            }
            i++;
            continue;
        }
        shape_step(&shape, text[i]);
        if (shape.depth > JSON_DEPTH_MAX) {
            text_fault(document, text, i,
                       "more than 16 brackets are open; nest the values as the schema shows");
            return false;
        }
        if (shape.values > JSON_VALUES_MAX) {
            text_fault(document, text, i, "more than 4,194,304 values; split the file into several scenes");
            return false;
        }
    }
    *end = shape;
    return true;
}

static bool is_blank(const char *text, const char *end)
{
    while (text < end && strchr(" \t\r\n", *text))
        text++;
    return text == end;
}

/// @param stop   offset that parsing came to
/// @param shape  at the end of the text
static void syntax_fault(const struct json_document *document, const char *text, size_t size_bytes,
                         size_t stop, const struct shape *shape)
{
    // cJSON stops at the last byte of a text that ends too early, or where its last string begins.
    bool is_last_string = shape->is_in_string && !memchr(text + stop, '"', size_bytes - stop);
    bool is_last = stop + 1 >= size_bytes || is_blank(text + stop + 1, text + size_bytes);
    if (is_last_string || (is_last && (shape->depth > 0 || is_blank(text, text + size_bytes))))
        text_fault(document, text, size_bytes,
                   "the text ends inside a value; is the file cut off? Close what is open");
    else
        text_fault(
            document, text, stop,
            "this is not JSON; look here for a missing comma, quote or bracket, or a word such as NaN");
}

cJSON *json_parse(const struct json_document *document, const char *text, size_t size_bytes)
{
    assert(text);
    if (size_bytes == 0) {
        report_add(document->report, document->file, "",
                   "the file is empty; write the JSON object it should hold");
        return NULL;
    }
    struct shape shape;
    if (!check_characters(document, text, size_bytes) || !check_shape(document, text, size_bytes, &shape))
        return NULL;
    const char *stop = NULL;
    const char *end = text + size_bytes;
    cJSON *tree = cJSON_ParseWithLengthOpts(text, size_bytes, &stop, false);
    if (!tree) {
        syntax_fault(document, text, size_bytes, stop ? (size_t)(stop - text) : 0, &shape);
        return NULL;
    }
    if (!is_blank(stop, end)) {
        text_fault(document, text, (size_t)(stop - text), "text follows the end of the value; remove it");
        cJSON_Delete(tree);
        return NULL;
    }
    return tree;
}

// ---- places ------------------------------------------------------------------------------------

struct json json_root(const struct json_document *document, const cJSON *tree)
{
    return (struct json){.document = document, .item = tree};
}

/// Writes the way to `value`; what does not fit is cut.
/// @return bytes written, without the NUL
static size_t write_place(const struct json *value, char *place, size_t room)
{
    if (!value->parent)
        return (size_t)snprintf(place, room, "$");
    size_t used = write_place(value->parent, place, room);
    if (used >= room)
        return used;
    int added = value->key ? snprintf(place + used, room - used, ".%s", value->key)
                           : snprintf(place + used, room - used, "[%zu]", value->index);
    return used + (size_t)added;
}

void json_fault(const struct json *value, const char *format, ...)
{
    char place[REPORT_PLACE_MAX];
    char text[REPORT_TEXT_MAX];
    write_place(value, place, sizeof place);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    report_add(value->document->report, value->document->file, place, "%s", text);
}

struct json json_member(const struct json *object, const char *key)
{
    struct json member = {.document = object->document, .parent = object, .key = key};
    if (cJSON_IsObject(object->item))
        member.item = cJSON_GetObjectItemCaseSensitive(object->item, key);
    return member;
}

struct json json_require(const struct json *object, const char *key)
{
    struct json member = json_member(object, key);
    if (!member.item && cJSON_IsObject(object->item))
        json_fault(object, "\"%s\" is missing; add it", key);
    return member;
}

struct json json_first(const struct json *array)
{
    return (struct json){
        .document = array->document,
        .parent = array,
        .item = cJSON_IsArray(array->item) ? array->item->child : NULL,
    };
}

struct json json_next(const struct json *element)
{
    assert(element->item);
    struct json next = *element;
    next.item = element->item->next;
    next.index++;
    if (element->key && next.item)
        next.key = next.item->string;
    return next;
}

struct json json_first_member(const struct json *object)
{
    struct json member = {.document = object->document, .parent = object};
    member.item = cJSON_IsObject(object->item) ? object->item->child : NULL;
    member.key = member.item ? member.item->string : NULL;
    return member;
}

// ---- types -------------------------------------------------------------------------------------

static const char *type_name(const cJSON *item)
{
    if (cJSON_IsObject(item))
        return "an object";
    if (cJSON_IsArray(item))
        return "an array";
    if (cJSON_IsString(item))
        return "a string";
    if (cJSON_IsNumber(item))
        return "a number";
    return cJSON_IsNull(item) ? "null" : "true or false";
}

/// Says whether the value is there and of the wanted type; a wrong type is a problem.
static bool expect(const struct json *value, cJSON_bool is_type, const char *wanted)
{
    if (!value->item)
        return false;
    if (!is_type)
        json_fault(value, "this is %s; write %s", type_name(value->item), wanted);
    return is_type;
}

/// @return which of the words it is; `count` when it is none
static size_t find_word(const char *word, const char *const *words, size_t count)
{
    size_t i = 0;
    while (i < count && strcmp(word, words[i]) != 0)
        i++;
    return i;
}

bool json_object(const struct json *value, const char *const *keys, size_t key_count)
{
    assert(key_count < 64);
    if (!expect(value, cJSON_IsObject(value->item), "an object, { ... }"))
        return false;
    bool is_right = true;
    uint64_t seen = 0; // a bit for each key
    for (const cJSON *member = value->item->child; member; member = member->next) {
        size_t key = find_word(member->string, keys, key_count);
        const char *fault = NULL;
        if (key == key_count)
            fault = "is not a key of this object; remove it or correct its spelling";
        else if (seen >> key & 1)
            fault = "is there twice; remove one";
        seen |= (uint64_t)1 << key;
        if (fault)
            json_fault(value, "\"%.64s\" %s", member->string, fault);
        is_right = is_right && !fault;
    }
    return is_right;
}

bool json_array(const struct json *value, size_t count_min, size_t count_max, size_t *count)
{
    *count = 0;
    if (!expect(value, cJSON_IsArray(value->item), "an array, [ ... ]"))
        return false;
    size_t size = (size_t)cJSON_GetArraySize(value->item);
    if (size < count_min || size > count_max) {
        json_fault(value, "there are %zu elements; write %zu to %zu", size, count_min, count_max);
        return false;
    }
    *count = size;
    return true;
}

static bool is_printable(const char *text)
{
    for (const char *character = text; *character; character++) {
        if ((unsigned char)*character < 0x20 || *character == 0x7F)
            return false;
    }
    return text[strspn(text, " ")] != '\0';
}

bool json_string(const struct json *value, char *out, size_t room_bytes)
{
    if (!expect(value, cJSON_IsString(value->item), "a string, \"...\""))
        return false;
    const char *text = value->item->valuestring;
    size_t size = strlen(text);
    if (size >= room_bytes) {
        json_fault(value, "the text has %zu bytes; shorten it to %zu", size, room_bytes - 1);
        return false;
    }
    if (!is_printable(text)) {
        json_fault(value, "the text is blank or has control characters; write one line of text");
        return false;
    }
    memcpy(out, text, size + 1);
    return true;
}

static bool is_word(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    static const char others[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    return text[0] && strchr(letters, text[0]) && text[strspn(text, others)] == '\0';
}

bool json_word(const struct json *value, char *out, size_t room_bytes)
{
    if (!json_string(value, out, room_bytes))
        return false;
    if (!is_word(out)) {
        json_fault(value,
                   "\"%s\" is not a plain name; write lower-case letters, digits, '_' and '-', "
                   "a letter first",
                   out);
        return false;
    }
    return true;
}

bool json_length(const struct json *value, int32_t min_mm, int32_t max_mm, int32_t *out_mm)
{
    if (!expect(value, cJSON_IsNumber(value->item), "a number of metres"))
        return false;
    double exact_mm = value->item->valuedouble * 1000.0;
    // The comparison is false for NaN; infinity is what 1e999 becomes.
    if (!(exact_mm >= min_mm && exact_mm <= max_mm)) {
        json_fault(value, "%g m is out of range; write %g to %g", value->item->valuedouble, min_mm / 1000.0,
                   max_mm / 1000.0);
        return false;
    }
    long long whole_mm = llround(exact_mm);
    // What rounding to doubles adds at the far end of a scene is half as much.
    if (fabs(exact_mm - (double)whole_mm) > 2.5e-7) {
        json_fault(value, "%.9g m is not a whole number of millimetres; write at most three decimals",
                   value->item->valuedouble);
        return false;
    }
    *out_mm = (int32_t)whole_mm;
    return true;
}

bool json_number(const struct json *value, double min, double max, double *out)
{
    if (!expect(value, cJSON_IsNumber(value->item), "a number"))
        return false;
    double number = value->item->valuedouble;
    if (!(number >= min && number <= max)) {
        json_fault(value, "%g is out of range; write %g to %g", number, min, max);
        return false;
    }
    *out = number;
    return true;
}

bool json_count(const struct json *value, uint32_t min, uint32_t max, uint32_t *out)
{
    double number;
    if (!json_number(value, min, max, &number))
        return false;
    *out = (uint32_t)number;
    if (*out != number)
        json_fault(value, "%g is no whole number; write one without decimals", number);
    return *out == number;
}

bool json_flag(const struct json *value, bool *out)
{
    if (!expect(value, cJSON_IsBool(value->item), "true or false"))
        return false;
    *out = cJSON_IsTrue(value->item);
    return true;
}

bool json_point(const struct json *value, struct geo_point *point)
{
    if (!value->item)
        return false;
    if (!cJSON_IsArray(value->item) || cJSON_GetArraySize(value->item) != 2) {
        json_fault(value, "this is not a place; write two numbers in metres, [x, z]");
        return false;
    }
    struct json x = json_first(value);
    struct json z = json_next(&x);
    bool is_x_right = json_length(&x, -GEO_COORDINATE_MAX, GEO_COORDINATE_MAX, &point->x);
    bool is_z_right = json_length(&z, -GEO_COORDINATE_MAX, GEO_COORDINATE_MAX, &point->z);
    return is_x_right && is_z_right;
}

bool json_color(const struct json *value, uint32_t *rgb)
{
    if (!expect(value, cJSON_IsString(value->item), "a colour, \"#rrggbb\""))
        return false;
    const char *text = value->item->valuestring;
    if (strlen(text) != 7 || text[0] != '#' || text[1 + strspn(text + 1, "0123456789abcdefABCDEF")] != '\0') {
        json_fault(value, "\"%.16s\" is not a colour; write \"#rrggbb\" in hexadecimal", text);
        return false;
    }
    *rgb = (uint32_t)strtoul(text + 1, NULL, 16);
    return true;
}

/// Joins names with commas for a message; what does not fit is cut.
static void join_names(const char *const *names, size_t count, char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && used < room; i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s", i ? ", " : "", names[i]);
}

bool json_choice(const struct json *value, const char *const *names, size_t count, size_t *choice)
{
    char known[REPORT_TEXT_MAX];
    join_names(names, count, known, sizeof known);
    if (!expect(value, cJSON_IsString(value->item), "a string, \"...\""))
        return false;
    for (size_t i = 0; i < count; i++) {
        if (strcmp(value->item->valuestring, names[i]) == 0) {
            *choice = i;
            return true;
        }
    }
    json_fault(value, "\"%.64s\" is not known; write one of %s", value->item->valuestring, known);
    return false;
}
