/// One thing about the pages of a data file that is not as it must be.
package struct PageFinding: Hashable, Sendable {
    /// The page that it was found in, or that it is about.
    package var page: UInt64
    /// The database whose tree leads there; nil for the list of free pages and what concerns no tree.
    package var database: String?
    /// What is wrong, in one sentence.
    package var message: String
}

/// What an audit of the pages of a data file gave.
package struct PageReport: Hashable, Sendable {
    /// How many pages the last commit counts.
    package var pageCount: UInt64 = 0
    /// How many of them are free.
    package var freePageCount: UInt64 = 0
    /// How many pages were read.
    package var readCount = 0
    /// What is wrong; empty if the pages are sound. No more than a hundred are listed.
    package var findings: [PageFinding] = []

    static var mostFindings: Int { 100 }
}
