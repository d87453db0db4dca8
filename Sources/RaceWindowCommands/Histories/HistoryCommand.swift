import CommandLineKit
import Merging
import Simulation

/// `history`: recorded editing histories, typed again.
enum HistoryCommand: Command {
    static let name = "history"
    static let page = CommandPage(
        summary: "type recorded editing histories again, and say what each policy keeps of them",
        details: [
            "Reads histories in the JSON of the editing-traces collection (github.com/josephg/editing-traces), plain or "
                + "compressed. One of several authors is typed again on as many replicas, under both policies. A batch is "
                + "what an author typed until he got to see something new; each author sees of the others what he had seen "
                + "then. Every character is followed: of those that nobody ever deleted, how many are there in the end?",
            "One of a single author is typed again into a note of a store, each patch an event, and must end as recorded, "
                + "to the byte.",
            "Exits with 1 when a history does not end as recorded, replicas differ, or line merge loses something.",
        ],
        examples: [Example("racewindow history friends.json.gz", "two people writing one text")],
        arguments: [files], otherWords: ["trace"])

    static let files = Argument.operands("FILE", .file, "recorded histories")

    static func run(_ call: Call) async throws -> ExitCode {
        var isRight = true
        for path in try call[files] {
            let trace = try TraceFile.trace(at: path)
            let isGood = try trace.isConcurrent ? replay(trace, path, call) : store(trace, path, call)
            if !isGood { isRight = false }
        }
        return isRight ? .done : .refused
    }

    // MARK: One author

    private static func store(_ trace: EditingTrace, _ path: String, _ call: Call) throws -> Bool {
        var progress = ProgressLine("transactions", messages: call.messages)
        let result = try TemporaryFolder.with { folder in
            try StoredHistory.replay(trace, in: folder + "/store") { progress.update($0, of: trace.transactions.count) }
        }
        progress.finish()
        if call.wantsJSON {
            try call.output.line([
                "history": .string(path), "authors": 1, "events": .int(result.eventCount),
                "characters": .int(trace.end.unicodeScalars.count), "exact": .bool(result.isExact),
                "storedExactly": .bool(result.isStoredExactly), "sound": .bool(result.isSound),
                "storeBytes": .int(result.usedByteCount),
            ])
        } else {
            let isExact = result.isExact && result.isStoredExactly
            try call.output.line(
                "\(path.forTerminal): \(result.eventCount.counted("event")) by one author, "
                    + "\(isExact ? "end as recorded" : "do not end as recorded"), line tree and store; "
                    + "the store is \(result.isSound ? "sound" : "broken"), \(ByteCount(result.usedByteCount))")
        }
        return result.isExact && result.isStoredExactly && result.isSound
    }

    // MARK: Several authors

    private static func replay(_ trace: EditingTrace, _ path: String, _ call: Call) throws -> Bool {
        let lww = try Outcome(of: trace, under: FieldLWW.Policy(stamping: .hlc), .fieldLWW, call)
        let merge = try Outcome(of: trace, under: LineMerge.Policy(), .lineMerge, call)
        if !call.wantsJSON {
            try call.output.line(
                "\(call.output.styled(path.forTerminal, .heading)): \(lww.batchCount) batches by \(trace.agentCount) "
                    + "authors, \(lww.concurrentCount) of them beside another; "
                    + "\(lww.isFaithful ? "merged as recorded" : "not merged as recorded")")
        }
        var columns: [Table.Column] = [.init("policy", style: .name)]
        for author in 1...trace.agentCount { columns.append(.init("author \(author) keeps", isNumber: true)) }
        columns += [.init("came back", isNumber: true), .init("doubled", isNumber: true), .init("replicas")]
        columns.append(.init("actions in the window", isFlexible: true))
        var table = Table(columns)
        for outcome in [lww, merge] {
            if call.wantsJSON { try call.output.line(outcome.json(path)) } else { table.add(outcome.cells) }
        }
        try table.print(to: call.output)
        return [lww, merge].allSatisfy { $0.isFaithful && $0.hasConverged } && merge.ledger.harmCount == 0
    }

    /// What a policy made of a history.
    private struct Outcome {
        var policy: RecordedPolicy
        var batchCount: Int
        var concurrentCount: Int
        var isFaithful: Bool
        var hasConverged: Bool
        var typed: [Int]
        var kept: [Int]
        var resurrectedCount: Int
        var duplicatedCount: Int
        var ledger: LossLedger

        init(
            of trace: EditingTrace, under rule: some MergePolicy, _ policy: RecordedPolicy, _ call: Call
        ) throws {
            var progress = ProgressLine("batches under \(policy.rawValue)", messages: call.messages)
            do {
                var replay = try TraceReplay(trace, policy: rule)
                let result = try replay.run { progress.update($0, of: $1) }
                progress.finish()
                self.policy = policy
                (batchCount, concurrentCount) = (result.batchCount, result.concurrentCount)
                (isFaithful, hasConverged) = (result.isFaithful, result.hasConverged)
                (typed, kept) = (result.typed, result.kept)
                (resurrectedCount, duplicatedCount) = (result.resurrectedCount, result.duplicatedCount)
                ledger = try RecordedHistory([result.log]).judge(under: policy).ledger
            } catch TraceError.badTransaction(let index) {
                throw CommandFailure.badData("Transaction \(index) names what does not come before it.")
            } catch TraceError.badPatch(let index) {
                throw CommandFailure.badData("Transaction \(index) reaches beyond the text.")
            } catch TraceError.tooLong {
                throw CommandFailure.badData("More than \(TraceCipher.capacity) characters cannot be told apart.")
            }
        }

        private var classes: [(name: String, count: Int)] {
            var classes: [(name: String, count: Int)] = []
            for outcome in LossLedger.Outcome.allCases where ledger.count(outcome) > 0 {
                classes.append((outcome.rawValue, ledger.count(outcome)))
            }
            return classes
        }

        var cells: [String] {
            var cells = [policy.rawValue]
            for (kept, typed) in zip(kept, typed) {
                cells.append(Percentage.text(typed == 0 ? 1 : Double(kept) / Double(typed)))
            }
            cells += ["\(resurrectedCount)", "\(duplicatedCount)", hasConverged ? "agree" : "differ"]
            cells.append(classes.map { "\($0.count) \($0.name)" }.joined(separator: ", "))
            return cells
        }

        func json(_ path: String) -> JSON {
            let authors = zip(typed, kept).map { JSON.members(["typed": .int($0), "kept": .int($1)]) }
            let ends = classes.map { JSON.Member($0.name, .int($0.count)) }
            return [
                "history": .string(path), "policy": .string(policy.rawValue), "batches": .int(batchCount),
                "concurrent": .int(concurrentCount), "faithful": .bool(isFaithful), "converged": .bool(hasConverged),
                "authors": .array(authors),
                "resurrected": .int(resurrectedCount), "duplicated": .int(duplicatedCount),
                "ledger": .object(ends),
            ]
        }
    }
}
