#include "nav/pack_find.h"

#include <stdio.h>
#include <string.h>

#include "nav/pack_hours.h"
#include "nav/pack_person.h"
#include "nav/pack_text.h"

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

static bool read_entry(const struct json *root, struct pack *pack, struct pack_find *find)
{
    static const char *const keys[] = {"label", "type", "subtype"};
    struct pack_person person = {.type = ""};
    bool is_right = json_object(root, keys, COUNT_OF(keys));
    struct json label = json_require(root, "label");
    is_right = pack_text_read(&label, pack, sizeof find->label, &find->label_text) && is_right;
    is_right = pack_person_read(root, pack, &person) && is_right;
    snprintf(find->label, sizeof find->label, "%s", pack_text(pack, find->label_text, 0));
    memcpy(find->type, person.type, sizeof find->type);
    memcpy(find->subtype, person.subtype, sizeof find->subtype);
    return is_right;
}

bool pack_find_read_all(const struct json *root, struct pack *pack)
{
    struct json find = json_require(root, "find");
    size_t count;
    if (!json_array(&find, 0, PACK_FIND_MAX, &count))
        return false;
    bool is_right = true;
    for (struct json entry = json_first(&find); entry.item; entry = json_next(&entry))
        is_right = read_entry(&entry, pack, &pack->find[pack->find_count++]) && is_right;
    return is_right;
}

bool pack_find_read_festival(const struct json *root, struct pack *pack)
{
    static const char *const keys[] = {"title", "hours", "type", "subtype"};
    struct json festival = json_member(root, "festival");
    if (!festival.item)
        return true;
    bool is_right = json_object(&festival, keys, COUNT_OF(keys));
    struct json title = json_require(&festival, "title");
    struct json hours = json_require(&festival, "hours");
    bool has_hours;
    is_right = pack_text_read(&title, pack, PACK_NAME_MAX, &pack->festival.title) && is_right;
    is_right = pack_hours_read(&festival, &pack->festival.hours, &has_hours) && hours.item && is_right;
    return pack_person_read(&festival, pack, &pack->festival.person) && is_right;
}

bool pack_find_read_treasurer(const struct json *root, struct pack *pack)
{
    struct json treasurer = json_member(root, "treasurer");
    return !treasurer.item || pack_person_read_alone(&treasurer, pack, &pack->treasurer);
}
