public import Checklist
public import Events

extension Ledger {
    /// Does something in the name of another device.
    @discardableResult
    public func perform(
        _ action: NoteAction, on note: NoteID, as device: DeviceID, called name: String, having seen: UInt64?
    ) async throws(LedgerError) -> Receipt {
        try await perform(action, on: note)
    }
}
