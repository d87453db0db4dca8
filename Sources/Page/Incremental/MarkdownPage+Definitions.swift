extension MarkdownPage {
    /// The lines that define labels of links, one for each label, in the order of the labels: put after a part of the
    /// note, they make its links lead where they lead in the note.
    ///
    /// - Complexity: O(d log d) for d definitions.
    public var definitionLines: [UInt8] { definitions.sorted { $0.key < $1.key }.flatMap(\.value) }
}
