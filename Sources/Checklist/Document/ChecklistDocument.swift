/// A checklist note's text as lines with stable ids: a value that any edit makes a new version of, sharing all but
/// O(log n) with the old one.
///
/// The bytes are kept as they came, invalid UTF-8 included. A line is a range of at least one byte up to and with its
/// ending (LF, CRLF or CR); only the last may have none.
///
/// ```swift
/// let event = EventID(device: DeviceID(1), counter: 1)
/// var document = ChecklistDocument(parsing: Array("- [ ] milk\n- [ ] bread\n".utf8), madeBy: event)
/// let milk = document.line(at: 0).id
/// document.apply([try document.edit(toggling: milk)], by: EventID(device: DeviceID(1), counter: 2))
/// document.tickedCount  // 1
/// ```
///
/// ## Topics
/// - Reading: ``bytes``, ``lines``, ``line(at:)``, ``line(_:)``, ``blocks``
/// - Planning edits: ``edit(toggling:to:)``, ``edits(appending:toBlockOf:)``, ``edits(converting:toChecklist:)``,
///   ``edits(replacing:with:)``, ``edits(adopting:)``, ``inverse(of:by:)``
/// - Changing: ``apply(_:by:)``, ``setMark(_:to:)``
public struct ChecklistDocument: Sendable {
    var tree: LineTree
    /// What toggling or converting a line back restores.
    var memories = SortedTree<LineID, LineMemory>()

    /// The empty document.
    ///
    /// - Complexity: O(1).
    public init() { self.init(shape: .standard) }

    package init(shape: TreeShape) { tree = LineTree(shape: shape) }

    /// The document of `bytes`; the line at index i gets the id (`event`, i).
    ///
    /// - Complexity: O(n).
    public init(parsing bytes: some Collection<UInt8>, madeBy event: EventID) {
        self.init(parsing: bytes, madeBy: event, shape: .standard)
    }

    package init(parsing bytes: some Collection<UInt8>, madeBy event: EventID, shape: TreeShape) {
        if let tree = bytes.withContiguousStorageIfAvailable({
            LineTree(parsing: $0, madeBy: event, shape: shape)
        }) {
            self.tree = tree
        } else {
            tree = Array(bytes).withUnsafeBufferPointer { LineTree(parsing: $0, madeBy: event, shape: shape) }
        }
    }

    /// The text, byte for byte.
    ///
    /// - Complexity: O(n).
    public var bytes: [UInt8] { bytes(in: 0..<utf8Count) }

    /// Whether converting made the line what it is, and the other way round would give it the bytes it had.
    ///
    /// - Complexity: O(1).
    public func isConverted(_ id: LineID) -> Bool { memories[id]?.beginning != nil }

    /// The bytes of a range of the text.
    ///
    /// - Precondition: The range lies in the text.
    /// - Complexity: O(log n) and the bytes.
    public func bytes(in range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= utf8Count)
        return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
            tree.forEachPiece(in: range) { piece in
                guard let base = piece.baseAddress, let target = buffer.baseAddress else { return }
                (target + count).update(from: base, count: piece.count)
                count += piece.count
            }
        }
    }

    /// Bytes of the text.
    ///
    /// - Complexity: O(1).
    public var utf8Count: Int { Int(tree.summary.bytes) }

    /// UTF-16 code units of the text, each maximal invalid sequence read as U+FFFD.
    ///
    /// - Complexity: O(1).
    public var utf16Count: Int { Int(tree.summary.utf16) }

    /// Lines of the text.
    ///
    /// - Complexity: O(1).
    public var lineCount: Int { Int(tree.summary.lines) }

    /// Whether there is no line.
    public var isEmpty: Bool { lineCount == 0 }

    /// Lines that are checkboxes, in any state.
    ///
    /// - Complexity: O(1).
    public var checkboxCount: Int { Int(tree.outcome.checkboxes) }

    /// Lines that are ticked checkboxes.
    ///
    /// - Complexity: O(1).
    public var tickedCount: Int { Int(tree.outcome.ticked) }

    /// The line ending that most lines have: LF, CRLF or CR; LF if there is none.
    ///
    /// - Complexity: O(1).
    public var prevailingEnding: [UInt8] {
        let crlf = tree.summary.crlf
        let cr = tree.summary.cr
        let lf = tree.summary.endings - crlf - cr
        if lf >= crlf, lf >= cr { return [ASCII.lineFeed] }
        return crlf >= cr ? [ASCII.carriageReturn, ASCII.lineFeed] : [ASCII.carriageReturn]
    }
}

extension ChecklistDocument: Equatable {
    /// Whether two documents have the same bytes and the same ids on their lines. What they remember for converting
    /// back is not compared.
    ///
    /// - Complexity: O(n) at most; what the two share is not compared.
    public static func == (left: ChecklistDocument, right: ChecklistDocument) -> Bool {
        if left.tree.root.node === right.tree.root.node { return true }
        guard left.utf8Count == right.utf8Count, left.lineCount == right.lineCount else { return false }
        return left.bytes == right.bytes && left.idRuns == right.idRuns
    }

    /// The ids of all lines in order, as runs.
    ///
    /// - Complexity: O(n) in the runs.
    public var idRuns: [LineRun] {
        var runs: [LineRun] = []
        tree.forEachLeaf { slot in
            slot.leaf.ids.forEach { run in
                if let last = runs.last, last.isContinued(by: run) {
                    runs[runs.count - 1].count += run.count
                } else {
                    runs.append(run)
                }
            }
            return true
        }
        return runs
    }
}
