import CArchive
import Foundation
import TestSupport
import Testing

@testable import Importing

@Suite("Damaged sources of every kind")
struct HostileInputTests {
    private static func whole(in folder: String) throws -> [String] {
        let archive = folder + "/a.jex"
        let zip = folder + "/b.zip"
        let joplin = JoplinImportTests.files.map { (name: $0.name, content: Array($0.content.utf8)) }
        writeArchive(.tar, joplin, to: archive)
        writeArchive(.zip, [("source/notes.json", Array(SimplenoteImportTests.export.utf8))] + joplin, to: zip)
        return [
            archive, zip, try put(KeepImportTests.shopping, "c.json", in: folder),
            try put(SimplenoteImportTests.export, "d.json", in: folder),
            try put(joplin[1].content, joplin[1].name, in: folder),
        ]
    }

    @Test(
        "What is named an archive and is none is named, not imported as a note",
        arguments: ["zip", "tar", "tgz", "jex"])
    func noArchive(suffix: String) throws {
        try withTemporaryDirectory { folder in
            for content in ["", "garbage", String(repeating: "x", count: 5000)] {
                let yield = Yield(try put(content, "notes.\(suffix)", in: folder))
                #expect(yield.notes.isEmpty && yield.failures.count == 1, "\(content.count) bytes")
            }
            let empty = folder + "/empty.zip"
            writeArchive(.zip, [], to: empty)
            #expect(Yield(empty).notes.isEmpty && Yield(empty).failures.isEmpty)
        }
    }

    @Test("Flipped bytes, cuts and repeats are answered by notes and named failures, never by a trap")
    func damage() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        try withTemporaryDirectory { folder in
            for path in try Self.whole(in: folder) {
                let content = Array(try Data(contentsOf: URL(filePath: path)))
                let name = URL(filePath: path).lastPathComponent
                for _ in 0..<150 {
                    var damaged = content
                    for _ in 0...Int.random(in: 0...3, using: &generator) {
                        let index = Int.random(in: 0..<max(damaged.count, 1), using: &generator)
                        switch Int.random(in: 0..<3, using: &generator) {
                        case 0: damaged = Array(damaged.prefix(index))
                        case 1 where !damaged.isEmpty: damaged[index] = UInt8.random(in: 0...255, using: &generator)
                        default: damaged.append(contentsOf: damaged.prefix(index))
                        }
                    }
                    let file = try put(damaged, "damaged/\(name)", in: folder)
                    let yield = Yield(file)
                    #expect(
                        yield.notes.count + yield.failures.count + yield.skipped.count > 0 || damaged.count < 1024,
                        "seed \(seed): \(name)")
                    #expect(yield.failures.allSatisfy { !$0.path.isEmpty && !$0.reason.isEmpty }, "seed \(seed)")
                }
            }
        }
    }

    @Test func dateTextsAgreeWithFoundation() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        try withTemporaryDirectory { folder in
            let times = (0..<400).map { _ in Int64.random(in: -2_000_000_000_000...8_000_000_000_000, using: &generator)
            }
            let notes = times.map { time in
                let text = format.format(Date(timeIntervalSince1970: Double(time) / 1000))
                return #"{"content":"\#(time)","id":"\#(time)","creationDate":"\#(text)"}"#
            }
            let path = try put("{\"activeNotes\":[\(notes.joined(separator: ","))]}", "notes.json", in: folder)
            let read = Yield(path).notes
            #expect(read.count == 400)
            for note in read {
                // The formatter cuts what a binary fraction of a second falls short of.
                let difference = try #require(note.createdMilliseconds) - (try #require(Int64(note.text)))
                #expect((-1...1).contains(difference), "seed \(seed): \(note.text)")
            }
        }
    }

    @Test(
        arguments: [
            ("2024-02-29", 1_709_164_800_000), ("2024-02-29T12:00:00+02:00", 1_709_200_800_000),
            ("2024-02-29 12:00", 1_709_208_000_000), ("1969-12-31T23:59:59.999Z", -1), ("2024-13-01", nil),
            ("2024-02-29T", nil), ("yesterday", nil), ("2024-02-29T12:00:00+2", nil), ("", nil),
        ] as [(String, Int64?)])
    func times(text: String, milliseconds: Int64?) throws {
        try withTemporaryDirectory { folder in
            let path = try put(
                #"{"activeNotes":[{"content":"x","creationDate":"\#(text)"}]}"#, "notes.json", in: folder)
            #expect(Yield(path).notes.map(\.createdMilliseconds) == [milliseconds])
        }
    }

    @Test("An archive that unpacks to far more than it takes is read no further", arguments: [ArchiveKind.tar, .zip])
    func bomb(kind: ArchiveKind) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/bomb.zip"
            writeArchive(kind, (10..<50).map { ("\($0).md", [UInt8](repeating: 0x61, count: 100_000)) }, to: path)
            if kind == .tar { try gzip(path) }
            func visit(freeBytes: Int) -> (read: Int, failures: [ImportFailure]) {
                var (read, failures) = (0, [ImportFailure]())
                ArchiveContainer(path: BytePath(path), limits: ArchiveReader.Limits(free: freeBytes)).visit { item in
                    switch item {
                    case .file(let file):
                        do throws(ImportFailure) {
                            read += try file.read().count
                        } catch {
                            failures.append(error)
                        }
                    case .failure(let failure): failures.append(failure)
                    case .skipped: break
                    }
                }
                return (read, failures)
            }
            let stopped = visit(freeBytes: 300_000)
            #expect(stopped.read >= 300_000 && stopped.read < 3_900_000, "\(stopped)")
            #expect(
                stopped.failures.count == 1 && stopped.failures[0].reason.contains("50 times"), "\(stopped.failures)")
            let whole = visit(freeBytes: 4_000_000)
            #expect(whole.read == 4_000_000 && whole.failures.isEmpty)
        }
    }

    /// What is held in memory at once follows from the archive's size, not from what its maker claims.
    @Test(arguments: [ArchiveKind.tar, .zip])
    func `an entry unpacks to no more than the archive's size allows`(kind: ArchiveKind) throws {
        try withTemporaryDirectory { folder in
            let path = folder + "/bomb.zip"
            let note = Array("- [ ] milk\n".utf8)
            writeArchive(
                kind, [("a.md", note), ("big.md", [UInt8](repeating: 0x0A, count: 12 << 20)), ("z.md", note)], to: path)
            if kind == .tar { try gzip(path) }
            let yield = Yield(path)
            #expect(yield.notes.map(\.body) == [note, note])
            #expect(yield.failures.count == 1 && yield.failures[0].reason.contains("16 times"), "\(yield.failures)")
            // The same file in a folder takes as much room there, and is read.
            #expect(Yield(try put([UInt8](repeating: 0x0A, count: 12 << 20), "big.md", in: folder)).notes.count == 1)
        }
    }

    @Test(
        arguments: ["0,", "[],", "{},", #"{"":0},"#])
    func `JSON with more values than text is refused before it is parsed`(value: String) throws {
        let values = String(repeating: value, count: 400_000)
        try withTemporaryDirectory { folder in
            let text = #"{"activeNotes":[\#(values)0],"trashedNotes":[]}"#
            for format in [ImportFormat.auto, .simplenote, .keep] {
                let yield = Yield(try put(text, "notes.json", in: folder), format)
                #expect(yield.notes.isEmpty && yield.failures.map(\.reason) == ["is JSON with more values than text"])
            }
            // Commas in texts are text.
            let note = #"{"content":"\#(values.replacing("\"", with: ","))"}"#
            #expect(Yield(try put(#"{"activeNotes":[\#(note)]}"#, "notes.json", in: folder)).notes.count == 1)
        }
    }

    @Test(arguments: ["log.ndjson", "log.json", "log", "log.md", "log.txt"], ["", "\u{FEFF}"])
    func `an exported log is no note`(name: String, mark: String) throws {
        try withTemporaryDirectory { folder in
            let log = mark + #"{"format":"noteledger-log","version":1,"events":0,"head":"0"}"# + "\n"
            let yield = Yield(try put(log, name, in: folder))
            #expect(yield.notes.isEmpty && yield.failures.map(\.reason) == ["is an exported log, not a note"])
            #expect(yield.failures.first?.hint.contains("import-log") == true)
        }
    }

    private func gzip(_ path: String) throws {
        let packed = try Peer.program("gzip", ["-c", path])
        try packed.write(to: URL(filePath: path))
    }
}
