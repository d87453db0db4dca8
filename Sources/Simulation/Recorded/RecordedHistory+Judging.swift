public import Checklist
import Events

extension RecordedHistory {
    /// What a policy makes of the acts that fell inside the window.
    public struct Judgement: Sendable {
        /// What became of each; numbers are places among ``RecordedHistory/acts``, devices places among
        /// ``RecordedHistory/devices``.
        public var ledger: LossLedger
        /// The body that comes of all acts.
        public var document: ChecklistDocument
        /// What came to harm of each act, by number.
        public var losses: [Int: Loss]
    }

    /// What of an act is gone.
    public struct Loss: Sendable {
        /// The lines.
        public var lines: Set<LineID>
        /// The edits that would do it again, on lines under the names of the history.
        public var edits: [LineEdit]
    }

    /// Judges what becomes under a policy of each act that fell inside the window.
    ///
    /// - Complexity: O(acts) claims, and for each line that several devices acted on at once the square of the acts on it.
    public func judge(under policy: RecordedPolicy) -> Judgement {
        var judge = RecordedJudge(self, policy: policy)
        let ledger = judge.judge()
        var losses: [Int: Loss] = [:]
        for (act, claims) in judge.harmed {
            let lines = Set(claims.compactMap(\.line))
            losses[act] = Loss(lines: lines, edits: acts[act].edits(of: lines))
        }
        return Judgement(ledger: ledger, document: judge.document, losses: losses)
    }
}

extension RecordedAct {
    /// The edits of the act as far as they are about certain lines.
    fileprivate func edits(of lines: Set<LineID>) -> [LineEdit] {
        var made: UInt32 = 0
        return event.change.effects.compactMap { edit in
            switch edit {
            case .mark(let line, _), .prefix(let line, _), .text(let line, _), .restore(let line, _, _),
                .move(let line, _):
                return lines.contains(line) ? edit : nil
            case .ending:
                return nil
            case .delete(let runs):
                let left = runs.flatMap { run in (0..<run.count).map { run[$0] } }.filter(lines.contains)
                return left.isEmpty ? nil : .delete(left.map { LineRun(first: $0) })
            case .insert(let after, let before, let bytes):
                var left: [UInt8] = []
                for line in ChecklistDocument(parsing: bytes, madeBy: event.id).lines {
                    if lines.contains(LineID(event: event.id, index: made)) { left += Array(line.bytes) }
                    made += 1
                }
                return left.isEmpty ? nil : .insert(after: after, before: before, bytes: left)
            }
        }
    }
}

extension RecordedHistory {
    /// The lines that an act set something of.
    public func lines(of act: Int) -> Set<LineID> { Set(acts[act].claims(acts[act].after).compactMap(\.line)) }

    /// Texts that were written into lines, the last one of each line last.
    public var writtenTexts: [(line: LineID, text: [UInt8])] {
        acts.flatMap { $0.claims($0.after) }.compactMap { claim in
            switch claim.property {
            case .text(let text), .presence(let text): claim.line.map { ($0, text) }
            default: nil
            }
        }
    }
}
