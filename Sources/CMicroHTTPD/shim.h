#include <dlfcn.h>
#include <microhttpd.h>
#include <stdbool.h>

// libmicrohttpd brings GnuTLS with it, and only one command serves pages. So nothing is linked: the library is loaded
// when a server starts.
#define HTTPD_FUNCTIONS(each)                                                                                        \
    each(MHD_start_daemon) each(MHD_stop_daemon) each(MHD_quiesce_daemon)                                             \
    each(MHD_get_connection_values_n) each(MHD_get_connection_info)                                                  \
    each(MHD_suspend_connection) each(MHD_resume_connection)                                                         \
    each(MHD_create_response_from_buffer) each(MHD_create_response_from_callback)                                    \
    each(MHD_add_response_header) each(MHD_queue_response) each(MHD_destroy_response)

// The library's functions, typed as its header has them.
struct httpd_functions {
#define HTTPD_FIELD(name) __typeof__(name) *_Nonnull name;
    HTTPD_FUNCTIONS(HTTPD_FIELD)
#undef HTTPD_FIELD
};

// Fills in the functions of the library that the header belongs to; false where it is not installed.
static inline bool httpd_load(struct httpd_functions *_Nonnull functions) {
    void *library = dlopen("libmicrohttpd.so.12", RTLD_NOW | RTLD_LOCAL);
    if (!library) return false;
#define HTTPD_LOAD(name)                                                                                             \
    void *name##_symbol = dlsym(library, #name);                                                                     \
    if (!name##_symbol) return false;                                                                                \
    functions->name = (__typeof__(name) *)name##_symbol;
    HTTPD_FUNCTIONS(HTTPD_LOAD)
#undef HTTPD_LOAD
    return true;
}

// Functions with a variable number of arguments cannot be called from Swift: these have a fixed number.

static inline struct MHD_Daemon *_Nullable httpd_start(
    struct httpd_functions functions, unsigned int flags, MHD_AccessHandlerCallback _Nonnull handler,
    void *_Nullable context, const struct MHD_OptionItem *_Nonnull options) {
    return functions.MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// The address of the connection's other end; NULL if it is not known.
static inline const struct sockaddr *_Nullable httpd_peer(
    struct httpd_functions functions, struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        functions.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : NULL;
}

// Options that take a function and a context, as an entry of an array.
static inline struct MHD_OptionItem httpd_on_completed(
    MHD_RequestCompletedCallback _Nonnull callback, void *_Nullable context) {
    struct MHD_OptionItem item = {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)callback, context};
    return item;
}

static inline struct MHD_OptionItem httpd_unescape(
    size_t (*_Nonnull callback)(void *_Nullable, struct MHD_Connection *_Nullable, char *_Nonnull)) {
    struct MHD_OptionItem item = {MHD_OPTION_UNESCAPE_CALLBACK, (intptr_t)callback, NULL};
    return item;
}
