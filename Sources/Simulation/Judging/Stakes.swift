import Checklist

/// A claim, whose it is, and what of earlier claims on the same its author had seen.
struct Stake: Hashable, Sendable {
    /// The act, by number.
    var act: Int
    var claim: Claim
    /// Earlier stakes that the claim meets and whose effect its author had seen, by index.
    var seen: [Int] = []
}

/// The claims of all acts, in the order in which the acts were done.
struct Stakes: Sendable {
    private(set) var list: ContiguousArray<Stake> = []
    /// The stakes that are about a line (nil: the note), or about what stands after it.
    private var groups: [LineID?: [Int]] = [:]

    /// Removes all.
    mutating func removeAll() {
        list.removeAll(keepingCapacity: true)
        if !groups.isEmpty { groups.removeAll(keepingCapacity: true) }
    }

    /// Adds what an act set that meets no other.
    @inline(__always)
    mutating func add(alone claims: [Claim], of act: Int) {
        for claim in claims { list.append(Stake(act: act, claim: claim)) }
    }

    /// Adds what an act set.
    ///
    /// Its author had seen an earlier claim if its act was among what had reached the author, and if either it was the
    /// author's own, or it showed on the screen, or a claim that it gave way to was seen.
    ///
    /// - Parameters:
    ///   - isOwn: whether an earlier act is of the same author.
    ///   - isKnown: whether an earlier act had reached the author.
    ///   - isOnScreen: whether the author's screen showed a claim just before.
    mutating func add(
        _ claims: [Claim], of act: Int, isOwn: (Int) -> Bool, isKnown: (Int) -> Bool, isOnScreen: (Claim) -> Bool
    ) {
        for claim in claims {
            var stake = Stake(act: act, claim: claim)
            for index in indices(meeting: claim).reversed() {
                let other = list[index]
                if other.act == act { continue }
                let isSeen =
                    isOwn(other.act)
                    || isKnown(other.act)
                        && (isOnScreen(other.claim) || stake.seen.contains { list[$0].seen.contains(index) })
                if isSeen { stake.seen.append(index) }
            }
            groups[claim.line, default: []].append(list.count)
            if let anchor = claim.anchor { groups[anchor, default: []].append(list.count) }
            list.append(stake)
        }
    }

    /// The stakes whose claims meet a claim, in order.
    func indices(meeting claim: Claim) -> [Int] {
        var found = (groups[claim.line] ?? []).filter { list[$0].claim.meets(claim) }
        if let anchor = claim.anchor, let others = groups[anchor] {
            found += others.filter { !found.contains($0) && list[$0].claim.meets(claim) }
            found.sort()
        }
        return found
    }
}
