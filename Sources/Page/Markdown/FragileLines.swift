/// Places at which md4c 0.4.8 ends a list too early, depending on where in the source they stand.
///
/// At a blank line within an item, md4c looks whether the last thing it laid down was the beginning of the item. But when
/// that was a line of a block that has just ended, it takes the line's position for the type of a block: if the lowest byte of the
/// position is that of an item's type, the list ends there. So such positions are collected, and the source is shifted by a few
/// empty lines until none of them ends in that byte.
struct FragileLines {
    /// The lowest bytes of all such positions, one bit each.
    private var residues: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    private var last = 0..<0
    private var beforeLast = 0..<0
    private var blankLines = 0

    /// `MD_BLOCK_LI`.
    private static let itemType = 4

    /// Whether no position is taken for an item with the source shifted by so many bytes.
    func isHarmless(shiftedBy shift: Int) -> Bool {
        let residue = (Self.itemType - shift) & 0xFF
        let bits: UInt64 =
            switch residue / 64 {
            case 0: residues.0
            case 1: residues.1
            case 2: residues.2
            default: residues.3
            }
        return bits & (1 << UInt64(residue % 64)) == 0
    }

    /// Takes note of the next line.
    @inline(__always)
    mutating func note(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) {
        if line.isEmpty {
            blankLines += 1
            return
        }
        noteContent(line, bytes)
    }

    private mutating func noteContent(_ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        let first = bytes[line.lowerBound]
        if HazardScanner.isBlank(first) || first == UInt8(ascii: ">") {
            let isBlank = bytes[line].allSatisfy { HazardScanner.isBlank($0) || $0 == UInt8(ascii: ">") }
            if isBlank {
                blankLines += 1
                return
            }
            // Only a line that may go on with the item above can show the fault.
            if blankLines > 1 || (blankLines == 1 && endsBlock(bytes)) { collect(bytes) }
        }
        beforeLast = blankLines == 0 ? last : 0..<0
        last = line
        blankLines = 0
    }

    /// Whether the last line can end a block by itself: a heading, a rule, a fence, the end of some HTML.
    private func endsBlock(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes[last].contains { byte in
            switch byte {
            case UInt8(ascii: "#"), UInt8(ascii: "`"), UInt8(ascii: "~"), UInt8(ascii: "="), UInt8(ascii: "_"),
                UInt8(ascii: ">"), UInt8(ascii: "*"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
    }

    private mutating func collect(_ bytes: UnsafeBufferPointer<UInt8>) {
        collect(last, bytes)
        collect(beforeLast, bytes)
    }

    /// The places in a line where a block in it can begin, and where the line ends.
    private mutating func collect(_ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>) {
        guard !line.isEmpty else { return }
        insert(line.upperBound)
        var end = line.upperBound
        while end > line.lowerBound, bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
        insert(end)
        var position = line.lowerBound
        var places = 0
        while position < line.upperBound, places < 16 {
            while position < line.upperBound, HazardScanner.isBlank(bytes[position]) { position += 1 }
            insert(position)
            places += 1
            let next = bytes[position..<line.upperBound].firstIndex(where: HazardScanner.isBlank) ?? line.upperBound
            let word = bytes[position..<next]
            let isMarker = word.allSatisfy { byte in
                LinkDefinitions.isPunctuation(byte) || HazardScanner.isDigit(byte) || byte | 0x20 == UInt8(ascii: "x")
            }
            guard isMarker, next < line.upperBound else { return }
            position = next
        }
    }

    private mutating func insert(_ position: Int) {
        let bit = UInt64(1) << UInt64(position & 63)
        switch (position & 0xFF) / 64 {
        case 0: residues.0 |= bit
        case 1: residues.1 |= bit
        case 2: residues.2 |= bit
        default: residues.3 |= bit
        }
    }
}
