import Checklist
import Events
import NoteLedger
import Simulation

/// One recorded note, judged under both policies.
struct Replay {
    let note: NoteID
    let title: String
    let history: RecordedHistory
    let phrases: RecordedPhrases
    /// The policy that decides whether something was lost.
    let policy: RecordedPolicy
    let lww: RecordedHistory.Judgement
    let merge: RecordedHistory.Judgement
    /// Numbers of the acts inside the window and within the time asked for.
    let numbers: [Int]

    /// - Parameter policy: the policy to judge by; nil: the one under which the note was kept.
    init(
        _ note: NoteID, in stores: some HistorySource, policy: RecordedPolicy?,
        times: ClosedRange<UInt64> = 0...UInt64.max
    ) throws {
        self.note = note
        title = try stores.title(of: note)
        history = try stores.history(of: note)
        self.policy = policy ?? history.recordedPolicy ?? .lineMerge
        phrases = try RecordedPhrases(history, stores)
        lww = history.judge(under: .fieldLWW)
        merge = history.judge(under: .lineMerge)
        numbers = lww.ledger.entries.map(\.number).filter { [history] in times.contains(history.acts[$0].time) }
    }

    func judgement(_ policy: RecordedPolicy) -> RecordedHistory.Judgement { policy == .fieldLWW ? lww : merge }

    func entry(_ number: Int, under policy: RecordedPolicy) -> LossLedger.Entry? {
        judgement(policy).ledger.entries.first { $0.number == number }
    }

    /// Numbers of the acts that come to harm under a policy.
    func harmed(under policy: RecordedPolicy) -> [Int] {
        numbers.filter { number in
            guard case .acknowledged(let outcome)? = entry(number, under: policy)?.verdict else { return false }
            return outcome.isHarm
        }
    }

    /// The lines that the policies make different things of.
    var differences: [BodyComparison.Row] { BodyComparison(lww.document, merge.document).rows.filter { !$0.isSame } }

    /// Which policy's body a store shows.
    func shows(_ end: RecordedHistory.End) -> String {
        let bytes = end.document.bytes
        switch (bytes == lww.document.bytes, bytes == merge.document.bytes) {
        case (true, true): return "the same"
        case (true, false): return "fieldLWW"
        case (false, true): return "lineMerge"
        case (false, false): return "neither"
        }
    }

    /// How far in time the nearest act beside one is, in seconds, and who did it.
    func neighbour(of number: Int) -> (number: Int, seconds: Double)? {
        history.neighbour(of: number).map { other in
            let (mine, theirs) = (history.acts[number].time, history.acts[other].time)
            let distance = Double(theirs > mine ? theirs - mine : mine - theirs) / 1000
            return (other, theirs >= mine ? distance : -distance)
        }
    }
}

extension RecordedHistory {
    /// The policy under which the note was kept; nil where the stores do not tell. One whose values always won looks like
    /// one that never heard of another.
    var recordedPolicy: RecordedPolicy? { isLastWriterWins ? .fieldLWW : exchangesEvents ? .lineMerge : nil }
}
