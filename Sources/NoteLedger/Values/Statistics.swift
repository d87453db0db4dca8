/// Figures of a store.
public struct Statistics: Hashable, Sendable {
    /// How many events the log has.
    public var eventCount: UInt64
    /// How many notes it tells of, those in the trash included.
    public var noteCount: Int
    /// How many of them are in the trash.
    public var trashedCount: Int
    /// How many devices wrote.
    public var deviceCount: Int
    /// Bytes of the notes' bodies.
    public var bodyByteCount: Int
    /// Bytes of each table on disk now, by name, whole pages.
    public var tableByteCounts: [String: Int]
    /// Bytes of the data file in use now, whole pages.
    public var usedByteCount: Int

    package init(
        eventCount: UInt64, noteCount: Int, trashedCount: Int, deviceCount: Int, bodyByteCount: Int,
        tableByteCounts: [String: Int], usedByteCount: Int
    ) {
        self.eventCount = eventCount
        self.noteCount = noteCount
        self.trashedCount = trashedCount
        self.deviceCount = deviceCount
        self.bodyByteCount = bodyByteCount
        self.tableByteCounts = tableByteCounts
        self.usedByteCount = usedByteCount
    }
}

/// The health of what a store stands on: library, file system, readers, map.
public struct Diagnosis: Hashable, Sendable {
    /// One remark.
    public struct Remark: Hashable, Sendable {
        /// Whether something should be done about it.
        public var isWarning: Bool
        /// The remark, in one sentence.
        public var message: String

        package init(isWarning: Bool, _ message: String) {
            self.isWarning = isWarning
            self.message = message
        }
    }

    /// Version of the LMDB library in use.
    public var libraryVersion: String
    /// Version of the store's format.
    public var formatVersion: UInt64
    /// Size of the memory map in bytes: how far the data file can grow without being mapped anew.
    public var mapByteCount: Int
    /// Bytes of the data file in use.
    public var usedByteCount: Int
    /// How many reader slots the environment has, and how many are taken.
    public var readerSlotCount: Int
    /// How many reader slots are taken now.
    public var readerCount: Int
    /// How many readers of dead processes were cleared by this call.
    public var staleReaderCount: Int
    /// Name of the file system under the store.
    public var fileSystem: String
    /// Bytes free on it.
    public var freeByteCount: Int
    /// What to know or to do.
    public var remarks: [Remark]

    package init(
        libraryVersion: String, formatVersion: UInt64, mapByteCount: Int, usedByteCount: Int, readerSlotCount: Int,
        readerCount: Int, staleReaderCount: Int, fileSystem: String, freeByteCount: Int, remarks: [Remark]
    ) {
        self.libraryVersion = libraryVersion
        self.formatVersion = formatVersion
        self.mapByteCount = mapByteCount
        self.usedByteCount = usedByteCount
        self.readerSlotCount = readerSlotCount
        self.readerCount = readerCount
        self.staleReaderCount = staleReaderCount
        self.fileSystem = fileSystem
        self.freeByteCount = freeByteCount
        self.remarks = remarks
    }
}
