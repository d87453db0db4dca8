#include "peer.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

struct sqlite_peer {
    log_peer base;
    sqlite3 *connection;
    sqlite3_stmt *begin, *insert, *commit;
};

static void sqlite_close(log_peer *base) {
    struct sqlite_peer *peer = (struct sqlite_peer *)base;
    sqlite3_finalize(peer->begin);
    sqlite3_finalize(peer->insert);
    sqlite3_finalize(peer->commit);
    sqlite3_close(peer->connection);
    free(peer);
}

static int step(sqlite3_stmt *statement) {
    int status = sqlite3_step(statement);
    sqlite3_reset(statement);
    return status == SQLITE_DONE ? 0 : status;
}

static int is_event(const put_trace *trace, const struct operation *operation) {
    return !operation->is_removal && !strcmp(trace->databases[operation->database].name, "events");
}

static int sqlite_commit(log_peer *base, const struct operation *operations, size_t count) {
    struct sqlite_peer *peer = (struct sqlite_peer *)base;
    const put_trace *trace = base->trace;
    int status = step(peer->begin);
    for (size_t i = 0; i < count && !status; i++) {
        if (!is_event(trace, &operations[i])) continue;
        sqlite3_bind_int64(peer->insert, 1, (sqlite3_int64)++base->position);
        sqlite3_bind_blob(
            peer->insert, 2, trace->bytes + operations[i].value_offset, (int)operations[i].value_size, SQLITE_STATIC);
        status = step(peer->insert);
    }
    return status ? status : step(peer->commit);
}

static int64_t sqlite_scan(log_peer *base, uint64_t *sum) {
    struct sqlite_peer *peer = (struct sqlite_peer *)base;
    sqlite3_stmt *select;
    int64_t count = 0;
    const char *query = "SELECT position, record FROM events ORDER BY position";
    if (sqlite3_prepare_v2(peer->connection, query, -1, &select, NULL)) return -1;
    while (sqlite3_step(select) == SQLITE_ROW) {
        const void *bytes = sqlite3_column_blob(select, 1);
        *sum += sum_bytes(bytes, (size_t)sqlite3_column_bytes(select, 1));
        count++;
    }
    sqlite3_finalize(select);
    return count;
}

static int64_t pragma(struct sqlite_peer *peer, const char *query) {
    sqlite3_stmt *statement;
    int64_t answer = -1;
    if (sqlite3_prepare_v2(peer->connection, query, -1, &statement, NULL)) return -1;
    if (sqlite3_step(statement) == SQLITE_ROW) answer = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return answer;
}

static int64_t sqlite_bytes(log_peer *base) {
    struct sqlite_peer *peer = (struct sqlite_peer *)base;
    return pragma(peer, "PRAGMA page_count") * pragma(peer, "PRAGMA page_size");
}

log_peer *sqlite_log_open(const char *path, const put_trace *trace, int is_full) {
    struct sqlite_peer *peer = calloc(1, sizeof *peer);
    if (!peer) return NULL;
    peer->base = (log_peer){.trace = trace, .commit = sqlite_commit, .scan = sqlite_scan, .bytes = sqlite_bytes};
    peer->base.close = sqlite_close;
    const char *schema = is_full ? "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                                 : "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;";
    int status = sqlite3_open(path, &peer->connection);
    if (!status) status = sqlite3_exec(peer->connection, schema, NULL, NULL, NULL);
    if (!status)
        status = sqlite3_exec(
            peer->connection, "CREATE TABLE events(position INTEGER PRIMARY KEY, record BLOB NOT NULL)", NULL, NULL, NULL);
    if (!status) status = sqlite3_prepare_v2(peer->connection, "BEGIN IMMEDIATE", -1, &peer->begin, NULL);
    if (!status)
        status = sqlite3_prepare_v2(peer->connection, "INSERT INTO events VALUES(?,?)", -1, &peer->insert, NULL);
    if (!status) status = sqlite3_prepare_v2(peer->connection, "COMMIT", -1, &peer->commit, NULL);
    if (status) {
        sqlite_close(&peer->base);
        return NULL;
    }
    return &peer->base;
}
