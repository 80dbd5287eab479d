#include "cloudsvc/server/upgrade.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

#include "cloudsvc/stream/protocol.h"

/// Whether the comma-separated `list` has `token`, compared to the letter.
static bool has_token(const char *list, const char *token)
{
    while (*list) {
        list += strspn(list, " \t,");
        size_t size = strcspn(list, ",");
        size_t trimmed = size;
        while (trimmed > 0 && strchr(" \t", list[trimmed - 1]))
            trimmed--;
        if (trimmed == strlen(token) && memcmp(list, token, trimmed) == 0)
            return true;
        list += size;
    }
    return false;
}

/// Whether the page that asks came from the host that it asks [RFC 6454]: behind the scheme an origin is
/// written as Host is, default port left out.
static bool is_own_origin(const char *origin, const char *host)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
        size_t size = strlen(schemes[i]);
        if (strncasecmp(origin, schemes[i], size) == 0 && strcasecmp(origin + size, host) == 0)
            return true;
    }
    return false;
}

enum upgrade_verdict upgrade_judge(const struct upgrade *request)
{
    if (!request->method || !request->upgrade || strcasecmp(request->upgrade, "websocket") != 0)
        return UPGRADE_NOT_WEBSOCKET;
    if (!request->host || request->host[0] == '\0')
        return UPGRADE_NO_HOST;
    if (request->origin && !is_own_origin(request->origin, request->host))
        return UPGRADE_FOREIGN_ORIGIN;
    if (!request->version || strcmp(request->version, "13") != 0)
        return UPGRADE_WRONG_VERSION;
    if (!request->protocols || !has_token(request->protocols, PROTOCOL_NAME))
        return UPGRADE_NO_PROTOCOL;
    return UPGRADE_OK;
}

unsigned upgrade_status(enum upgrade_verdict verdict)
{
    if (verdict == UPGRADE_FOREIGN_ORIGIN)
        return 403;
    return verdict == UPGRADE_WRONG_VERSION ? 426 : 400;
}
