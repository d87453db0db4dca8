#ifndef PEER_H
#define PEER_H

#include "trace.h"

/// What the kinds of peers have in common: they walk through a trace.
struct log_peer {
    const put_trace *trace;
    size_t next_commit;
    uint64_t position;  ///< of the newest record
    int (*commit)(log_peer *peer, const struct operation *operations, size_t count);
    int64_t (*scan)(log_peer *peer, uint64_t *sum);
    int64_t (*bytes)(log_peer *peer);
    void (*close)(log_peer *peer);
};

#endif
