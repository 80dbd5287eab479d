#include "cloudsvc/server/http.h"

#include <string.h>

#include "cloudsvc/server/files.h"
#include "cloudsvc/server/front.h"
#include "cloudsvc/server/upgrade.h"

enum {
    HEADERS_MAX = 2048, // bytes of an answer's headers: about 700
    VALUE_MAX = 256,    // bytes of a request's header that is looked at, with NUL
};

_Static_assert((int)FILES_PREFIX_SIZE >= (int)LWS_PRE, "libwebsockets writes its header in front of files");

/// An answer to one request.
struct answer {
    unsigned status;
    const char *type;
    const struct file *file; // NULL: `text` is the body
    const char *text;
};

const struct lws_protocol_vhost_options *http_headers(void)
{
    // The page opens its WebSocket on its own host, decodes in a worker, and shows nothing from elsewhere.
    static const char policy[] =
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; "
        "img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    static const struct lws_protocol_vhost_options list[] = {
        {&list[1], NULL, "content-security-policy:", policy},
        // These three isolate the page, without which it may share no memory with its worker.
        {&list[2], NULL, "cross-origin-opener-policy:", "same-origin"},
        {&list[3], NULL, "cross-origin-embedder-policy:", "require-corp"},
        {&list[4], NULL, "cross-origin-resource-policy:", "same-origin"},
        {&list[5], NULL, "x-content-type-options:", "nosniff"},
        {&list[6], NULL, "referrer-policy:", "no-referrer"},
        {NULL, NULL, "cache-control:", "no-cache"}, // asks again each time, and is told 304
    };
    return list;
}

/// Copies a header's value.
/// @return `value`; NULL when it is missing or longer than anything we would accept
static const char *header(struct lws *wsi, enum lws_token_indexes token, char value[VALUE_MAX])
{
    if (lws_hdr_total_length(wsi, token) == 0 || lws_hdr_copy(wsi, value, VALUE_MAX, token) < 0)
        return NULL;
    return value;
}

// ---- answers -----------------------------------------------------------------------------------

static bool add_etag(struct lws *wsi, const struct file *file, unsigned char **end, unsigned char *limit)
{
    return lws_add_http_header_by_name(wsi, (const unsigned char *)"etag:", (const unsigned char *)file->etag,
                                       (int)strlen(file->etag), end, limit) == 0;
}

static bool add_allow(struct lws *wsi, unsigned char **end, unsigned char *limit)
{
    static const char methods[] = "GET, HEAD";
    return lws_add_http_header_by_name(wsi, (const unsigned char *)"allow:", (const unsigned char *)methods,
                                       (int)strlen(methods), end, limit) == 0;
}

static bool write_headers(struct lws *wsi, const struct answer *answer, size_t size)
{
    unsigned char buffer[LWS_PRE + HEADERS_MAX];
    unsigned char *start = buffer + LWS_PRE;
    unsigned char *end = start;
    unsigned char *limit = buffer + sizeof buffer;
    if (lws_add_http_common_headers(wsi, answer->status, answer->type, size, &end, limit) != 0)
        return false;
    if (answer->file && !add_etag(wsi, answer->file, &end, limit))
        return false;
    if (answer->status == HTTP_STATUS_METHOD_NOT_ALLOWED && !add_allow(wsi, &end, limit))
        return false;
    return lws_finalize_write_http_header(wsi, start, &end, limit) == 0;
}

static bool write_body(struct lws *wsi, const struct answer *answer)
{
    unsigned char buffer[LWS_PRE + VALUE_MAX];
    if (answer->file)
        return lws_write(wsi, answer->file->data, answer->file->size, LWS_WRITE_HTTP_FINAL) >= 0;
    size_t size = strlen(answer->text);
    memcpy(buffer + LWS_PRE, answer->text, size);
    return lws_write(wsi, buffer + LWS_PRE, size, LWS_WRITE_HTTP_FINAL) >= 0;
}

/// Writes headers and body. What the socket does not take at once, libwebsockets keeps.
/// @return false when the connection is to be closed
static bool write_answer(struct lws *wsi, const struct answer *answer)
{
    bool has_body = answer->status != HTTP_STATUS_NOT_MODIFIED;
    bool is_head = lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    size_t size = answer->file ? answer->file->size : strlen(answer->text);
    if (!write_headers(wsi, answer, has_body ? size : 0))
        return false;
    return !has_body || is_head || size == 0 || write_body(wsi, answer);
}

static bool is_known_to_client(struct lws *wsi, const struct file *file)
{
    char value[VALUE_MAX];
    const char *etags = header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, value);
    return etags && (strstr(etags, file->etag) || strcmp(etags, "*") == 0);
}

static struct answer answer_to(struct lws *wsi, const struct files *files, const char *path)
{
    bool is_read =
        lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 || lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0;
    struct answer answer = {.type = "text/plain; charset=utf-8"};
    const struct file *file = files_find(files, path);
    if (!is_read) {
        answer.status = HTTP_STATUS_METHOD_NOT_ALLOWED;
        answer.text = "Only GET and HEAD are answered here.\n";
    } else if (!file) {
        answer.status = HTTP_STATUS_NOT_FOUND;
        answer.text = "There is nothing here.\n";
    } else {
        answer.status = is_known_to_client(wsi, file) ? HTTP_STATUS_NOT_MODIFIED : HTTP_STATUS_OK;
        answer.type = file->type;
        answer.file = file;
    }
    return answer;
}

static int serve(struct lws *wsi, const struct front *front, const char *path)
{
    struct answer answer = answer_to(wsi, front->files, path);
    if (!write_answer(wsi, &answer) || answer.status == HTTP_STATUS_METHOD_NOT_ALLOWED)
        return -1; // whatever body the request has is not waited for
    return lws_http_transaction_completed(wsi) ? -1 : 0;
}

// ---- the gate ----------------------------------------------------------------------------------

/// @return 0 to let it in, -1 to close
static int judge_upgrade(struct lws *wsi)
{
    char upgrade[VALUE_MAX];
    char host[VALUE_MAX];
    char origin[VALUE_MAX] = "?"; // stays when the header is too long: nobody's origin
    char protocols[VALUE_MAX];
    char version[VALUE_MAX];
    struct upgrade request = {
        .method = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI) > 0 ? "GET" : NULL,
        .upgrade = header(wsi, WSI_TOKEN_UPGRADE, upgrade),
        .host = header(wsi, WSI_TOKEN_HOST, host),
        .protocols = header(wsi, WSI_TOKEN_PROTOCOL, protocols),
        .version = header(wsi, WSI_TOKEN_VERSION, version),
    };
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) > 0) {
        lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN);
        request.origin = origin;
    }
    enum upgrade_verdict verdict = upgrade_judge(&request);
    if (verdict == UPGRADE_OK)
        return 0;
    struct answer refusal = {
        .status = upgrade_status(verdict),
        .type = "text/plain; charset=utf-8",
        .text =
            "This WebSocket is not opened: see Origin, Sec-WebSocket-Protocol and Sec-WebSocket-Version.\n",
    };
    write_answer(wsi, &refusal);
    return -1;
}

static int http_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    (void)user;
    (void)size;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return serve(wsi, lws_vhost_user(lws_get_vhost(wsi)), in);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return judge_upgrade(wsi);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; // a WebSocket that chose this protocol, "http": it speaks none
    default:
        return 0;
    }
}

struct lws_protocols http_protocol(void)
{
    return (struct lws_protocols){
        .name = "http",
        .callback = http_callback,
        .tx_packet_size = FILES_SIZE_MAX, // a file goes out in one write, as far as the socket takes it
    };
}
