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
    /// From one number to another, both included.
    case range(ClosedRange<Int>)
    case id(LineID)
    /// A part of the text of one line only.
    case text(String)
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
    /// A device as a person names it; which it is, is for the store to say.
    static var device: ValueReader {
        ValueReader("a device", completion: .devices) { word, _ in word.isEmpty ? nil : word }
    }

    /// A title: one line with something on it.
    static var title: ValueReader {
        ValueReader("a line of text") { word, _ in
            word.contains(where: \.isNewline) || word.allSatisfy(\.isWhitespace) ? nil : word
        }
    }
}

extension ValueReader<LineReference> {
    static var line: ValueReader {
        ValueReader(
            "a line number from 1 on, a range such as 7-9, a line id, or a part of a line's text", completion: .rows
        ) { word, context in
            if let number = Int(word) { return number >= 1 ? .number(number) : nil }
            if let id = LineID(word) { return .id(id) }
            if word.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) {
                guard word.contains("-") else { return nil }
                return ValueReader<LineInterval>.lines.value(word, context).map { .range($0.numbers) }
            }
            return word.allSatisfy(\.isWhitespace) || word.contains(where: \.isNewline) ? nil : .text(word)
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
        ValueReader(
            "a position such as 42, or a time such as 2026-11-30T08:15, “yesterday” or “2h ago”",
            completion: .positions
        ) { word, context in
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

extension ValueReader<UInt64> {
    /// A position of the log, also `#12`.
    static var position: ValueReader {
        ValueReader("a position of the log, from 1 on", completion: .positions) { word, _ in
            guard let position = UInt64(word.hasPrefix("#") ? word.dropFirst() : word[...]) else { return nil }
            return position >= 1 && position <= UInt64(Int.max) ? position : nil
        }
    }
}
