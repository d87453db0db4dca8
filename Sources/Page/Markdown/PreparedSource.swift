/// A source as md4c is given it.
///
/// md4c 0.4.8 does not read everything as GFM does, and takes quadratic time on some inputs; so it is shown a copy in which single bytes
/// are inserted (``SourceRepairs``) or replaced (``HazardScanner``). Offsets are mapped back, and text is always taken from the true bytes.
/// All copies end with a line feed beyond their length, since md4c looks one byte past the end at some places.
struct PreparedSource: ~Copyable {
    /// The true bytes: definitions of other parts, then the part that is to be read.
    let truth: UnsafeMutableBufferPointer<UInt8>
    /// The true bytes with repairs.
    let bytes: UnsafeMutableBufferPointer<UInt8>
    /// What md4c reads: the same, unless some of it would take md4c too long.
    private(set) var visible: UnsafeMutableBufferPointer<UInt8>
    /// From offsets in ``bytes`` and ``visible`` to offsets in ``truth``.
    let map: OffsetMap
    /// Where the part begins that is to be read; what stands before are definitions of other parts. Nothing is inserted before it.
    let origin: Int
    private(set) var shortened: [ShortenedDestination] = []

    static let padding = 8
    /// Whether link reference definitions act on the source or may stand in it.
    let hasDefinitions: Bool
    /// Whether such may stand in the part that is to be read.
    let mayDefine: Bool

    /// Whether what md4c reads otherwise than GFM is repaired; a source without any of that is not.
    let isRepaired: Bool

    /// Whether md4c reads the source as the standard has it; see ``FragileLines``.
    private(set) var isSound = true

    /// Definitions, then the part that is made of the given pieces.
    ///
    /// - Parameter mayDefine: Whether definitions may stand in the pieces, if that is known.
    init(definitions: [UInt8] = [], pieces: [UnsafeBufferPointer<UInt8>], mayDefine: Bool = true) {
        self.init(definitions: definitions, emptyLines: 0, pieces: pieces, mayDefine: mayDefine, isRepaired: false)
        var (fragile, needsRepairs) = HazardScanner.scan(&self)
        if !needsRepairs, InlineRepairs.mayConcern(UnsafeBufferPointer(truth), from: origin) { needsRepairs = true }
        if needsRepairs {
            self = PreparedSource(
                definitions: definitions, emptyLines: 0, pieces: pieces, mayDefine: mayDefine, isRepaired: true)
            fragile = HazardScanner.scan(&self).fragile
        }
        guard !fragile.isHarmless(shiftedBy: 0) else { return }
        guard let shift = (1..<256).first(where: { fragile.isHarmless(shiftedBy: $0) }) else {
            isSound = false
            return
        }
        self = PreparedSource(
            definitions: definitions, emptyLines: shift, pieces: pieces, mayDefine: mayDefine, isRepaired: needsRepairs)
        _ = HazardScanner.scan(&self)
    }

    private init(
        definitions: [UInt8], emptyLines: Int, pieces: [UnsafeBufferPointer<UInt8>], mayDefine: Bool, isRepaired: Bool
    ) {
        self.isRepaired = isRepaired
        origin = definitions.count + emptyLines
        truth = Self.buffer(count: pieces.reduce(origin) { $0 + $1.count })
        _ = truth.update(fromContentsOf: definitions)
        for line in definitions.count..<origin { truth[line] = 10 }
        var position = origin
        for piece in pieces where !piece.isEmpty {
            _ = truth[position...].update(fromContentsOf: piece)
            position += piece.count
        }
        let repairs = isRepaired ? SourceRepairs.find(in: UnsafeBufferPointer(truth), from: origin) : SourceRepairs()
        map = OffsetMap(repairs.insertions)
        bytes = repairs.isEmpty ? truth : Self.apply(repairs, to: truth)
        visible = bytes
        self.mayDefine = mayDefine && UnsafeBufferPointer(bytes).nextDefinitionMark(from: origin) != nil
        hasDefinitions = self.mayDefine || !definitions.isEmpty
        hideByteOrderMark()
    }

    /// Room for so many bytes, with line feeds after them.
    private static func buffer(count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: count + padding)
        for end in count..<(count + padding) { buffer[end] = 10 }
        return UnsafeMutableBufferPointer(rebasing: buffer[..<count])
    }

    private static func apply(
        _ repairs: SourceRepairs, to truth: UnsafeMutableBufferPointer<UInt8>
    ) -> UnsafeMutableBufferPointer<UInt8> {
        let shown = buffer(count: truth.count + repairs.insertions.reduce(0) { $0 + $1.bytes.count })
        var position = 0
        var copied = 0
        func copy(to end: Int) {
            guard end > copied else { return }
            _ = shown[position...].update(fromContentsOf: truth[copied..<end])
            position += end - copied
            copied = end
        }
        // Replaced in the true bytes while these are copied, and put back.
        let replaced = repairs.substitutions.map { (offset: $0.offset, byte: truth[$0.offset]) }
        for substitution in repairs.substitutions { truth[substitution.offset] = substitution.byte }
        for insertion in repairs.insertions {
            copy(to: insertion.offset)
            _ = shown[position...].update(fromContentsOf: insertion.bytes)
            position += insertion.bytes.count
        }
        copy(to: truth.count)
        for original in replaced.reversed() { truth[original.offset] = original.byte }
        return shown
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
        if bytes.baseAddress != truth.baseAddress { bytes.baseAddress?.deallocate() }
        truth.baseAddress?.deallocate()
    }

    /// How many bytes md4c is shown.
    var count: Int { bytes.count }

    /// Takes a byte from md4c's sight. A comma means nothing in Markdown, and is punctuation as what it replaces is.
    mutating func hide(_ position: Int, as byte: UInt8 = UInt8(ascii: ",")) {
        if visible.baseAddress == bytes.baseAddress {
            visible = Self.buffer(count: count)
            _ = visible.update(fromContentsOf: bytes)
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
