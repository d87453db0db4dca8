#define _GNU_SOURCE
#include "faults.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/uio.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static fault_observer observer;
static void *observer_context;
static int failing;
static unsigned skipped_left, times_left;
static int times_limited, failing_error;
static long claimed_file_system;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

void faults_observe(fault_observer new_observer, void *context) {
    pthread_mutex_lock(&lock);
    observer = new_observer;
    observer_context = context;
    pthread_mutex_unlock(&lock);
}

void faults_fail(int operations, unsigned skipped, unsigned times, int error) {
    pthread_mutex_lock(&lock);
    failing = operations;
    skipped_left = skipped;
    times_left = times;
    times_limited = times != 0;
    failing_error = error;
    pthread_mutex_unlock(&lock);
}

void faults_pass(void) { faults_fail(0, 0, 0, 0); }

void faults_claim_file_system(long magic) { claimed_file_system = magic; }

int faults_in_child(int (*body)(void *context), void *context) {
    fflush(NULL);
    pid_t child = fork();
    if (child < 0) return -1;
    if (child == 0) {
        int answer = body(context);
        fflush(NULL);
        _exit(answer);
    }
    int status;
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

void faults_print_by_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

static int is_watched(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    const char *name = strrchr(path, '/');
    return name && strncmp(name + 1, "data.mdb", 8) == 0;
}

static enum fault_operation kind_of_write(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && (flags & O_DSYNC) ? FAULT_SYNC_WRITE : FAULT_WRITE;
}

// Whether the operation is to fail; sets errno.
static int fails(enum fault_operation operation) {
    int answer = 0;
    pthread_mutex_lock(&lock);
    if (failing & operation) {
        if (skipped_left > 0) {
            skipped_left--;
        } else if (!times_limited || times_left > 0) {
            if (times_limited) times_left--;
            answer = 1;
        }
    }
    pthread_mutex_unlock(&lock);
    if (answer) errno = failing_error;
    return answer;
}

static void tell(enum fault_operation operation, const void *bytes, size_t count, off_t offset) {
    int error = errno;
    pthread_mutex_lock(&lock);
    if (observer) observer(operation, bytes, count, offset, observer_context);
    pthread_mutex_unlock(&lock);
    errno = error;
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
    if (!is_watched(descriptor)) return REAL(pwrite)(descriptor, bytes, count, offset);
    enum fault_operation kind = kind_of_write(descriptor);
    if (fails(kind)) return -1;
    ssize_t written = REAL(pwrite)(descriptor, bytes, count, offset);
    if (written > 0) tell(kind, bytes, (size_t)written, offset);
    return written;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    if (!is_watched(descriptor)) return REAL(writev)(descriptor, parts, count);
    enum fault_operation kind = kind_of_write(descriptor);
    if (fails(kind)) return -1;
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = REAL(writev)(descriptor, parts, count);
    ssize_t left = written;
    for (int i = 0; i < count && left > 0; i++) {
        size_t length = parts[i].iov_len < (size_t)left ? parts[i].iov_len : (size_t)left;
        tell(kind, parts[i].iov_base, length, offset);
        offset += (off_t)length;
        left -= (ssize_t)length;
    }
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (!is_watched(descriptor)) return REAL(write)(descriptor, bytes, count);
    enum fault_operation kind = kind_of_write(descriptor);
    if (fails(kind)) return -1;
    off_t offset = lseek(descriptor, 0, SEEK_CUR);
    ssize_t written = REAL(write)(descriptor, bytes, count);
    if (written > 0) tell(kind, bytes, (size_t)written, offset);
    return written;
}

int fdatasync(int descriptor) {
    if (!is_watched(descriptor)) return REAL(fdatasync)(descriptor);
    if (fails(FAULT_SYNC)) return -1;
    int status = REAL(fdatasync)(descriptor);
    if (status == 0) tell(FAULT_SYNC, NULL, 0, 0);
    return status;
}

int fsync(int descriptor) {
    if (!is_watched(descriptor)) return REAL(fsync)(descriptor);
    if (fails(FAULT_SYNC)) return -1;
    int status = REAL(fsync)(descriptor);
    if (status == 0) tell(FAULT_SYNC, NULL, 0, 0);
    return status;
}

int ftruncate(int descriptor, off_t length) {
    if (!is_watched(descriptor)) return REAL(ftruncate)(descriptor, length);
    if (fails(FAULT_TRUNCATE)) return -1;
    int status = REAL(ftruncate)(descriptor, length);
    if (status == 0) tell(FAULT_TRUNCATE, NULL, (size_t)length, 0);
    return status;
}

int statfs(const char *path, struct statfs *status) {
    int answer = REAL(statfs)(path, status);
    if (answer == 0 && claimed_file_system) status->f_type = claimed_file_system;
    return answer;
}
