/// Lines of consecutive index that one event made: how many ids are named in few bytes.
public struct LineRun: Hashable, Sendable {
    /// The first line of the run.
    public var first: LineID
    /// How many lines it holds; at least 1.
    public var count: UInt32

    /// The run of `count` lines from `first` on.
    @inlinable
    public init(first: LineID, count: UInt32 = 1) {
        self.first = first
        self.count = count
    }

    /// Whether it holds a line, and its last line has an index: what comes from elsewhere need not be so.
    @inlinable
    public var isWellFormed: Bool { count > 0 && count - 1 <= UInt32.max - first.index }

    /// The id of the line at `offset` in the run.
    ///
    /// - Precondition: `offset < count`.
    @inlinable
    public subscript(offset: UInt32) -> LineID {
        precondition(offset < count)
        return LineID(event: first.event, index: first.index + offset)
    }
}
