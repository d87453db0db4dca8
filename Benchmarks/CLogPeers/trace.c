#define _GNU_SOURCE
#include "trace.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

// Databases are noted from the start, since a store may be open before the tracing begins.
static struct database known[TRACE_DATABASES];
static put_trace *current;

static void *grown(void *old, size_t *capacity, size_t needed, size_t size) {
    if (needed <= *capacity) return old;
    while (*capacity < needed) *capacity = *capacity ? *capacity * 2 : 1024;
    void *new = realloc(old, *capacity * size);
    if (!new) abort();
    return new;
}

void put_trace_start(void) { current = calloc(1, sizeof *current); }

put_trace *put_trace_stop(void) {
    put_trace *trace = current;
    current = NULL;
    if (trace) memcpy(trace->databases, known, sizeof known);
    return trace;
}

void put_trace_free(put_trace *trace) {
    if (!trace) return;
    free(trace->operations);
    free(trace->commits);
    free(trace->bytes);
    free(trace);
}

size_t put_trace_commits(const put_trace *trace) { return trace->commit_count; }
size_t put_trace_operations(const put_trace *trace) { return trace->operation_count; }
size_t put_trace_bytes(const put_trace *trace) { return trace->byte_count; }

size_t put_trace_puts_into(const put_trace *trace, const char *name) {
    size_t count = 0;
    for (size_t i = 0; i < trace->operation_count; i++)
        if (!trace->operations[i].is_removal && !strcmp(trace->databases[trace->operations[i].database].name, name))
            count++;
    return count;
}

static size_t keep(put_trace *trace, const void *bytes, size_t count) {
    size_t offset = trace->byte_count;
    trace->bytes = grown(trace->bytes, &trace->byte_capacity, offset + count, 1);
    if (bytes && count) memcpy(trace->bytes + offset, bytes, count);
    else memset(trace->bytes + offset, 0, count);
    trace->byte_count += count;
    return offset;
}

static void note(MDB_dbi database, const MDB_val *key, const MDB_val *value, unsigned flags, int is_removal) {
    put_trace *trace = current;
    if (database >= TRACE_DATABASES) abort();
    trace->operations =
        grown(trace->operations, &trace->operation_capacity, trace->operation_count + 1, sizeof *trace->operations);
    struct operation *operation = &trace->operations[trace->operation_count++];
    operation->database = database;
    operation->flags = flags & (MDB_APPEND | MDB_NOOVERWRITE | MDB_RESERVE);
    operation->is_removal = is_removal;
    operation->key_size = key->mv_size;
    operation->key_offset = keep(trace, key->mv_data, key->mv_size);
    operation->value_size = value ? value->mv_size : 0;
    // What goes into reserved space is not known yet: zeros stand for it.
    operation->value_offset = keep(trace, value && !(flags & MDB_RESERVE) ? value->mv_data : NULL, operation->value_size);
}

static size_t last_commit(const put_trace *trace) {
    return trace->commit_count ? trace->commits[trace->commit_count - 1] : 0;
}

#define REAL(name)                                                             \
    static __typeof__(&name) real;                                             \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

int mdb_dbi_open(MDB_txn *txn, const char *name, unsigned flags, MDB_dbi *database) {
    REAL(mdb_dbi_open);
    int status = real(txn, name, flags, database);
    if (status == 0 && name && *database < TRACE_DATABASES) {
        strncpy(known[*database].name, name, sizeof known[0].name - 1);
        known[*database].flags = flags & MDB_INTEGERKEY;
    }
    return status;
}

int mdb_put(MDB_txn *txn, MDB_dbi database, MDB_val *key, MDB_val *value, unsigned flags) {
    REAL(mdb_put);
    int status = real(txn, database, key, value, flags);
    if (current && status == 0) note(database, key, value, flags, 0);
    return status;
}

int mdb_del(MDB_txn *txn, MDB_dbi database, MDB_val *key, MDB_val *value) {
    REAL(mdb_del);
    int status = real(txn, database, key, value);
    if (current && status == 0) note(database, key, NULL, 0, 1);
    return status;
}

int mdb_txn_commit(MDB_txn *txn) {
    REAL(mdb_txn_commit);
    int status = real(txn);
    put_trace *trace = current;
    // A commit without puts is a read's end.
    if (trace && status == 0 && trace->operation_count > last_commit(trace)) {
        trace->commits = grown(trace->commits, &trace->commit_capacity, trace->commit_count + 1, sizeof(size_t));
        trace->commits[trace->commit_count++] = trace->operation_count;
    }
    return status;
}
