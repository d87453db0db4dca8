#if canImport(CCrypto)
    import CCrypto

    /// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
    package final class SHA256Stream: @unchecked Sendable {
        private let context: OpaquePointer?

        /// Nothing hashed yet.
        package init() {
            context = EVP_MD_CTX_new()
            EVP_DigestInit_ex(context, EVP_sha256(), nil)
        }

        private init(copying other: SHA256Stream) {
            context = EVP_MD_CTX_new()
            EVP_MD_CTX_copy_ex(context, other.context)
        }

        deinit { EVP_MD_CTX_free(context) }

        /// Goes on with these bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        }

        /// The hash of all bytes so far; more may follow.
        package func digest() -> [UInt8] {
            let copy = SHA256Stream(copying: self)
            return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                EVP_DigestFinal_ex(copy.context, buffer.baseAddress, nil)
                count = 32
            }
        }

        /// A stream that goes on from here by itself.
        package func copy() -> SHA256Stream { SHA256Stream(copying: self) }

        /// Begins again with nothing hashed.
        package func reset() { EVP_DigestInit_ex(context, nil, nil) }
    }
#elseif canImport(CryptoKit)
    import CryptoKit

    /// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
    package final class SHA256Stream: @unchecked Sendable {
        private var hash = SHA256()

        /// Nothing hashed yet.
        package init() {}

        /// Goes on with these bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bufferPointer: bytes) }

        /// The hash of all bytes so far; more may follow.
        package func digest() -> [UInt8] { [UInt8](hash.finalize()) }

        /// A stream that goes on from here by itself.
        package func copy() -> SHA256Stream {
            let copy = SHA256Stream()
            copy.hash = hash
            return copy
        }

        /// Begins again with nothing hashed.
        package func reset() { hash = SHA256() }
    }
#endif
