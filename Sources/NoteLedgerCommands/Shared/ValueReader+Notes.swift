import Checklist
import CommandLineKit
import DataFormats
import Events
import NoteLedger

/// A note as a person names it; what it means is for the store to say.
package struct NoteReference: Sendable, Equatable {
    package var text: String
}

/// A line as a person names it.
package enum LineReference: Sendable, Equatable {
    /// Counted from 1.
    case number(Int)
    case id(LineID)
}

/// Lines from one number to another, counted from 1, both included.
package struct LineInterval: Sendable, Equatable {
    var numbers: ClosedRange<Int>
}

extension ValueReader<NoteReference> {
    package static var note: ValueReader {
        ValueReader("a note", completion: .notes) { word, _ in word.isEmpty ? nil : NoteReference(text: word) }
    }
}

extension ValueReader<String> {
    /// A title: one line with something on it.
    static var title: ValueReader {
        ValueReader("a line of text") { word, _ in
            word.contains(where: \.isNewline) || word.allSatisfy(\.isWhitespace) ? nil : word
        }
    }
}

extension ValueReader<LineReference> {
    static var line: ValueReader {
        ValueReader("a line number from 1 on, or a line id") { word, _ in
            if let number = Int(word) { return number >= 1 ? .number(number) : nil }
            return LineID(word).map(LineReference.id)
        }
    }
}

extension ValueReader<LineInterval> {
    static var lines: ValueReader {
        ValueReader("line numbers such as 3-7, 3- or 3") { word, _ in
            let parts = word.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = Int(parts[0]), first >= 1 else { return nil }
            guard parts.count == 2 else { return LineInterval(numbers: first...first) }
            guard let last = parts[1].isEmpty ? Int.max : Int(parts[1]), last >= first else { return nil }
            return LineInterval(numbers: first...last)
        }
    }
}

extension ValueReader<Moment> {
    /// Digits alone are a position, also `#12`; anything else is a time, of which the end counts.
    static var moment: ValueReader {
        ValueReader("a position such as 42, or a time such as 2026-11-30T08:15, “yesterday” or “2h ago”") {
            word, context in
            if let position = UInt64(word.hasPrefix("#") ? word.dropFirst() : word[...]) { return .position(position) }
            guard let span = TimeSpan(reading: word, in: context) else { return nil }
            // Stamps count from 1970: what was before that was before everything.
            return span.end < 0 ? .position(0) : .time(milliseconds: UInt64(span.end))
        }
    }
}

extension Moment {
    /// As it can be given to another command, and means the same there at any time and in any zone.
    var text: String {
        switch self {
        case .position(let position): String(position)
        case .time(let milliseconds): ISO8601.utc(milliseconds: Int64(clamping: milliseconds))
        }
    }
}

extension ValueReader<Change.Kind> {
    static var kind: ValueReader {
        let names = Change.Kind.allCases.map(\.description)
        return ValueReader(names.spokenList(with: "or"), completion: .choices(names)) { word, _ in
            Change.Kind(word)
        }
    }
}
