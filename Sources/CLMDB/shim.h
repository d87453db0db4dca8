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

// As above, from stdio.h and linux/fs.h: fails with EEXIST where the new name is taken.
int renameat2(int old_folder, const char *old_name, int new_folder, const char *new_name, unsigned flags);
static inline int rename_without_replacing(const char *old_name, const char *new_name) {
    return renameat2(-100, old_name, -100, new_name, 1);
}

// Locks of an open file description (fcntl.h: F_OFD_GETLK, F_OFD_SETLK), which end with it and not with the first close.
static const int open_file_get_lock = 36;
static const int open_file_set_lock = 37;
