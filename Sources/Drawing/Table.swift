/// Rows of text under column titles: the numbers behind a drawing, or a table of their own.
public struct Table: Hashable, Sendable {
    /// What stands above the columns.
    public var columns: [Column]
    /// The cells, row by row; each row as long as there are columns.
    public var rows: [[Cell]]

    /// A table of those columns and rows.
    public init(columns: [Column], rows: [[Cell]]) {
        self.columns = columns
        self.rows = rows
    }

    /// A column's title and the alignment of its cells.
    public struct Column: Hashable, Sendable {
        /// What stands above it.
        public var title: String
        /// Whether it holds numbers, which stand to the right under each other.
        public var isNumeric: Bool

        /// A column with that title.
        public init(_ title: String, isNumeric: Bool = false) {
            self.title = title
            self.isNumeric = isNumeric
        }
    }

    /// A cell: its text, and whether it is bad news.
    public struct Cell: Hashable, Sendable, ExpressibleByStringLiteral {
        /// What it says.
        public var text: String
        /// Whether it stands out as something lost.
        public var isAlarming: Bool

        /// A cell that says `text`.
        public init(_ text: String, isAlarming: Bool = false) {
            self.text = text
            self.isAlarming = isAlarming
        }

        /// A cell that says the literal.
        public init(stringLiteral value: String) { self.init(value) }
    }
}
