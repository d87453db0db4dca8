import Foundation
import NoteLedger
import TestSupport
import Testing

/// The sample of the README is the code that stands here.
@Suite struct ReadmeSampleTests {
    @Test func `the sample of the README is this code, and runs twice in the same folder`() throws {
        let file = URL(filePath: #filePath)
        let source = try String(contentsOf: file, encoding: .utf8)
        let root = file.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        func lines(_ text: String, from start: String, to end: String) throws -> [String] {
            let rest = try #require(text.components(separatedBy: start).dropFirst().first)
            let block = try #require(rest.components(separatedBy: end).first)
            return block.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter {
                !$0.isEmpty && !$0.hasPrefix("import ")
            }
        }
        let here = try lines(source, from: "// The sample:\n", to: "// Its end.")
            .map { $0.replacing("folder + \"/store\"", with: "\"store\"") }
        #expect(try lines(readme, from: "```swift\n", to: "```") == here)
        try withTemporaryDirectory { folder in
            for _ in 1...2 {
                let then = try Self.sample(in: folder)
                #expect(then == Array("- [ ] milk\n".utf8))
            }
        }
    }

    private static func sample(in folder: String) throws -> [UInt8] {
        // The sample:
        let ledger = try Ledger.open(at: folder + "/store")
        let began = try ledger.create(title: "Groceries", body: Array("- [ ] milk\n".utf8))
        let line = try ledger.note(began.note).document.line(at: 0).id
        try ledger.perform(.toggle(line, to: true), on: began.note)  // back once it is safe on disk
        let then = try ledger.note(began.note, at: .position(began.position)).body  // as it was
        // Its end.
        ledger.close()
        return then
    }
}
