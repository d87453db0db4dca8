import Drawing
import Foundation
import Testing

@Suite("The report page")
struct ReportTests {
    static var report: Report {
        Report(
            title: "The race window of a shopping list",
            subtitle:
                "Two people, one list, taps up to three seconds apart: what whole-note last-writer-wins loses, and what a line merge keeps.",
            facts: [
                .init("20.5 %", "of taps lost, whole note, client stamps", isAlarming: true),
                .init("14.1 %", "with hybrid clocks", isAlarming: true),
                .init("0", "lost by the line merge"), .init("1.1 s", "the window: flush plus latency"),
            ],
            sections: [
                .init(
                    "How it happens",
                    [
                        .paragraph(
                            "Each device applies a tap at once, writes it to disk, and sends its whole note at the next flush. The note with the newer stamp replaces the other one, and with it every tap that its author had not seen. Nobody is told. `racewindow run shop.json5` replays it."
                        ),
                        .figure(Gallery.twoInAShop),
                    ]),
                .init("How often", [.figure(Gallery.lossOverGap), .figure(Gallery.heatMap)]),
                .init(
                    "What became of every tap",
                    [.figure(Gallery.ledger), .table("Taps by class", Gallery.ledger.table!)]),
                .init("Again, by yourself", [.code("racewindow run shop.json5 --policy fieldLWW --seed 7")]),
            ],
            colophon: [
                "Made by `racewindow report shop.json5`, seed 7, 24 000 trials.", "Intervals are Wilson's, 95 %.",
            ])
    }

    @Test func isOneWellFormedPageThatAsksNothingOfTheNetwork() throws {
        let html = Self.report.html
        #expect(html.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
        #expect(html == Self.report.html)
        // What is written is XML too, so that a strict parser can judge it.
        let root = try Node.parse(String(html.dropFirst("<!doctype html>\n".count)))
        #expect(html.matches(of: #/(?:https?:)?\/\/|@import|url\(/#).isEmpty)
        #expect(root.all.allSatisfy { !["script", "link", "img", "iframe"].contains($0.name) })
        let ids = root.all.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for node in root.all {
            if let href = node.attributes["href"] {
                #expect(href.first == "#" && ids.contains(String(href.dropFirst())))
            }
            if let label = node.attributes["aria-labelledby"] { #expect(ids.contains(label)) }
        }
        if let folder = DrawingTests.gallery {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(html.utf8).write(to: URL(filePath: folder).appending(path: "report.html"))
        }
    }

    @Test func everyFigureHasWordsAndNumbersBesideIt() throws {
        let root = try Node.parse(String(Self.report.html.dropFirst("<!doctype html>\n".count)))
        let figures = root.all.filter { $0.name == "figure" }
        #expect(figures.count == 4)
        for figure in figures {
            #expect(figure.all.contains { $0.name == "figcaption" })
            #expect(figure.all.count { $0.name == "svg" && $0.attributes["aria-label"] != nil } == 2)
            #expect(figure.all.contains { $0.name == "table" })
        }
        for table in root.all.filter({ $0.name == "table" }) {
            let widths = Set(table.all.filter { $0.name == "tr" }.map(\.children.count))
            #expect(widths.count == 1)
        }
    }

    @Test func `a drawing is one tab stop, and the arrow keys reach all of it`() throws {
        let root = try Node.parse(String(Self.report.html.dropFirst("<!doctype html>\n".count)))
        let sections = root.all.filter { $0.name == "section" }
        let before = sections.prefix(2).flatMap(\.all)
        // The one of two drawings that the style sheet hides is none, and a closed table is one.
        let groups = before.filter { $0.attributes["role"] == "radiogroup" }
        #expect(before.allSatisfy { $0.name == "div" || $0.name == "pre" || $0.attributes["tabindex"] == nil })
        #expect(groups.count == 2 * before.count { $0.name == "figure" })
        var names: Set<String> = []
        for group in groups {
            let stops = group.children.filter { $0.name == "input" }
            let name = try #require(stops.first?.attributes["name"])
            #expect(names.insert(name).inserted)
            for stop in stops {
                #expect(stop.attributes["name"] == name && stop.attributes["type"] == "radio")
                #expect(stop.attributes["aria-label"]?.isEmpty == false)
            }
        }
        let points = Gallery.lossOverGap.series[0].points.count
        #expect(groups.contains { $0.children.count { $0.name == "input" } == points })
    }

    @Test func `a table that is wider than a phone says that it continues`() throws {
        func style(columns: Int) throws -> String {
            let table = Table(
                columns: (0..<columns).map { .init("column \($0)") }, rows: [(0..<columns).map { .init("cell \($0)") }])
            let report = Report(title: "t", sections: [.init("s", [.table("t", table)])])
            let root = try Node.parse(String(report.html.dropFirst("<!doctype html>\n".count)))
            return try #require(root.all.first { $0.has("scroll") }?.attributes["class"])
        }
        #expect(try style(columns: 2) == "scroll")
        #expect(try style(columns: 9) == "scroll wide")
    }

    @Test func whatUsersTypedCannotBecomeMarkup() throws {
        let evil = "</title><script>alert(1)</script>\u{0}\u{8}&\"'"
        var run = Gallery.twoInAShop
        run.title = evil
        run.lanes[0].name = evil
        run.moments[0].label = evil
        let report = Report(
            title: evil, facts: [.init(evil, evil)],
            sections: [
                .init(
                    evil,
                    [
                        .paragraph(evil), .code(evil), .figure(run),
                        .table(evil, Table(columns: [.init(evil)], rows: [[.init(evil)]])),
                    ])
            ],
            colophon: [evil])
        #expect(!report.html.contains("<script"))
        _ = try Node.parse(String(report.html.dropFirst("<!doctype html>\n".count)))
    }
}
