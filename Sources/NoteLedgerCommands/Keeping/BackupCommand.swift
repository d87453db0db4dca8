import CommandLineKit
import NoteLedger

/// `backup`: copy the store while it is in use.
enum BackupCommand: Command {
    static let name = "backup"
    static let page = CommandPage(
        summary: "copy the store as of one moment, while others go on writing",
        examples: [
            Example("noteledger backup copy", "into a new folder"),
            Example("noteledger backup second && noteledger list --store second", "the copy is a store itself"),
        ],
        arguments: [folder], otherWords: ["copy", "snapshot", "clone"])

    static let folder = Argument.operand("DIR", .folder, "a new or empty folder")

    static func run(_ call: Call) throws -> ExitCode {
        let folder = try call[folder]
        guard !FileAccess.exists(folder + "/data.mdb") else {
            throw CommandFailure.refused(
                "There is a store in \(folder.forTerminal) already.", hint: "Name a new folder.")
        }
        let ledger = try call.openToRead()
        defer { ledger.close() }
        try ledger.backup(to: folder)
        if call.wantsJSON {
            try call.output.line(["folder": .string(folder)] as JSON)
        } else {
            call.messages.note("The copy is in \(folder.forTerminal).")
        }
        return .done
    }
}
