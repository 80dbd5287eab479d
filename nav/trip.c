#include "nav/trip.h"

const char *nav_status_name(enum nav_status status)
{
    switch (status) {
    case NAV_FOUND:
        return "found";
    case NAV_NO_SUCH_NPC:
        return "no such npc";
    case NAV_UNREACHABLE:
        return "unreachable";
    case NAV_OFF_MESH:
        return "off the mesh";
    case NAV_OUT_OF_NODES:
        return "out of nodes";
    }
    return "unknown";
}

const char *nav_reason_name(enum nav_reason reason)
{
    switch (reason) {
    case NAV_REASON_NONE:
        return "none";
    case NAV_REASON_STEP:
        return "step";
    case NAV_REASON_CLEARANCE:
        return "clearance";
    case NAV_REASON_WIDTH:
        return "width";
    case NAV_REASON_NO_JUMP:
        return "no jump";
    }
    return "unknown";
}
