#include "nav/pack_hours.h"

#include <math.h>

enum { DAY_HOURS = 24 };

bool pack_hours_include(struct pack_hours hours, double hour)
{
    bool is_after = hour >= (double)hours.from;
    bool is_before = hour < (double)hours.until;
    return hours.from < hours.until ? is_after && is_before : is_after || is_before;
}

static bool read_hour(const struct json *value, float *hour)
{
    double number;
    if (!json_number(value, 0, DAY_HOURS, &number))
        return false;
    *hour = number < DAY_HOURS ? (float)number : 0;
    // What is a moment before midnight may be midnight as a float.
    *hour = *hour < DAY_HOURS ? *hour : 0;
    return true;
}

bool pack_hours_read_day(const struct json *root, struct pack *pack)
{
    struct json minutes = json_member(root, "day_minutes");
    struct json start = json_member(root, "start_hour");
    double day_minutes = 24;
    pack->start_hour = 9;
    bool is_right = !minutes.item || json_number(&minutes, 0.5, 1440, &day_minutes);
    pack->day_s = (uint32_t)lround(day_minutes * 60);
    return (!start.item || read_hour(&start, &pack->start_hour)) && is_right;
}

bool pack_hours_read(const struct json *root, struct pack_hours *hours, bool *is_there)
{
    struct json pair = json_member(root, "hours");
    *is_there = pair.item;
    if (!pair.item)
        return true;
    if (!cJSON_IsArray(pair.item) || cJSON_GetArraySize(pair.item) != 2) {
        json_fault(&pair, "these are no hours; write two from 0 to 24, [from, until]");
        return false;
    }
    struct json from = json_first(&pair);
    struct json until = json_next(&from);
    bool is_right = read_hour(&from, &hours->from);
    return read_hour(&until, &hours->until) && is_right;
}
