// Answers to HTTP requests: the files of the table, and nothing else; and the gate through which an HTTP
// connection becomes a WebSocket.
#pragma once

#include <libwebsockets.h>

/// The first protocol of the vhost, for every connection until it is upgraded. The vhost's user is a struct
/// front.
struct lws_protocols http_protocol(void);

/// Headers of every answer: what the page may load, and that nobody may frame it.
const struct lws_protocol_vhost_options *http_headers(void);
