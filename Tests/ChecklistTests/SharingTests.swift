import LineFuzzing
import TestSupport
import Testing

@testable import Checklist

@Suite struct VersionsShareAndSnapshotsReturn {
    private func sample() -> ChecklistDocument {
        parsed((0..<4000).map { "- [ ] item \($0), which is of some length\n" }.joined())
    }

    @Test func anEditReplacesFewChunks() throws {
        let document = sample()
        let toggled = try document.toggling(document.ids[1234], by: event())
        let old = Set(document.chunks.map(\.identity))
        let replaced = toggled.chunks.filter { !old.contains($0.identity) }
        #expect(replaced.count == 1)
        #expect(document.chunks.count > 50)
        let moved = document.applying([.move(document.ids[10], after: document.ids[3990])], by: event())
        #expect(moved.chunks.count(where: { !old.contains($0.identity) }) <= 3)
    }

    @Test(arguments: 0..<40)
    func chunksGiveTheSameDocument(seed: Int) throws {
        var make = TextGenerator(random: SeededGenerator(seed: UInt64(seed)))
        var document = ChecklistDocument(parsing: make.body(30), madeBy: author, shape: .tiny)
        for step in 0..<10 { document.apply(make.edits(of: document), by: event(step + 1)) }
        let loaded = try #require(document.reloaded(shape: .tiny))
        #expect(loaded == document && loaded.checkInvariants() == [])
        #expect(loaded.chunks.map { Array($0.bytes) } == document.chunks.map { Array($0.bytes) })
        #expect(loaded.rememberedLines.map(\.line) == document.rememberedLines.map(\.line))
        #expect(loaded.rememberedLines.map(\.memory) == document.rememberedLines.map(\.memory))
        let edits = make.edits(of: document)
        #expect(loaded.applying(edits, by: event(50)) == document.applying(edits, by: event(50)))
    }

    @Test func chunksThatDoNotFitAreRefused() {
        let bytes = Array("a\nb\n".utf8)
        let id = LineID(event: author, index: 0)
        for ids in [
            [], [LineRun(first: id)], [LineRun(first: id, count: 3)], [LineRun(first: id), LineRun(first: id)],
        ] {
            bytes.withUnsafeBufferPointer { buffer in
                #expect(ChecklistDocument(chunks: [(bytes: buffer, ids: ids)], remembered: []) == nil)
            }
        }
    }

    @Test func malformedEditsDoNothing() {
        var document = parsed("- [ ] a\nb\n")
        let before = document
        let id = document.ids[0]
        let result = document.apply(
            [
                .text(id, to: [97, 10, 98]), .prefix(id, to: [13]), .ending(id, to: [97]), .ending(id, to: []),
                .mark(id, to: UInt8(ascii: "]")), .mark(id, to: 200), .move(id, after: id),
                .insert(after: id, before: nil, bytes: []),
                .restore(LineID(event: event(8), index: 1), after: nil, bytes: [97, 10, 98]),
                .restore(id, after: nil, bytes: [97]),
                .delete([LineRun(first: LineID(event: event(8), index: .max), count: .max)]), .delete([]),
                .restore(LineID(event: event(8), index: .max), after: nil, bytes: [97, 10]),
            ], by: event())
        #expect(result.stale == Array(0..<13) && result.madeCount == 0)
        #expect(document == before)
        // The same event twice makes its lines once.
        document.apply([.insert(after: id, before: nil, bytes: [99, 10])], by: event(1))
        let again = document.apply([.insert(after: id, before: nil, bytes: [99, 10])], by: event(1))
        #expect(again.stale == [0] && document.lineCount == 3)
    }
}
