// Whether a request to become a WebSocket is let in: pure, on the headers as they came.
//
// libwebsockets 4.1 by itself lets in more than RFC 6455 and our protocol allow: a missing subprotocol, other
// versions, HTTP/2 over clear text, any origin.
#pragma once

/// Headers of the request; NULL: not there.
struct upgrade {
    const char *method;    // NULL: not GET
    const char *upgrade;   // Upgrade
    const char *host;      // Host
    const char *origin;    // Origin: every browser sends it, programs do not
    const char *protocols; // Sec-WebSocket-Protocol
    const char *version;   // Sec-WebSocket-Version
};

enum upgrade_verdict {
    UPGRADE_OK,
    UPGRADE_NOT_WEBSOCKET,  // something else than a WebSocket is asked for
    UPGRADE_NO_HOST,        // no Host header
    UPGRADE_FOREIGN_ORIGIN, // a page of another host, or one that hides where it comes from
    UPGRADE_NO_PROTOCOL,    // PROTOCOL_NAME is not offered
    UPGRADE_WRONG_VERSION,  // another version of WebSocket than 13
};

enum upgrade_verdict upgrade_judge(const struct upgrade *request);

/// @return the HTTP status that says so: 400, 403 or 426
unsigned upgrade_status(enum upgrade_verdict verdict);
