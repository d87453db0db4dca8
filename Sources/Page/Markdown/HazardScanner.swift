/// Finds what would take md4c quadratic time, and hides it.
///
/// Each rule depends on nothing but the line or the paragraph that it is about, so it holds in the same way whether a
/// note is read whole or in parts:
///
/// 1. On a line, the markers of at most ``PageDocument/maximumDepth`` containers count; what follows is text.
/// 2. Lines that follow each other without a break form a paragraph at most. In one of more than ``runThreshold`` bytes:
///    at most ``maximumAutolinks`` bare addresses become links; a bracket past line ``maximumLinkLines``,
///    or within ``maximumBrackets`` others, is text.
/// 3. The destination of a link reference definition longer than ``ShortenedDestination/threshold`` is kept aside.
/// 4. Where there are definitions, a label with white space before its `]` neither defines nor refers to anything. md4c
///    0.4.8 finds such a one or not depending on how many definitions there are.
enum HazardScanner {
    static let runThreshold = 4096
    static let maximumAutolinks = 1000
    static let maximumLinkLines = 4096
    static let maximumBrackets = 32

    /// Hides what would take too long, and says which lines md4c may take for something else, and whether a line may need a repair.
    static func scan(_ source: inout PreparedSource) -> (fragile: FragileLines, needsRepairs: Bool) {
        var fragile = FragileLines()
        // What is repaired once is not looked at again.
        var needsRepairs = source.isRepaired
        var lineBefore: Int?
        var run = Run(start: 0)
        let bytes = UnsafeBufferPointer(source.bytes)
        var scanner = LineScanner(bytes)
        var lineStart = 0
        while lineStart < bytes.count {
            let lineEnd = scanner.lineEnd(from: lineStart)
            if run.breaks(before: lineStart, lineEnd, in: bytes) {
                finish(run, at: lineStart, &source)
                run.start = lineStart
                run.lines = 0
            }
            run.lines += 1
            fragile.note(lineStart..<lineEnd, in: bytes)
            if !needsRepairs, BlockTriggers.concern(lineStart..<lineEnd, after: lineBefore, in: bytes) {
                needsRepairs = true
            }
            lineBefore = lineEnd
            if lineEnd - lineStart > 2 * PageDocument.maximumDepth { limitMarkers(lineStart..<lineEnd, &source) }
            lineStart = lineEnd < bytes.count ? bytes.nextLine(after: lineEnd) : lineEnd
        }
        finish(run, at: bytes.count, &source)
        if source.hasDefinitions {
            shortenDestinations(&source)
            hideUntidyLabels(&source)
        }
        return (fragile, needsRepairs)
    }

    private static func finish(_ run: Run, at end: Int, _ source: inout PreparedSource) {
        if end - run.start > runThreshold { limitInlines(run.start..<end, &source) }
    }

    // MARK: - Containers

    private static func limitMarkers(_ line: Range<Int>, _ source: inout PreparedSource) {
        let bytes = UnsafeBufferPointer(source.bytes)
        guard isMarkerByte(bytes[line.lowerBound]) else { return }
        let rule = startOfRule(line, in: bytes)
        var position = line.lowerBound
        var depth = 0
        while position < rule {
            let byte = bytes[position]
            let marker = position
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"):
                position += 1
                continue
            case UInt8(ascii: ">"): position += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
                position += 1
                guard position == line.upperBound || isBlank(bytes[position]) else { return }
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                while position < line.upperBound, isDigit(bytes[position]) { position += 1 }
                guard position - marker < 10, position < line.upperBound,
                    bytes[position] == UInt8(ascii: ".") || bytes[position] == UInt8(ascii: ")")
                else { return }
                position += 1
                guard position == line.upperBound || isBlank(bytes[position]) else { return }
            default: return
            }
            depth += 1
            if depth > PageDocument.maximumDepth { return source.hide(position - 1) }
        }
    }

    /// Where the thematic break begins that the line ends with; its end if there is none.
    private static func startOfRule(_ line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var position = line.upperBound
        var mark: UInt8?
        var marks = 0
        var start = line.upperBound
        while position > line.lowerBound {
            let byte = bytes[position - 1]
            if !isBlank(byte) {
                guard byte == UInt8(ascii: "-") || byte == UInt8(ascii: "*"), mark == nil || mark == byte else { break }
                mark = byte
                marks += 1
                start = position - 1
            }
            position -= 1
        }
        return marks >= 3 ? start : line.upperBound
    }

    // MARK: - Paragraphs

    private static func limitInlines(_ run: Range<Int>, _ source: inout PreparedSource) {
        let bytes = UnsafeBufferPointer(source.bytes)
        let isTable = isDelimiterRow(after: run, in: bytes)
        var line = 0
        var autolinks = 0
        var brackets = 0
        for position in run {
            switch bytes[position] {
            case 10:
                line += 1
                if isTable {
                    // The cells of a table are read for themselves.
                    (line, autolinks, brackets) = (0, 0, 0)
                }
            case UInt8(ascii: "["):
                brackets += 1
                if brackets > maximumBrackets || line >= maximumLinkLines { source.hide(position) }
            case UInt8(ascii: "]"): brackets = max(0, brackets - 1)
            case UInt8(ascii: ".") where follows("www", position, run, bytes),
                UInt8(ascii: ":")
            where follows("http", position, run, bytes)
                || follows("https", position, run, bytes) || follows("ftp", position, run, bytes):
                autolinks += 1
                if autolinks > maximumAutolinks { source.hide(position) }
            default: break
            }
        }
    }

    private static func follows(
        _ word: StaticString, _ position: Int, _ run: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        word.withUTF8Buffer { word in
            position - word.count >= run.lowerBound && bytes[(position - word.count)..<position].elementsEqual(word)
        }
    }

    /// Whether the second line can be the one that makes the first the head of a table.
    private static func isDelimiterRow(after run: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func isLineEnd(_ byte: UInt8) -> Bool { byte == 10 || byte == 13 }
        guard let lineEnd = bytes[run].firstIndex(where: isLineEnd) else { return false }
        let row = bytes[bytes.nextLine(after: lineEnd)..<run.upperBound].prefix { !isLineEnd($0) }
        return row.contains(UInt8(ascii: "-"))
            && row.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: ":"), UInt8(ascii: ">"): true
                default: isBlank(byte)
                }
            }
    }

    // MARK: - Definitions

    private static func shortenDestinations(_ source: inout PreparedSource) {
        let bytes = UnsafeBufferPointer(source.bytes)
        guard bytes.count > ShortenedDestination.threshold else { return }
        var position = 0
        while let colon = bytes.nextDefinitionMark(from: position) {
            position = colon + 1
            let start = bytes[position...].firstIndex { !isBlank($0) } ?? bytes.count
            guard start + ShortenedDestination.threshold < bytes.count,
                let range = LinkDefinitions.destination(at: start, in: bytes),
                range.count > ShortenedDestination.threshold
            else { continue }
            let text = LinkDefinitions.unescape(UnsafeBufferPointer(rebasing: bytes[range]))
            source.shorten(ShortenedDestination(range: range, text: text))
            position = range.upperBound
        }
    }

    private static func hideUntidyLabels(_ source: inout PreparedSource) {
        let bytes = UnsafeBufferPointer(source.bytes)
        var position = source.origin
        while let end = bytes.find(UInt8(ascii: "]"), in: position..<bytes.count) {
            position = end + 1
            guard end > 1, bytes[end - 1] <= UInt8(ascii: " "), bytes[end - 2] != UInt8(ascii: "[") else { continue }
            let next = position < bytes.count ? bytes[position] : 0
            // The text of a link may end so.
            if next == UInt8(ascii: "[") { continue }
            if next == UInt8(ascii: "("), LinkDefinitions.mayHoldAddress(at: position, in: bytes) { continue }
            source.hide(end)
        }
    }

    // MARK: - Bytes

    private static func isMarkerByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"),
            UInt8(ascii: "*"):
            true
        default: isDigit(byte)
        }
    }

    static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Lines that may belong to one paragraph.
    private struct Run {
        var start: Int
        var lines = 0
        /// The column after the last list marker; a marker before it begins an item in any case.
        private var contentColumn = 0
        private var followsBlankLine = false

        init(start: Int) { self.start = start }

        /// Whether the line surely begins something new. In doubt it does not: that makes a run longer than the
        /// paragraphs in it, never shorter.
        @inline(__always)
        mutating func breaks(before start: Int, _ end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            if start < end {
                // Most lines begin with a letter.
                let first = bytes[start]
                if first > UInt8(ascii: ">") {
                    leaveItems(at: 0)
                    return false
                }
            }
            return breaksAtMarker(start, end, bytes)
        }

        private mutating func breaksAtMarker(_ start: Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
            var position = start
            while position < end, HazardScanner.isBlank(bytes[position]) || bytes[position] == UInt8(ascii: ">") {
                position += 1
            }
            guard position < end else {
                followsBlankLine = true
                return true
            }
            let column = position - start
            guard let isWeak = Self.skipMarker(&position, end, bytes) else {
                leaveItems(at: column)
                return bytes[position] == UInt8(ascii: "#") && column < 4
            }
            guard column < contentColumn || (!isWeak && column < contentColumn + 4) else {
                leaveItems(at: column)
                return false
            }
            followsBlankLine = false
            contentColumn = position + 1 - start
            return true
        }

        /// Text after a blank line that is not within the items above ends them.
        private mutating func leaveItems(at column: Int) {
            if followsBlankLine { contentColumn = min(contentColumn, column) }
            followsBlankLine = false
        }

        /// Goes over a list marker. Says whether it is one that cannot end a paragraph; nil if there is none.
        private static func skipMarker(_ position: inout Int, _ end: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool?
        {
            let start = position
            var after = position
            var isWeak = false
            switch bytes[start] {
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"): after += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                while after < end, HazardScanner.isDigit(bytes[after]) { after += 1 }
                guard after < end, bytes[after] == UInt8(ascii: ".") || bytes[after] == UInt8(ascii: ")")
                else { return nil }
                isWeak = after - start != 1 || bytes[start] != UInt8(ascii: "1")
                after += 1
            default: return nil
            }
            if after == end { isWeak = true } else if !HazardScanner.isBlank(bytes[after]) { return nil }
            position = after
            return isWeak
        }
    }
}
