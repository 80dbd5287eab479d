// What the kernel is told, and asked, about a player's TCP connection.
#pragma once

#include <stddef.h>
#include <stdint.h>

/// Makes a connection quick: no waiting for more to send [TCP_NODELAY], little queued behind what is under
/// way [TCP_NOTSENT_LOWAT], and BBR as congestion control where the kernel has it. What cannot be set stays
/// as it is.
void tcp_make_quick(int socket);

/// Bytes received since the connection was opened, read or not [TCP_INFO]; 0 when the kernel does not tell.
uint64_t tcp_received_bytes(int socket);

/// Bytes written and not yet sent [SIOCOUTQNSD]; 0 when the kernel does not tell.
size_t tcp_unsent_bytes(int socket);
