#include <dlfcn.h>
#include <qrencode.h>
#include <stdbool.h>

// Only one command draws codes: the library is loaded when it does.
struct qrencode_functions {
    __typeof__(QRcode_encodeString8bit) *_Nonnull encode;
    __typeof__(QRcode_free) *_Nonnull free;
};

// Fills in the functions of the library that the header belongs to; false where it is not installed.
static inline bool qrencode_load(struct qrencode_functions *_Nonnull functions) {
    void *library = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
    void *encode = dlsym(library, "QRcode_encodeString8bit");
    void *release = dlsym(library, "QRcode_free");
    if (!encode || !release) return false;
    functions->encode = (__typeof__(QRcode_encodeString8bit) *)encode;
    functions->free = (__typeof__(QRcode_free) *)release;
    return true;
}
