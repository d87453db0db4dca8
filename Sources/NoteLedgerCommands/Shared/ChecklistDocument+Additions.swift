import Checklist

extension EventID {
    /// Stands for an event where lines are made only to be looked at.
    static let ofNothing = EventID(device: DeviceID(0), counter: .max)
}

extension ChecklistDocument {
    /// The lines that two versions both added to an older one: of each of this version's, the other's.
    ///
    /// They are the same if they stand behind the same line of the older version and say the same, ticks aside. An empty
    /// line says nothing by itself: it goes with the line next to it.
    ///
    /// - Complexity: O(n log n), or the time to find that this version added none.
    func additions(sharedWith other: ChecklistDocument, since base: ChecklistDocument) -> [LineID: LineID] {
        let own = additions(to: base, besides: other)
        guard !own.isEmpty else { return [:] }
        let others = other.additions(to: base, besides: self)
        var shared: [LineID: LineID] = [:]
        for (anchor, lines) in own {
            guard let twins = others[anchor] else { continue }
            var places: [[UInt8]: [Int]] = [:]
            for (place, line) in twins.enumerated().reversed() where !line.isBlank {
                places[line.unmarked, default: []].append(place)
            }
            var pairs: [Int: Int] = [:]
            for (place, line) in lines.enumerated() where !line.isBlank {
                pairs[place] = places[line.unmarked]?.popLast()
            }
            var used = Set(pairs.values)
            for (place, line) in lines.enumerated() where line.isBlank {
                for candidate in [pairs[place - 1].map { $0 + 1 }, pairs[place + 1].map { $0 - 1 }] {
                    guard let candidate, twins.indices.contains(candidate), twins[candidate].isBlank,
                        pairs[place] == nil, used.insert(candidate).inserted
                    else { continue }
                    pairs[place] = candidate
                }
            }
            for (place, twin) in pairs { shared[lines[place].id] = twins[twin].id }
        }
        return shared
    }

    /// The lines that the older version does not have, by the last line before them that all three have.
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
    /// What it says, whether it is ticked or not.
    fileprivate var unmarked: [UInt8] {
        var bytes = Array(content)
        if let markOffset { bytes[markOffset] = 0x20 }
        return bytes
    }
}
