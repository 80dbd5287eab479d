// Writes a decoded message of whatever kind again, for tests that compare bytes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "cloudsvc/stream/protocol.h"
#include "tests/latency/protocol_client.h"

/// @return the size written; 0 when it does not fit
size_t rewrite_client(uint8_t *out, size_t out_max, const struct protocol_client_message *message);

/// A frame with its picture.
/// @return the size written; 0 when it does not fit
size_t rewrite_server(uint8_t *out, size_t out_max, const struct protocol_server_message *message);
