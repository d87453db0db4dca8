import TestSupport

@testable import Checklist

/// Who makes the lines of parsed documents.
let author = EventID(device: DeviceID(7), counter: 1)

/// The n-th event after the one that made the document.
func event(_ number: Int = 1, of device: UInt64 = 7) -> EventID {
    EventID(device: DeviceID(device), counter: UInt64(number + 1))
}

func parsed(_ text: String, shape: TreeShape = .standard) -> ChecklistDocument {
    ChecklistDocument(parsing: Array(text.utf8), madeBy: author, shape: shape)
}

extension ChecklistDocument {
    /// The text, for comparing with literals.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The ids of the lines in order.
    var ids: [LineID] { lines.map(\.id) }
}

extension TreeShape {
    /// Nodes so small that splits and merges happen all the time.
    static let tiny = TreeShape(fanout: 4, leafBytes: 0, leafLines: 2)
    /// Nodes in which some edits find room and some do not.
    static let small = TreeShape(fanout: 4, leafBytes: 0, leafLines: 9)
}
