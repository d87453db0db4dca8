import Foundation
import Page
import TestSupport
import Testing

/// `flatc` and the `flatbuffers` runtime, which know the format from the schema alone, judge what we write and read.
@Suite("FlatBuffers held against flatc and the flatbuffers runtime")
struct FlatBuffersPeerTests {
    private static let schema = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/Page/Codecs/FlatBuffers/Page.fbs").path

    /// Pages as the format can express them, and what should be seen of them.
    private static func pages(_ count: Int) -> [PageDocument] {
        (1...UInt64(count)).map { seed in
            var generator = PageGenerator(seed: seed)
            return generator.page().expressible(in: .flatBuffers)
        }
    }

    @Test("flatc turns our bytes into JSON that says what the page says")
    func flatcReadsOurs() throws {
        let pages = Self.pages(150)
        try withTemporaryDirectory { directory in
            let folder = URL(filePath: directory)
            let names = pages.indices.map { "page\($0).bin" }
            for (name, page) in zip(names, pages) {
                try Data(WireFormat.flatBuffers.encode(page)).write(to: folder.appending(path: name))
            }
            _ = try Peer.program(
                "flatc",
                ["--json", "--strict-json", "--raw-binary", "--no-warnings", "-o", directory, Self.schema, "--"]
                    + names.map { folder.appending(path: $0).path })
            for (index, page) in pages.enumerated() {
                let json = try Data(contentsOf: folder.appending(path: "page\(index).json"))
                let shown = try JSONDecoder().decode(JSONValue.self, from: json)
                #expect(shown.difference(from: FlatBuffersJSON.page(page)) == nil, "seed \(index + 1)")
            }
        }
    }

    @Test("What flatc makes of JSON we read")
    func weReadWhatFlatcWrites() throws {
        let pages = Self.pages(150)
        try withTemporaryDirectory { directory in
            let folder = URL(filePath: directory)
            let names = pages.indices.map { "page\($0).json" }
            for (name, page) in zip(names, pages) {
                let json = try JSONEncoder().encode(FlatBuffersJSON.page(page))
                try json.write(to: folder.appending(path: name))
            }
            _ = try Peer.program(
                "flatc",
                ["--binary", "--no-warnings", "-o", directory, Self.schema]
                    + names.map { folder.appending(path: $0).path })
            for (index, page) in pages.enumerated() {
                let bytes = try Data(contentsOf: folder.appending(path: "page\(index).bin"))
                #expect(try WireFormat.flatBuffers.decode(Array(bytes)) == page, "seed \(index + 1)")
            }
        }
    }

    @Test("Data of the schema before checkboxes has none, and its readers read ours")
    func olderSchema() throws {
        let text = try String(contentsOfFile: Self.schema, encoding: .utf8)
        let lines = text.split(separator: "\n").filter { !$0.contains("checkState") }
        try #require(lines.count == text.split(separator: "\n").count - 2)
        try withTemporaryDirectory { directory in
            let older = directory + "/Older.fbs"
            try lines.joined(separator: "\n").write(toFile: older, atomically: true, encoding: .utf8)
            let items: [ListItem] = [
                .text(.plain("milk"), number: "1", checked: true), .blocks([.divider], number: nil, checked: false),
            ]
            let page = PageDocument(blocks: [.list(ItemList(items: items))])
            let ours = directory + "/ours.bin"
            try Data(WireFormat.flatBuffers.encode(page)).write(to: URL(filePath: ours))
            // Through the older schema the checkboxes drop out and nothing else.
            let options = ["--strict-json", "--raw-binary", "--no-warnings", "-o", directory]
            _ = try Peer.program("flatc", ["--json"] + options + [older, "--", ours])
            _ = try Peer.program("flatc", ["--binary"] + options + [older, directory + "/ours.json"])
            let decoded = try WireFormat.flatBuffers.decode(Array(Data(contentsOf: URL(filePath: ours))))
            #expect(
                decoded.items == [
                    .text(.plain("milk"), number: "1", checked: nil),
                    .blocks([.divider], number: nil, checked: nil),
                ])
        }
    }

    @Test("The flatbuffers runtime reads our bytes")
    func runtimeReadsOurs() throws {
        let pages = Self.pages(300)
        let script = try #require(Bundle.module.path(forResource: "Judges/flatbuffers_pages", ofType: "py"))
        let lines = try pages.map { Data(try WireFormat.flatBuffers.encode($0)).base64EncodedData() }
        let output = try withTemporaryDirectory { directory in
            _ = try Peer.program("flatc", ["--python", "--no-warnings", "-o", directory, Self.schema])
            return try Peer.python(script, [directory], input: Data(lines.joined(separator: [0x0A])))
        }
        let shown = try output.split(separator: 0x0A).map { try JSONDecoder().decode(JSONValue.self, from: $0) }
        try #require(shown.count == pages.count)
        for (index, page) in pages.enumerated() {
            #expect(
                shown[index].difference(from: FlatBuffersJSON.page(page)) == nil, "seed \(index + 1)")
        }
    }
}
