// Messages from either side: whatever is read as valid must come out again byte by byte when written.
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/data/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool is_right)
{
    if (!is_right)
        abort();
}

static void try_client(const uint8_t *data, size_t size)
{
    struct protocol_client_message message;
    uint8_t out[PROTOCOL_CLIENT_MESSAGE_MAX];
    if (protocol_read_client(data, size, &message) != PROTOCOL_OK)
        return;
    if (message.kind == PROTOCOL_JOIN && message.join.version != PROTOCOL_VERSION)
        return; // nothing more is read of it
    check(rewrite_client(out, sizeof out, &message) == size);
    check(memcmp(out, data, size) == 0);
}

static void try_server(const uint8_t *data, size_t size)
{
    struct protocol_server_message message;
    if (protocol_read_server(data, size, &message) != PROTOCOL_OK)
        return;
    uint8_t *out = malloc(size);
    check(out);
    check(rewrite_server(out, size, &message) == size);
    check(memcmp(out, data, size) == 0);
    free(out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    try_client(data, size);
    try_server(data, size);
    return 0;
}
