import Events

/// A todo.txt file is one note with a checkbox for each task.
///
/// `x ` at the start becomes a tick; what todo.txt writes after it (priority, dates, projects, contexts, `due:`) stays
/// as it is, since it is made for people to read. The mapping loses nothing: `tasks(fromChecklist:)` gives back the file.
package struct TodoTxtFormat: NoteFormat {
    /// Whether a file of that name is a todo.txt file without being asked: `todo.txt`, `done.txt`, `work.todo.txt`.
    static func claims(_ name: [UInt8]) -> Bool {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        return ["todo.txt", "done.txt"].contains { name == $0 || name.hasSuffix(".\($0)") }
    }

    package func items(of file: SourceFile, content: [UInt8]) -> [ImportItem]? {
        [
            .note(
                ImportedNote(
                    key: "file:\(file.location)", identity: .file,
                    title: BytePath(file.relative.stem).description, body: Self.checklist(fromTasks: content),
                    createdMilliseconds: file.createdMilliseconds,
                    modifiedMilliseconds: file.modifiedMilliseconds,
                    attributes: [
                        Attribute(name: "path", value: file.relative.bytes),
                        Attribute("format", "todo.txt"),
                    ] + file.encodingAttributes))
        ]
    }

    private static let open = Array("- [ ] ".utf8)
    private static let done = Array("- [x] ".utf8)
    private static let mark = Array("x ".utf8)

    /// The tasks as checklist lines; blank lines stay what they are.
    package static func checklist(fromTasks tasks: [UInt8]) -> [UInt8] {
        mapLines(of: tasks) { line in
            if line.allSatisfy(isBlank) { return Array(line) }
            return line.starts(with: mark) ? done + line.dropFirst(mark.count) : open + line
        }
    }

    /// The checklist lines as tasks: the way back. Lines that are no checkbox stay what they are.
    package static func tasks(fromChecklist checklist: [UInt8]) -> [UInt8] {
        mapLines(of: checklist) { line in
            if line.starts(with: open) { return Array(line.dropFirst(open.count)) }
            return line.starts(with: done) ? mark + line.dropFirst(done.count) : Array(line)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// Maps what stands between line endings, and passes on the endings and a byte order mark in front.
    private static func mapLines(of text: [UInt8], _ transform: (ArraySlice<UInt8>) -> [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(text.count + text.count / 8)
        var rest = text[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) {
            result.append(contentsOf: rest.prefix(3))
            rest = rest.dropFirst(3)
        }
        while !rest.isEmpty {
            let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
            result.append(contentsOf: transform(rest[..<end]))
            rest = rest[end...]
            let ending = rest.prefix { $0 == 0x0A || $0 == 0x0D }
            result.append(contentsOf: ending)
            rest = rest.dropFirst(ending.count)
        }
        return result
    }
}
