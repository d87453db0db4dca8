#include "peer.h"

#include <string.h>

int log_peer_commit(log_peer *peer) {
    const put_trace *trace = peer->trace;
    if (peer->next_commit == trace->commit_count) peer->next_commit = 0;
    size_t start = peer->next_commit ? trace->commits[peer->next_commit - 1] : 0;
    size_t end = trace->commits[peer->next_commit++];
    return peer->commit(peer, trace->operations + start, end - start);
}

int64_t log_peer_scan(log_peer *peer, uint64_t *sum) { return peer->scan(peer, sum); }
int64_t log_peer_bytes(log_peer *peer) { return peer->bytes(peer); }
void log_peer_close(log_peer *peer) { peer->close(peer); }

uint64_t sum_bytes(const void *bytes, size_t count) {
    const unsigned char *at = bytes;
    uint64_t sum = 0;
    for (; count >= 8; count -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        sum += word;
    }
    for (; count > 0; count--) sum += *at++;
    return sum;
}
