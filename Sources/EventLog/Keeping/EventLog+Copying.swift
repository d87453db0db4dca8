internal import Events
internal import LMDB

extension EventLog {
    /// Copies the store into a new or empty folder. The copy has no device, so that it becomes another one when it is
    /// opened for writing: two stores that number events alike could not be told apart. It is no store before that is so.
    ///
    /// - Throws: `damagedFile` if the pages contradict each other; what LMDB or the system says.
    package func copy(to folder: String) throws {
        // LMDB follows every page number that it finds, and would end the process on a damaged file.
        if let finding = try environment.auditPages().findings.first {
            throw LogError.damagedFile(finding.description)
        }
        try environment.copy(to: folder, isCompacting: true) { unfinished in
            let copy = try Environment.open(at: unfinished, databases: LogTables.descriptions, makesDatabases: false)
            let meta = try LogTables(copy).meta
            try copy.write { transaction in _ = try transaction.remove(Keys.device, in: meta) }
        }
    }

    /// Pages and bytes of each table, by name.
    package func tableSizes() throws -> [String: Int] {
        let pageSize = try environment.statistics().pageSize
        return try environment.read { transaction in
            var sizes: [String: Int] = [:]
            for (name, table) in [
                ("ids", tables.ids), ("names", tables.names), ("notes", tables.notes), ("streams", tables.streams),
                ("bodies", tables.bodies), ("folds", tables.folds), ("meta", tables.meta),
            ] {
                sizes[name] = try transaction.statistics(of: table).pageCount * pageSize
            }
            sizes["events"] = try transaction.statistics(of: tables.events).pageCount * pageSize
            sizes["chain"] = try transaction.statistics(of: tables.chain).pageCount * pageSize
            return sizes
        }
    }
}
