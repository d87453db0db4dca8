public import Checklist

/// Merging two texts that were made from one: what only one side changed is taken, what both changed is a conflict.
///
/// Lines are matched by what they say, not by their ids, as in an app that stores a text (diff3; Khanna, Kunal and
/// Pierce 2007 describe what it guarantees and what not).
public enum ThreeWayMerge {
    /// What becomes of a line that both sides changed.
    public enum Grain: Hashable, Sendable {
        /// The merging device's line stands.
        case line
        /// Its words are merged in the same way; of a word that both changed, the merging device's stands.
        case word
    }

    /// The merge of two documents that were made from `base`.
    ///
    /// Where both sides changed a passage and it has as many lines on all three sides, its lines are merged one by one.
    /// Otherwise both sides' lines are kept, those of `theirs` first, so nothing that somebody wrote is dropped, but a
    /// line may stand there twice or come back.
    /// - Complexity: O(*n* · *d*) for *n* lines of which *d* differ.
    public static func merge(
        base: ChecklistDocument, ours: ChecklistDocument, theirs: ChecklistDocument, grain: Grain
    ) -> ChecklistDocument {
        let merged = passages(base.plainLines, ours.plainLines, theirs.plainLines, \.bytes).flatMap { passage in
            merge(passage, grain: grain)
        }
        return ChecklistDocument(merged)
    }

    private static func merge(_ passage: Passage<PlainLine>, grain: Grain) -> [PlainLine] {
        if let settled = passage.settled(by: \.bytes) { return settled }
        let (base, ours, theirs) = (passage.base, passage.ours, passage.theirs)
        guard base.count == ours.count, base.count == theirs.count, !base.isEmpty else {
            // An identical line that both sides added is one line.
            let known = Set(theirs.map(\.bytes))
            return theirs + ours.filter { !known.contains($0.bytes) }
        }
        return base.indices.map { index in
            var line = ours[index]
            line.bytes = merge(base[index].bytes, ours[index].bytes, theirs[index].bytes, grain: grain)
            if line.bytes == theirs[index].bytes { line.id = theirs[index].id }
            return line
        }
    }

    private static func merge(_ base: [UInt8], _ ours: [UInt8], _ theirs: [UInt8], grain: Grain) -> [UInt8] {
        if base == ours { return theirs }
        if base == theirs || ours == theirs || grain == .line { return ours }
        return passages(words(of: base), words(of: ours), words(of: theirs), \.self).flatMap { passage in
            passage.settled(by: \.self) ?? passage.ours
        }.flatMap { $0 }
    }

    /// Words and the single characters between them.
    private static func words(of bytes: [UInt8]) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var isInWord = false
        for byte in bytes {
            let isLetter =
                byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
            if isLetter, isInWord { words[words.count - 1].append(byte) } else { words.append([byte]) }
            isInWord = isLetter
        }
        return words
    }
}

extension ThreeWayMerge {
    /// A piece of the three texts: what all have in common, or what lies between two such pieces.
    struct Passage<Element> {
        var base: [Element]
        var ours: [Element]
        var theirs: [Element]

        /// What the piece becomes if not both sides changed it in different ways.
        func settled<Key: Hashable>(by key: KeyPath<Element, Key>) -> [Element]? {
            let (base, ours, theirs) = (
                base.map { $0[keyPath: key] }, ours.map { $0[keyPath: key] }, theirs.map { $0[keyPath: key] }
            )
            if ours == theirs || base == ours { return self.theirs }
            return base == theirs ? self.ours : nil
        }
    }

    /// Cuts three texts at the elements of the base that both others still have.
    static func passages<Element, Key: Hashable>(
        _ base: [Element], _ ours: [Element], _ theirs: [Element], _ key: KeyPath<Element, Key>
    ) -> [Passage<Element>] {
        let keys = base.map { $0[keyPath: key] }
        let inOurs = matches(keys, ours.map { $0[keyPath: key] })
        let inTheirs = matches(keys, theirs.map { $0[keyPath: key] })
        var passages: [Passage<Element>] = []
        var start = (base: 0, ours: 0, theirs: 0)
        func cut(to end: (base: Int, ours: Int, theirs: Int)) {
            guard end != start else { return }
            passages.append(
                Passage(
                    base: Array(base[start.base..<end.base]), ours: Array(ours[start.ours..<end.ours]),
                    theirs: Array(theirs[start.theirs..<end.theirs])))
            start = end
        }
        for index in base.indices {
            guard let our = inOurs[index], let their = inTheirs[index] else { continue }
            cut(to: (index, our, their))
            cut(to: (index + 1, our + 1, their + 1))
        }
        cut(to: (base.count, ours.count, theirs.count))
        return passages
    }

    /// For each element of `old` the place of the same one in `new`, along a longest common subsequence.
    private static func matches<Key: Hashable>(_ old: [Key], _ new: [Key]) -> [Int?] {
        let difference = new.difference(from: old)
        var removed = Set<Int>()
        var inserted = Set<Int>()
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var place = 0
        return old.indices.map { index in
            if removed.contains(index) { return nil }
            while inserted.contains(place) { place += 1 }
            defer { place += 1 }
            return place
        }
    }
}
