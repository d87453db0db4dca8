#ifndef TRACE_H
#define TRACE_H

#include "log_peers.h"

enum { TRACE_DATABASES = 64 };

struct operation {
    unsigned database;
    unsigned flags;  ///< of mdb_put
    int is_removal;
    size_t key_offset, key_size, value_offset, value_size;  ///< in `bytes`
};

struct database {
    char name[32];
    unsigned flags;
};

struct put_trace {
    struct operation *operations;
    size_t operation_count, operation_capacity;
    size_t *commits;  ///< where each one ends in `operations`
    size_t commit_count, commit_capacity;
    unsigned char *bytes;
    size_t byte_count, byte_capacity;
    struct database databases[TRACE_DATABASES];
};

#endif
