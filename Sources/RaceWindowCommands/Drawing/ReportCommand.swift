import CommandLineKit
import Drawing
import NoteLedgerCommands
import Simulation

/// `report`: one page with curves, maps, a diagram and the ledger.
enum ReportCommand: Command {
    static let name = "report"
    static let page = CommandPage(
        summary: "draw the race window: one HTML page that needs nothing else",
        details: [
            "Draws the probability of a loss over the gap with interval and closed form, over gap and latency, over gap "
                + "and skew; plays the scenario under both policies, draws the run in which something is lost as a "
                + "space-time diagram, and sets the ledgers side by side.",
            "`--folder` writes each drawing as SVG besides, and the run for ShiViz and for Chrome's or Perfetto's trace "
                + "viewer.",
        ],
        examples: [Example("racewindow report shop --trials 200 --output report.html", "the shop, on one page")],
        arguments: [PlayArguments.scenario, PlayArguments.seed, trials, output, folder], effect: .writes)

    static let trials = Argument.option(
        "trials", "N", .integer(1...10_000_000), "how often each point of a drawing is run; 4000 unless given")
    static let output = Argument.option(
        "output", short: "o", "FILE", .file, "where to write the page; else it is printed")
    static let folder = Argument.option("folder", "FOLDER", .folder, "where to write drawings and traces besides")

    static func run(_ call: Call) async throws -> ExitCode {
        let scenario = try ScenarioLibrary.scenario(at: try call[PlayArguments.scenario])
        let seed = try PlayArguments.seed(of: call)
        let trials = try call[trials] ?? 4000
        let progress = ProgressLine("drawing", messages: call.messages)
        var studio = Studio(seed: seed, trials: trials, progress: progress)
        let curve = try await studio.curve()
        let typing = try await studio.typingCurve()
        let latency = try await studio.latencyMap()
        let skew = try await studio.skewMap()
        studio.progress.finish()
        let stage = try Stage(scenario, seed: seed)
        let page = stage.page(curves: [curve, typing], maps: [latency, skew], seed: seed, trials: trials)
        if let path = try call[output] {
            try FileAccess.write(Array(page.html.utf8), to: path)
        } else {
            try call.output.write(page.html.utf8)
        }
        if let folder = try call[folder] {
            try FileAccess.makeFolder(folder)
            let files: [(String, String)] = [
                ("curve.svg", curve.svg()), ("typing.svg", typing.svg()), ("gap-latency.svg", latency.svg()),
                ("gap-skew.svg", skew.svg()), ("run.svg", stage.lossy.svg()),
                ("run-line-merge.svg", stage.merged.svg()),
                ("ledger.svg", stage.ledger.svg()), ("run.shiviz.log", stage.lossy.shiViz),
                ("run.trace.json", stage.lossy.chromeTrace),
            ]
            for (name, text) in files { try FileAccess.write(Array(text.utf8), to: "\(folder)/\(name)") }
        }
        return .done
    }
}
