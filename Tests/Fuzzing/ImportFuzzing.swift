import Glibc
import Importing

/// Imports bytes as a file of each kind of name in turn: the first byte chooses.
enum ImportFuzzing {
    private static let names = [
        "note.md", "note.json", "todo.txt", "\(String(repeating: "c", count: 32)).md", "notes.jex", "notes.zip",
    ]

    /// A file in memory: nothing waits for a disk.
    private static let folder: String = {
        let folder = "/dev/shm/noteledger-fuzz-\(getpid())"
        mkdir(folder, 0o700)
        return folder
    }()

    static func check(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let name = names[Int(first) % names.count]
        let path = "\(folder)/\(name)"
        let content = bytes.dropFirst()
        guard let file = fopen(path, "wb") else { return }
        content.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
        var items: [ImportItem] = []
        NoteImport(path: path).read { items.append($0) }
        var again: [ImportItem] = []
        NoteImport(path: path).read { again.append($0) }
        precondition(items == again)
        let keys = items.compactMap { item in if case .note(let note) = item { note.key } else { nil } }
        precondition(Set(keys).count == keys.count)
        for case .failure(let failure) in items { precondition(!failure.path.isEmpty && !failure.reason.isEmpty) }
        // What is text on the way in is the same bytes on the way out.
        if name == "note.md", case .note(let note) = items.first { precondition(note.body.elementsEqual(content)) }
        unlink(path)
    }

    /// One input for each kind of name.
    static let seeds: [[UInt8]] = [
        (0, "---\na: b\n---\n- [ ] milk\r\n"),
        (
            1,
            #"{"title":"t","listContent":[{"text":"a\ud83d\ude00","isChecked":true}],"isTrashed":false,"labels":[{"name":"l"}],"createdTimestampUsec":1718000000654321}"#
        ),
        (
            1,
            #"{"activeNotes":[{"id":"1","content":"a\r\nb","creationDate":"2024-02-29T12:00:00+02:00","tags":["x"]}],"trashedNotes":[]}"#
        ),
        (2, "x (A) 2025-11-02 2025-11-01 call +p @c due:2025-12-01\n(B) open\n"),
        (
            3,
            "Title\n\nbody\n\nid: cccccccccccccccccccccccccccccccc\nuser_created_time: 2024-03-09T07:30:00.125Z\nis_todo: 1\ntodo_completed: 0\nparent_id: \ntype_: 1"
        ),
    ].map { [UInt8($0.0)] + Array($0.1.utf8) }
}
