/// Markdown that some parser is known to take worse than linear time on; each grows with `size`.
package enum PathologicalMarkdown: String, CaseIterable, Sendable {
    case nestedStrongEmph, closersNoOpeners, openersNoClosers, aThreeStars, aBracket, bracketA, mixedDelims,
        plusStar, bracketAUnderscore, bracketParen, emptyLinks, imageLinks, bracketStarUnderscore,
        linkNewlines, nestedBrackets, bracketsRefdef, nestedQuotes, growingBackticks, escapedBackticks,
        linkAngle, linkOpen, htmlComments, bangDashes, processingInstruction, cdata, anglePairs, starsThenA,
        dashesSDashes, manyRefdefs, refdefExpansion, wwwUnderscore, wideTable, tableShortRows, manyWideTables,
        tableTicks, tableVt, tildes,
        strikeOpeners, deepOneLineTask, deepThenBlankLines, deepThenBlankThenB, sqrtDepthManyLines,
        quoteListAlternating, orderedNested, staircase, alternatingBullets, looseItems, emptyItems,
        flatTasks, lazyLines, manyMarkersOneLine, fenceInItems, blankOnly, oneLongLine, spacesLine,
        itemThenSpaces, setextTrap, sameTextItems, fenceFlip, crlfTasks

    /// The text for the size.
    package func text(size n: Int) -> String {
        switch self {
        case .nestedStrongEmph: times("*a **a ", n) + "b" + times(" a** a*", n)
        case .closersNoOpeners: times("a_ ", n)
        case .openersNoClosers: times("_a ", n)
        case .aThreeStars: times("a***", n)
        case .aBracket: times("a]", n)
        case .bracketA: times("[a", n)
        case .mixedDelims: times("*a_ ", n)
        case .plusStar: "a**b" + times("c* ", n)
        case .bracketAUnderscore: times("[ a_", n)
        case .bracketParen: times("[ (](", n)
        case .emptyLinks: times("[](", n)
        case .imageLinks: times("![[]()", n)
        case .bracketStarUnderscore: times("[*_a", n)
        case .linkNewlines: times("]([\n", n)
        case .nestedBrackets: times("[", n) + "a" + times("]", n)
        case .bracketsRefdef: times("[", n) + times("]", n) + "\n\n[a]: /b"
        case .nestedQuotes: times("> ", n) + "a"
        case .growingBackticks: (1...root(2 * n)).map { "e" + times("`", $0) }.joined()
        case .escapedBackticks: times("\\``", n)
        case .linkAngle: times("[a](<b", n)
        case .linkOpen: times("[a](b", n)
        case .htmlComments: "</" + times("<!--", n)
        case .bangDashes: times("!-- <", n)
        case .processingInstruction: "x" + times("<?", n)
        case .cdata: "x" + times("<![CDATA[", n)
        case .anglePairs: times("<>", n)
        case .starsThenA: times("* ", n) + "a"
        case .dashesSDashes: times("- ", n) + "s" + times(" -", n)
        case .manyRefdefs: times("[a]: u\n", n)
        case .refdefExpansion: "[x]: " + times("x", n) + times("\n[x]", n)
        case .wwwUnderscore: times("www._", n) + "x"
        case .wideTable: times("th|", root(n)) + "\n" + times("---|", root(n)) + "\n" + times("td\n", n)
        // Half of the bytes in the header, half in rows of one cell: filling rows up must not take the square of that.
        case .tableShortRows: times("h|", n / 8) + "\n" + times("---|", n / 8) + "\n" + times("x\n", n)
        case .manyWideTables: times(times("h|", 32) + "\n" + times("-|", 32) + "\n" + times("x\n", 32) + "\n", n / 128)
        case .tableTicks: "a|b\n-|-\n" + times("<`[](`", n) + "|\n" + times("`|[|<|", n) + "\n"
        case .tableVt: times("aaa\rbbb\n-\u{0B}\n", n)
        case .tildes: times("~", n)
        case .strikeOpeners: times("~~a ", n)
        case .deepOneLineTask: times("- ", n) + "[ ] a"
        case .deepThenBlankLines: times("- ", n) + "a" + times("\n", n)
        case .deepThenBlankThenB: times("- ", n) + "a" + times("\n", n) + "b\n"
        case .sqrtDepthManyLines: times("- ", root(n)) + "a\n" + times(times(" ", 2 * root(n)) + "b\n", root(n))
        case .quoteListAlternating: times("> - ", n) + "[ ] a"
        case .orderedNested: times("1) ", n) + "a"
        case .staircase: (0..<root(n)).map { times("  ", $0) + "- [ ] a\n" }.joined()
        case .alternatingBullets: times("- [ ] a\n* [x] b\n", n)
        case .looseItems: times("- [ ] a\n\n", n)
        case .emptyItems: times("-\n", n)
        case .flatTasks: times("- [ ] a\n", n)
        case .lazyLines: "- [ ] a\n" + times("b\n", n)
        case .manyMarkersOneLine: "- " + times("[ ] ", n)
        case .fenceInItems: times("- [ ] ```\n", n)
        case .blankOnly: times("\n", n)
        case .oneLongLine: "- [ ] " + times("x", n)
        case .spacesLine: times(" ", n) + "\n"
        case .itemThenSpaces: "- [ ]" + times(" ", n)
        case .setextTrap: times("- [ ] a\n- - -\n", n)
        case .sameTextItems: times("- [ ] milk\n", n)
        case .fenceFlip: times("```\n- [ ] a\n", n)
        case .crlfTasks: times("- [x] a\r\n", n)
        }
    }

    private func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private func root(_ n: Int) -> Int { Int(Double(n).squareRoot()) }
}
