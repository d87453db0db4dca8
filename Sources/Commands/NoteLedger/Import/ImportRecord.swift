import Events

/// What was taken last from the source of each note, by digest: a file beside the log, a line a note.
///
/// It only saves work. Where it is missing, what a note began with stands for it, and importing again at worst
/// records an edit that undo takes back.
struct ImportRecord {
    private let path: String
    private var digests: [NoteID: String] = [:]

    init(inStore folder: String) throws {
        path = folder + "/imports"
        guard FileAccess.exists(path) else { return }
        for line in try FileAccess.read(path).split(separator: UInt8(ascii: "\n")) {
            let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            if words.count == 2, let note = NoteID(words[0]) { digests[note] = words[1] }
        }
    }

    subscript(note: NoteID) -> String? {
        get { digests[note] }
        set { digests[note] = newValue }
    }

    /// Says what a note began with; counts where nothing newer is known.
    mutating func assume(_ digest: String, of note: NoteID) {
        if digests[note] == nil { digests[note] = digest }
    }

    func save() throws {
        let lines = digests.map { "\($0.key) \($0.value)\n" }.sorted()
        try FileAccess.write(Array(lines.joined().utf8), to: path)
    }
}
