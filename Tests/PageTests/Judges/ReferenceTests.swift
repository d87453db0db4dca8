import Foundation
import Page
import Testing

@Suite("cmark-gfm is the judge of what Markdown means")
struct ReferenceTests {
    private static let options = MarkdownOptions(readsFrontMatter: false)

    /// What the two make of a source where they differ; nil where they agree or it has HTML within a line.
    private static func difference(in source: String) throws -> (ours: [String], reference: [String])? {
        guard let reference = ReferenceParser.lines(of: source) else { return nil }
        let ours = PageLines(of: try MarkdownPage(parsing: source, options: options).document.blocks).lines
        return ours == reference ? nil : (ours, reference)
    }

    private static func examples() throws -> [(place: String, input: String)] {
        let text = String(decoding: try Resource.bytes("gfm-examples.tsv"), as: UTF8.self)
        return try text.split(separator: "\n").dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            let input = try JSONDecoder().decode(String.self, from: Data("\(fields[2])".utf8))
            return ("\(fields[0]), \(fields[1])", input)
        }
    }

    @Test func `the examples of GFM, its extensions and its regressions agree, or are listed with their reason`() throws
    {
        var judged = 0
        var listed: Set<String> = []
        for example in try Self.examples() {
            if ReferenceParser.lines(of: example.input) != nil { judged += 1 }
            guard let difference = try Self.difference(in: example.input) else { continue }
            if let entry = KnownDifferences.entry(for: example.input) {
                listed.insert(entry)
            } else {
                Issue.record(
                    "\(example.place): \(example.input.debugDescription)\n  ours: \(difference.ours)\n  reference: \(difference.reference)"
                )
            }
        }
        #expect(judged > 600)
        #expect(listed == Set(KnownDifferences.reasons.keys), "what is listed must differ")
    }

    @Test func `the blocks of real documents agree`() throws {
        let text = String(decoding: try Resource.bytes("readmes.md"), as: UTF8.self)
        var judged = 0
        for piece in text.split(separator: "\n\n") {
            let source = piece + "\n"
            guard ReferenceParser.lines(of: String(source)) != nil else { continue }
            judged += 1
            guard let difference = try Self.difference(in: String(source)) else { continue }
            Issue.record("\(source.debugDescription)\n  ours: \(difference.ours)\n  reference: \(difference.reference)")
        }
        #expect(judged > 100)
    }

    @Test func `the inputs around task lists agree, or are listed with their reason`() throws {
        for row in try TaskListCases.all() where ReferenceParser.lines(of: row.input) != nil {
            let differs = try Self.difference(in: row.input) != nil
            #expect(differs == (KnownDifferences.taskLists[row.name] != nil), "\(row.name)")
        }
    }
}
