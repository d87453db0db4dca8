import CommandLineKit
import Importing
import Simulation

/// Reads recorded editing histories in the JSON of the editing-traces collection, compressed or not.
enum TraceFile {
    /// Each has a screen and a replica of his own.
    private static let mostAgents: UInt64 = 1000

    static func trace(at path: String) throws -> EditingTrace {
        let bytes = try CompressedFile.read(path)
        let json: JSON
        do {
            json = try JSON(parsing: bytes)
        } catch {
            throw CommandFailure.badData("\(path.forTerminal) is no JSON: \(error).")
        }
        let isConcurrent = json["kind"]?.stringValue == "concurrent"
        guard let end = json["endContent"]?.stringValue, let values = json["txns"]?.arrayValue else {
            throw CommandFailure.badData(
                "\(path.forTerminal) is no editing history: “endContent” or “txns” is missing.",
                hint: "The format is that of github.com/josephg/editing-traces.")
        }
        let agentCount = isConcurrent ? json["numAgents"]?.unsignedValue ?? 1 : 1
        guard (1...mostAgents).contains(agentCount) else {
            throw CommandFailure.badData("\(path.forTerminal): a history has 1 to \(mostAgents) authors.")
        }
        var transactions: [EditingTrace.Transaction] = []
        transactions.reserveCapacity(values.count)
        for (index, value) in values.enumerated() {
            guard let transaction = transaction(value, at: index, isConcurrent) else {
                throw CommandFailure.badData("\(path.forTerminal): transaction \(index) cannot be understood.")
            }
            transactions.append(transaction)
        }
        return EditingTrace(
            start: json["startContent"]?.stringValue ?? "", end: end, transactions: transactions,
            agentCount: Int(agentCount))
    }

    private static func transaction(
        _ value: JSON, at index: Int, _ isConcurrent: Bool
    ) -> EditingTrace.Transaction? {
        guard let values = value["patches"]?.arrayValue else { return nil }
        var patches: [EditingTrace.Patch] = []
        for value in values {
            guard let parts = value.arrayValue, parts.count >= 3, let position = parts[0].unsignedValue,
                let count = parts[1].unsignedValue, let text = parts[2].stringValue
            else { return nil }
            patches.append(
                EditingTrace.Patch(
                    position: Int(clamping: position), deletedCount: Int(clamping: count),
                    inserted: Array(text.unicodeScalars)))
        }
        guard isConcurrent else {
            return EditingTrace.Transaction(parents: index == 0 ? [] : [index - 1], agent: 0, patches: patches)
        }
        guard let parents = value["parents"]?.arrayValue, let agent = value["agent"]?.unsignedValue else { return nil }
        return EditingTrace.Transaction(
            parents: parents.compactMap { $0.unsignedValue.map(Int.init(clamping:)) }, agent: Int(clamping: agent),
            patches: patches)
    }
}
