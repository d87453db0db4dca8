import CommandTesting
import Foundation
import TestSupport
import Testing

/// A store with a few notes, in a folder of its own, and files beside it that commands can be tried on.
struct SampleStore {
    /// The folder with everything; commands run in it.
    let folder: String
    /// The command, set up for the store.
    let tool: BuiltTool

    static let groceries = "# Saturday\n- [ ] milk\n- [x] bread\n- [ ] eggs\n\nthen the post office\n"

    /// Positions 1 to 3 of its log are of Groceries: created, the milk ticked, oat flakes added.
    init(in folder: String) throws {
        self.init(at: folder)
        try BuiltTool.shell("cp -a '\(Self.template.get())/.' '\(folder)'").checked()
    }

    private init(at folder: String) {
        self.folder = folder
        var tool = BuiltTool("noteledger")
        tool.folder = folder
        tool.variables = ["NOTELEDGER_STORE": folder + "/store", "HOME": folder, "EDITOR": "true", "TMPDIR": folder]
        self.tool = tool
    }

    /// What every sample store is a copy of; made once, and removed when the tests end.
    private static let template = Result<String, any Error> {
        try FileManager.default.createDirectory(atPath: templateFolder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(atPath: SampleStore.templateFolder) }
        try SampleStore(at: templateFolder).fill()
        return templateFolder
    }

    private static let templateFolder =
        FileManager.default.temporaryDirectory.appending(path: "noteledger-sample-\(UUID().uuidString)").path

    private func fill() throws {
        try write("first/Groceries.md", Self.groceries)
        try tool.run("import", "first").checked()
        try tool.run("toggle", "Groceries", "2").checked()
        try tool.run("append", "Groceries", "oat flakes").checked()
        try write("second/Ideas.md", "Ideas\n\npaint the fence\nlearn to juggle\n\tthree balls\n- call Ada\n")
        try write("second/Trip.md", "Lisbon\r\n\r\n1. [ ] passport\r\n2. [x] tickets\r\n\r\n* [ ] call the hotel\r\n")
        try write("second/Old plans.md", "- [ ] move to the moon\n")
        try tool.run("import", "second").checked()
        try tool.run("trash", "Old plans").checked()

        try write("vault/Garden.md", "- [ ] sow beans\n- [x] cut the hedge\n")
        try write("vault/sub/Books.md", "Middlemarch\nThe Leopard\n")
        try write("packing.md", "- [ ] socks\n- [ ] charger\n")
        try write("list.md", "# Saturday\n- [ ] milk\n- [ ] oranges\n")
        try write(
            "Takeout/Keep/Paint.json",
            """
            {"title":"Paint","isTrashed":false,"isPinned":false,"isArchived":false,"color":"DEFAULT",\
            "listContent":[{"text":"brushes","isChecked":true},{"text":"white","isChecked":false}],\
            "userEditedTimestampUsec":1761000000000000,"createdTimestampUsec":1760000000000000}
            """)
    }

    /// Writes a file as if it had been there for three months.
    func write(_ name: String, _ text: String) throws {
        try write(name, Array(text.utf8))
    }

    func write(_ name: String, _ bytes: [UInt8], age: TimeInterval = 90 * 86_400) throws {
        let url = URL(filePath: folder).appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        let time = Date(timeIntervalSinceNow: -age)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: url.path)
    }

    func read(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(filePath: folder).appending(path: name)))
    }

    /// The body of a note as it is.
    func body(_ note: String, at moment: String? = nil) throws -> String {
        try tool.run(["show", note] + (moment.map { ["--at", $0] } ?? [])).checked().text
    }

    /// The last position of the log.
    func lastPosition() throws -> Int {
        let head = try #require(try tool.run("head", "--json").checked().objects.first)
        return try #require(head["position"] as? Int)
    }
}

/// Makes a sample store, lends it, and removes it.
func withSampleStore<Result>(_ body: (SampleStore) throws -> Result) throws -> Result {
    try withTemporaryDirectory { try body(SampleStore(in: $0)) }
}
