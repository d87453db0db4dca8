/// MurmurHash3 (Appleby 2011), the 32-bit variant for x86.
package enum MurmurHash3 {
    /// The hash of the bytes under a seed.
    ///
    /// - Complexity: O(*n*) in the number of bytes.
    package static func hash32(_ bytes: some Collection<UInt8>, seed: UInt32) -> UInt32 {
        var hash = seed
        var block: UInt32 = 0
        var shift: UInt32 = 0
        var count: UInt32 = 0
        for byte in bytes {
            block |= UInt32(byte) << shift
            shift += 8
            count &+= 1
            if shift == 32 {
                hash ^= scrambled(block)
                hash = rotated(hash, by: 13) &* 5 &+ 0xe654_6b64
                (block, shift) = (0, 0)
            }
        }
        if shift > 0 { hash ^= scrambled(block) }
        hash ^= count
        hash = (hash ^ (hash >> 16)) &* 0x85eb_ca6b
        hash = (hash ^ (hash >> 13)) &* 0xc2b2_ae35
        return hash ^ (hash >> 16)
    }

    private static func scrambled(_ block: UInt32) -> UInt32 {
        rotated(block &* 0xcc9e_2d51, by: 15) &* 0x1b87_3593
    }

    private static func rotated(_ value: UInt32, by count: UInt32) -> UInt32 {
        value << count | value >> (32 - count)
    }
}
