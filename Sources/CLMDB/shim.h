#include <lmdb.h>
#include <sys/sysmacros.h>
#include <sys/types.h>
#include <sys/vfs.h>

// Glibc's Swift module leaves these out; and of a function and a type of one name, Swift sees only the type.
static inline int file_system_status(const char *path, struct statfs *status) { return statfs(path, status); }
static inline unsigned device_major(dev_t device) { return major(device); }
static inline unsigned device_minor(dev_t device) { return minor(device); }

// fcntl.h declares it only where _GNU_SOURCE is defined.
int fallocate(int descriptor, int mode, off_t offset, off_t byte_count);
