/// A source as md4c is given it.
///
/// It is a copy that ends with a line feed beyond its length, since md4c looks one byte past the end at some places. Where md4c 0.4.8
/// would take quadratic time, md4c sees a copy with single bytes replaced, of the same length: all offsets still
/// hold, and text is always taken from the true bytes.
struct PreparedSource: ~Copyable {
    /// The true bytes.
    let bytes: UnsafeMutableBufferPointer<UInt8>
    /// What md4c reads: the same, unless something had to be taken from its sight.
    private(set) var visible: UnsafeMutableBufferPointer<UInt8>
    /// Where the part begins that is to be read; what stands before are definitions of other parts.
    let origin: Int
    private(set) var shortened: [ShortenedDestination] = []

    static let padding = 8
    /// Whether link reference definitions act on the source or may stand in it.
    let hasDefinitions: Bool
    /// Whether such may stand in the part that is to be read.
    let mayDefine: Bool

    /// Whether md4c reads the source as the standard has it; see ``FragileLines``.
    private(set) var isSound = true

    /// Definitions, then the part that is made of the given pieces.
    ///
    /// - Parameter mayDefine: Whether definitions may stand in the pieces, if that is known.
    init(definitions: [UInt8] = [], pieces: [UnsafeBufferPointer<UInt8>], mayDefine: Bool = true) {
        self.init(definitions: definitions, emptyLines: 0, pieces: pieces, mayDefine: mayDefine)
        let fragile = HazardScanner.scan(&self)
        guard !fragile.isHarmless(shiftedBy: 0) else { return }
        guard let shift = (1..<256).first(where: { fragile.isHarmless(shiftedBy: $0) }) else {
            isSound = false
            return
        }
        self = PreparedSource(definitions: definitions, emptyLines: shift, pieces: pieces, mayDefine: mayDefine)
        _ = HazardScanner.scan(&self)
    }

    private init(
        definitions: [UInt8], emptyLines: Int, pieces: [UnsafeBufferPointer<UInt8>], mayDefine: Bool
    ) {
        origin = definitions.count + emptyLines
        let count = pieces.reduce(origin) { $0 + $1.count }
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
        _ = buffer.update(fromContentsOf: definitions)
        for line in definitions.count..<origin { buffer[line] = 10 }
        var position = origin
        for piece in pieces where !piece.isEmpty {
            _ = buffer[position...].update(fromContentsOf: piece)
            position += piece.count
        }
        for end in count..<(count + Self.padding) { buffer[end] = 10 }
        bytes = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        visible = bytes
        self.mayDefine = mayDefine && UnsafeBufferPointer(bytes).nextDefinitionMark(from: origin) != nil
        hasDefinitions = self.mayDefine || !definitions.isEmpty
        hideByteOrderMark()
    }

    /// A byte order mark is no part of the first line. No other part of a note begins with one.
    private mutating func hideByteOrderMark() {
        guard count >= origin + 3, bytes[origin] == 0xEF, bytes[origin + 1] == 0xBB, bytes[origin + 2] == 0xBF else {
            return
        }
        for position in origin..<(origin + 3) { hide(position, as: 10) }
    }

    deinit {
        if visible.baseAddress != bytes.baseAddress { visible.baseAddress?.deallocate() }
        bytes.baseAddress?.deallocate()
    }

    var count: Int { bytes.count }

    /// Takes a byte from md4c's sight. A comma means nothing in Markdown, and is punctuation as what it replaces is.
    mutating func hide(_ position: Int, as byte: UInt8 = UInt8(ascii: ",")) {
        if visible.baseAddress == bytes.baseAddress {
            let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + Self.padding)
            for end in count..<(count + Self.padding) { buffer[end] = 10 }
            _ = buffer.update(fromContentsOf: bytes)
            visible = UnsafeMutableBufferPointer(rebasing: buffer[..<count])
        }
        visible[position] = byte
    }

    /// Lets md4c see a short destination in place of a long one.
    mutating func shorten(_ destination: ShortenedDestination) {
        for position in destination.range { hide(position, as: UInt8(ascii: " ")) }
        for position in destination.range.prefix(ShortenedDestination.visibleLength) {
            hide(position, as: UInt8(ascii: "x"))
        }
        shortened.append(destination)
    }
}

/// The destination of a link reference definition that is too long to be read again at each use.
struct ShortenedDestination {
    /// Where it stands in the source, without angle brackets.
    var range: Range<Int>
    /// What it says.
    var text: String

    /// Destinations up to this length are read as they are.
    static let threshold = 1024
    static let visibleLength = 8

    static func find(_ position: Int, in all: [ShortenedDestination]) -> ShortenedDestination? {
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if all[middle].range.lowerBound < position { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].range.lowerBound == position ? all[low] : nil
    }
}
