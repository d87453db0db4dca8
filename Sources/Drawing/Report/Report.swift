/// A page of drawings, tables and the words between them: one HTML file that needs nothing else.
///
/// It fetches nothing and runs no script, reads on a phone and on paper, follows the reader's light or dark scheme, and
/// gives the numbers behind each drawing as a table.
public struct Report: Sendable {
    /// The page's title.
    public var title: String
    /// One sentence below it.
    public var subtitle: String
    /// The figures that matter most, in large type.
    public var facts: [Fact]
    /// The parts of the page, in order.
    public var sections: [Section]
    /// How it was made: command, seed, version; a line each.
    public var colophon: [String]

    /// A page of those parts.
    public init(
        title: String, subtitle: String = "", facts: [Fact] = [], sections: [Section] = [], colophon: [String] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.facts = facts
        self.sections = sections
        self.colophon = colophon
    }

    /// One number and what it is.
    public struct Fact: Hashable, Sendable {
        /// The number.
        public var value: String
        /// What it is.
        public var label: String
        /// Whether it is bad news.
        public var isAlarming: Bool

        /// A number with what it is.
        public init(_ value: String, _ label: String, isAlarming: Bool = false) {
            self.value = value
            self.label = label
            self.isAlarming = isAlarming
        }
    }

    /// A part of the page under its own heading.
    public struct Section: Sendable {
        /// Its heading.
        public var title: String
        /// What stands in it, in order.
        public var blocks: [Block]

        /// A part with that heading.
        public init(_ title: String, _ blocks: [Block]) {
            self.title = title
            self.blocks = blocks
        }
    }

    /// What a section is made of.
    public enum Block: Sendable {
        /// A paragraph; words between backquotes are set as code.
        case paragraph(String)
        /// A drawing, with its title, its caption and the numbers behind it.
        case figure(any Figure)
        /// A table with what it is called.
        case table(String, Table)
        /// Lines as they are typed: a command, a scenario.
        case code(String)
    }
}
