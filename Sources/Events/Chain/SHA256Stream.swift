#if canImport(CCrypto)
    import CCrypto

    /// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
    package final class SHA256Stream: @unchecked Sendable {
        private var context = SHA256_CTX()

        /// Nothing hashed yet.
        package init() { reset() }

        /// Goes on with these bytes.
        package func update(_ bytes: UnsafeRawBufferPointer) {
            SHA256_Update(&context, bytes.baseAddress, bytes.count)
        }

        /// The hash of all bytes so far; more may follow.
        package func digest() -> [UInt8] {
            var context = context
            return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
                SHA256_Final(buffer.baseAddress, &context)
                count = 32
            }
        }

        /// A stream that goes on from here by itself.
        package func copy() -> SHA256Stream {
            let copy = SHA256Stream()
            copy.context = context
            return copy
        }

        /// Begins again with nothing hashed.
        package func reset() { SHA256_Init(&context) }
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
