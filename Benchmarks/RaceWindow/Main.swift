import Measuring
import Merging
import Simulation

@main
enum Main {
    static func main() throws {
        var point = SweepPoint()
        (point.latency, point.jitter) = (0.1, 0.15)
        var points: [SweepPoint] = []
        for gap in [0.05, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5] {
            point.gap = gap
            points.append(point)
        }
        let sweep = Sweep(points: points, trials: 20000)
        for _ in 0..<3 {
            let start = nanoseconds()
            var counts = points.map { _ in Sweep.Count() }
            for unit in sweep.units() { counts[unit.point] = counts[unit.point] + (try sweep.run(unit)) }
            let seconds = Double(nanoseconds() - start) * 1e-9
            print(
                Double(points.count * sweep.trials) / seconds, "scenarios/s", counts.map(\.p),
                points.map { $0.closedForm ?? -1 })
        }
    }
}
