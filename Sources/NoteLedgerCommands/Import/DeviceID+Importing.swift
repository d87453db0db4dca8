import Checklist

extension DeviceID {
    /// The device as which a store writes down what its sources say.
    ///
    /// A source is an editor that never sees what is done here. It must not write as the store itself, which has seen
    /// everything; so its events are those of a device of their own, and merge like any other device's.
    var importing: DeviceID { DeviceID(Self.importingTag << 32 | rawValue & 0xFFFF_FFFF) }

    /// Whether events of this device say what a source said, in whatever store they were written down.
    var isImporting: Bool { rawValue >> 32 == Self.importingTag }

    /// `file` in ASCII. A device drawn at random begins with it once in four billion.
    private static let importingTag: UInt64 = 0x6669_6C65
}
