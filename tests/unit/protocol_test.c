#include "cloudsvc/stream/protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "cloudsvc/base/utf8.h"
#include "tests/data/rewrite.h"

enum { MESSAGE_MAX = 2048, VECTORS_SIZE_MAX = 1 << 20 };

// ---- the vectors -------------------------------------------------------------------------------

struct bytes {
    uint8_t data[MESSAGE_MAX];
    size_t size;
};

static cJSON *load_vectors(void)
{
    FILE *file = fopen("tests/data/protocol.json", "rb");
    if (!file)
        fail_msg("tests/data/protocol.json is missing; run from the repository's root");
    char *text = malloc(VECTORS_SIZE_MAX);
    size_t size = fread(text, 1, VECTORS_SIZE_MAX, file);
    fclose(file);
    cJSON *root = cJSON_ParseWithLength(text, size);
    free(text);
    assert_non_null(root);
    return root;
}

static struct bytes unhex(const char *hex)
{
    struct bytes bytes = {.size = strlen(hex) / 2};
    assert_in_range(bytes.size, 0, MESSAGE_MAX);
    for (size_t i = 0; i < bytes.size; i++) {
        unsigned byte = 0;
        assert_int_equal(sscanf(hex + 2 * i, "%2x", &byte), 1);
        bytes.data[i] = (uint8_t)byte;
    }
    return bytes;
}

static const char *string_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    assert_true(cJSON_IsString(item));
    return item->valuestring;
}

static uint64_t number_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    if (!cJSON_IsNumber(item))
        fail_msg("the field %s is missing", name);
    return (uint64_t)item->valuedouble;
}

static bool truth_of(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    assert_true(cJSON_IsBool(item));
    return cJSON_IsTrue(item);
}

static uint64_t element_of(const cJSON *object, const char *name, int index)
{
    const cJSON *item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(object, name), index);
    assert_true(cJSON_IsNumber(item));
    return (uint64_t)item->valuedouble;
}

static enum protocol_verdict verdict_of(const cJSON *vector)
{
    const char *verdict = string_of(vector, "verdict");
    if (strcmp(verdict, "ok") == 0)
        return PROTOCOL_OK;
    return strcmp(verdict, "skip") == 0 ? PROTOCOL_SKIP : PROTOCOL_MALFORMED;
}

static bool has_direction(const cJSON *vector, const char *direction)
{
    return strcmp(string_of(vector, "direction"), direction) == 0;
}

// ---- client messages from fields ---------------------------------------------------------------

static struct protocol_viewport viewport_from(const cJSON *fields)
{
    struct protocol_viewport viewport = {
        .width_css_px = (uint16_t)number_of(fields, "widthCssPx"),
        .height_css_px = (uint16_t)number_of(fields, "heightCssPx"),
        .pixel_ratio_256 = (uint16_t)number_of(fields, "pixelRatio256"),
    };
    for (int i = 0; i < 4; i++)
        viewport.inset_css_px[i] = (uint16_t)element_of(fields, "insetCssPx", i);
    return viewport;
}

static struct protocol_join join_from(const cJSON *fields)
{
    struct bytes credential = unhex(string_of(fields, "credential"));
    struct protocol_join join = {
        .version = (uint8_t)number_of(fields, "version"),
        .decoders = (uint8_t)number_of(fields, "decoders"),
        .credential_kind = (enum protocol_credential)number_of(fields, "credentialKind"),
        .viewport = viewport_from(cJSON_GetObjectItemCaseSensitive(fields, "viewport")),
        .credential_size = (uint16_t)credential.size,
    };
    snprintf(join.language, sizeof join.language, "%s", string_of(fields, "language"));
    memcpy(join.credential, credential.data, credential.size);
    return join;
}

static struct protocol_pointer pointer_from(const cJSON *fields)
{
    return (struct protocol_pointer){
        .sequence = (uint32_t)number_of(fields, "sequence"),
        .pointer = (uint8_t)number_of(fields, "pointer"),
        .phase = (enum protocol_phase)number_of(fields, "phase"),
        .x = (uint16_t)number_of(fields, "x"),
        .y = (uint16_t)number_of(fields, "y"),
        .frame = (uint32_t)number_of(fields, "frame"),
        .client_us = number_of(fields, "clientUs"),
    };
}

static struct protocol_client_message client_message_from(enum protocol_client_kind kind, const cJSON *fields)
{
    struct protocol_client_message message = {.kind = kind};
    if (kind == PROTOCOL_JOIN)
        message.join = join_from(fields);
    else if (kind == PROTOCOL_VIEWPORT)
        message.viewport = viewport_from(fields);
    else if (kind == PROTOCOL_POINTER)
        message.pointer = pointer_from(fields);
    else if (kind == PROTOCOL_ACKNOWLEDGE)
        message.acknowledge =
            (struct protocol_acknowledge){.frame = (uint32_t)number_of(fields, "frame"),
                                          .decode_us = (uint32_t)number_of(fields, "decodeUs"),
                                          .presented_us = number_of(fields, "presentedUs")};
    else if (kind == PROTOCOL_VISIBILITY)
        message.is_visible = truth_of(fields, "isVisible");
    else if (kind == PROTOCOL_PING)
        message.ping_client_us = number_of(fields, "pingClientUs");
    return message;
}

// ---- server messages from fields ---------------------------------------------------------------

static struct protocol_hello hello_from(const cJSON *fields)
{
    struct protocol_hello hello = {
        .version = (uint8_t)number_of(fields, "version"),
        .frame_rate = (uint16_t)number_of(fields, "frameRate"),
        .session = (uint32_t)number_of(fields, "session"),
        .server_us = number_of(fields, "serverUs"),
    };
    memcpy(hello.token, unhex(string_of(fields, "token")).data, sizeof hello.token);
    return hello;
}

static struct protocol_format format_from(const cJSON *fields)
{
    struct protocol_format format = {
        .codec = (enum protocol_codec)number_of(fields, "codec"),
        .coded_width_px = (uint16_t)number_of(fields, "codedWidthPx"),
        .coded_height_px = (uint16_t)number_of(fields, "codedHeightPx"),
        .visible_width_px = (uint16_t)number_of(fields, "visibleWidthPx"),
        .visible_height_px = (uint16_t)number_of(fields, "visibleHeightPx"),
    };
    snprintf(format.codec_string, sizeof format.codec_string, "%s", string_of(fields, "codecString"));
    return format;
}

static struct protocol_frame frame_from(const cJSON *fields)
{
    struct protocol_frame frame = {
        .is_keyframe = truth_of(fields, "isKeyframe"),
        .shows_input = truth_of(fields, "showsInput"),
        .id = (uint32_t)number_of(fields, "id"),
        .input_sequence = (uint32_t)number_of(fields, "inputSequence"),
        .data_size = (uint32_t)number_of(fields, "dataSize"),
        .base_us = number_of(fields, "baseUs"),
    };
    for (int stage = 0; stage < PROTOCOL_STAGE_COUNT; stage++)
        frame.stage_us[stage] = (uint32_t)element_of(fields, "stageUs", stage);
    return frame;
}

static struct protocol_text_message text_from(const cJSON *fields)
{
    struct protocol_text_message message = {.code = (uint16_t)number_of(fields, "code")};
    snprintf(message.text, sizeof message.text, "%s", string_of(fields, "text"));
    return message;
}

static struct protocol_statistics statistics_from(const cJSON *fields)
{
    return (struct protocol_statistics){
        .sent_bits_per_s = (uint32_t)number_of(fields, "sentBitsPerS"),
        .round_trip_us = (uint32_t)number_of(fields, "roundTripUs"),
        .frames_sent = (uint32_t)number_of(fields, "framesSent"),
        .frames_skipped = (uint32_t)number_of(fields, "framesSkipped"),
        .target_bits_per_s = (uint32_t)number_of(fields, "targetBitsPerS"),
        .players = (uint32_t)number_of(fields, "players"),
    };
}

/// A frame's picture is `data`'s, which must live on.
static struct protocol_server_message server_message_from(enum protocol_server_kind kind, const cJSON *fields,
                                                          struct bytes *data)
{
    struct protocol_server_message message = {.kind = kind};
    if (kind == PROTOCOL_HELLO) {
        message.hello = hello_from(fields);
    } else if (kind == PROTOCOL_FORMAT) {
        message.format = format_from(fields);
    } else if (kind == PROTOCOL_FRAME) {
        *data = unhex(string_of(fields, "data"));
        message.frame = (struct protocol_frame_message){.header = frame_from(fields), .data = data->data};
        assert_int_equal(message.frame.header.data_size, data->size);
    } else if (kind == PROTOCOL_PAUSE) {
        message.pause_reason = (enum protocol_pause_reason)number_of(fields, "reason");
    } else if (kind == PROTOCOL_NOTICE) {
        message.notice = text_from(fields);
    } else if (kind == PROTOCOL_BYE) {
        message.bye = text_from(fields);
    } else if (kind == PROTOCOL_PONG) {
        message.pong = (struct protocol_pong){number_of(fields, "clientUs"), number_of(fields, "serverUs")};
    } else if (kind == PROTOCOL_STATISTICS) {
        message.statistics = statistics_from(fields);
    }
    return message;
}

// ---- both ways ---------------------------------------------------------------------------------

/// Reads from memory of just that size, so that a sanitizer sees a byte too many.
static enum protocol_verdict read_client(const uint8_t *data, size_t size,
                                         struct protocol_client_message *message)
{
    uint8_t *copy = malloc(size > 0 ? size : 1);
    memcpy(copy, data, size);
    enum protocol_verdict verdict = protocol_read_client(copy, size, message);
    free(copy);
    return verdict;
}

static void check_client(const cJSON *vector)
{
    struct bytes expected = unhex(string_of(vector, "hex"));
    const cJSON *fields = cJSON_GetObjectItemCaseSensitive(vector, "fields");
    struct protocol_client_message read;
    uint8_t out[MESSAGE_MAX];
    enum protocol_verdict verdict = read_client(expected.data, expected.size, &read);
    if (verdict != verdict_of(vector))
        fail_msg("%s: verdict %d", string_of(vector, "name"), verdict);
    if (verdict != PROTOCOL_OK)
        return;
    if (read.kind == PROTOCOL_JOIN && read.join.version != PROTOCOL_VERSION) {
        assert_int_equal(read.join.version, number_of(fields, "version"));
        return;
    }
    struct protocol_client_message told = client_message_from(expected.data[0], fields);
    assert_int_equal(rewrite_client(out, sizeof out, &told), expected.size);
    assert_memory_equal(out, expected.data, expected.size);
    assert_int_equal(rewrite_client(out, sizeof out, &read), expected.size);
    assert_memory_equal(out, expected.data, expected.size);
    for (size_t room = 0; room < expected.size; room++)
        assert_int_equal(rewrite_client(out, room, &read), 0);
}

static void check_server(const cJSON *vector)
{
    struct bytes expected = unhex(string_of(vector, "hex"));
    struct protocol_server_message read;
    struct bytes data;
    uint8_t out[MESSAGE_MAX];
    enum protocol_verdict verdict = protocol_read_server(expected.data, expected.size, &read);
    if (verdict != verdict_of(vector))
        fail_msg("%s: verdict %d", string_of(vector, "name"), verdict);
    if (verdict != PROTOCOL_OK)
        return;
    struct protocol_server_message told =
        server_message_from(expected.data[0], cJSON_GetObjectItemCaseSensitive(vector, "fields"), &data);
    assert_int_equal(rewrite_server(out, sizeof out, &told), expected.size);
    assert_memory_equal(out, expected.data, expected.size);
    assert_int_equal(rewrite_server(out, sizeof out, &read), expected.size);
    assert_memory_equal(out, expected.data, expected.size);
    for (size_t room = 0; room < expected.size; room++)
        assert_int_equal(rewrite_server(out, room, &read), 0);
}

static void check_direction(const char *direction, void (*check)(const cJSON *vector))
{
    cJSON *root = load_vectors();
    const cJSON *vector;
    size_t count = 0;
    cJSON_ArrayForEach(vector, cJSON_GetObjectItemCaseSensitive(root, "vectors"))
    {
        if (has_direction(vector, direction)) {
            check(vector);
            count++;
        }
    }
    assert_true(count > 50);
    cJSON_Delete(root);
}

static void client_messages_are_read_and_written_as_the_vectors_say(void **state)
{
    (void)state;
    check_direction("client", check_client);
}

static void server_messages_are_read_and_written_as_the_vectors_say(void **state)
{
    (void)state;
    check_direction("server", check_server);
}

static void a_message_with_a_byte_less_or_more_is_malformed(void **state)
{
    (void)state;
    cJSON *root = load_vectors();
    const cJSON *vector;
    cJSON_ArrayForEach(vector, cJSON_GetObjectItemCaseSensitive(root, "vectors"))
    {
        struct bytes bytes = unhex(string_of(vector, "hex"));
        struct protocol_client_message message;
        bool is_checked = has_direction(vector, "client") && verdict_of(vector) == PROTOCOL_OK &&
                          !(bytes.data[0] == PROTOCOL_JOIN && bytes.data[1] != PROTOCOL_VERSION);
        for (size_t size = 0; is_checked && size < bytes.size; size++)
            assert_int_equal(read_client(bytes.data, size, &message), PROTOCOL_MALFORMED);
        if (is_checked)
            assert_int_equal(read_client(bytes.data, bytes.size + 1, &message), PROTOCOL_MALFORMED);
    }
    cJSON_Delete(root);
}

// ---- the rest ----------------------------------------------------------------------------------

static void the_sent_stamp_counts_from_the_base(void **state)
{
    (void)state;
    static const struct {
        uint64_t base_us, now_us;
        uint32_t stamp_us;
    } CASES[] = {
        {1000, 1000, 0},
        {1000, 8500, 7500},
        {1000, 999, 0}, // never before the base
        {5, 5 + (uint64_t)UINT32_MAX + 7, UINT32_MAX},
        {UINT64_MAX - 10, UINT64_MAX, 10},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        uint8_t message[PROTOCOL_FRAME_HEADER_SIZE + 1] = {0};
        struct protocol_frame frame = {.id = 9, .data_size = 1, .base_us = CASES[i].base_us};
        frame.stage_us[PROTOCOL_STAGE_ENCODED] = 77;
        protocol_write_frame_header(message, sizeof message, &frame);
        protocol_stamp_sent(message, sizeof message, CASES[i].now_us);
        struct protocol_server_message read;
        assert_int_equal(protocol_read_server(message, sizeof message, &read), PROTOCOL_OK);
        assert_int_equal(read.frame.header.stage_us[PROTOCOL_STAGE_SENT], CASES[i].stamp_us);
        assert_int_equal(read.frame.header.stage_us[PROTOCOL_STAGE_ENCODED], 77);
        assert_int_equal(read.frame.header.base_us, CASES[i].base_us);
    }
}

static void a_text_too_long_is_cut_between_characters(void **state)
{
    (void)state;
    char text[400];
    memset(text, 'x', sizeof text);
    memcpy(text + PROTOCOL_TEXT_MAX - 1, "\xE6\x9C\x8D", 3); // the cut would go through this character
    text[sizeof text - 1] = '\0';
    uint8_t out[MESSAGE_MAX];
    size_t size = protocol_write_notice(out, sizeof out, PROTOCOL_NOTICE_KEYFRAME_LIMIT, text);
    struct protocol_server_message message;
    assert_int_equal(protocol_read_server(out, size, &message), PROTOCOL_OK);
    assert_int_equal(strlen(message.notice.text), PROTOCOL_TEXT_MAX - 1);
}

static void every_bye_has_a_text_of_its_own(void **state)
{
    (void)state;
    for (int code = PROTOCOL_BYE_SHUTDOWN; code <= PROTOCOL_BYE_TEXT; code++) {
        const char *text = protocol_bye_text((enum protocol_bye_code)code);
        assert_in_range(strlen(text), 1, PROTOCOL_TEXT_MAX);
        assert_true(utf8_is_valid(text, strlen(text)));
        for (int other = PROTOCOL_BYE_SHUTDOWN; other < code; other++)
            assert_string_not_equal(text, protocol_bye_text((enum protocol_bye_code)other));
    }
}

static void no_message_is_longer_than_a_client_may_send(void **state)
{
    (void)state;
    struct protocol_join join = {.version = PROTOCOL_VERSION,
                                 .decoders = PROTOCOL_WEBCODECS,
                                 .credential_kind = PROTOCOL_TICKET,
                                 .credential_size = PROTOCOL_CREDENTIAL_MAX};
    uint8_t out[MESSAGE_MAX];
    assert_in_range(protocol_write_join(out, sizeof out, &join), 1, PROTOCOL_CLIENT_MESSAGE_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(client_messages_are_read_and_written_as_the_vectors_say),
        cmocka_unit_test(server_messages_are_read_and_written_as_the_vectors_say),
        cmocka_unit_test(a_message_with_a_byte_less_or_more_is_malformed),
        cmocka_unit_test(the_sent_stamp_counts_from_the_base),
        cmocka_unit_test(a_text_too_long_is_cut_between_characters),
        cmocka_unit_test(every_bye_has_a_text_of_its_own),
        cmocka_unit_test(no_message_is_longer_than_a_client_may_send),
    };
    return cmocka_run_group_tests_name("protocol", tests, NULL, NULL);
}
