import Checklist
import Merging

/// Judges what became of acts, done in a simulation or recorded in stores: from what they set, what their authors had
/// seen, and what the note shows in the end. How a policy came to that it neither knows nor asks.
struct Judge {
    /// What a device shows in the end.
    struct End {
        var document: ChecklistDocument
        var values: NoteValues
    }

    let stakes: Stakes
    /// The ends; a claim is there only if all of them show it.
    let ends: [End]
    /// The body that all began with.
    let start: ChecklistDocument
    /// Whether a line that was added may have another id in the end.
    var matchesByText = false
    /// Whether the user was told that an act is done.
    let isDone: (Int) -> Bool
    /// Whether one act had reached the author of another one.
    let isKnown: (_ act: Int, _ author: Int) -> Bool

    /// What became of an act, and which act decided that.
    typealias Ending = (outcome: LossLedger.Outcome, other: Int?)

    /// What became of each act that was done, by number, and the claims of each that came to harm.
    func judge(_ acts: (Int) -> Bool = { _ in true }) -> (endings: [Int: Ending], harmed: [Int: [Claim]]) {
        var endings: [Int: Ending] = [:]
        var harmed: [Int: [Claim]] = [:]
        for (index, stake) in stakes.list.enumerated() where acts(stake.act) && isDone(stake.act) {
            let ending = ending(of: index)
            if ending.outcome.isHarm { harmed[stake.act, default: []].append(stake.claim) }
            if let known = endings[stake.act], known.outcome.gravity >= ending.outcome.gravity { continue }
            endings[stake.act] = ending
        }
        for (act, outcome) in damage(to: acts) where endings[act].map({ !$0.outcome.isHarm }) ?? true {
            endings[act] = (outcome, nil)
        }
        return (endings, harmed)
    }

    /// What became of one stake.
    func ending(of index: Int) -> Ending {
        let mine = stakes.list[index]
        let standing = standing(of: mine.claim)
        let others = stakes.indices(meeting: mine.claim).filter {
            stakes.list[$0].act != mine.act && isDone(stakes.list[$0].act)
        }
        if standing == .visible {
            // The last of several concurrent acts that set the same is the one that stands; the others agreed with it.
            let last = others.last { agrees($0, with: index) }
            return last.map { (.agreed, stakes.list[$0].act) } ?? (.survived, nil)
        }
        var override: Int?
        for other in others {
            let theirs = stakes.list[other]
            if theirs.seen.contains(index) { return (.superseded, theirs.act) }
            let isConcurrent = !mine.seen.contains(other)
            if isConcurrent, theirs.claim != mine.claim, isHeeded(other, for: [index]) { override = theirs.act }
        }
        if let override { return (.overridden, override) }
        if standing == .hidden, let ending = endingByStructure(of: mine) { return ending }
        if let again = repetition(of: mine) { return (.superseded, again) }
        return (mine.claim.property == .absence ? .resurrected : .lost, nil)
    }

    private func agrees(_ other: Int, with index: Int) -> Bool {
        other > index && stakes.list[other].claim == stakes.list[index].claim
            && !stakes.list[other].seen.contains(index)
    }

    /// How far all ends show a claim.
    private func standing(of claim: Claim) -> Claim.Standing {
        ends.reduce(.visible) { least, end in
            least == .gone
                ? .gone : min(least, claim.standing(in: end.document, end.values, byText: matchesByText))
        }
    }

    /// Whether a claim decided against others: it is there in the end, or gave way to one whose author had seen it, or to
    /// a concurrent one that decided (as a move after a line that was moved itself). A delete decides only as long as the
    /// line is gone.
    ///
    /// - Parameter asked: stakes whose ends are being asked for: none of them can be the reason for its own end.
    private func isHeeded(_ index: Int, for asked: [Int]) -> Bool {
        let stake = stakes.list[index]
        if standing(of: stake.claim) == .visible { return true }
        guard stake.claim.property != .absence else { return false }
        let asked = asked + [index]
        return stakes.indices(meeting: stake.claim).contains { other in
            let theirs = stakes.list[other]
            guard isDone(theirs.act), theirs.act != stake.act, !asked.contains(other) else { return false }
            if theirs.seen.contains(index) { return true }
            return !stake.seen.contains(other) && theirs.claim != stake.claim && isHeeded(other, for: asked)
        }
    }

    /// An act that made lines around this one a fence or front matter, or took their ends away: what it hides is
    /// overridden, or superseded if its author knew of it.
    private func endingByStructure(of mine: Stake) -> Ending? {
        let culprits = stakes.list.filter { stake in
            guard stake.act != mine.act, isDone(stake.act), stake.claim.line != mine.claim.line else { return false }
            switch stake.claim.property {
            case .text, .presence, .prefix, .absence, .place: return true
            case .mark, .title, .trash, .attribute: return false
            }
        }
        if let later = culprits.last(where: { isKnown(mine.act, $0.act) }) { return (.superseded, later.act) }
        return culprits.last.map { (.overridden, $0.act) }
    }

    /// An act by an author who knew of this one that wrote the same text into another line: it was done again.
    private func repetition(of mine: Stake) -> Int? {
        let text: [UInt8]
        switch mine.claim.property {
        case .presence(let bytes), .text(let bytes): text = bytes
        default: return nil
        }
        return stakes.list.first { stake in
            guard stake.act != mine.act, stake.claim.line != mine.claim.line, isDone(stake.act) else { return false }
            switch stake.claim.property {
            case .presence(text), .text(text): return isKnown(mine.act, stake.act)
            default: return false
            }
        }?.act
    }
}

extension LossLedger.Outcome {
    /// How bad it is, where an act set several things that came to different ends.
    var gravity: Int {
        switch self {
        case .survived: 0
        case .agreed: 1
        case .superseded: 2
        case .overridden: 3
        case .setAside: 4
        case .duplicated: 5
        case .lost, .resurrected: 6
        case .corrupted: 7
        }
    }
}
