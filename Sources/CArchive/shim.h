#include <archive.h>
#include <archive_entry.h>
#include <dlfcn.h>
#include <stdbool.h>

// libarchive brings a dozen libraries with it, ICU among them. Few commands read archives, and all would wait for
// those: so nothing is linked, and the library is loaded when an archive is opened.
#define ARCHIVE_READING(each)                                                                                        \
    each(archive_read_new) each(archive_read_free)                                                                   \
    each(archive_read_support_format_tar) each(archive_read_support_format_zip)                                      \
    each(archive_read_support_format_raw)                                                                            \
    each(archive_read_support_filter_gzip) each(archive_read_support_filter_bzip2)                                   \
    each(archive_read_support_filter_xz) each(archive_read_support_filter_zstd)                                      \
    each(archive_read_open_filename) each(archive_read_next_header) each(archive_read_data)                          \
    each(archive_error_string) each(archive_entry_pathname) each(archive_entry_pathname_utf8)                        \
    each(archive_entry_filetype) each(archive_entry_mtime) each(archive_entry_mtime_nsec)                            \
    each(archive_entry_mtime_is_set)

// The functions that read, typed as the header has them.
struct archive_reading {
#define ARCHIVE_FIELD(name) __typeof__(name) *_Nonnull name;
    ARCHIVE_READING(ARCHIVE_FIELD)
#undef ARCHIVE_FIELD
};

// Fills in the functions of the library that the header belongs to; false where it is not installed.
static inline bool archive_load(struct archive_reading *_Nonnull functions) {
    void *library = dlopen("libarchive.so.13", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define ARCHIVE_LOAD(name)                                                                                           \
    void *name##_symbol = dlsym(library, #name);                                                                     \
    if (!name##_symbol) return false;                                                                                \
    functions->name = (__typeof__(name) *)name##_symbol;
    ARCHIVE_READING(ARCHIVE_LOAD)
#undef ARCHIVE_LOAD
    return true;
}
