// Headers of requests to become a WebSocket, one a line: Upgrade, Host, Origin, Sec-WebSocket-Protocol,
// Sec-WebSocket-Version. A line that is missing is a header that is missing.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cloudsvc/server/upgrade.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { HEADERS = 5 };
    char *text = calloc(1, size + 1);
    char *headers[HEADERS] = {NULL};
    if (!text)
        return 0;
    memcpy(text, data, size);
    char *rest = text;
    for (size_t i = 0; i < HEADERS && rest; i++)
        headers[i] = strsep(&rest, "\n");
    struct upgrade request = {
        .method = "GET",
        .upgrade = headers[0],
        .host = headers[1],
        .origin = headers[2],
        .protocols = headers[3],
        .version = headers[4],
    };
    enum upgrade_verdict verdict = upgrade_judge(&request);
    if (verdict == UPGRADE_OK && headers[2]) { // a page that is let in ends in our own host
        size_t host_size = strlen(headers[1]);
        size_t origin_size = strlen(headers[2]);
        assert(origin_size > host_size);
        assert(strcasecmp(headers[2] + origin_size - host_size, headers[1]) == 0);
    }
    assert(verdict == UPGRADE_OK || upgrade_status(verdict) >= 400);
    free(text);
    return 0;
}
