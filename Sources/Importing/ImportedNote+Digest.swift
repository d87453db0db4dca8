import CCrypto

extension ImportedNote {
    /// SHA-256 over all that the source says of the note except when it was changed: equal digests mean that
    /// nothing needs importing, also when the source was merely touched.
    ///
    /// Every part is framed by its length, so that moving a byte from one part to the next changes the digest.
    /// - Complexity: O(*n*) in the bytes of the note.
    public var digest: [UInt8] {
        var framed: [UInt8] = []
        framed.reserveCapacity(body.count + title.utf8.count + 64 * (attributes.count + 1))
        func frame(_ part: some Collection<UInt8>) {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { framed.append(contentsOf: $0) }
            framed.append(contentsOf: part)
        }
        frame(title.utf8)
        frame(body)
        framed.append(isTrashed ? 1 : 0)
        for attribute in attributes {
            frame(attribute.name.utf8)
            frame(attribute.value)
        }
        var hash = [UInt8](repeating: 0, count: 32)
        _ = SHA256(framed, framed.count, &hash)
        return hash
    }
}
