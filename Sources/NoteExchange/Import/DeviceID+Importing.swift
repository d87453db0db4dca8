package import Checklist

extension DeviceID {
    /// The device as which a store records what its sources say.
    ///
    /// A source is an editor that never sees what is done in the ledger. Its changes must not be recorded as the
    /// store's own device, which has seen everything; as events of a separate device they merge like any other's.
    package var importing: DeviceID { DeviceID(Self.importingTag << 32 | rawValue & 0xFFFF_FFFF) }

    /// Whether events of this device record what a source said, in whichever store that was.
    package var isImporting: Bool { rawValue >> 32 == Self.importingTag }

    /// `file` in ASCII. The id of a device, drawn at random, begins with these bytes once in four billion.
    private static let importingTag: UInt64 = 0x6669_6C65
}
