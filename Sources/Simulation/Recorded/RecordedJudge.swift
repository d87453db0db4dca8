import Checklist
import Events
import Merging

/// Judges what becomes of recorded acts under a policy: the classes of ``LossLedger``, by what the acts set, what their
/// authors had on their screens, and what the note shows in the end.
struct RecordedJudge {
    /// A claim and whose it is.
    struct Stake {
        var act: Int
        var claim: Claim
        /// Earlier stakes in the same, by their index, whose effect was on the author's screen.
        var seen: Set<Int> = []
    }

    let history: RecordedHistory
    let policy: RecordedPolicy
    let document: ChecklistDocument
    private let fields: RecordedFields
    private let window: Set<Int>
    private let claims: [[Claim]]
    /// The claims that came to harm, by act.
    private(set) var harmed: [Int: [Claim]] = [:]
    /// What the author of each act had on the screen before.
    private let screens: [ChecklistDocument]

    init(_ history: RecordedHistory, policy: RecordedPolicy) {
        self.history = history
        self.policy = policy
        document = history.document(under: policy)
        fields = history.fields(under: policy)
        window = history.inWindow
        screens = policy == .fieldLWW ? history.acts.map(\.before) : history.screens()
        claims = zip(history.acts, screens).map { act, screen in
            var after = screen
            after.apply(act.event)
            return act.claims(after)
        }
    }

    /// What became of each act inside the window.
    mutating func judge() -> LossLedger {
        var verdicts: [Int: (outcome: LossLedger.Outcome, other: Int?)] = [:]
        for stakes in stakesByLine() {
            let stakes = witnessed(stakes)
            for index in stakes.indices where window.contains(stakes[index].act) {
                let end = outcome(of: index, among: stakes)
                let act = stakes[index].act
                if end.outcome.isHarm { harmed[act, default: []].append(stakes[index].claim) }
                if let known = verdicts[act], known.outcome.gravity >= end.outcome.gravity { continue }
                verdicts[act] = end
            }
        }
        for (act, outcome) in damage() where verdicts[act].map({ !$0.outcome.isHarm }) ?? true {
            verdicts[act] = (outcome, nil)
        }
        let entries = window.sorted().map { act in
            let end = verdicts[act] ?? (.survived, nil)
            return LossLedger.Entry(
                number: act, device: history.devices.firstIndex(of: history.acts[act].author) ?? 0,
                verdict: .acknowledged(end.outcome), other: end.other)
        }
        return LossLedger(entries: entries, hasConverged: true)
    }

    /// The claims on each line (and on the note) that somebody inside the window made one on, in order.
    private func stakesByLine() -> [[Stake]] {
        var contested: Set<LineID?> = []
        for act in window { for claim in claims[act] { contested.insert(claim.line) } }
        var stakes: [LineID?: [Stake]] = [:]
        for (act, own) in claims.enumerated() {
            for claim in own where contested.contains(claim.line) {
                stakes[claim.line, default: []].append(Stake(act: act, claim: claim))
            }
        }
        return Array(stakes.values)
    }

    /// The stakes with what each author saw of the earlier ones.
    private func witnessed(_ stakes: [Stake]) -> [Stake] {
        guard stakes.count > 1 else { return stakes }
        var stakes = stakes
        for index in stakes.indices.dropFirst() {
            for other in stakes.indices[..<index] where stakes[other].claim.meets(stakes[index].claim) {
                let isKnown =
                    isOnScreen(stakes[other].claim, of: stakes[index].act)
                    || stakes[index].seen.contains { stakes[$0].seen.contains(other) }
                if isKnown { stakes[index].seen.insert(other) }
            }
        }
        return stakes
    }

    /// Whether the author of an act saw a claim before.
    private func isOnScreen(_ claim: Claim, of act: Int) -> Bool {
        if claim.line == nil {
            let seen = history.acts[act].seen
            let fields = RecordedFields(history.acts[..<act].filter { seen.contains($0.event.id) })
            return claim.isVisible(in: ChecklistDocument(), fields)
        }
        return claim.isVisible(in: screens[act], fields)
    }

    private func outcome(
        of index: Int, among stakes: [Stake]
    ) -> (outcome: LossLedger.Outcome, other: Int?) {
        let mine = stakes[index]
        let isThere = isVisible(mine.claim)
        var override: Int?
        for (other, theirs) in stakes.enumerated() where theirs.act != mine.act && theirs.claim.meets(mine.claim) {
            let areConcurrent = !mine.seen.contains(other) && !theirs.seen.contains(index)
            if isThere {
                if areConcurrent, other > index, mine.claim.agrees(with: theirs.claim) {
                    return (.agreed, theirs.act)
                }
            } else if theirs.seen.contains(index) {
                return (.superseded, theirs.act)
            } else if areConcurrent, !mine.claim.agrees(with: theirs.claim), isHeeded(other, among: stakes) {
                override = theirs.act
            }
        }
        if isThere { return (.survived, nil) }
        if let override { return (.overridden, override) }
        if let again = repetition(of: mine) { return (.superseded, again) }
        return (mine.claim.property == .absence ? .resurrected : .lost, nil)
    }

    /// An act by somebody who knew of this one that wrote the same text into another line: it was done again.
    private func repetition(of stake: Stake) -> Int? {
        let text: [UInt8]
        switch stake.claim.property {
        case .presence(let bytes), .text(let bytes): text = bytes
        default: return nil
        }
        let id = history.acts[stake.act].event.id
        return claims.indices.dropFirst(stake.act + 1).first { act in
            history.acts[act].seen.contains(id)
                && claims[act].contains { claim in
                    switch claim.property {
                    case .presence(text), .text(text): true
                    default: false
                    }
                }
        }
    }

    private func isVisible(_ claim: Claim) -> Bool {
        claim.isVisible(in: document, fields)
    }

    /// Whether a claim is there in the end, or gave way to one whose author had seen it.
    private func isHeeded(_ index: Int, among stakes: [Stake]) -> Bool {
        isVisible(stakes[index].claim) || stakes.contains { $0.seen.contains(index) }
    }

    /// Lines that say what nobody wrote in them, and lines that are there more often than anybody wanted, by an act on
    /// them.
    private func damage() -> [Int: LossLedger.Outcome] {
        var wanted: [[UInt8]: Int] = [:]
        var texts: [LineID: Set<[UInt8]>] = [:]
        for act in history.acts {
            guard case .created(_, let body, _) = act.event.change else { continue }
            for line in ChecklistDocument(parsing: body, madeBy: act.event.id).lines {
                wanted[Array(line.text), default: 0] += 1
                texts[line.id] = [Array(line.text)]
            }
        }
        for claim in claims.joined() {
            guard let line = claim.line else { continue }
            switch claim.property {
            case .text(let text), .presence(let text):
                wanted[text, default: 0] += 1
                texts[line, default: []].insert(text)
            default: break
            }
        }
        var found: [[UInt8]: Int] = [:]
        for line in document.lines { found[Array(line.text), default: 0] += 1 }
        // A new form may take letters into the prefix, or give some back: then there is nothing to compare.
        let reformed = Set(claims.joined().filter(\.isPrefix).compactMap(\.line))
        var damage: [Int: LossLedger.Outcome] = [:]
        for act in window {
            for claim in claims[act] {
                if case .presence(let text) = claim.property, found[text, default: 0] > wanted[text, default: 0] {
                    damage[act] = .duplicated
                }
                guard let id = claim.line, let line = document.line(id), let known = texts[id] else { continue }
                if !known.contains(Array(line.text)), !reformed.contains(id) { damage[act] = .corrupted }
            }
        }
        return damage
    }
}

extension Claim {
    fileprivate var isPrefix: Bool { if case .prefix = property { true } else { false } }
}

extension LossLedger.Outcome {
    /// How bad it is, where an act set several things that came to different ends.
    var gravity: Int {
        switch self {
        case .survived: 0
        case .agreed: 1
        case .superseded: 2
        case .overridden: 3
        case .duplicated: 4
        case .lost, .resurrected: 5
        case .corrupted: 6
        }
    }
}
