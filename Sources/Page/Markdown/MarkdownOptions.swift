/// What to read beyond GitHub Flavored Markdown.
public struct MarkdownOptions: Hashable, Sendable {
    /// Whether a line that begins with a box but no bullet (`[ ] milk`) is an item with a checkbox.
    ///
    /// GFM does not know this form, so it is off unless asked for.
    public var readsBareTasks: Bool

    /// Whether a note that begins with `---` has front matter up to the next `---` or `...`, rather than a rule and text.
    public var readsFrontMatter: Bool

    /// The given options.
    public init(readsBareTasks: Bool = false, readsFrontMatter: Bool = true) {
        self.readsBareTasks = readsBareTasks
        self.readsFrontMatter = readsFrontMatter
    }
}

/// Why a source cannot be read.
public enum MarkdownError: Error, Hashable, Sendable {
    /// The source is longer than ``MarkdownPage/maximumSize``; `bytes` is how long.
    case tooLarge(bytes: Int)
    /// There was not enough memory.
    case outOfMemory

    /// What to do about it.
    public var hint: String {
        switch self {
        case .tooLarge: "Split the note; a page is read up to \(MarkdownPage.maximumSize) bytes."
        case .outOfMemory: "Free some memory and try again."
        }
    }
}
