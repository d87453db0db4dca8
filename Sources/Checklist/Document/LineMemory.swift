/// What a line was before it was toggled or converted, so that doing it again gives the same bytes back.
///
/// It is a function of the edits applied, kept for few lines, and forgotten once the line is rewritten otherwise.
package struct LineMemory: Hashable, Sendable {
    /// The mark that the other state had, where it is not the usual one (`X`, a tab).
    package var mark: UInt8?
    /// How the line began in its other form.
    package var beginning: Beginning?

    /// A line's beginning in its other form: `bytes` in place of the first `dropCount` bytes it has now.
    package struct Beginning: Hashable, Sendable {
        package var dropCount: Int
        package var bytes: [UInt8]

        package init(dropCount: Int, bytes: [UInt8]) {
            self.dropCount = dropCount
            self.bytes = bytes
        }
    }

    package init(mark: UInt8? = nil, beginning: Beginning? = nil) {
        self.mark = mark
        self.beginning = beginning
    }

    var isEmpty: Bool { mark == nil && beginning == nil }
}
