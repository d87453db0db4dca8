import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

/// A store is read as memory: what LMDB trips over ends the process, and nothing can be caught.
@Suite("Commands on a store whose file is damaged")
struct DamagedFileTests {
    private static let page = 4096
    private static let commands = [
        "list", "show Groceries", "log", "blame Groceries", "export", "stats", "head --at 2", "toggle Groceries 2",
        "import vault", "rebuild", "backup copy", "log --json",
    ]

    /// Runs commands on the store as it is, each on a file of its own; how often one was ended by what it read.
    private func expectWords(_ store: SampleStore, _ bytes: [UInt8], _ context: String) throws -> Int {
        var count = 0
        for command in Self.commands {
            try store.write("store/data.mdb", bytes, age: 0)
            let run = try store.tool.shell("rm -rf copy; noteledger \(command)")
            #expect([0, 65, 66, 74].contains(run.code), "\(context), \(command): \(run)")
            guard run.code != 0 else { continue }
            if command.hasSuffix("--json") {
                let line = try #require(run.messages.split(separator: "\n").last)
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
                #expect(object?["error"] != nil, "\(context), \(command): \(run.messages)")
            } else {
                #expect(run.messages.contains("noteledger: "), "\(context), \(command): \(run.messages)")
            }
            if run.messages.contains("shorter than it says") || run.messages.contains("where nothing is") {
                #expect(run.code == 65 && run.messages.contains("backup"), "\(context), \(command): \(run)")
                count += 1
            }
        }
        return count
    }

    @Test func endWithAWordIfItIsShorterThanItSays() throws {
        try withSampleStore { store in
            let sound = try store.read("store/data.mdb")
            var ended = 0
            for pages in stride(from: 2, to: sound.count / Self.page, by: 3) {
                ended += try expectWords(store, Array(sound.prefix(pages * Self.page)), "\(pages) pages")
                if pages == 8 {
                    let run = try BuiltTool("racewindow").run("replay", store.folder + "/store")
                    #expect(run.code == 65, "\(run)")
                    #expect(run.messages.contains("racewindow: The store's file is shorter"), "\(run)")
                }
            }
            #expect(ended > 10, "the test would pass without damage")
        }
    }

    @Test(arguments: [0x00, 0xFF, 0xA5] as [UInt8])
    func endWithAWordIfPagesOfItSaySomethingElse(mask: UInt8) throws {
        try withSampleStore { store in
            let sound = try store.read("store/data.mdb")
            for first in stride(from: 2, to: sound.count / Self.page, by: 6) {
                var damaged = sound
                for place in first * Self.page..<min(sound.count, (first + 6) * Self.page) {
                    damaged[place] = mask == 0 ? 0 : damaged[place] ^ mask
                }
                _ = try expectWords(store, damaged, "pages from \(first) on, \(mask)")
            }
        }
    }
}
