import Drawing
import Testing

@Suite("What the drawings show")
struct FigureTests {
    @Test func everyPointIsDrawnWhereItBelongs() throws {
        let chart = LineChart(
            title: "t", x: .init("x", range: 0...10), y: .init("y", range: 0...1),
            series: [.init("s", [0, 5, 10].map { .init(x: $0, y: $0 / 10) })])
        let circles = try Node.parse(chart.svg()).all.filter { $0.name == "circle" && $0.has("f0") }
        let places = try circles.map {
            (try #require(Double($0.attributes["cx"]!)), try #require(Double($0.attributes["cy"]!)))
        }
        #expect(places.count == 3)
        #expect((places[1].0 * 2 - places[0].0 - places[2].0).magnitude < 0.3)
        #expect((places[1].1 * 2 - places[0].1 - places[2].1).magnitude < 0.3)
        #expect(places[0].0 < places[2].0 && places[0].1 > places[2].1)
    }

    @Test func aLostActionIsMarkedAndSaidInWords() throws {
        let root = try Node.parse(Gallery.twoInAShop.svg())
        #expect(root.all.count { $0.has("moment") && $0.has("lost") } == 1)
        #expect(root.all.contains { $0.text == "ticks milk – lost" })
        let hits = root.all.filter { $0.has("hit") }
        #expect(hits.count == Gallery.twoInAShop.moments.count + Gallery.twoInAShop.messages.count + 1)
        #expect(hits.allSatisfy { $0.attributes["tabindex"] == "0" && $0.attributes["aria-label"]?.isEmpty == false })
        #expect(hits.contains { $0.attributes["aria-label"]!.hasPrefix("Phone, 0\u{A0}s. ticks milk: lost") })
        #expect(hits.allSatisfy { $0.children.contains { $0.has("tip") } })
        #expect(root.attributes["role"] == "group")
    }

    @Test func longIdleTimesBreakTheAxis() throws {
        let root = try Node.parse(Gallery.offlineForADay.svg())
        #expect(root.all.contains { $0.text == "24\u{A0}h" })
        let height = try #require(root.attributes["height"].flatMap(Double.init))
        #expect(height < 700)
        #expect(root.all.contains { $0.text == "24:00:00" })
    }

    @Test func labelsOfALaneDoNotTouch() throws {
        let moments = (0..<12).map { SpaceTime.Moment(lane: 0, seconds: Double($0) * 0.001, .action, "tap \($0)") }
        let run = SpaceTime(
            title: "t", lanes: [.init("A"), .init("B")], moments: moments + [.init(lane: 1, seconds: 9, .action)])
        let heights = try Node.parse(run.svg()).all.filter { $0.text.hasPrefix("tap ") && $0.has("ink") }.map {
            try #require(Double($0.attributes["y"]!))
        }
        #expect(heights.count == 12)
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 15.9 })
    }

    /// What stands beside an inner lane stands where messages run.
    @Test(arguments: [560.0, 720, 900], [1.0, 1.004, 0.99])
    func wordsLieOnNoArrow(width: Double, sent: Double) throws {
        let run = SpaceTime(
            title: "t", lanes: [.init("A"), .init("B"), .init("C")],
            moments: [
                .init(lane: 0, seconds: 0, .action, "first"), .init(lane: 1, seconds: 1, .action, "ticks"),
                .init(lane: 2, seconds: 2, .action, "last"),
            ], messages: [.init(from: 1, sent: sent, to: 2, received: sent + 0.02)])
        let nodes = try Node.parse(run.svg(width: width)).all
        let word = try #require(nodes.first { $0.name == "text" && $0.text == "ticks" })
        let place = (x: try #require(Double(word.attributes["x"]!)), y: try #require(Double(word.attributes["y"]!)))
        let arrow = try #require(nodes.first { $0.has("message") }?.children.first { $0.name == "path" })
        let ends = try #require(arrow.attributes["d"]).split { "ML ".contains($0) }.compactMap { Double($0) }
        #expect(ends[0] < place.x && place.x < ends[2], "the word stands where the arrow runs")
        let height = ends[1] + (ends[3] - ends[1]) * (place.x - ends[0]) / (ends[2] - ends[0])
        // From the top of the letters to below the base line.
        #expect(!(place.y - 11...place.y + 3).contains(height), "\(place) \(ends)")
    }

    @Test(arguments: [380.0, 720])
    func labelsAtTheVeryEndStayWithinTheDiagram(width: Double) throws {
        let moments = (0..<10).map { SpaceTime.Moment(lane: 0, seconds: 5 + Double($0) * 0.001, .action, "tap \($0)") }
        let run = SpaceTime(
            title: "t", lanes: [.init("A"), .init("B")],
            moments: [.init(lane: 1, seconds: 0, .action, "first")] + moments)
        let root = try Node.parse(run.svg(width: width))
        let texts = root.all.filter { $0.name == "text" && $0.has("ink") && $0.text.hasPrefix("tap") }
        let heights = try texts.map { try #require(Double($0.attributes["y"]!)) }
        let key = try #require(
            root.all.first { $0.name == "text" && $0.text == "action" }?.attributes["y"].flatMap(Double.init))
        #expect(heights.count == 10)
        #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 15.9 })
        #expect(heights.allSatisfy { $0 < key - 10 })
    }

    @Test func `the difference from the closed form is drawn where intervals are too narrow to be seen`() throws {
        func names(_ chart: LineChart) throws -> [String] { try Node.parse(chart.svg()).all.map(\.text) }
        #expect(try names(Gallery.narrowIntervals).contains("measured − closed form"))
        #expect(try !names(Gallery.lossOverGap).contains("measured − closed form"))
        var alone = Gallery.narrowIntervals
        alone.series.removeLast()
        #expect(try !names(alone).contains("measured − closed form"))
        // Each point of both panels can be reached, and the lower one says the difference.
        let labels = try Node.parse(Gallery.narrowIntervals.svg()).all.compactMap { $0.attributes["aria-label"] }
        #expect(labels.count { $0.contains("measured − closed form: 0.05\u{A0}pp (−0.1\u{A0}pp – 0.2\u{A0}pp)") } == 21)
    }

    @Test func heatIsOrderedAndMissingCellsAreEmpty() throws {
        let root = try Node.parse(Gallery.smallHeatMap.svg())
        let titles = root.all.compactMap { $0.has("hit") ? $0.attributes["aria-label"] : nil }
        #expect(titles.count == 15)
        #expect(titles.contains { $0.hasSuffix("not measured") })
        #expect(root.all.contains { $0.text == ">99" })
        #expect(Gallery.smallHeatMap.table?.rows.map(\.count) == [6, 6, 6])
        #expect(Gallery.smallHeatMap.table?.rows[1].last?.text == "–")
    }

    @Test func theLedgerAddsUp() throws {
        let root = try Node.parse(Gallery.ledger.svg())
        let bars = root.all.filter { $0.has("target") }.compactMap { $0.attributes["height"] }
        #expect(bars.count == Gallery.ledger.rows.map(\.counts.count).reduce(0, +))
        // Failures are higher: they differ by more than their colour.
        let failures = Gallery.ledger.rows.map { $0.counts.keys.count(where: \.isFailure) }.reduce(0, +)
        #expect(bars.count { $0 == "32" } == failures && bars.count { $0 == "24" } == bars.count - failures)
        #expect(Gallery.ledger.summary.contains("line merge: 0 of 24000 actions failed."))
        #expect(Gallery.ledger.table?.rows[0].last?.text == "24\u{202F}000")
    }

    @Test func indicesThatPointNowhereAreLeftOut() throws {
        let run = SpaceTime(
            title: "t", lanes: [.init("A")],
            moments: [.init(lane: 7, seconds: 0, .action), .init(lane: -1, seconds: 0, .action)],
            messages: [.init(from: 0, sent: 0, to: 3, received: 1)], outages: [.init(lane: 9, 0...1)])
        _ = try Node.parse(run.svg())
        #expect(run.shiViz.isEmpty)
        #expect(run.table?.rows.isEmpty == true)
    }
}
