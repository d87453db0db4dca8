/// Inputs that the page reads otherwise than cmark-gfm 0.29.0.gfm.6, each with its reason; `docs/PAGE.md` has the reasons at length.
enum KnownDifferences {
    enum Reason {
        /// A link to a scheme that is not allowed stays text.
        case scheme
        /// A label with white space before its `]` defines nothing: what md4c makes of it depends on other definitions.
        case untidyLabel
        /// A link to a mail address is kept as the address, without its scheme.
        case mailScheme
        /// md4c finds no bare address after `<`.
        case autolinkAfterAngle
        /// md4c reads `mailto:` and `xmpp:` before a bare mail address as text.
        case bareScheme
        /// Footnotes stay text that comes back, as GitHub has them; cmark-gfm reads them so only with an option.
        case footnotes
        /// A box at the end of a line is a task without text.
        case emptyTask
        /// A box after two bullets belongs to the inner item.
        case innerTask
        /// Tasks in quotes count.
        case quotedTask
        /// The state is the mark of the box alone; cmark-gfm looks for `[x]` anywhere in the line.
        case laterMark
        /// A byte order mark is no part of the first line.
        case byteOrderMark
        /// Only a space, a tab or the end of the line may follow a box.
        case otherSpace
    }

    /// Examples by what their input begins with.
    static let reasons: [String: Reason] = [
        "<irc://foo.bar:2233/baz>": .scheme, "<a+b+c:d>": .scheme, "<made-up-scheme://foo,bar>": .scheme,
        "<localhost:5001/foo>": .scheme, "http://commonmark.org\n\n(Visit https://encrypted": .scheme,
        "[\nfoo\n]: /url\nbar\n": .untidyLabel,
        "<MAILTO:FOO@BAR.BAZ>\n": .mailScheme,
        "<http://foo.bar/baz bim>\n": .autolinkAfterAngle,
        "<foo\\+@bar.example.com>\n": .autolinkAfterAngle,
        ": http://google.com https://google.com": .bareScheme, "This is some text. It has two footnotes": .footnotes,
        "Hello world\n\n\n[^a]:[^b]:\n": .footnotes,
    ]

    /// The entry that an example is listed by.
    static func entry(for input: String) -> String? { reasons.keys.first { input.hasPrefix($0) } }

    /// Inputs around task lists by their name.
    static let taskLists: [String: Reason] = [
        "empty item no trailing space": .emptyTask,
        "empty checked item": .emptyTask,
        "empty item at EOF no newline": .emptyTask,
        "empty item, text on next line": .emptyTask,
        "nested same line": .innerTask,
        "nested task on one line": .laterMark,
        "bq": .quotedTask,
        "bq no space": .quotedTask,
        "bq lazy": .quotedTask,
        "bq in bq": .quotedTask,
        "second [x] later in line": .laterMark,
        "[x] in code later": .laterMark,
        "double marker": .laterMark,
        "NEL": .laterMark,
        "LS U+2028": .laterMark,
        "VT": .laterMark,
        "FF": .laterMark,
        "CRLF empty": .emptyTask,
        "BOM": .byteOrderMark,
        "FF after ]": .otherSpace,
        "VT after ]": .otherSpace,
    ]
}
