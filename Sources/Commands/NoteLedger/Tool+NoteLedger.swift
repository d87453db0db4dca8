extension Tool {
    /// The `noteledger` command.
    package static let noteledger = Tool(
        name: "noteledger",
        summary: "checklist notes with a history that can be asked, undone and verified",
        sections: [])
}
