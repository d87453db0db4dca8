/// Writes each character of a history as a scalar of its own, so that it can be found again in whatever a policy makes of
/// the text: equal letters become different ones, and lines stay lines.
///
/// The scalars are those of the private-use planes; a line end is its scalar and then a real line feed.
package enum TraceCipher {
    /// How many characters can be told apart.
    package static let capacity = 2 * 65_534

    /// Stands for a line feed that nobody typed, lent to keep lines from fusing.
    static let lentLineFeed = -1

    static func encode(_ characters: [Int], isLineFeed: (Int) -> Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count * 4)
        for character in characters {
            if character == lentLineFeed {
                bytes.append(0x0A)
                continue
            }
            let plane: UInt32 = character < 65_534 ? 0xF0000 : 0x100000
            let code = plane + UInt32(character % 65_534)
            // Four bytes, as UTF-8 has it for all scalars of these planes.
            bytes.append(UInt8(0xF0 | code >> 18))
            for shift in [12, 6, 0] as [UInt32] { bytes.append(UInt8(0x80 | code >> shift & 0x3F)) }
            if isLineFeed(character) { bytes.append(0x0A) }
        }
        return bytes
    }

    static func decode(_ bytes: [UInt8], isLineFeed: (Int) -> Bool) -> [Int] {
        var characters: [Int] = []
        characters.reserveCapacity(bytes.count / 4)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x100000...0x10FFFD: characters.append(Int(scalar.value - 0x100000) + 65_534)
            case 0xF0000...0xFFFFD: characters.append(Int(scalar.value - 0xF0000))
            default:
                if let last = characters.last, last >= 0, isLineFeed(last) { continue }
                characters.append(lentLineFeed)
            }
        }
        return characters
    }
}
