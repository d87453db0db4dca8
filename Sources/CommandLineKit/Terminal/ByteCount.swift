/// A number of bytes as people read it: `812 bytes`, `4.2 MB`.
package struct ByteCount: CustomStringConvertible {
    package var bytes: Int

    package init(_ bytes: Int) { self.bytes = bytes }

    package var description: String {
        guard bytes >= 1_000 else { return bytes == 1 ? "1 byte" : "\(bytes) bytes" }
        var amount = Double(bytes) / 1_000
        for unit in ["kB", "MB", "GB"] {
            if amount < 999.95 { return "\((amount * 10).rounded() / 10) \(unit)" }
            amount /= 1_000
        }
        return "\((amount * 10).rounded() / 10) TB"
    }
}

extension Output {
    /// Names and what they stand for, in two columns.
    package func fields(_ fields: [(name: String, value: String)]) throws {
        let width = fields.reduce(0) { max($0, $1.name.displayWidth) }
        for field in fields {
            try line(styled(field.name.padded(to: width), .faint) + "  " + field.value.forTerminal)
        }
    }
}
