import Foundation
import Testing

@testable import Checklist

/// 302 notes in eleven languages, each with what a reader would say of it. The lines of even number (from 0) were there to
/// tune the rules by; those of odd number are judged here, and the rules were not changed after they had been looked at.
@Suite struct HintsOfLists {
    struct Note: Sendable {
        var language: String
        var isList: Bool
        var text: String
    }

    static func notes(_ half: Int) throws -> [Note] {
        let folder = try #require(Bundle.module.resourceURL?.appending(path: "Corpus"))
        let table = try String(contentsOf: folder.appending(path: "list-hints.tsv"), encoding: .utf8)
        return table.split(separator: "\n").enumerated().filter { $0.offset % 2 == half }.map { _, row in
            let fields = row.split(separator: "\t")
            let text = String(fields[3]).replacing(" // ", with: "\n\n").replacing(" / ", with: "\n")
            return Note(language: String(fields[0]), isList: fields[1] == "list", text: text)
        }
    }

    @Test(arguments: [0, 1])
    func `precision and recall are above 0,95 in both halves`(half: Int) throws {
        let notes = try Self.notes(half)
        #expect(notes.count == 151)
        #expect(Set(notes.map(\.language)).count >= 8)
        var (found, wrong, missed) = (0, 0, 0)
        for note in notes {
            let document = parsed(note.text)
            let isOffered = document.listShapes(in: 0..<document.lineCount).contains(where: \.looksLikeList)
            if note.isList, isOffered { found += 1 }
            if !note.isList, isOffered { wrong += 1 }
            if note.isList, !isOffered { missed += 1 }
        }
        #expect(Double(found) / Double(found + wrong) > 0.95, "\(wrong) of \(found + wrong) are no lists")
        #expect(Double(found) / Double(found + missed) > 0.95, "\(missed) of \(found + missed) are missed")
    }
}
