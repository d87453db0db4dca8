extension MarkdownPage {
    /// An item with a checkbox, as the note has it.
    public struct Task: Hashable, Sendable {
        /// Where the mark between the brackets stands: the one byte that a toggle changes.
        public let markOffset: Int
        /// Whether the box is ticked.
        public let isChecked: Bool
    }

    /// The items with checkboxes from top to bottom: the same, in the same order, as the items of ``document`` whose
    /// `checked` is not nil, apart from those that stand in HTML.
    public var tasks: Tasks { Tasks(page: self) }

    /// The items with checkboxes of a page; each is found in O(log *n*).
    public struct Tasks: RandomAccessCollection, Sendable {
        let page: MarkdownPage

        /// 0.
        public var startIndex: Int { 0 }
        /// How many there are.
        public var endIndex: Int { page.tree.summary.tasks }

        /// The item with the given number, counted from 0.
        ///
        /// - Complexity: O(log *n*).
        public subscript(number: Int) -> Task {
            precondition(indices.contains(number), "no task \(number) among \(count)")
            guard let position = page.tree.segment(ofTask: number) else { return Task(markOffset: 0, isChecked: false) }
            var rest = number - position.before.tasks
            for node in position.segment.nodes where node.flags.contains(.isTask) {
                if rest == 0 {
                    return Task(
                        markOffset: position.before.bytes + position.segment.mark(of: node),
                        isChecked: node.flags.contains(.isChecked))
                }
                rest -= 1
            }
            return Task(markOffset: 0, isChecked: false)
        }
    }

    /// How many of the boxes are ticked.
    public var tickedCount: Int { tree.summary.ticked }
}
