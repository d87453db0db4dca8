extension BinaryInteger {
    /// The number with its noun: `1 line`, `3 lines`.
    package func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
