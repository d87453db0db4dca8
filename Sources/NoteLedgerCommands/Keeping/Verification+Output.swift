import CommandLineKit
import NoteLedger

/// A head as it was noted down: with its position, or the hash alone.
enum NotedHead: Sendable, Equatable {
    case full(LogHead)
    case bare([UInt8])

    init?(_ text: String) {
        if let head = LogHead(text) {
            self = .full(head)
        } else if let hash = LogHead.bytes(hexadecimal: text) {
            self = .bare(hash)
        } else {
            return nil
        }
    }

    var head: LogHead? {
        if case .full(let head) = self { head } else { nil }
    }

    var hash: [UInt8]? {
        if case .bare(let hash) = self { hash } else { nil }
    }

    var text: String {
        switch self {
        case .full(let head): head.description
        case .bare(let hash): LogHead(position: 0, hash: hash).hexadecimal
        }
    }
}

extension ValueReader<NotedHead> {
    static var head: ValueReader {
        ValueReader("a head such as 42:9f86d081…, or its 64 hexadecimal digits") { word, _ in
            NotedHead(String(word.filter { !$0.isWhitespace }))
        }
    }
}

extension Verification {
    var json: JSON {
        [
            "sound": .bool(isSound), "events": .int(eventCount), "notes": .int(noteCount),
            "head": ["position": .int(head.position), "hash": .string(head.hexadecimal)],
            "findings": .array(
                findings.map(\.json)),
        ]
    }

    func print(to output: Output) throws {
        let size = "\(eventCount.counted("event")), \(noteCount.counted("note")), head \(head)"
        guard !isSound else {
            try output.line(output.styled("sound", .added) + "  " + size)
            return
        }
        try output.line(output.styled("NOT SOUND", .failure) + "  " + size)
        let consequences = findings.filter(\.isConsequence)
        for finding in findings where !finding.isConsequence {
            let place = finding.position.map { "position \($0)" } ?? finding.kind.rawValue
            try output.line("  \(output.styled(place, .warning)): \(finding.message.forTerminal)")
        }
        if !consequences.isEmpty {
            let kinds = Verification.Finding.Kind.allCases.filter { kind in consequences.contains { $0.kind == kind } }
            try output.line(
                "  and what follows from that: \(consequences.count.counted("finding")) about "
                    + "\(kinds.map(\.rawValue).spokenList(with: "and")) (“verify --json” lists them)")
        }
    }
}

extension Verification.Finding {
    var json: JSON {
        [
            "kind": .string(kind.rawValue), "position": position.map { .int($0) } ?? .null, "message": .string(message),
            "follows": .bool(isConsequence),
        ]
    }
}
