/// How many bytes of a note to read at a time where it is read whole.
///
/// Large stretches are fastest, but in one with many loose items or short quotations no shift of the source may be found that md4c
/// reads soundly (``FragileLines``). Such items seldom come alone, so a smaller stretch that could be read is kept for a while.
struct StretchSizing {
    private(set) var length = SegmentReader.stretch
    private var successes = 0

    /// After how many stretches a larger one is tried again.
    private static let patience = 16

    /// Makes stretches smaller than `length`; false if they are as small as they get.
    mutating func shrink(from length: Int) -> Bool {
        guard length > SegmentReader.leastStretch else { return false }
        self.length = max(SegmentReader.leastStretch, length / 4)
        successes = 0
        return true
    }

    /// A stretch has been read.
    mutating func noteSuccess() {
        guard length < SegmentReader.stretch else { return }
        successes += 1
        guard successes == Self.patience else { return }
        successes = 0
        length = min(SegmentReader.stretch, length * 4)
    }
}
