internal import Events
internal import EventLog

extension Ledger {
    /// Finds the note that a person means: an id, a unique beginning of one (at least four digits), or a unique title
    /// or beginning of a title, case aside.
    ///
    /// A title that is written exactly so goes before others that differ in case. A whole id always means its note. A name that is the beginning of one note's id and the title of another, or the
    /// title's beginning where it is nobody's whole title, is ambiguous. Of notes that it fits in the same way, those in
    /// the trash count only if there is no other.
    ///
    /// - Parameter prefersTrash: whether it is the other way round: those in the trash go before all others.
    /// - Complexity: O(log notes) for an id, else O(notes).
    public func resolve(_ name: String, preferringTrash prefersTrash: Bool = false) throws(LedgerError)
        -> NoteResolution
    {
        let wanted = name.lowercased()
        if let id = NoteID(wanted), let summary = try summary(of: id) { return .found(summary) }
        let all = try notes()
        func present(_ fits: (NoteSummary) -> Bool) -> [NoteSummary] {
            let fitting = all.filter(fits)
            let present = fitting.filter { $0.isTrashed == prefersTrash }
            return present.isEmpty ? fitting : present
        }
        var fitting = present { $0.title == name }
        if fitting.isEmpty { fitting = present { $0.title.lowercased() == wanted } }
        if fitting.isEmpty, !wanted.isEmpty { fitting = present { $0.title.lowercased().hasPrefix(wanted) } }
        if (4..<32).contains(wanted.utf8.count), wanted.allSatisfy(\.isHexDigit) {
            let named = present { $0.id.description.hasPrefix(wanted) }
            fitting += named.filter { note in !fitting.contains { $0.id == note.id } }
        }
        if let first = fitting.first { return fitting.count == 1 ? .found(first) : .ambiguous(fitting) }
        return .missing(near: near(wanted, among: all))
    }

    /// Titles that have a word in common with the name, or differ from it in few letters.
    private func near(_ wanted: String, among notes: [NoteSummary]) -> [NoteSummary] {
        let words = Set(wanted.split { !$0.isLetter && !$0.isNumber })
        let scored = notes.filter { !$0.isTrashed }.compactMap { note -> (distance: Int, note: NoteSummary)? in
            let title = note.title.lowercased()
            let shared = words.intersection(title.split { !$0.isLetter && !$0.isNumber }).count
            if shared > 0 { return (-shared, note) }
            let distance = title.prefix(64).editDistance(to: wanted.prefix(64))
            return distance <= max(1, wanted.count / 3) ? (distance, note) : nil
        }
        return scored.sorted { ($0.distance, $0.note.title) < ($1.distance, $1.note.title) }.prefix(5).map(\.note)
    }
}

extension Substring {
    /// How many characters must be put in, taken out or changed to make one text the other (Levenshtein).
    fileprivate func editDistance(to other: Substring) -> Int {
        let other = Array(other)
        var row = Array(0...other.count)
        for (index, character) in enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, candidate) in other.enumerated() {
                let cost = Swift.min(row[column + 1] + 1, row[column] + 1, diagonal + (character == candidate ? 0 : 1))
                diagonal = row[column + 1]
                row[column + 1] = cost
            }
        }
        return row[other.count]
    }
}
