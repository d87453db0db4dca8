/// Counts the UTF-16 code units of the text that `bytes` decode to, each maximal invalid part being U+FFFD.
///
/// - Complexity: O(bytes), eight at a time where they are ASCII.
func utf16Length(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let base = bytes.baseAddress else { return 0 }
    return bytes.count - surplus(base, from: 0, until: bytes.count, count: bytes.count).surplus
}

/// Counts the UTF-16 code units where a bit for each 64 bytes says whether any is beyond ASCII; the last bit stands for
/// all from there on.
///
/// - Complexity: O(bytes in those blocks).
func utf16Length(of bytes: UnsafeBufferPointer<UInt8>, inBlocks wide: UInt64) -> Int {
    guard wide != 0, let base = bytes.baseAddress else { return bytes.count }
    var blocks = wide
    var passed = 0
    var units = bytes.count
    while blocks != 0 {
        // Blocks in a row, since characters reach from one into the next.
        let first = blocks.trailingZeroBitCount
        let end = first + (~(blocks >> UInt64(first))).trailingZeroBitCount
        blocks &= end < 64 ? UInt64.max << UInt64(end) : 0
        let upper = end < 64 ? min(64 * end, bytes.count) : bytes.count
        let lower = max(64 * first, passed)
        guard lower < upper else { continue }
        let part = surplus(base, from: lower, until: upper, count: bytes.count)
        units -= part.surplus
        passed = part.end
    }
    return units
}

/// How many bytes the characters that begin in a range have more than UTF-16 code units, and where the last one ends.
@inline(__always)
private func surplus(
    _ base: UnsafePointer<UInt8>, from lower: Int, until upper: Int, count: Int
) -> (surplus: Int, end: Int) {
    let raw = UnsafeRawPointer(base)
    var at = lower
    var surplus = 0
    while at < upper {
        if at + 8 <= count {
            let high =
                raw.loadUnaligned(fromByteOffset: at, as: UInt64.self).littleEndian & 0x8080_8080_8080_8080
            if high == 0 {
                at += 8
                continue
            }
            at += high.trailingZeroBitCount >> 3
            if at >= upper { break }
        } else if base[at] < 0x80 {
            at += 1
            continue
        }
        repeat {
            let character = utf8Character(base + at, count: count - at)
            at += character.bytes
            surplus += character.bytes - character.units
        } while at < upper && base[at] >= 0x80
    }
    return (surplus, at)
}

/// Goes over whole characters while their UTF-16 code units are at most `limit`. Returns the bytes and units passed.
///
/// - Complexity: O(bytes passed), eight at a time where they are ASCII.
@inline(__always)
func utf16Walk(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> (bytes: Int, units: Int) {
    guard let base = bytes.baseAddress else { return (0, 0) }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var units = 0
    var at = 0
    while true {
        while at + 8 <= count, units <= limit - 8,
            raw.loadUnaligned(fromByteOffset: at, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
            at += 8
            units += 8
        }
        while at < count, base[at] < 0x80, units < limit {
            at += 1
            units += 1
        }
        guard at < count, units < limit else { break }
        if base[at] < 0x80 { continue }
        let character = utf8Character(base + at, count: count - at)
        if units + character.units > limit { break }
        at += character.bytes
        units += character.units
    }
    return (at, units)
}

/// The bytes and UTF-16 code units of the character, or of the maximal invalid part, that begins with a byte beyond ASCII.
@inline(__always)
func utf8Character(_ base: UnsafePointer<UInt8>, count: Int) -> (bytes: Int, units: Int) {
    let lead = base[0]
    if lead < 0xC2 || lead > 0xF4 || count < 2 { return (1, 1) }
    // The second byte has its own bounds; those that follow are any continuation bytes.
    let low: UInt8 = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80
    let high: UInt8 = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF
    if base[1] < low || base[1] > high { return (1, 1) }
    if lead < 0xE0 || count < 3 || base[2] & 0xC0 != 0x80 { return (2, 1) }
    if lead < 0xF0 || count < 4 || base[3] & 0xC0 != 0x80 { return (3, 1) }
    return (4, 2)
}
