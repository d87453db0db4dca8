// What the log is measured against: plain C on LMDB and SQLite.
#ifndef LOG_PEERS_H
#define LOG_PEERS_H

#include <stddef.h>
#include <stdint.h>

// MARK: Tracing

/// The puts and removals that this program made through LMDB, commit by commit, with keys and values.
typedef struct put_trace put_trace;

/// Starts to write down what this program puts. The linker prefers these definitions of mdb_put and its kin to the
/// library's; while nothing is traced they only pass on.
void put_trace_start(void);
/// Ends that. The caller frees the trace.
put_trace *put_trace_stop(void);
void put_trace_free(put_trace *trace);
/// How many commits were traced.
size_t put_trace_commits(const put_trace *trace);
/// How many puts and removals, and how many bytes of keys and values in them.
size_t put_trace_operations(const put_trace *trace);
size_t put_trace_bytes(const put_trace *trace);
/// How many puts went into the database of that name.
size_t put_trace_puts_into(const put_trace *trace, const char *name);

// MARK: Peers

/// Someone who appends: call by call one commit of the trace.
typedef struct log_peer log_peer;

/// The same puts into the same databases, without codec, hash and fold.
log_peer *lmdb_same_puts_open(const char *folder, const put_trace *trace);
/// Only the values of the database `events`, into one database, under 1, 2, 3 …
log_peer *lmdb_bare_open(const char *folder, const put_trace *trace);
/// The same values as rows of one table of SQLite, write-ahead log, synchronous FULL or NORMAL.
log_peer *sqlite_log_open(const char *path, const put_trace *trace, int is_full);

/// Makes the next commit of the trace, from the start again when it is used up (then with further keys where they
/// count on). Returns 0, or the library's error.
int log_peer_commit(log_peer *peer);
/// Reads all and adds up every byte. Returns how many records there are; -1 on an error.
int64_t log_peer_scan(log_peer *peer, uint64_t *sum);
/// Bytes of the files in use.
int64_t log_peer_bytes(log_peer *peer);
void log_peer_close(log_peer *peer);

/// Adds up bytes as the peers' scans do.
uint64_t sum_bytes(const void *bytes, size_t count);

#endif
