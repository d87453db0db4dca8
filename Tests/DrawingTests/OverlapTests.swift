import Drawing
import Testing

@Suite("Words of a drawing")
struct OverlapTests {
    struct Word {
        var text: String
        var left: Double
        var right: Double
        var top: Double
        var bottom: Double

        func overlaps(_ other: Word) -> Bool {
            left < other.right - 0.5 && other.left < right - 0.5 && top < other.bottom - 0.5
                && other.top < bottom - 0.5
        }
    }

    /// Where a drawing's words stand, those of cards and those that run upwards aside.
    static func words(in node: Node, x: Double = 0, y: Double = 0) throws -> [Word] {
        if node.has("tip") { return [] }
        let transform = node.attributes["transform"] ?? ""
        if transform.contains("rotate") { return [] }
        let shift = transform.split { "translate() ".contains($0) }.compactMap { Double($0) }
        let (x, y) = (x + (shift.first ?? 0), y + (shift.last ?? 0))
        var words = try node.children.flatMap { try self.words(in: $0, x: x, y: y) }
        if node.name == "text" {
            let size: Double = node.has("title") ? 17 : node.has("small") ? 12 : node.has("cell") ? 11 : 13
            let width = TextWidth.of(node.text, size: size)
            let anchor = x + (Double(node.attributes["x"] ?? "0") ?? 0)
            let base = y + (Double(node.attributes["y"] ?? "0") ?? 0)
            let left = node.has("end") ? anchor - width : node.has("middle") ? anchor - width / 2 : anchor
            words.append(
                Word(
                    text: node.text, left: left, right: left + width, top: base - 0.75 * size,
                    bottom: base + 0.2 * size))
        }
        return words
    }

    @Test(arguments: Gallery.figures.map(\.name), [350.0, 380, 560, 720])
    func `no two words of a drawing overlap, and none is outside of it`(name: String, width: Double) throws {
        let figure = try #require(Gallery.figures.first { $0.name == name }).figure
        let root = try Node.parse(figure.svg(width: width))
        let words = try Self.words(in: root)
        let total = try #require(root.attributes["width"].flatMap(Double.init))
        for (index, word) in words.enumerated() {
            #expect(word.left >= -0.5 && word.right <= total + 0.5, "“\(word.text)” at \(word.left)")
            let covered = words[(index + 1)...].filter { word.overlaps($0) }.map(\.text)
            #expect(covered.isEmpty, "“\(word.text)”")
        }
    }

    @Test(arguments: [350.0, 720])
    func `names of devices are written whole, however many there are`(width: Double) throws {
        let words = try Self.words(in: try Node.parse(Gallery.longNames.svg(width: width))).map(\.text)
        for lane in Gallery.longNames.lanes { #expect(words.contains(lane.name)) }
        #expect(words.filter { $0.hasSuffix("lost") }.count >= 4)
    }

    @Test(arguments: 1...40)
    func `labels are moved as little as possible`(seed: Int) throws {
        var random = SeededNumbers(UInt64(seed))
        let wanted = (0..<(1 + seed % 12)).map { _ in Double(random.next() % 300) }.sorted()
        let extents = wanted.map { _ in 5 + Double(random.next() % 30) }
        let total = extents.reduce(0, +)
        let places = LabelSpacing.spread(wanted, extents: extents, within: 0...(total + 100))
        for (index, place) in places.enumerated() {
            #expect(place - extents[index] / 2 >= -1e-6 && place + extents[index] / 2 <= total + 100 + 1e-6)
            guard index > 0 else { continue }
            #expect(place - places[index - 1] >= (extents[index] + extents[index - 1]) / 2 - 1e-6)
        }
        // No single label can come nearer to where it should be.
        for index in places.indices {
            func room(_ other: Int) -> Double { (extents[index] + extents[other]) / 2 }
            let lowest = index == 0 ? extents[0] / 2 : places[index - 1] + room(index - 1)
            let highest =
                index + 1 == places.count ? total + 100 - extents[index] / 2 : places[index + 1] - room(index + 1)
            let distance = (places[index] - wanted[index]).magnitude
            for moved in [places[index] - 0.5, places[index] + 0.5] where lowest <= moved && moved <= highest {
                #expect((moved - wanted[index]).magnitude >= distance - 1e-6)
            }
        }
    }

    /// A small congruential generator, enough for labels.
    private struct SeededNumbers {
        var state: UInt64
        init(_ seed: UInt64) { state = seed }
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state >> 33
        }
    }
}
