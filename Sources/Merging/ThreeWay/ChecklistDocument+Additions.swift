package import Checklist

extension EventID {
    /// The author of lines in versions that are made only to be compared, and never recorded.
    package static let comparison = EventID(device: DeviceID(0), counter: .max)
}

extension ChecklistDocument {
    /// The lines that two versions both added to an older one: for each of this version's, the other version's.
    ///
    /// Two added lines are the same if they follow the same line of the older version and hold the same text, ticks
    /// aside. Blank lines carry no text to compare: one is paired when the line next to it is.
    ///
    /// - Complexity: O(n log n); O(n) where this version added no lines.
    package func additions(sharedWith other: ChecklistDocument, since base: ChecklistDocument) -> [LineID: LineID] {
        let own = additions(to: base, besides: other)
        guard !own.isEmpty else { return [:] }
        let others = other.additions(to: base, besides: self)
        var shared: [LineID: LineID] = [:]
        for (anchor, lines) in own {
            guard let candidates = others[anchor] else { continue }
            for (index, match) in Self.matches(of: lines, in: candidates) {
                shared[lines[index].id] = candidates[match].id
            }
        }
        return shared
    }

    /// Pairs equal lines by index, each at most once.
    private static func matches(of lines: [Line], in candidates: [Line]) -> [Int: Int] {
        var indices: [[UInt8]: [Int]] = [:]
        for (index, line) in candidates.enumerated().reversed() where !line.isBlank {
            indices[line.unmarked, default: []].append(index)
        }
        var matches: [Int: Int] = [:]
        for (index, line) in lines.enumerated() where !line.isBlank {
            matches[index] = indices[line.unmarked]?.popLast()
        }
        var used = Set(matches.values)
        for (index, line) in lines.enumerated() where line.isBlank {
            for candidate in [matches[index - 1].map { $0 + 1 }, matches[index + 1].map { $0 - 1 }] {
                guard let candidate, candidates.indices.contains(candidate), candidates[candidate].isBlank,
                    matches[index] == nil, used.insert(candidate).inserted
                else { continue }
                matches[index] = candidate
            }
        }
        return matches
    }

    /// The lines that the older version does not have, by the last line before them that all three versions have.
    private func additions(to base: ChecklistDocument, besides other: ChecklistDocument) -> [LineID?: [Line]] {
        var additions: [LineID?: [Line]] = [:]
        var anchor: LineID?
        for line in lines {
            if base.index(of: line.id) == nil {
                additions[anchor, default: []].append(line)
            } else if other.index(of: line.id) != nil {
                anchor = line.id
            }
        }
        return additions
    }
}

extension Line {
    /// The line's content as if it were not ticked.
    fileprivate var unmarked: [UInt8] {
        var bytes = Array(content)
        if let markOffset { bytes[markOffset] = 0x20 }
        return bytes
    }
}
