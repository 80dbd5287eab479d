// What libwebsockets' callbacks find behind their vhost: no file keeps state of its own.
#pragma once

struct files;
struct sockets;

struct front {
    const struct files *files; // that are served
    struct sockets *sockets;   // of the players
};
