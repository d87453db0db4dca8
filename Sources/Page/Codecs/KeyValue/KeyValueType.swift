/// The type byte of an entry in key-value object coding.
package enum KeyValueType: UInt8, CaseIterable, Sendable {
    case int32 = 0
    case int64 = 1
    case bool = 2
    case double = 3
    case string = 4
    case object = 5
    case int32Array = 6
    case int64Array = 7
    case objectArray = 8
    case objectDictionary = 9
    case bytes = 10
    case absent = 11
    case stringArray = 12
    case bytesArray = 13
}

/// The hash that stands for an object's type in front of it.
package struct KeyValueTypeHash: Hashable, Sendable {
    package let rawValue: Int32

    /// The hash of a type's name.
    package init(_ name: String) {
        rawValue = Int32(bitPattern: MurmurHash3.hash32(name.utf8, seed: UInt32(bitPattern: -137_723_950)))
    }
}
