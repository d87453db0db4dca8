// The plain functions, which OpenSSL 3 would rather see replaced by EVP: that one reads a configuration and loads
// providers before the first hash, which takes most of a millisecond, and does the same thing then.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
