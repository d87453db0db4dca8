internal import EventLog
internal import Events
internal import LMDB

extension LedgerError {
    /// What an error from below is at the door.
    package init(_ error: any Error) {
        switch error {
        case let error as LedgerError: self = error
        case let error as LogError: self.init(error)
        case let error as LMDBError: self.init(error)
        case let failure as DecodingFailure: self.init(.badData, "a record \(failure)", hint: Self.verifyHint)
        case is CancellationError: self.init(.refused, "stopped before the end")
        default: self.init(.inputOutput, "\(error)")
        }
    }

    /// Runs `body` and throws what it throws as an error of the store.
    static func translating<Result>(_ body: () throws -> Result) throws(LedgerError) -> Result {
        do {
            return try body()
        } catch {
            throw LedgerError(error)
        }
    }

    private static let verifyHint = "run verify to see what is damaged, and restore a backup"

    private init(_ error: LogError) {
        switch error {
        case .conflict(let version):
            self.init(
                .conflict(currentVersion: version), "the note has moved on to version \(version)",
                hint: "look at it again and repeat the change")
        case .unknownParent(let event):
            self.init(.refused, "event \(event), which came before, is not in the log", hint: "take that one in first")
        case .idTaken(let event): self.init(.badData, "another event has the id \(event)")
        case .flawed(let event, let flaw): self.init(.badData, "event \(event) \(flaw)")
        case .outOfTurn(let event, let unseen):
            self.init(
                .badData, "event \(event) does not know of \(unseen), which the same device did to the same note",
                hint: "do two stores write as one device? “backup” gives a copy a name of its own")
        case .damagedRecord(let position, let failure):
            self.init(
                .badData, "the record at position \(position) " + (failure.map { "\($0)" } ?? "is missing"),
                hint: Self.verifyHint)
        case .damagedRow("chain"):
            self.init(
                .badData, "the records do not lead to the head that is stored: the log was changed or damaged",
                hint: Self.verifyHint)
        case .damagedRow(let table):
            self.init(
                .badData, "a row of the table \(table) is damaged", hint: "run “verify”; “rebuild” makes tables anew")
        case .unsupportedFormat(let version):
            self.init(
                .badData, "the store has format \(version), which this program does not know", hint: "use a newer one")
        case .missingTables:
            self.init(
                .badData, "the file lacks the tables of a store: it is damaged, or another program made it",
                hint: "restore a backup, or name another folder")
        case .damagedFile(let finding):
            self.init(
                .badData, "the file is damaged: \(finding)",
                hint: "“verify” says more; “export” may save what can still be read")
        case .noStore: self.init(.notFound, "there is no store in this folder", hint: "make a note to begin one")
        case .closed: self.init(.closed, "the store is closed")
        }
    }

    private init(_ error: LMDBError) {
        let kind: Kind =
            switch error.code {
            case .noSpace, .mapFull: .outOfSpace
            case .networkFileSystem, .readOnly, .nestedWrite, .forked, .otherLockFile, .lockFileReplaced, .severalNames,
                .linkedFile:
                .refused
            case .corrupted, .pageNotFound, .versionMismatch, .invalid, .incompatible, .damagedPages, .noPlainFile,
                .emptyFile:
                .badData
            default: .inputOutput
            }
        self.init(kind, error.description, hint: error.code.hint)
    }
}
