import Drawing
import Foundation
import TestSupport
import Testing

@Suite("Exports of a run for other tools")
struct ExportTests {
    static let runs = [Gallery.twoInAShop, Gallery.offlineForADay, Gallery.fiveDevices]

    /// What ShiViz reads a log with when it is not told otherwise.
    static var shiVizPattern: Regex<(Substring, host: Substring, clock: Substring, event: Substring)> {
        #/(?<host>\S*) (?<clock>{.*})\n(?<event>.*)\n/#
    }

    struct Entry {
        var host: String
        var clock: [String: Int]
        var event: String
    }

    private func entries(of log: String) throws -> [Entry] {
        try log.matches(of: Self.shiVizPattern).map { match in
            let clock = try JSONDecoder().decode([String: Int].self, from: Data(match.clock.utf8))
            return Entry(host: String(match.host), clock: clock, event: String(match.event))
        }
    }

    @Test(arguments: runs.indices)
    func shiVizLogsAreOfItsFormat(run: Int) throws {
        let log = Self.runs[run].shiViz
        let entries = try entries(of: log)
        #expect(entries.count * 2 == log.count { $0 == "\n" }, "the pattern takes every line")
        var last: [String: [String: Int]] = [:]
        for entry in entries {
            // ShiViz refuses a log in which a host's own component is not exactly one more than before.
            #expect(entry.clock[entry.host] == (last[entry.host]?[entry.host] ?? 0) + 1)
            for (host, count) in last[entry.host] ?? [:] { #expect(entry.clock[host, default: 0] >= count) }
            for (host, count) in entry.clock where host != entry.host {
                #expect(count <= last[host]?[host] ?? 0, "nobody has seen what has not happened")
            }
            last[entry.host] = entry.clock
        }
    }

    @Test func aMessageCarriesItsSendersClock() throws {
        let run = SpaceTime(
            title: "t", lanes: [.init("Ada's phone"), .init("B")],
            moments: [.init(lane: 0, seconds: 0, .action, "ticks"), .init(lane: 1, seconds: 0, .action, "adds\nmore")],
            messages: [
                .init(from: 0, sent: 1, to: 1, received: 2, "note"), .init(from: 1, sent: 1, to: 0, received: nil, "x"),
            ])
        #expect(
            run.shiViz == """
                Ada's_phone {"Ada's_phone":1}
                ticks
                B {"B":1}
                adds more
                Ada's_phone {"Ada's_phone":2}
                sends note to B
                B {"B":2}
                sends x to Ada's phone
                B {"Ada's_phone":2,"B":3}
                receives note from Ada's phone

                """)
    }

    struct Trace: Decodable {
        struct Event: Decodable {
            var ph: String
            var name: String
            var pid: Int
            var tid: Int
            var ts: Int64?
            var dur: Int64?
            var cat: String?
            var id: Int?
            var bp: String?
            var args: [String: Argument]?
        }

        enum Argument: Decodable {
            case text(String)
            case number(Int)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let number = try? container.decode(Int.self) {
                    self = .number(number)
                } else {
                    self = .text(try container.decode(String.self))
                }
            }
        }

        var traceEvents: [Event]
        var displayTimeUnit: String
    }

    @Test(arguments: runs.indices)
    func chromeTracesAreOfTheirFormat(run: Int) throws {
        let spaceTime = Self.runs[run]
        let trace = try JSONDecoder().decode(Trace.self, from: Data(spaceTime.chromeTrace.utf8))
        let events = trace.traceEvents
        #expect(["ms", "ns"].contains(trace.displayTimeUnit))
        let names = events.filter { $0.name == "thread_name" }
        #expect(Set(names.map(\.tid)).isSuperset(of: 1...spaceTime.lanes.count))
        for event in events {
            switch event.ph {
            case "M": #expect(event.args != nil)
            case "X": #expect(event.ts != nil && (event.dur ?? 0) > 0)
            case "s", "f", "b", "e": #expect(event.ts != nil && event.id != nil && event.cat != nil)
            default: Issue.record("phase \(event.ph) is none that is meant")
            }
        }
        // Each flow's end lies on a slice of its own thread and time, and follows its start.
        let arrived = spaceTime.messages.filter { $0.received != nil }.count
        #expect(events.count { $0.ph == "s" } == spaceTime.messages.count)
        #expect(events.count { $0.ph == "f" && $0.bp == "e" } == arrived)
        for flow in events where flow.ph == "s" || flow.ph == "f" {
            #expect(events.contains { $0.ph == "X" && $0.tid == flow.tid && $0.ts == flow.ts })
            let start = try #require(events.first { $0.ph == "s" && $0.id == flow.id })
            #expect(try #require(start.ts) <= (try #require(flow.ts)))
        }
        for span in events where span.ph == "b" {
            #expect(events.contains { $0.ph == "e" && $0.id == span.id && $0.cat == span.cat && $0.name == span.name })
        }
    }

    private func judge(_ trace: String) throws -> String {
        let judges = try #require(Bundle.module.url(forResource: "Judges", withExtension: nil))
        let verdict = try Peer.python(
            judges.appending(path: "validate.py").path, [judges.appending(path: "trace-event.schema.json").path],
            input: Data(trace.utf8))
        return String(decoding: verdict, as: UTF8.self)
    }

    @Test(arguments: runs.indices)
    func chromeTracesHoldAgainstASchema(run: Int) throws {
        let trace = Self.runs[run].chromeTrace
        #expect(try judge(trace) == "valid\n")
        // The judge does judge.
        for (right, wrong) in [
            (#""ph":"X""#, #""ph":"Q""#), (#","dur":1"#, ""), (#""bp":"e""#, #""bp":"x""#),
            (#""pid":1"#, #""pid":"one""#),
            (#""displayTimeUnit":"ms""#, #""displayTimeUnit":"s""#),
        ] {
            #expect(trace.contains(right))
            #expect(try judge(trace.replacingOccurrences(of: right, with: wrong)) != "valid\n", "\(wrong)")
        }
    }

    @Test(arguments: runs.indices)
    func slicesOfAThreadNest(run: Int) throws {
        let trace = try JSONDecoder().decode(Trace.self, from: Data(Self.runs[run].chromeTrace.utf8))
        let slices = trace.traceEvents.filter { $0.ph == "X" }
        for (thread, slices) in Dictionary(grouping: slices, by: \.tid) {
            let spans = try slices.map { slice in
                let start = try #require(slice.ts)
                return (start: start, end: start + (slice.dur ?? 0))
            }.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
            for (one, next) in zip(spans, spans.dropFirst()) {
                #expect(next.start >= one.end || next.end <= one.end, "thread \(thread): \(one), \(next)")
            }
        }
    }
}
