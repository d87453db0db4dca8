#include "linetable.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>
#include <malloc.h>
#include <md4c.h>
#include <string.h>

size_t linetable_count_newlines(const uint8_t *bytes, size_t count) {
    size_t lines = 0;
    const uint8_t *end = bytes + count;
    for (const uint8_t *at = bytes; (at = memchr(at, '\n', (size_t)(end - at))) != NULL; at++)
        lines++;
    return lines;
}

static uint8_t task_kind(const uint8_t *at, const uint8_t *end) {
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    if (end - at < 5 || (*at != '-' && *at != '*' && *at != '+') || at[1] != ' ' || at[2] != '[' || at[4] != ']')
        return 0;
    return at[3] == ' ' ? 1 : (at[3] | 0x20) == 'x' ? 2 : 0;
}

size_t linetable_build(const uint8_t *bytes, size_t count, uint32_t *starts, uint8_t *kinds) {
    size_t lines = 0;
    const uint8_t *end = bytes + count;
    const uint8_t *at = bytes;
    while (at < end) {
        const uint8_t *newline = memchr(at, '\n', (size_t)(end - at));
        const uint8_t *next = newline ? newline + 1 : end;
        starts[lines] = (uint32_t)(at - bytes);
        kinds[lines] = task_kind(at, next);
        lines++;
        at = next;
    }
    return lines;
}

size_t linetable_allocated_bytes(void) {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
}

static int ignore_block(MD_BLOCKTYPE type, void *detail, void *user) {
    (void)type, (void)detail, (void)user;
    return 0;
}

static int ignore_span(MD_SPANTYPE type, void *detail, void *user) {
    (void)type, (void)detail, (void)user;
    return 0;
}

static int ignore_text(MD_TEXTTYPE type, const MD_CHAR *text, MD_SIZE size, void *user) {
    (void)type, (void)text, (void)size, (void)user;
    return 0;
}

int linetable_md4c(const uint8_t *bytes, size_t count) {
    MD_PARSER parser = {
        .flags = MD_DIALECT_GITHUB,
        .enter_block = ignore_block,
        .leave_block = ignore_block,
        .enter_span = ignore_span,
        .leave_span = ignore_span,
        .text = ignore_text,
    };
    return md_parse((const MD_CHAR *)bytes, (MD_SIZE)count, &parser, NULL);
}

int linetable_cmark(const uint8_t *bytes, size_t count) {
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("tasklist"));
    cmark_parser_feed(parser, (const char *)bytes, count);
    cmark_node *document = cmark_parser_finish(parser);
    int failed = document == NULL;
    cmark_node_free(document);
    cmark_parser_free(parser);
    return failed;
}
