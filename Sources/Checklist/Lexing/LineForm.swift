/// What a line is, by its own bytes and by whether it stands in a fence or front matter.
public enum LineForm: Hashable, Sendable {
    /// Neither bullet nor box; also every line inside a fence or front matter, and thematic breaks.
    case plain
    /// A bullet or number without a box: `- milk`, `3. milk`.
    case bulleted
    /// A box, after a bullet or number (`- [ ] milk`) or bare (`[ ] milk`).
    case checkbox(CheckboxState)

    /// Whether it is a checkbox in any state.
    @inlinable
    public var isCheckbox: Bool {
        if case .checkbox = self { true } else { false }
    }
}

/// What stands between the brackets of a box.
public enum CheckboxState: Hashable, Sendable {
    /// A space or a tab.
    case open
    /// `x` or `X`.
    case ticked
    /// Any other mark, such as `-` or `/`: shown, counted as a checkbox, never ticked or cleared.
    case custom(UInt8)

    /// The state that a mark stands for.
    @inlinable
    public init(mark: UInt8) {
        switch mark {
        case UInt8(ascii: " "), UInt8(ascii: "\t"): self = .open
        case UInt8(ascii: "x"), UInt8(ascii: "X"): self = .ticked
        default: self = .custom(mark)
        }
    }
}

/// What makes a line plain that is not what its bytes say.
public enum LineContext: Hashable, Sendable {
    /// Ordinary text.
    case text
    /// Inside a fenced code block, or its closing fence.
    case fence
    /// Inside the front matter at the head of the note, its two delimiters included.
    case frontMatter
    /// Inside a comment or another block of HTML, its first line excepted.
    case html
    /// Code by its indent of four columns, outside of lists.
    case code
    /// An item that carries on the paragraph above it: by its indent, or as its number is not 1.
    case paragraph

    /// What a line is that is not what its bytes say where `state` is open.
    init(_ state: ContextState) {
        switch state.kind {
        case .text: self = .code
        case .paragraph, .list, .listParagraph: self = .paragraph
        case .backticks, .tildes: self = .fence
        case .html, .comment, .instruction, .characterData, .declaration, .verbatim: self = .html
        case .frontMatter, .start: self = .frontMatter
        }
    }
}
