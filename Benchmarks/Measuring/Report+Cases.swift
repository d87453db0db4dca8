extension Report {
    /// Whether a case was asked for: all are, or with `--only` those whose name holds its value.
    package func wants(_ name: String) -> Bool { options["only"].map { name.contains($0) } ?? true }
}

extension String {
    /// Whether the other text stands anywhere in this one.
    fileprivate func contains(_ other: String) -> Bool {
        let (text, wanted) = (Array(utf8), Array(other.utf8))
        guard text.count >= wanted.count else { return false }
        return (0...(text.count - wanted.count)).contains { text[$0...].starts(with: wanted) }
    }
}
