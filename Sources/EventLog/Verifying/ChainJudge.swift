internal import Events

/// Holds records against the heads that are kept of them: the sealed ones, and that of the log's end.
///
/// Each stretch is judged from the head sealed before it, so that what was changed in one does not hide what was changed
/// in another. Where a stretch does not lead to the head sealed behind it, the next one tells what is wrong: if it goes on
/// from the head that the records give, the sealed one was changed; else the records were.
struct ChainJudge {
    /// What does not fit.
    struct Breach: Hashable {
        enum Cause: Hashable {
            /// The records do not give the head that is kept behind them.
            case records
            /// The head sealed behind the records was changed; these lead on to the heads behind it.
            case sealedHead
            /// There is no head sealed behind the records.
            case missingHead
            /// The head of the log's end was changed.
            case endHead
        }

        var cause: Cause
        /// The records concerned: all between the last head that they are known to lead to and the first that they do not.
        var positions: ClosedRange<UInt64>
    }

    /// The chain over all records so far, whatever heads are kept.
    private(set) var whole = HashChain()
    /// The chain that goes on from the head sealed last, where that is not the one that the records give.
    private var anchored: HashChain?
    /// The chain that goes on from the head that the stretch before gave, if that one is in doubt.
    private var alternative: HashChain?
    /// The records of the stretch before, if they do not give the head sealed behind them.
    private var doubtful: ClosedRange<UInt64>?
    /// The last position of this stretch at which the records gave a head that was published, and the first at which they
    /// did not.
    private var proven: UInt64?
    private var refuted: UInt64?
    /// What a published head told of the stretch before.
    private var settled: [Breach] = []

    /// How many records were taken in.
    var position: UInt64 { whole.position }

    /// Takes in the next record.
    mutating func append(_ record: UnsafeRawBufferPointer) {
        _ = whole.append(record: record)
        _ = anchored?.append(record: record)
        _ = alternative?.append(record: record)
    }

    /// Whether a head is to be sealed here.
    var isAtSeal: Bool { whole.isAtSeal && whole.position > 0 }

    /// Compares a head that was published after the record taken in last: where it lies within a stretch, it tells which
    /// part of that was changed.
    mutating func compare(published hash: [UInt8]) {
        if position == 0 { return }
        if hash == current {
            proven = position
        } else if let doubtful, let alternative, hash == alternative.head {
            proven = position
            settled.append(Breach(cause: .sealedHead, positions: doubtful.upperBound...doubtful.upperBound))
            self.doubtful = nil
            anchored = alternative
            self.alternative = nil
        } else if refuted == nil {
            refuted = position
        }
    }

    /// The head that the records give from the one sealed before them.
    private var current: [UInt8] { anchored?.head ?? whole.head }

    /// The records of the stretch that ends here, as far as they are not proven otherwise.
    private var openPositions: ClosedRange<UInt64> {
        let start = (position - 1) / HashChain.stretch * HashChain.stretch
        let first = max(start, proven ?? 0) + 1
        return first...max(first, min(position, refuted ?? position))
    }

    /// Judges the stretch that ends here by the head sealed behind it; nil if there is none.
    mutating func judge(sealed: [UInt8]?) -> [Breach] {
        defer { (proven, refuted) = (nil, nil) }
        let here = position...position
        guard let sealed else { return goOn(from: current) + [Breach(cause: .missingHead, positions: here)] }
        if current == sealed { return goOn(from: sealed) }
        if proven == position { return goOn(from: current) + [Breach(cause: .sealedHead, positions: here)] }
        if let doubtful, alternative?.head == sealed {
            self.doubtful = nil
            return goOn(from: sealed)
                + [Breach(cause: .sealedHead, positions: doubtful.upperBound...doubtful.upperBound)]
        }
        let (positions, given) = (openPositions, current)
        let breaches = goOn(from: sealed)
        doubtful = positions
        alternative = HashChain(sealed: given, at: position)
        return breaches
    }

    /// Begins the next stretch behind a head.
    private mutating func goOn(from head: [UInt8]) -> [Breach] {
        let breaches = giveUpDoubt()
        anchored = whole.head == head ? nil : HashChain(sealed: head, at: position)
        return breaches
    }

    /// Judges the records behind the last sealed head by the head that is kept of the log's end; nil if none can be read.
    mutating func judge(end: [UInt8]?) -> [Breach] {
        guard let end, current != end else { return giveUpDoubt() }
        if let doubtful, alternative?.head == end {
            self.doubtful = nil
            return giveUpDoubt() + [Breach(cause: .sealedHead, positions: doubtful.upperBound...doubtful.upperBound)]
        }
        // Behind a sealed head there are no records that could be wrong.
        let isSealed = HashChain.isSealed(at: position)
        return giveUpDoubt() + [
            isSealed
                ? Breach(cause: .endHead, positions: position...position)
                : Breach(cause: .records, positions: openPositions)
        ]
    }

    /// Takes the records of the stretch before for changed, if they are in doubt.
    private mutating func giveUpDoubt() -> [Breach] {
        defer { (settled, doubtful, alternative) = ([], nil, nil) }
        return settled + (doubtful.map { [Breach(cause: .records, positions: $0)] } ?? [])
    }
}
