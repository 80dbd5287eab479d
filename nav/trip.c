#include "nav/trip.h"

#include <string.h>

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

/// FNV-1a [RFC 9923], a word at a time.
static uint64_t mix(uint64_t hash, uint64_t word)
{
    for (int i = 0; i < 8; i++)
        hash = (hash ^ (word >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
    return hash;
}

static uint64_t mix_double(uint64_t hash, double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return mix(hash, bits);
}

static uint64_t mix_position(uint64_t hash, const struct nav_position *at)
{
    hash = mix_double(hash, at->x);
    hash = mix_double(hash, at->y);
    hash = mix_double(hash, at->z);
    return mix(hash, at->scene);
}

uint64_t nav_trip_hash(enum nav_status status, const struct nav_trip *trip)
{
    uint64_t hash = mix(UINT64_C(0xcbf29ce484222325), status);
    hash = mix(hash, trip->reason);
    if (status == NAV_UNREACHABLE)
        hash = mix_position(hash, &trip->nearest);
    for (size_t i = 0; i < trip->leg_count; i++) {
        const struct nav_leg *leg = &trip->legs[i];
        hash = mix(hash, leg->kind);
        hash = mix(hash, leg->graph);
        hash = mix(hash, leg->count);
        hash = mix_double(hash, leg->cost_m);
    }
    for (size_t i = 0; i < trip->point_count; i++)
        hash = mix_position(hash, &trip->points[i]);
    return hash;
}
