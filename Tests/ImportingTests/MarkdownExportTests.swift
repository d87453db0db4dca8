import Foundation
import TestSupport
import Testing

@testable import Importing

@Suite("Writing notes back as files")
struct MarkdownExportTests {
    @Test(
        "Any title makes a safe name",
        arguments: [
            ("Shopping", "Shopping.md"), ("", "Untitled.md"), ("   ", "Untitled.md"), ("...", "Untitled.md"),
            ("../../etc/passwd", "-..-etc-passwd.md"), (".hidden", "hidden.md"),
            ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j.md"),
            ("line\nbreak\u{0}", "line-break-.md"), ("con", "_con.md"), ("COM1.txt", "_COM1.txt.md"),
            ("contract", "contract.md"),
            ("ends. ", "ends.md"), ("日本語のメモ 🍙", "日本語のメモ 🍙.md"), ("gnp\u{202E}dm.exe", "gnp-dm.exe.md"),
            (String(repeating: "é", count: 300), String(repeating: "é", count: 100) + ".md"),
            (String(repeating: "👩‍👩‍👧", count: 50), String(repeating: "👩‍👩‍👧", count: 11) + ".md"),
        ])
    func names(title: String, name: String) throws {
        try withTemporaryDirectory { folder in
            var export = try MarkdownExport(folder: folder)
            #expect(try export.write(title: title, body: [1, 2]) == .written(name))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
        }
    }

    @Test func namesAreUniqueAlsoWhereCaseIsIgnored() throws {
        try withTemporaryDirectory { folder in
            var export = try MarkdownExport(folder: folder + "/a/new/place")
            let outcomes = try ["Milk", "milk", "Milk 2", "Milk", "cafe\u{301}", "caf\u{E9}"].map {
                try export.write(title: $0, body: Array($0.utf8))
            }
            #expect(
                outcomes == [
                    .written("Milk.md"), .written("milk 2.md"), .written("Milk 2 2.md"), .written("Milk 3.md"),
                    .written("cafe\u{301}.md"), .written("caf\u{E9} 2.md"),
                ])
        }
    }

    @Test func nothingIsOverwrittenAndExportingAgainAddsNothing() throws {
        try withTemporaryDirectory { folder in
            try put("mine", "Plan.md", in: folder)
            func run() throws -> [MarkdownExport.Outcome] {
                var export = try MarkdownExport(folder: folder)
                return try [
                    export.write(title: "Plan", body: Array("theirs".utf8)),
                    export.write(title: "Other", body: Array("o".utf8)),
                ]
            }
            #expect(try run() == [.written("Plan 2.md"), .written("Other.md")])
            #expect(try run() == [.unchanged("Plan 2.md"), .unchanged("Other.md")])
            #expect(try String(contentsOfFile: folder + "/Plan.md", encoding: .utf8) == "mine")
        }
    }

    @Test func aVaultComesBackAsItWas() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try withTemporaryDirectory { folder in
            var files: [String: [UInt8]] = [:]
            for number in 0..<60 {
                let depth = Int.random(in: 0...3, using: &generator)
                let name =
                    (0..<depth).map { _ in "f\(Int.random(in: 0..<3, using: &generator))/" }.joined() + "n \(number).md"
                files[name] = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                    UInt8.random(in: 0...255, using: &generator)
                }
                try put(files[name]!, name, in: folder + "/in")
            }
            let yield = Yield(folder + "/in")
            var export = try MarkdownExport(folder: folder + "/out")
            for note in yield.notes {
                let path = note.attributes.first { $0.name == "path" }?.value
                _ = try export.write(
                    title: note.title, body: note.body, path: path, modifiedMilliseconds: note.modifiedMilliseconds)
            }
            for (name, content) in files {
                let url = URL(filePath: folder + "/out/" + name)
                #expect(try Data(contentsOf: url) == Data(content), "seed \(seed)")
            }
            let times = (yield.notes, Yield(folder + "/out").notes)
            #expect(times.0.map(\.modifiedMilliseconds) == times.1.map(\.modifiedMilliseconds))
        }
    }

    @Test func aPathCannotLeaveTheFolder() throws {
        try withTemporaryDirectory { folder in
            var export = try MarkdownExport(folder: folder + "/out")
            let outcome = try export.write(title: "t", body: [1], path: Array("../../..//./.ssh/keys.md".utf8))
            #expect(outcome == .written("Untitled/ssh/keys.md"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["out"])
        }
    }

    @Test func whatCannotBeWrittenIsNamed() throws {
        try withTemporaryDirectory { folder in
            let path = try put("a file", "out", in: folder)
            let failure = #expect(throws: ImportFailure.self) { try MarkdownExport(folder: path) }
            #expect(failure?.path == path)
        }
    }

    /// Whatever a link below the folder leads to stays as it is, and the note is still written if it has another name.
    @Test func `no link leads out of the folder`() throws {
        try withTemporaryDirectory { folder in
            let outside = try put("mine", "outside/Plan.md", in: folder)
            let manager = FileManager.default
            try manager.createDirectory(atPath: folder + "/out", withIntermediateDirectories: true)
            for (link, target) in [
                ("out/Home", "../outside"), ("out/Plan.md", "../outside/Plan.md"), ("out/New.md", "../outside/New.md"),
            ] { try manager.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target) }
            var export = try MarkdownExport(folder: folder + "/out")
            let failure = #expect(throws: ImportFailure.self) {
                try export.write(title: "x", body: [1], path: Array("Home/x.md".utf8))
            }
            #expect(failure?.path.hasSuffix("out/Home") == true && failure?.hint.isEmpty == false)
            #expect(try export.write(title: "Plan", body: Array("mine".utf8)) == .written("Plan 2.md"))
            #expect(try export.write(title: "New", body: [2]) == .written("New 2.md"))
            try export.finish()
            #expect(try manager.contentsOfDirectory(atPath: folder + "/outside") == ["Plan.md"])
            #expect(try String(contentsOfFile: outside, encoding: .utf8) == "mine")
            // The folder itself may be named by a link.
            try manager.createSymbolicLink(atPath: folder + "/named", withDestinationPath: "outside")
            var named = try MarkdownExport(folder: folder + "/named")
            #expect(try named.write(title: "Plan", body: Array("mine".utf8)) == .unchanged("Plan.md"))
        }
    }

    @Test func `what cannot be made safe on disk is not reported as written`() throws {
        try withTemporaryDirectory { folder in
            nonisolated(unsafe) var calls = 0
            var export = MarkdownExport(
                into: try ExportFolder(folder + "/out") { descriptor in
                    calls += 1
                    errno = EIO
                    return calls == 2 || calls == 4 ? -1 : fsync(descriptor)
                })
            #expect(try export.write(title: "a", body: [1]) == .written("a.md"))
            let failure = #expect(throws: ImportFailure.self) { try export.write(title: "b", body: [1]) }
            #expect(failure?.path.hasSuffix("b.md") == true)
            #expect(try export.write(title: "c", body: [1]) == .written("c.md"))
            #expect(throws: ImportFailure.self) { try export.finish() }
            #expect(calls == 4)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out").sorted() == ["a.md", "c.md"])
        }
    }

    @Test func `pipes and stores are refused without waiting`() throws {
        try withTemporaryDirectory { folder in
            try put("", "store/data.mdb", in: folder)
            try put("", "out/inner/data.mdb", in: folder)
            #expect(mkfifo(folder + "/out/a.md", 0o600) == 0)
            #expect(throws: ImportFailure.self) { try MarkdownExport(folder: folder + "/store") }
            var export = try MarkdownExport(folder: folder + "/out")
            #expect(try export.write(title: "a", body: [1]) == .written("a 2.md"))
            let failure = #expect(throws: ImportFailure.self) {
                try export.write(title: "x", body: [1], path: Array("inner/x.md".utf8))
            }
            #expect(failure?.reason == "is the folder of a store")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/out/inner") == ["data.mdb"])
        }
    }
}
