internal import Checklist
internal import Events

/// The keys of the tables that are ordered as bytes: numbers stand big-endian, so that they order as numbers.
enum Keys {
    /// `meta`: version of the format.
    static let format = Array("format".utf8)
    /// `meta`: the device that the store writes as; absent in a backup until it is opened for writing.
    static let device = Array("device".utf8)
    /// `meta`: where the log ends.
    static let tail = Array("tail".utf8)

    /// `meta`: the name that people gave a device.
    static func deviceName(_ device: DeviceID) -> [UInt8] { Array("name ".utf8) + bytes(device.rawValue) }

    /// `ids`.
    static func id(device: UInt32, counter: UInt64) -> [UInt8] { bytes(device) + bytes(counter) }

    /// `names`.
    static func device(_ number: UInt32) -> [UInt8] { [UInt8(ascii: "d")] + bytes(number) }

    /// `names`.
    static func note(_ number: UInt32) -> [UInt8] { [UInt8(ascii: "n")] + bytes(number) }

    /// `notes`.
    static func note(_ note: NoteID) -> [UInt8] { bytes(note.high) + bytes(note.low) }

    /// `streams`.
    static func stream(note: UInt32, block: UInt32) -> [UInt8] { bytes(note) + bytes(block) }

    /// `bodies`.
    static func manifest(note: UInt32, version: UInt64) -> [UInt8] { bytes(note) + [1] + bytes(version) }

    /// `bodies`: a part of a snapshot's list of chunks. They stand before the chunks, so that new chunks come at the end
    /// of the note's rows and fill the pages of the tree by themselves.
    static func part(_ part: Int, note: UInt32, version: UInt64) -> [UInt8] {
        bytes(note) + [0] + bytes(version) + bytes(UInt32(truncatingIfNeeded: part))
    }

    /// `bodies`: a part of a snapshot's list of chunks as format 2 had it.
    static func partOfFormat2(_ part: Int, note: UInt32, version: UInt64) -> [UInt8] {
        bytes(note) + [3] + bytes(version) + bytes(UInt32(truncatingIfNeeded: part))
    }

    /// `bodies`.
    static func chunk(note: UInt32, serial: UInt32) -> [UInt8] { bytes(note) + [2] + bytes(serial) }

    /// `folds`.
    static func fold(_ projection: UInt8, note: UInt32) -> [UInt8] { [projection] + bytes(note) }

    static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}

extension NoteID {
    /// The note that a key of `notes` or a value of `names` stands for.
    init?(key: UnsafeRawBufferPointer) {
        guard key.count == 16 else { return nil }
        self.init(
            high: UInt64(bigEndian: key.loadUnaligned(as: UInt64.self)),
            low: UInt64(bigEndian: key.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    }
}
