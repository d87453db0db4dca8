import Foundation
import Importing
import Testing

@Suite("The sample vault")
struct SampleVaultTests {
    private static let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/samples/vault").path

    @Test func everyNoteIsReadAndKeptAsItIs() throws {
        let yield = Yield(Self.path)
        #expect(yield.failures.isEmpty)
        #expect(yield.skipped.isEmpty)
        #expect(yield.notes.count == 14)
        for note in yield.notes where note.key.hasPrefix("file:") && note.title != "todo" {
            let path = try #require(note.values(of: "path").first)
            #expect(try Data(note.body) == Data(contentsOf: URL(filePath: "\(Self.path)/\(path)")), "\(path)")
        }
        #expect(try yield.note("Flat viewing – what to ask").text.hasPrefix("- [x] Is the heating included?\n"))
        #expect(try yield.note("todo").text.contains("- [x] 2026-11-21 2026-11-14 Return the drill"))
    }

    @Test func theOddNotesAreStillOdd() throws {
        let yield = Yield(Self.path)
        let garden = try yield.note("Garden").body
        #expect(garden.count { $0 == 0x0D } == 12)
        #expect(garden.count { $0 == 0x0A } == 12)
        #expect(try yield.note("Half a thought").body.last != 0x0A)
        #expect(try yield.note("Packing for Lisbon").text.hasPrefix("---\n"))
    }
}
