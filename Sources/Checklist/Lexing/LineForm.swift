/// What a line is, by its own bytes and by whether it stands in a fence or front matter.
public enum LineForm: Hashable, Sendable {
    /// Neither bullet nor box; also every line inside a fence or front matter, and thematic breaks.
    case plain
    /// A bullet or number without a box: `- milk`, `3. milk`.
    case bulleted
    /// A box, behind a bullet or number (`- [ ] milk`) or bare (`[ ] milk`).
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

/// What makes the lines around a line plain.
public enum LineContext: Hashable, Sendable {
    /// Ordinary text.
    case text
    /// Inside a fenced code block, or its closing fence.
    case fence
    /// Inside the front matter at the head of the note, its two delimiters included.
    case frontMatter
}
