import Events

extension ImportedNote {
    /// SHA-256 over all that the source says of the note except when it was changed: equal digests mean that
    /// nothing needs importing, also when the source was merely touched.
    ///
    /// Every part is framed by its length, so that moving a byte from one part to the next changes the digest.
    /// - Complexity: O(*n*) in the bytes of the note.
    public var digest: [UInt8] {
        let hash = SHA256Stream()
        func frame(_ part: some Collection<UInt8>) {
            withUnsafeBytes(of: UInt64(part.count).littleEndian) { hash.update($0) }
            Array(part).withUnsafeBytes { hash.update($0) }
        }
        frame(title.utf8)
        frame(body)
        frame(CollectionOfOne(isTrashed ? 1 : 0))
        for attribute in attributes {
            frame(attribute.name.utf8)
            frame(attribute.value)
        }
        return hash.digest()
    }
}
