/// Where the parts of a space-time diagram lie.
///
/// Words stand beside the lanes if all of them fit there whole. Otherwise the lanes move together at the left, their
/// names become a staircase above them, and the words form one column at the right, as in a drawing of a version
/// history: that holds on a phone, for many devices and for long names.
struct SpaceTimeLayout {
    let width: Double
    let time: TimeMap
    /// The lanes' places from the left.
    let lanes: [Double]
    /// Where the words about moments stand.
    let words: WordPlacement
    /// Where the lanes begin; their names stand above.
    let top: Double
    /// The room for the times at the left.
    let axisWidth: Double
    /// For each window the column of its bracket; nil if there are too many at once.
    let tracks: [Int?]
    /// Where the brackets end and shading begins.
    let left: Double
    /// How wide each lane's name and detail are.
    private let nameWidths: [Double]
    /// The free room at the right.
    static let gutter = 16.0
    static let rowHeight = 18.0

    enum WordPlacement: Hashable {
        /// Each lane's words beside it; `margin` is the room outside the outermost lanes.
        case besideLanes(margin: Double)
        /// All words in one column that begins here.
        case inColumn(x: Double)
    }

    var bottom: Double { time.bottom + 14 }

    /// Where grid and shading end: a column of words stands outside of them.
    var right: Double { if case .inColumn(let x) = words { x - 16 } else { width - Self.gutter } }
    var trackWidth: Double { SpaceTimeLayout.trackWidth(width) }

    private static func trackWidth(_ width: Double) -> Double { width < 520 ? 7 : 16 }

    init(_ diagram: SpaceTime, width: Double) {
        self.width = width
        let nameWidths = diagram.lanes.map { lane in
            [lane.name, lane.detail].map { TextWidth.of($0, size: 13.5) }.max() ?? 0
        }
        self.nameWidths = nameWidths
        tracks = Self.tracks(of: diagram.windows)
        let bracketWidth = Double((tracks.compactMap { $0 }.max() ?? -1) + 1) * Self.trackWidth(width)
        // The width of the times depends on the height, which depends on how words wrap: a draft tells it.
        let draft = TimeMap(diagram.times, top: 0, height: 720)
        let breaks = zip(draft.segments, draft.segments.dropFirst()).flatMap(SpaceTime.breakText)
        axisWidth = 12 + ((draft.ticks.map(\.label) + breaks).map { TextWidth.of($0, size: 12) }.max() ?? 0)
        left = axisWidth + (bracketWidth > 0 ? bracketWidth + 6 : 0)

        let beside = Self.besideLanes(diagram, left: left, width: width)
        let draftLayout = Self(draft, beside, left: left, width: width, axisWidth: axisWidth, nameWidths)
        let chosen = draftLayout.holdsAllWords(of: diagram) ? beside : Self.inColumn(diagram, left: left, width: width)
        (lanes, words) = chosen
        let final = Self(draft, chosen, left: left, width: width, axisWidth: axisWidth, nameWidths)
        top = final.headerHeight(of: diagram)
        time = TimeMap(diagram.times, top: top + 14, height: max(360, final.wordHeight(of: diagram)))
    }

    /// A layout whose heights are not yet known, to see what fits.
    private init(
        _ time: TimeMap, _ arrangement: (lanes: [Double], words: WordPlacement), left: Double, width: Double,
        axisWidth: Double, _ nameWidths: [Double]
    ) {
        self.nameWidths = nameWidths
        (lanes, words) = arrangement
        (self.time, self.left, self.width, self.axisWidth) = (time, left, width, axisWidth)
        (top, tracks) = (0, [])
    }

    private static func besideLanes(
        _ diagram: SpaceTime, left: Double, width: Double
    ) -> (lanes: [Double], words: WordPlacement) {
        let count = diagram.lanes.count
        let room = width - left - gutter
        let share = count > 3 ? 0.2 : width < 520 ? 0.32 : 0.27
        let margin = count < 2 ? room * 0.1 : min(room * share, 190)
        let first = left + margin
        let last = width - gutter - (count < 2 ? room * 0.6 : margin)
        let lanes = (0..<count).map { count < 2 ? first : first + (last - first) * Double($0) / Double(count - 1) }
        return (lanes, .besideLanes(margin: margin))
    }

    private static func inColumn(
        _ diagram: SpaceTime, left: Double, width: Double
    ) -> (lanes: [Double], words: WordPlacement) {
        let count = diagram.lanes.count
        let spacing = min(max((width * 0.5 - left) / Double(max(count, 1)), 15), 64)
        let lanes = (0..<count).map { left + 14 + spacing * Double($0) }
        return (lanes, .inColumn(x: (lanes.last ?? left) + 32))
    }

    /// For each window the first column of brackets that is free in its time.
    private static func tracks(of windows: [ShadedRange]) -> [Int?] {
        var ends: [Double] = []
        var tracks: [Int?] = Array(repeating: nil, count: windows.count)
        for (index, window) in windows.enumerated().sorted(by: {
            ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
        }) {
            if let free = ends.firstIndex(where: { $0 <= window.range.lowerBound }) {
                ends[free] = window.range.upperBound
                tracks[index] = free
            } else if ends.count < 6 {
                tracks[index] = ends.count
                ends.append(window.range.upperBound)
            }
        }
        return tracks
    }
}

extension SpaceTimeLayout {
    /// How wide a lane's name may be beside its neighbours: the outermost ones have room on their outer side too.
    func nameRoom(_ lane: Int) -> Double {
        switch words {
        case .inColumn: return width - lanes[lane] - 10
        case .besideLanes(let margin):
            guard lanes.count > 1 else { return width - axisWidth }
            let spacing = lanes[1] - lanes[0]
            guard lane == 0 || lane == lanes.count - 1 else { return spacing - 8 }
            let neighbour = lanes.count == 2 ? spacing : nameWidths[lane == 0 ? 1 : lane - 1]
            return 2 * min(margin, max(spacing - neighbour / 2, spacing / 2)) - 8
        }
    }

    /// Where the words about a lane's moments stand, and how much room they have.
    func wordPlace(_ lane: Int) -> (x: Double, room: Double, isLeft: Bool) {
        switch words {
        case .inColumn(let x): return (x, width - x - 4, false)
        case .besideLanes(let margin):
            if lane == 0, lanes.count > 1 { return (lanes[0] - 14, margin - 18, true) }
            let isLast = lane == lanes.count - 1
            let room = isLast ? width - Self.gutter - lanes[lane] - 18 : lanes[lane + 1] - lanes[lane] - 28
            return (lanes[lane] + 14, room, false)
        }
    }

    private func headerHeight(of diagram: SpaceTime) -> Double {
        switch words {
        case .inColumn: Self.rowHeight * Double(diagram.lanes.count) + 12
        case .besideLanes: diagram.lanes.contains { $0.name.contains(" ") } ? 74 : 58
        }
    }

    /// How high the words are when they stand one below the other: those of one lane, or all of them.
    private func wordHeight(of diagram: SpaceTime) -> Double {
        var heights: [Int: Double] = [:]
        for moment in diagram.moments where moment.hasWords && lanes.indices.contains(moment.lane) {
            let lines = moment.caption(room: wordPlace(moment.lane).room, lines: linesPerMoment)
            heights[moment.lane, default: 0] += SpaceTime.height(of: lines) + 4
        }
        if case .inColumn = words { return heights.values.reduce(0, +) * 1.1 }
        return (heights.values.max() ?? 0) * 1.3
    }

    /// Of how many lines the words about a moment may be, the one about a failure aside.
    var linesPerMoment: Int { if case .inColumn = words { 3 } else { 2 } }

    /// Whether names and words fit beside the lanes without being cut.
    private func holdsAllWords(of diagram: SpaceTime) -> Bool {
        for lane in diagram.lanes.indices {
            let room = nameRoom(lane)
            let name = Paragraph.lines(diagram.lanes[lane].name, size: 13.5, width: room)
            guard name.count <= 2,
                (name + [diagram.lanes[lane].detail]).allSatisfy({
                    TextWidth.of($0, size: 13.5) <= room
                })
            else { return false }
        }
        return diagram.moments.allSatisfy { moment in
            guard moment.hasWords, lanes.indices.contains(moment.lane) else { return true }
            let room = wordPlace(moment.lane).room
            let lines = Paragraph.lines(moment.words, size: 13.5, width: room * 0.93)
            return lines.count <= 2 && lines.allSatisfy { TextWidth.of($0, size: 13.5) <= room }
        }
    }
}

extension SpaceTime {
    /// When anything happens.
    fileprivate var times: [Double] {
        moments.map(\.seconds) + messages.flatMap { [$0.sent, $0.received ?? $0.sent] }
            + windows.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
            + outages.flatMap { [$0.seconds.lowerBound, $0.seconds.upperBound] }
    }

    /// How high so many lines of words are.
    static func height(of lines: [String]) -> Double { 16 * Double(max(lines.count, 1)) + 1 }
}

extension SpaceTime.Moment {
    /// Whether words stand beside it; the shapes tell the small steps in between.
    var hasWords: Bool { kind == .action || kind == .crash || kind == .restart }

    /// What it was, in words.
    var words: String { label.isEmpty ? kind.rawValue : label }

    /// The words in at most so many lines, and what became of the action if it failed, which is never cut off.
    func caption(room: Double, lines limit: Int) -> [String] {
        // Words about failures are bold, and wider by that.
        let room = outcome?.isFailure == true || kind == .crash ? room * 0.93 : room
        var lines = Paragraph.lines(words, size: 13.5, width: room)
        if lines.count > limit { lines = lines[..<(limit - 1)] + [lines[(limit - 1)...].joined(separator: " ")] }
        lines = lines.map { TextWidth.fitted($0, size: 13.5, to: room) }
        guard let outcome, outcome.isFailure, let last = lines.popLast() else { return lines }
        let ending = "\(last) – \(outcome.rawValue)"
        return lines + (TextWidth.of(ending, size: 13.5) <= room ? [ending] : [last, outcome.rawValue])
    }
}
