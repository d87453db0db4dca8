import CommandTesting
import Foundation
import Testing

/// What is brought in, and where it is written, when the files are not what their names say.
@Suite("Files that are not what a command expects")
struct ImportSourceTests {
    @Test func `a log with a byte order mark is the same log`() throws {
        try withSampleStore { store in
            let log = try store.tool.run("export").checked().output
            try store.write("log.ndjson", [0xEF, 0xBB, 0xBF] + log)
            try store.tool.run("import-log", "log.ndjson", "--store", "copy").checked()
            #expect(
                try store.tool.run("head").checked().text == store.tool.run("head", "--store", "copy").checked().text)
            let utf16 = String(decoding: log, as: UTF8.self).utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            try store.write("wide.ndjson", [0xFF, 0xFE] + utf16)
            let wide = try store.tool.run("import-log", "wide.ndjson", "--store", "wide")
            #expect(wide.code == 65 && wide.messages.contains("UTF-16"), "\(wide)")
        }
    }

    @Test func `import of an exported log says what to do with it`() throws {
        try withSampleStore { store in
            try store.tool.run("export", "log.ndjson").checked()
            let run = try store.tool.run("import", "log.ndjson", "--store", "new")
            #expect(run.code == 65 && run.messages.contains("import-log"), "\(run)")
            #expect(run.messages.contains("0 notes added"))
        }
    }

    @Test func `links out of a folder are followed when asked`() throws {
        try withSampleStore { store in
            try store.write("outside/Secret.md", "secret\n")
            try store.tool.shell("ln -s ../outside vault/out && ln -s ../outside/Secret.md vault/one.md").checked()
            let run = try store.tool.run("import", "vault").checked()
            #expect(run.messages.contains("2 notes added"), "\(run.messages)")
            #expect(run.messages.contains("2 links out of the folder were not followed; --follow-links does."))
            let followed = try store.tool.run("import", "vault", "--follow-links").checked()
            #expect(followed.messages.hasPrefix("1 note added, 0 changed, 2 unchanged"), "\(followed.messages)")
            #expect(try store.body("one") == "secret\n")
        }
    }

    /// Each of these would wait for ever for the other end of the pipe.
    @Test(
        arguments: [
            ["import-log", "pipe"], ["import", "pipe"], ["export", "pipe"],
        ])
    func `a pipe where a file should be is refused`(words: [String]) throws {
        try withSampleStore { store in
            try store.tool.shell("mkfifo pipe").checked()
            let run = try store.tool.run(words)
            #expect(run.code != 0 && run.messages.contains("pipe"), "\(run)")
        }
    }

    @Test func `a pipe that a shell passes is read`() throws {
        try withSampleStore { store in
            try store.tool.shell("noteledger import-log <(noteledger export) --store copy").checked()
            #expect(
                try store.tool.run("head").checked().text == store.tool.run("head", "--store", "copy").checked().text)
        }
    }

    @Test func `nothing is exported into the folder of a store`() throws {
        try withSampleStore { store in
            try store.tool.shell("cp -a store other && ln -s store linked").checked()
            for folder in ["store", "other", "linked"] {
                for words in [["--markdown", folder], ["\(folder)/log.ndjson"]] {
                    let run = try store.tool.run(["export"] + words)
                    #expect(run.code != 0 && run.messages.contains("of a store"), "\(words): \(run)")
                }
            }
            #expect(try store.tool.shell("ls store").checked().text.split(separator: "\n").count <= 4)
            try store.tool.run("verify").checked()
        }
    }
}
