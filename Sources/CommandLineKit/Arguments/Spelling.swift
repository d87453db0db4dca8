/// Finds what a mistyped word was meant to be.
package enum Spelling {
    /// The word of `candidates` that is fewest mistakes away, if that is few enough for its length.
    ///
    /// - Complexity: O(letters of `word` × letters of all candidates).
    package static func nearest(to word: String, among candidates: [String]) -> String? {
        let typed = Array(word.lowercased().unicodeScalars.prefix(64))
        guard !typed.isEmpty else { return nil }
        var best: (word: String, mistakes: Int)?
        for candidate in candidates {
            let letters = Array(candidate.lowercased().unicodeScalars)
            // A beginning is what people type who expect abbreviations to work.
            let isBeginning = typed.count >= 2 && letters.starts(with: typed)
            let count = isBeginning ? 1 : mistakes(from: typed, to: letters)
            guard isBeginning || count <= max(1, letters.count / 3) else { continue }
            if count < best?.mistakes ?? .max { best = (candidate, count) }
        }
        return best?.word
    }

    /// The least number of letters added, left out, replaced or swapped with a neighbour (Damerau 1964, each
    /// stretch changed once) that makes one word of the other.
    static func mistakes(from typed: [Unicode.Scalar], to meant: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...meant.count)
        for row in typed.indices {
            var current = [row + 1]
            current.reserveCapacity(meant.count + 1)
            for column in meant.indices {
                var least = last[column] + (typed[row] == meant[column] ? 0 : 1)
                least = min(least, last[column + 1] + 1, current[column] + 1)
                let isSwap =
                    row > 0 && column > 0 && typed[row] == meant[column - 1] && typed[row - 1] == meant[column]
                if isSwap { least = min(least, beforeLast[column - 1] + 1) }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[meant.count]
    }
}
