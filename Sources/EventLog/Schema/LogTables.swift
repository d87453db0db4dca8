internal import LMDB

/// The databases of a store.
///
/// | name | key | value |
/// |---|---|---|
/// | `events` | position | record |
/// | `ids` | device number, counter | run of positions |
/// | `names` | kind, number | device or note in full |
/// | `notes` | note | head, list row |
/// | `streams` | note number, block | positions of 128 versions |
/// | `bodies` | note number, 0, version, part · note number, 1, version · note number, 2, serial | part of a long list of chunks · manifest · chunk of a snapshot |
/// | `folds` | projection, note number | checkpoint of a projection that is made on demand |
/// | `chain` | position | sealed head |
/// | `meta` | name | format, device, tail, names of devices |
struct LogTables: Sendable {
    /// The version of the format that is written. Versions 1, in which each snapshot was written by one commit, and 2, in
    /// which parts of a list stood behind the chunks and no chunk got the number of one that was removed, are read as
    /// they are, and go on as this version.
    static let format: UInt64 = 3

    let events: Database<UInt64>
    let ids: Database<[UInt8]>
    let names: Database<[UInt8]>
    let notes: Database<[UInt8]>
    let streams: Database<[UInt8]>
    let bodies: Database<[UInt8]>
    let folds: Database<[UInt8]>
    let chain: Database<UInt64>
    let meta: Database<[UInt8]>

    static let descriptions: [DatabaseDescription] =
        ["events", "chain"].map { DatabaseDescription($0, keyedBy: UInt64.self) }
        + ["ids", "names", "notes", "streams", "bodies", "folds", "meta"].map {
            DatabaseDescription($0, keyedBy: [UInt8].self)
        }

    init(_ environment: Environment) throws(LMDBError) {
        events = try environment.database("events")
        ids = try environment.database("ids")
        names = try environment.database("names")
        notes = try environment.database("notes")
        streams = try environment.database("streams")
        bodies = try environment.database("bodies")
        folds = try environment.database("folds")
        chain = try environment.database("chain")
        meta = try environment.database("meta")
    }
}
