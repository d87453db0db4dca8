#include <fcntl.h>
#include <linux/stat.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

// When a file was made, in milliseconds since 1970, links followed; false where the file system does not know. Glibc's
// Swift module leaves `statx` out.
static inline bool file_birth(const char *_Nonnull path, int64_t *_Nonnull milliseconds) {
    struct statx status;
    if (syscall(SYS_statx, AT_FDCWD, path, 0, STATX_BTIME, &status) != 0) return false;
    if (!(status.stx_mask & STATX_BTIME)) return false;
    *milliseconds = status.stx_btime.tv_sec * 1000 + status.stx_btime.tv_nsec / 1000000;
    return true;
}
