import Checklist
import NoteLedger
import TestSupport
import Testing

/// What a writer was told is done: event and position, as the worker prints them.
struct Acknowledged: Hashable {
    var event: EventID
    var position: UInt64

    /// The events among a worker's lines; others are about something else.
    static func all(in lines: [String]) -> [Acknowledged] { lines.compactMap(Acknowledged.init) }

    init?(_ line: String) {
        let words = line.split(separator: " ")
        guard words.count == 2, let event = EventID(String(words[0])), let position = UInt64(words[1]) else {
            return nil
        }
        self.event = event
        self.position = position
    }
}

extension Ledger {
    /// Whether the event is where its writer was told it is.
    func holds(_ acknowledged: Acknowledged) throws -> Bool {
        try event(acknowledged.event)?.position == acknowledged.position
    }

    /// Expects all of them where they were said to be, one at a position.
    func expectAll(_ acknowledged: [Acknowledged], _ comment: Comment) throws {
        #expect(Set(acknowledged.map(\.position)).count == acknowledged.count, comment)
        let missing = try acknowledged.filter { try !holds($0) }
        #expect(missing.isEmpty, comment)
    }
}
