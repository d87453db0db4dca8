package import Checklist

extension ChecklistDocument {
    /// A document of one line under its id.
    package init(lone id: LineID, bytes: some Collection<UInt8>) {
        self.init()
        apply([.restore(id, after: nil, bytes: Array(bytes))], by: id.event)
    }

    /// Whether a checkbox is ticked; nil if there is no such checkbox.
    package func isTicked(_ id: LineID) -> Bool? {
        mark(of: id).map { CheckboxState(mark: $0) == .ticked }
    }
}
