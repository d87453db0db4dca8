import CFaults
import Checklist
import EventLog
import NoteLedger
import TestSupport

/// Three batches of one note: the first is held before its commit until the second is planned on it.
final class AheadTrial {
    private let ledger: Ledger
    private let commit = HoldingPoint()
    private let planned = Tally()

    init(at path: String) throws {
        var options = Ledger.Options()
        options.writer.observer = { [commit, planned] stage in
            switch stage {
            case .speculated(isComplete: true): planned.add()
            case .willCommit: commit.pass()
            default: break
            }
        }
        ledger = try Ledger.open(at: path, options: options)
    }

    /// - Parameter fail: lets what the commits do fail.
    func run(fail: () throws -> Void) throws {
        let made = try ledger.create(title: "ahead", body: Array("- [ ] one\n- [ ] two\n- [ ] three\n".utf8))
        let lines = try ledger.note(made.note).document.lines.map(\.id)
        let batches = lines.map { line in
            (0..<100).map { NoteCommand(.toggle(line, to: $0.isMultiple(of: 2)), on: made.note) }
        }
        commit.arm()
        let first = perform(batches[0])
        commit.waitForArrival()
        let second = perform(batches[1])
        planned.wait(for: 1)
        try fail()
        commit.release()
        print(try first.result.get())
        print(try second.result.get())
        faults_pass()
        print(try perform(batches[2]).result.get())
    }

    /// What the commands were answered, a line each.
    private func perform(_ commands: [NoteCommand]) -> RealThread<String> {
        RealThread { [ledger] in
            do {
                return try ledger.perform(commands).map(\.line).joined(separator: "\n")
            } catch let error as LedgerError {
                return "refused \(error.kind)"
            }
        }
    }
}
