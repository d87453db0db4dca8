#define _GNU_SOURCE
#include "peer.h"

#include <dlfcn.h>
#include <lmdb.h>
#include <stdlib.h>
#include <string.h>

struct lmdb_peer {
    log_peer base;
    MDB_env *env;
    MDB_dbi databases[TRACE_DATABASES];
    MDB_dbi scanned;
    int events;  ///< number of the database `events` in the trace
};

static void lmdb_close(log_peer *base) {
    struct lmdb_peer *peer = (struct lmdb_peer *)base;
    mdb_env_close(peer->env);
    free(peer);
}

// The same options as the store's: durable, readers bound to transactions, no reading ahead.
static int open_environment(struct lmdb_peer *peer, const char *folder) {
    int status = mdb_env_create(&peer->env);
    if (!status) status = mdb_env_set_mapsize(peer->env, (size_t)64 << 30);
    if (!status) status = mdb_env_set_maxdbs(peer->env, 32);
    if (!status) status = mdb_env_open(peer->env, folder, MDB_NOTLS | MDB_NORDAHEAD, 0600);
    return status;
}

static int put(MDB_txn *txn, MDB_dbi database, const put_trace *trace, const struct operation *operation, MDB_val key) {
    MDB_val value = {operation->value_size, trace->bytes + operation->value_offset};
    if (operation->is_removal) return mdb_del(txn, database, &key, NULL);
    return mdb_put(txn, database, &key, &value, operation->flags & ~(unsigned)MDB_RESERVE);
}

static int same_puts_commit(log_peer *base, const struct operation *operations, size_t count) {
    struct lmdb_peer *peer = (struct lmdb_peer *)base;
    const put_trace *trace = base->trace;
    MDB_txn *txn;
    int status = mdb_txn_begin(peer->env, NULL, 0, &txn);
    if (status) return status;
    for (size_t i = 0; i < count; i++) {
        const struct operation *operation = &operations[i];
        MDB_val key = {operation->key_size, trace->bytes + operation->key_offset};
        if ((int)operation->database == peer->events) {
            // Positions count on, also when the trace begins again.
            base->position++;
            key.mv_data = &base->position;
        }
        status = put(txn, peer->databases[operation->database], trace, operation, key);
        if (status && status != MDB_KEYEXIST && status != MDB_NOTFOUND) {
            mdb_txn_abort(txn);
            return status;
        }
    }
    return mdb_txn_commit(txn);
}

static int bare_commit(log_peer *base, const struct operation *operations, size_t count) {
    struct lmdb_peer *peer = (struct lmdb_peer *)base;
    MDB_txn *txn;
    int status = mdb_txn_begin(peer->env, NULL, 0, &txn);
    if (status) return status;
    for (size_t i = 0; i < count; i++) {
        if ((int)operations[i].database != peer->events || operations[i].is_removal) continue;
        base->position++;
        MDB_val key = {sizeof base->position, &base->position};
        MDB_val value = {operations[i].value_size, base->trace->bytes + operations[i].value_offset};
        status = mdb_put(txn, peer->scanned, &key, &value, MDB_APPEND);
        if (status) {
            mdb_txn_abort(txn);
            return status;
        }
    }
    return mdb_txn_commit(txn);
}

static int64_t lmdb_scan(log_peer *base, uint64_t *sum) {
    struct lmdb_peer *peer = (struct lmdb_peer *)base;
    MDB_txn *txn;
    MDB_cursor *cursor;
    MDB_val key, value;
    int64_t count = 0;
    if (mdb_txn_begin(peer->env, NULL, MDB_RDONLY, &txn)) return -1;
    if (mdb_cursor_open(txn, peer->scanned, &cursor)) {
        mdb_txn_abort(txn);
        return -1;
    }
    while (mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == 0) {
        *sum += sum_bytes(value.mv_data, value.mv_size);
        count++;
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(txn);
    return count;
}

static int64_t lmdb_bytes(log_peer *base) {
    MDB_envinfo info;
    MDB_stat stat;
    mdb_env_info(((struct lmdb_peer *)base)->env, &info);
    mdb_env_stat(((struct lmdb_peer *)base)->env, &stat);
    return (int64_t)(info.me_last_pgno + 1) * stat.ms_psize;
}

static struct lmdb_peer *lmdb_open(const char *folder, const put_trace *trace) {
    struct lmdb_peer *peer = calloc(1, sizeof *peer);
    if (!peer) return NULL;
    peer->base.trace = trace;
    peer->base.scan = lmdb_scan;
    peer->base.bytes = lmdb_bytes;
    peer->base.close = lmdb_close;
    peer->events = -1;
    for (int i = 0; i < TRACE_DATABASES; i++)
        if (!strcmp(trace->databases[i].name, "events")) peer->events = i;
    if (open_environment(peer, folder)) {
        mdb_env_close(peer->env);
        free(peer);
        return NULL;
    }
    return peer;
}

// Past the tracing: these are not the store's databases.
static int database_open(MDB_txn *txn, const char *name, unsigned flags, MDB_dbi *database) {
    static __typeof__(&mdb_dbi_open) real;
    if (!real) real = (__typeof__(&mdb_dbi_open))dlsym(RTLD_NEXT, "mdb_dbi_open");
    return real(txn, name, flags | MDB_CREATE, database);
}

log_peer *lmdb_same_puts_open(const char *folder, const put_trace *trace) {
    struct lmdb_peer *peer = lmdb_open(folder, trace);
    MDB_txn *txn;
    if (!peer) return NULL;
    peer->base.commit = same_puts_commit;
    int status = mdb_txn_begin(peer->env, NULL, 0, &txn);
    for (int i = 0; i < TRACE_DATABASES && !status; i++)
        if (trace->databases[i].name[0])
            status = database_open(txn, trace->databases[i].name, trace->databases[i].flags, &peer->databases[i]);
    if (!status) status = mdb_txn_commit(txn);
    if (status || peer->events < 0) {
        lmdb_close(&peer->base);
        return NULL;
    }
    peer->scanned = peer->databases[peer->events];
    return &peer->base;
}

log_peer *lmdb_bare_open(const char *folder, const put_trace *trace) {
    struct lmdb_peer *peer = lmdb_open(folder, trace);
    MDB_txn *txn;
    if (!peer) return NULL;
    peer->base.commit = bare_commit;
    int status = mdb_txn_begin(peer->env, NULL, 0, &txn);
    if (!status) status = database_open(txn, "log", MDB_INTEGERKEY, &peer->scanned);
    if (!status) status = mdb_txn_commit(txn);
    if (status) {
        lmdb_close(&peer->base);
        return NULL;
    }
    return &peer->base;
}
