import Foundation
import Merging
import Simulation
import Testing

@Suite("A sweep holds no more memory, however long it is")
struct MemoryTests {
    /// In a process of its own, so that no other test's memory is counted.
    @Test("as much after 12,000 runs as after 2,000")
    func flat() async {
        await #expect(processExitsWith: .success) {
            var point = SweepPoint()
            (point.gap, point.jitter, point.loss, point.policy) = (0.4, 0.2, 0.2, .lineMerge)
            var world = try World(point.scenario, policy: LineMerge.Policy(), seed: 1, observer: Unobserved())
            for run in 0..<2000 as Range<UInt64> { _ = world.countLost(run) }
            let before = try MemoryTests.residentPages()
            for run in 2000..<12_000 as Range<UInt64> { _ = world.countLost(run) }
            let growth = try MemoryTests.residentPages() - before
            // A single word a run would be 20 pages.
            precondition(growth < 16, "\(growth) pages more")
        }
    }

    static func residentPages() throws -> Int {
        let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) })
    }
}
