/// Cuts bytes into lines and classifies them, one leaf at a time.
struct LineScanner {
    /// Bytes taken.
    var byteCount = 0
    /// Lines that begin among them.
    var lineCount = 0
    var endings = 0
    var crlf = 0
    var cr = 0
    /// A bit for each 64 bytes in which a byte beyond ASCII may be; the last bit stands for all from there on.
    var wideBlocks: UInt64 = 0

    /// Bounds of what one scan takes.
    struct Limits {
        /// Stop at the first line end from here on.
        var target: Int
        /// Take no more bytes than this.
        var bytes: Int
        /// Take no more lines than this.
        var lines: Int
    }

    /// A scan of nothing.
    init() {}

    private static let sevens: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    private static let highs: UInt64 = 0x8080_8080_8080_8080
    /// Added to seven bits, sets the eighth from 14 on: what stays below is CR, LF or another control character.
    private static let untilCarriageReturn: UInt64 = 0x7272_7272_7272_7272

    /// A bit for each of eight bytes that is below 14.
    @inline(__always)
    private static func controls(in word: UInt64, _ seen: inout UInt64) -> UInt64 {
        let word = word.littleEndian
        seen |= word
        let below = ~(((word & sevens) &+ untilCarriageReturn) | word) & highs
        // Gathers the eighth bit of each byte.
        return ((below >> 7) &* 0x0102_0408_1020_4080) >> 56
    }

    /// A bit for each of 64 bytes that is below 14.
    @inline(__always)
    private static func controls(_ base: UnsafeRawPointer, _ seen: inout UInt64) -> UInt64 {
        var bits: UInt64 = 0
        for offset in stride(from: 0, to: 64, by: 8) {
            bits |= controls(in: base.loadUnaligned(fromByteOffset: offset, as: UInt64.self), &seen) << UInt64(offset)
        }
        return bits
    }

    /// Takes lines from `base` until a limit is reached. `starts` and `kinds` receive one entry a line.
    ///
    /// A line that does not fit is left for the next scan, or cut after its window if it is all there is.
    ///
    /// - Parameter isContinuation: Whether the first byte continues a line that began earlier.
    /// - Complexity: O(bytes taken).
    @inline(__always)
    init(
        _ base: UnsafePointer<UInt8>, count: Int, isContinuation: Bool, limits: Limits,
        starts: UnsafeMutablePointer<UInt16>, kinds: UnsafeMutablePointer<LineKind>
    ) {
        let available = min(count, limits.bytes)
        let raw = UnsafeRawPointer(base)
        var lineStart = 0
        var isInContinuation = isContinuation
        var at = 0
        var lines = 0
        // Behind a CR at `at - 1` an LF belongs to the same ending.
        scan: while at < available {
            var hits: UInt64
            var seen: UInt64 = 0
            if at + 64 <= available {
                hits = Self.controls(raw + at, &seen)
            } else {
                hits = 0
                var offset = 0
                while at + offset + 8 <= available {
                    hits |=
                        Self.controls(in: raw.loadUnaligned(fromByteOffset: at + offset, as: UInt64.self), &seen)
                        << offset
                    offset += 8
                }
                var word: UInt64 = 0x2020_2020_2020_2020
                for rest in 0..<(min(available - at, 64) - offset) {
                    word ^= UInt64(base[at + offset + rest] ^ 0x20) << (8 * UInt64(rest))
                }
                if offset < 64 { hits |= Self.controls(in: UInt64(littleEndian: word), &seen) << offset }
            }
            wideBlocks |= (seen & Self.highs == 0 ? 0 : 1) << UInt64(min(at >> 6, 63))
            while hits != 0 {
                let position = at + hits.trailingZeroBitCount
                hits &= hits &- 1
                let byte = base[position]
                guard ASCII.isLineBreak(byte), position >= lineStart else { continue }
                var end = position + 1
                if byte == ASCII.carriageReturn {
                    if end < count, base[end] == ASCII.lineFeed {
                        // The pair must not be cut.
                        if end == available { break scan }
                        end += 1
                        crlf += 1
                    } else {
                        cr += 1
                    }
                }
                endings += 1
                if isInContinuation {
                    isInContinuation = false
                } else {
                    starts[lines] = UInt16(truncatingIfNeeded: lineStart)
                    kinds[lines] = LineKind.of(base + lineStart, count: position - lineStart)
                    lines += 1
                }
                lineStart = end
                if end >= limits.target || lines == limits.lines {
                    byteCount = end
                    lineCount = lines
                    return
                }
            }
            at += 64
        }
        if available == count || lineStart == 0 || lineStart < limits.bytes / 4 {
            // The rest has no line end, or the line is too long to leave: keep its beginning.
            let end =
                available == count ? count : Self.cut(base, from: lineStart, isContinuation: isInContinuation, limits)
            if end > lineStart {
                if !isInContinuation {
                    starts[lines] = UInt16(truncatingIfNeeded: lineStart)
                    kinds[lines] = LineKind.of(base + lineStart, count: end - lineStart)
                    lines += 1
                }
                lineStart = end
            }
        }
        byteCount = lineStart
        lineCount = lines
    }

    /// Where to cut a line that begins at `start` and does not end within the limits: far enough after its start that
    /// its form does not depend on what follows, and not inside a character or a CRLF.
    private static func cut(_ base: UnsafePointer<UInt8>, from start: Int, isContinuation: Bool, _ limits: Limits)
        -> Int
    {
        let least = isContinuation ? start + 1 : start + LinePrefix.window
        var end = max(min(limits.target, limits.bytes - 8), least)
        // The character that a continuation byte belongs to is kept whole.
        var lead = end
        while lead > start, end - lead < 3, base[lead] & 0xC0 == 0x80 { lead -= 1 }
        let reach = lead + utf8Character(base + lead, count: 4).bytes
        if lead < end, reach > end { end = lead >= least ? lead : reach }
        if end > least, base[end] == ASCII.lineFeed, base[end - 1] == ASCII.carriageReturn { end -= 1 }
        return end
    }
}
