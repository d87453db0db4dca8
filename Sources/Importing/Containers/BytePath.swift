/// A file's path as the system has it: bytes, which need not be UTF-8.
///
/// A `String` would repair foreign bytes and then name a file that does not exist.
package struct BytePath: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    package init(_ text: String) { self.bytes = Array(text.utf8) }

    /// The path of something that lies in this folder.
    package func appending(_ name: [UInt8]) -> BytePath {
        if bytes.isEmpty { return BytePath(name) }
        return BytePath(bytes.last == UInt8(ascii: "/") ? bytes + name : bytes + [UInt8(ascii: "/")] + name)
    }

    /// The components, without empty ones.
    package var components: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }

    /// The folder that it lies in.
    package var parent: BytePath {
        let above = components.dropLast().joined(separator: [UInt8(ascii: "/")])
        return BytePath(bytes.first == UInt8(ascii: "/") ? [UInt8(ascii: "/")] + above : Array(above))
    }

    /// The last component; the path itself when it has none.
    package var name: [UInt8] { components.last.map(Array.init) ?? bytes }

    /// The name without its last extension; names that begin with their only dot have none.
    package var stem: [UInt8] {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
        return Array(name[..<dot])
    }

    /// What follows the name's last dot, in lowercase ASCII; empty when there is none.
    package var lowercasedExtension: String {
        let name = name
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// Whether any component is hidden by a dot.
    package var isHidden: Bool { components.contains { $0.first == UInt8(ascii: ".") } }

    /// Whether the path stays below where it starts: not absolute, no `..`.
    package var isContained: Bool {
        bytes.first != UInt8(ascii: "/") && !components.contains { $0.elementsEqual("..".utf8) }
    }

    /// Whether `other` lies in the folder that this names.
    package func contains(_ other: BytePath) -> Bool {
        let folder = bytes.last == UInt8(ascii: "/") ? bytes : bytes + [UInt8(ascii: "/")]
        return other.bytes.starts(with: folder)
    }

    /// Lends the path to a system call.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        (bytes + [0]).withUnsafeBufferPointer { buffer in
            buffer.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
        }
    }
}

extension BytePath: CustomStringConvertible {
    /// The path as text, each byte that is no UTF-8 as `\xNN`: two paths never look alike.
    package var description: String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        var text = ""
        var rest = bytes[...]
        while let first = rest.first {
            let length = (1...4).first { length in
                rest.count >= length
                    && String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.count == 1
            }
            if let length {
                text += String(decoding: rest.prefix(length), as: UTF8.self)
                rest = rest.dropFirst(length)
            } else {
                let digits = String(first, radix: 16, uppercase: true)
                text += "\\x" + (digits.utf8.count == 1 ? "0" : "") + digits
                rest = rest.dropFirst()
            }
        }
        return text
    }
}
