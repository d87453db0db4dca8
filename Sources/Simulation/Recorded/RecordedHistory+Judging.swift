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
        let window = inWindow
        let document = document(under: policy)
        let screens = policy == .fieldLWW ? acts.map(\.before) : screens()
        let judge = Judge(
            stakes: stakes(screens, contestedIn: window),
            ends: [Judge.End(document: document, values: values(under: policy))], start: start,
            isDone: { _ in true },
            isKnown: { act, author in act != author && acts[author].seen.contains(acts[act].event.id) })
        let (endings, harmed) = judge.judge(window.contains)
        let entries = window.sorted().map { act in
            LossLedger.Entry(
                number: act, device: devices.firstIndex(of: acts[act].author) ?? 0,
                verdict: .acknowledged(endings[act]?.outcome ?? .survived), other: endings[act]?.other)
        }
        let hasConverged = ends.dropFirst().allSatisfy { $0.document.bytes == ends[0].document.bytes }
        var losses: [Int: Loss] = [:]
        for (act, claims) in harmed {
            let lines = Set(claims.compactMap(\.line))
            losses[act] = Loss(lines: lines, edits: acts[act].edits(of: lines))
        }
        return Judgement(
            ledger: LossLedger(entries: entries, hasConverged: hasConverged), document: document, losses: losses)
    }

    /// The body that the note began with.
    private var start: ChecklistDocument {
        for act in acts {
            if case .created(_, let body, _) = act.event.change {
                return ChecklistDocument(parsing: body, madeBy: act.event.id)
            }
        }
        return ChecklistDocument()
    }

    /// The claims of all acts. What the authors had seen is found out for those on lines (and on the note) that some act
    /// inside the window made a claim on.
    private func stakes(_ screens: [ChecklistDocument], contestedIn window: Set<Int>) -> Stakes {
        let claims = zip(acts, screens).map { act, screen in
            var after = screen
            after.apply(act.event)
            return act.event.change.claims(by: act.event.id, after: after)
        }
        var contested: Set<LineID?> = []
        for act in window {
            for claim in claims[act] {
                contested.insert(claim.line)
                if let anchor = claim.anchor { contested.insert(anchor) }
            }
        }
        var stakes = Stakes()
        for (number, act) in acts.enumerated() {
            stakes.add(alone: claims[number].filter { !contested.contains($0.line) }, of: number)
            stakes.add(
                claims[number].filter { contested.contains($0.line) }, of: number,
                isOwn: { acts[$0].author == act.author },
                isKnown: { act.seen.contains(acts[$0].event.id) },
                isOnScreen: { claim in
                    claim.isVisible(
                        in: screens[number], NoteValues(acts[..<number].filter { act.seen.contains($0.event.id) }))
                })
        }
        return stakes
    }
}

extension RecordedAct {
    /// What the act set.
    fileprivate var claims: [Claim] { event.change.claims(by: event.id, after: after) }

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
    public func lines(of act: Int) -> Set<LineID> { Set(acts[act].claims.compactMap(\.line)) }

    /// Texts that were written into lines, the last one of each line last.
    public var writtenTexts: [(line: LineID, text: [UInt8])] {
        acts.flatMap(\.claims).compactMap { claim in
            switch claim.property {
            case .text(let text), .presence(let text): claim.line.map { ($0, text) }
            default: nil
            }
        }
    }
}
