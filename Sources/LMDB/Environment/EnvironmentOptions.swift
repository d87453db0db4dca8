import CLMDB

/// What a commit promises when the power fails.
package enum Durability: Hashable, Sendable {
    /// A commit returns when its data, and then the page that makes them current, are on the disk. The default.
    case full
    /// The page that makes a commit current is written but not waited for: a power failure may take back the last
    /// commit, whole. The file stays sound.
    case unsafeLastCommitMayVanish
    /// Nothing is waited for: a power failure may leave a file that cannot be opened.
    case unsafeFileMayBeLost

    var flags: CUnsignedInt {
        switch self {
        case .full: 0
        case .unsafeLastCommitMayVanish: CUnsignedInt(MDB_NOMETASYNC)
        case .unsafeFileMayBeLost: CUnsignedInt(MDB_NOSYNC)
        }
    }
}

/// How an environment is opened.
package struct EnvironmentOptions: Hashable, Sendable {
    /// What a commit promises.
    package var durability: Durability = .full
    /// Whether only reading is wanted; then nothing is created.
    package var isReadOnly = false
    /// Address space set aside at first, in bytes. It costs no memory and no disk; it grows when it is used up.
    package var mapSize = 64 << 30
    /// How far it may grow, in bytes.
    package var maximumMapSize = 16 << 40
    /// Places for readers of all processes, if this one makes the table.
    package var maximumReaders = 510
    /// How many databases can be named.
    package var maximumDatabases = 32
    /// After how many commits the places of readers that died are given free, so that they do not keep pages.
    package var commitsBetweenReaderChecks = 128

    /// Full durability, for reading and writing.
    package init() {}
}
