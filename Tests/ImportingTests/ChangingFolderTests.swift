import Foundation
import Importing
import TestSupport
import Testing

/// A vault is in use while it is imported: an editor saves, a sync client moves and removes.
@Suite("A folder that changes while it is read")
struct ChangingFolderTests {
    /// Reads a folder, and does something to it when the first note has come.
    private func read(_ folder: String, _ change: () throws -> Void) throws -> [ImportItem] {
        var items: [ImportItem] = []
        try NoteImport(path: folder).read { item in
            items.append(item)
            if items.count == 1 { try change() }
        }
        return items
    }

    private func titles(_ items: [ImportItem]) -> [String] {
        items.compactMap { if case .note(let note) = $0 { note.title } else { nil } }.sorted()
    }

    private func failures(_ items: [ImportItem]) -> [ImportFailure] {
        items.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    private func vault(in folder: String) throws -> [String] {
        try ["a.md", "b.md", "c.md", "d/e.md", "d/f.md"].map { try put("- [ ] \($0)\n", "vault/" + $0, in: folder) }
    }

    @Test("What vanishes is named, and the rest is read")
    func vanishing() throws {
        try withTemporaryDirectory { folder in
            let files = try vault(in: folder)
            let items = try read(folder + "/vault") {
                try FileManager.default.removeItem(atPath: files[1])
                try FileManager.default.removeItem(atPath: folder + "/vault/d")
            }
            let named = failures(items)
            #expect(titles(items).count + named.count >= 3 && !named.isEmpty, "\(items)")
            #expect(named.allSatisfy { $0.reason.contains("cannot be") && !$0.hint.isEmpty }, "\(named)")
            #expect(titles(items).contains("c") && !titles(items).contains("b"), "\(items)")
        }
    }

    @Test("What changes is read as it is by then, whole")
    func changing() throws {
        try withTemporaryDirectory { folder in
            let files = try vault(in: folder)
            let items = try read(folder + "/vault") {
                // As editors save: in place, and by renaming.
                try Data("longer than before\n".utf8).write(to: URL(filePath: files[1]))
                try Data("new\n".utf8).write(to: URL(filePath: files[2]), options: .atomic)
                try put("late\n", "vault/d/late.md", in: folder)
            }
            #expect(failures(items).isEmpty, "\(items)")
            let bodies = items.compactMap { item -> String? in
                if case .note(let note) = item { note.text } else { nil }
            }
            #expect(bodies.contains("longer than before\n") && bodies.contains("new\n"), "\(bodies)")
            #expect(bodies.count >= 5 && bodies.count <= 6)
        }
    }

    @Test("What becomes something else is named and not waited for")
    func becomingSomethingElse() throws {
        try withTemporaryDirectory { folder in
            let files = try vault(in: folder)
            let items = try read(folder + "/vault") {
                let manager = FileManager.default
                for file in files[1...2] + [folder + "/vault/d"] { try manager.removeItem(atPath: file) }
                try manager.createDirectory(atPath: files[1], withIntermediateDirectories: false)
                // A pipe that nobody writes to, and a link to itself.
                try #require(mkfifo(files[2], 0o600) == 0)
                try manager.createSymbolicLink(
                    atPath: folder + "/vault/d", withDestinationPath: folder + "/vault/d")
            }
            #expect(titles(items) == ["a"], "\(items)")
            #expect(items.count >= 2)
        }
    }
}
