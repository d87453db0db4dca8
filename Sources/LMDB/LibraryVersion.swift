import CLMDB

/// The version of the LMDB library that the process runs with.
package struct LibraryVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The first number.
    package var major: Int
    /// The second number.
    package var minor: Int
    /// The third number.
    package var patch: Int

    /// The version of those numbers.
    package init(_ major: Int, _ minor: Int, _ patch: Int) {
        self.major = major
        self.minor = minor
        self.patch = patch
    }

    /// What `mdb_version` says: the library that is loaded, not the header compiled against.
    package static let loaded: LibraryVersion = {
        var numbers: (major: CInt, minor: CInt, patch: CInt) = (0, 0, 0)
        _ = mdb_version(&numbers.major, &numbers.minor, &numbers.patch)
        return LibraryVersion(Int(numbers.major), Int(numbers.minor), Int(numbers.patch))
    }()

    /// `0.9.24`.
    package var description: String { "\(major).\(minor).\(patch)" }

    /// Orders by the numbers.
    package static func < (left: Self, right: Self) -> Bool {
        (left.major, left.minor, left.patch) < (right.major, right.minor, right.patch)
    }
}

/// A fault of certain versions of LMDB that a user should know of.
package struct KnownFault: Hashable, Sendable {
    /// Its number in OpenLDAP's tracker, for example `ITS#9278`.
    package var reference: String
    /// What happens, and what to do.
    package var summary: String
    /// Whether this binding already keeps clear of it.
    package var isAvoided: Bool
}

extension LibraryVersion {
    /// The faults that this version has and that concern a store.
    package var knownFaults: [KnownFault] {
        Self.faults.filter { $0.versions.contains(self) }.map(\.fault)
    }

    private static let faults: [(versions: ClosedRange<LibraryVersion>, fault: KnownFault)] = [
        (
            LibraryVersion(0, 9, 26)...LibraryVersion(0, 9, 31),
            KnownFault(
                reference: "ITS#9278",
                summary: "closing destroys the locks that other processes share: processes that open, write and close "
                    + "at the same time get errors. Use 0.9.24, or keep one process at a time.",
                isAvoided: false)
        ),
        (
            LibraryVersion(0, 0, 0)...LibraryVersion(0, 9, 24),
            KnownFault(
                reference: "ITS#9376, ITS#8447",
                summary: "databases with several values a key can be damaged. This program makes none.",
                isAvoided: true)
        ),
        (
            LibraryVersion(0, 0, 0)...LibraryVersion(0, 9, 24),
            KnownFault(
                reference: "ITS#9068",
                summary: "mdb_dump and mdb_load lose data. Use this program's own export and import.",
                isAvoided: true)
        ),
    ]
}
