// Stands between LMDB and the system in a test's worker: the linker prefers these definitions to the C library's.
//
// Only files called data.mdb are watched; everything else passes through.
#ifndef FAULTS_H
#define FAULTS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// What is done to a watched file.
enum fault_operation {
    FAULT_WRITE = 1,       ///< bytes written that may still be lost
    FAULT_SYNC_WRITE = 2,  ///< bytes written through a descriptor that waits for the disk (O_DSYNC)
    FAULT_SYNC = 4,        ///< fdatasync, fsync
    FAULT_TRUNCATE = 8,    ///< ftruncate
};

/// Is told of each operation that succeeded, in order. `offset` and `count` in bytes.
typedef void (*fault_observer)(
    enum fault_operation operation, const void *bytes, size_t count, off_t offset, void *context);

/// Starts to tell `observer`; NULL ends it.
void faults_observe(fault_observer observer, void *context);

/// Lets operations of the kinds given (a sum) fail with `error`, after `skipped` more of them have succeeded;
/// `times` of them, or all if 0.
void faults_fail(int operations, unsigned skipped, unsigned times, int error);

/// Lets every operation pass again.
void faults_pass(void);

/// Lets statfs say that every path lies on a file system of that kind.
void faults_claim_file_system(long magic);

/// Forks; the child runs `body` and exits with its answer. Returns that, or -1.
int faults_in_child(int (*body)(void *context), void *context);

/// Lets every line printed leave at once, also into a pipe.
void faults_print_by_lines(void);

#endif
