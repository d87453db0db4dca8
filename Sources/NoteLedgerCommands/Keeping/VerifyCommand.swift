#if canImport(Glibc)
    import Glibc
#endif
import CommandLineKit
import NoteLedger

/// `verify`: hold everything in the store against everything.
enum VerifyCommand: Command {
    static let name = "verify"
    static let page = CommandPage(
        summary: "check that nothing in the store was changed, lost, added or damaged",
        details: [
            "Reads the whole log, computes the chain of hashes anew, folds all notes again and compares them with what is "
                + "stored. With --head it also checks that the log still contains an earlier head. Exits with 1 where "
                + "anything is wrong, and says where. With --at it judges the log as it was then: what was damaged "
                + "only later does not count. The work is done in a process of its own, so that a "
                + "damaged file cannot take the command down with it."
        ],
        examples: [
            Example("noteledger verify", "the store as it is"),
            Example(
                "noteledger head > head.txt; noteledger verify --head \"$(cat head.txt)\"", "against an earlier head"),
            Example("noteledger verify --at 3", "whether the log still is what it was after the third event"),
        ],
        arguments: [heads, NoteArguments.at], otherWords: ["check-store", "fsck", "audit", "validate"])

    static let heads = Argument.options(
        "head", "HEAD", .head, "an earlier head, as “noteledger head” printed it, or its hash alone")

    static func run(_ call: Call) throws -> ExitCode {
        // The store is not even opened here: a damaged one can end a process then already.
        var words = ["/proc/self/exe", VerifyWorkerCommand.name, "--store", try call.storePath]
        if call.wantsJSON { words.append("--json") }
        for head in try call[heads] { words += ["--head", head.text] }
        if let moment = try call[NoteArguments.at] { words += ["--at", moment.text] }

        var progress = ProgressLine("Verifying", messages: call.messages)
        var report = WorkerReport()
        let ending = try ChildProcess.run(words, variables: ["SWIFT_BACKTRACE=enable=no"]) { piece in
            report.read(piece) { done, total in progress.update(done, of: total) }
        }
        progress.finish()
        switch ending {
        case .exited(let code) where code != ExitCode.inputOutput.rawValue:
            try call.output.write(report.text)
            return ExitCode(rawValue: code) ?? .refused
        case .exited(let code):
            // What cannot be opened may be damaged: then that is the answer, and not a failure of the disk.
            if let found = try tellDamage(call) { return found }
            return ExitCode(rawValue: code) ?? .inputOutput
        case .killed(let signal):
            if let found = try tellDamage(call) { return found }
            throw CommandFailure.inputOutput(
                "Verification did not finish: the process that did it was ended by signal \(signal), after position "
                    + "\(report.lastPosition).",
                hint: "The pages of the file are sound. Was there memory enough (ulimit -v), or did somebody end it?")
        }
    }

    /// Has the pages of the file audited, without opening it as a store, and says what is wrong with them; nil if nothing is,
    /// or if that cannot be found out.
    private static func tellDamage(_ call: Call) throws -> ExitCode? {
        var report = WorkerReport()
        var words = ["/proc/self/exe", VerifyWorkerCommand.name, "--pages", "--store", try call.storePath]
        if call.wantsJSON { words.append("--json") }
        let ending = try ChildProcess.run(words, variables: ["SWIFT_BACKTRACE=enable=no"]) { piece in
            report.read(piece) { _, _ in }
        }
        guard ending == .exited(ExitCode.refused.rawValue) else { return nil }
        try call.output.write(report.text)
        return .refused
    }
}

extension Call {
    /// Says that the store cannot be read at all.
    fileprivate func tell(unreadable message: String) throws {
        try tell([Verification.Finding(.file, message)])
    }

    /// Says what keeps the store from being read.
    fileprivate func tell(_ findings: [Verification.Finding]) throws {
        if wantsJSON {
            try output.line(["sound": false, "findings": .array(findings.map(\.json))] as JSON)
        } else {
            for (index, finding) in findings.enumerated() {
                let label = index == 0 ? output.styled("NOT SOUND", .failure) : "         "
                try output.line("\(label)  \(finding.message.forTerminal)")
            }
            messages.note(
                "“noteledger export” may save what can still be read; a backup can take the store's place.")
        }
    }
}

/// What the worker writes: lines of progress, marked by a byte that no report holds, and the report.
private struct WorkerReport {
    private(set) var text: [UInt8] = []
    private(set) var lastPosition = 0
    private var partial: [UInt8] = []

    static let mark: UInt8 = 0x01

    mutating func read(_ piece: [UInt8], progress: (Int, Int?) -> Void) {
        partial += piece
        while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
            let line = partial[...end]
            if line.first == Self.mark {
                let numbers = String(decoding: line.dropFirst().dropLast(), as: UTF8.self).split(separator: " ")
                lastPosition = numbers.first.flatMap { Int($0) } ?? lastPosition
                progress(lastPosition, numbers.count > 1 ? Int(numbers[1]) : nil)
            } else {
                text += line
            }
            partial.removeSubrange(...end)
        }
    }
}

/// `verify-worker`: what `verify` starts.
enum VerifyWorkerCommand: Command {
    static let name = "verify-worker"
    static let page = CommandPage(
        summary: "do the work of “verify”, without its protection",
        examples: [], arguments: [VerifyCommand.heads, NoteArguments.at, pages], waits: true, isHidden: true)

    static let pages = Argument.flag("pages", "audit the pages of the file only, without opening the store")

    static func run(_ call: Call) throws -> ExitCode {
        if try call[pages] {
            let findings = try Ledger.verifyClosedFile(at: try call.storePath)
            if findings.isEmpty { return .done }
            try call.tell(findings)
            return .refused
        }
        let (heads, moment) = (try call[VerifyCommand.heads], try call[NoteArguments.at])
        let outcome: Verification
        do {
            let ledger = try call.openToRead(tellsFaults: false)
            defer { ledger.close() }
            outcome = try verify(ledger, heads, at: moment)
        } catch let error as LedgerError where error.kind == .badData {
            try call.tell(unreadable: error.commandFailure.message)
            return .refused
        }
        if call.wantsJSON {
            try call.output.line(outcome.json)
        } else {
            try outcome.print(to: call.output)
        }
        return outcome.isSound ? .done : .refused
    }

    private static func verify(_ ledger: Ledger, _ heads: [NotedHead], at moment: Moment?) throws -> Verification {
        try ledger.verify(
            against: heads.compactMap(\.head), hashes: heads.compactMap(\.hash), at: moment,
            progress: { progress in
                let total = progress.total.map { " \($0)" } ?? ""
                let line = [WorkerReport.mark] + Array("\(progress.done)\(total)\n".utf8)
                // Nobody to tell is no reason to stop.
                try? writeAll(line, to: 1)
                return true
            })
    }
}
