#include "cloudsvc/game/calendar.h"

#include "cloudsvc/game/game.h"

#define DAY_HOURS 24.0

double calendar_hour(const struct pack *pack, uint64_t tick)
{
    uint64_t day_ticks = (uint64_t)pack->day_s * GAME_TICK_HZ;
    double hour = (double)pack->start_hour;
    if (day_ticks > 0)
        hour += DAY_HOURS * (double)(tick % day_ticks) / (double)day_ticks;
    return hour < DAY_HOURS ? hour : hour - DAY_HOURS;
}

bool calendar_is_within(const struct pack *pack, struct pack_hours hours, uint64_t tick)
{
    return pack_hours_include(hours, calendar_hour(pack, tick));
}

bool calendar_festival_is_on(const struct pack *pack, uint64_t tick)
{
    return pack->festival.title != 0 && calendar_is_within(pack, pack->festival.hours, tick);
}
