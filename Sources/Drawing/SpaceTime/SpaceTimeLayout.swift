/// Where everything of a space-time diagram lies.
struct SpaceTimeLayout {
    let width: Double
    let isNarrow: Bool
    let time: TimeMap
    /// The lanes' places from the left.
    let lanes: [Double]
    /// The room for labels beside the outermost lanes.
    let margin: Double
    let top: Double
    /// The room for the times.
    let axisWidth: Double
    static let gutter = 16.0

    var bottom: Double { time.bottom + 14 }

    init(_ diagram: SpaceTime, width: Double) {
        self.width = width
        isNarrow = width < 520
        top = diagram.lanes.contains { $0.name.contains(" ") } ? 74 : 58
        let times =
            diagram.moments.map(\.seconds) + diagram.messages.flatMap { [$0.sent, $0.received ?? $0.sent] }
            + diagram.windows.flatMap { [$0.range.lowerBound, $0.range.upperBound] }
            + diagram.outages.flatMap { [$0.seconds.lowerBound, $0.seconds.upperBound] }
        // Room for the labels of the lane that has most of them.
        let labels = Dictionary(grouping: diagram.moments.filter(\.hasLabel), by: \.lane).values.map(\.count).max() ?? 0
        let height = min(max(360, Double(labels) * (isNarrow ? 52 : 36)), 2400)
        time = TimeMap(times, top: top + 14, height: height)
        axisWidth = 12 + (time.ticks.map { TextWidth.of($0.label, size: 12) }.max() ?? 0)
        let count = diagram.lanes.count
        let room = width - axisWidth - Self.gutter
        let share = count > 3 ? 0.2 : isNarrow ? 0.32 : 0.27
        margin = count < 2 ? room * 0.1 : min(room * share, 190)
        let first = axisWidth + margin
        let last = width - Self.gutter - (count < 2 ? room * 0.6 : margin)
        lanes = (0..<count).map { count < 2 ? first : first + (last - first) * Double($0) / Double(count - 1) }
    }

    /// How wide a lane's name may run: the outermost ones have room on their outer side too.
    func headerRoom(_ lane: Int) -> Double {
        guard lanes.count > 1 else { return width - axisWidth }
        let spacing = lanes[1] - lanes[0]
        guard lane == 0 || lane == lanes.count - 1 else { return spacing - 8 }
        return 2 * min(margin, spacing * 0.9) - 8
    }

    /// On which side of a lane its labels stand, and how much room they have.
    func labelPlace(_ lane: Int) -> (x: Double, room: Double, isLeft: Bool) {
        if lane == 0, lanes.count > 1 { return (lanes[0] - 14, margin - 18, true) }
        let isLast = lane == lanes.count - 1
        let room = isLast ? width - Self.gutter - lanes[lane] - 18 : lanes[lane + 1] - lanes[lane] - 28
        return (lanes[lane] + 14, room, false)
    }
}

extension SpaceTime.Moment {
    /// Whether it is worth words beside it; the small steps in between are told by their shape.
    var hasLabel: Bool { kind == .action || kind == .crash || kind == .restart }

    /// What is written beside it: a line or two, and what became of it if it failed. That something failed is said whatever else there is room for.
    func caption(room: Double) -> [String] {
        let text = label.isEmpty ? kind.rawValue : label
        if let outcome, outcome.isFailure {
            let whole = "\(text) – \(outcome.rawValue)"
            if TextWidth.of(whole, size: 13.5) <= room { return [whole] }
            return Self.wrapped(text, room: room) + [outcome.rawValue]
        }
        return Self.wrapped(text, room: room)
    }

    private static func wrapped(_ text: String, room: Double) -> [String] {
        let lines = Paragraph.lines(text, size: 13.5, width: room)
        let shown = lines.count > 2 ? [lines[0], lines[1...].joined(separator: " ")] : lines
        return shown.map { TextWidth.fitted($0, size: 13.5, to: room) }
    }
}
