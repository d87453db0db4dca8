import Foundation
import Merging
import Simulation
import Testing

@Suite("A sweep holds no more memory, however long it is")
struct MemoryTests {
    /// In a process of its own, so that no other test's memory is counted.
    @Test("as much after 22,000 runs as after 2,000")
    func flat() async {
        await #expect(processExitsWith: .success) {
            var point = SweepPoint()
            (point.gap, point.jitter, point.loss, point.policy) = (0.4, 0.2, 0.2, .lineMerge)
            var world = try World(point.scenario, policy: LineMerge.Policy(), seed: 1, observer: Unobserved())
            for run in 0..<2000 as Range<UInt64> { _ = world.countLost(run) }
            let before = try MemoryTests.privatePages()
            for run in 2000..<22_000 as Range<UInt64> { _ = world.countLost(run) }
            let growth = try MemoryTests.privatePages() - before
            // The smallest object, one left behind in each run, would be 230 pages.
            precondition(growth < 100, "\(growth) pages more")
        }
    }

    /// Pages of memory that hold this process's data: code that is read in when it first runs does not count.
    static func privatePages() throws -> Int {
        let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let fields = text.split(separator: " ").compactMap { Int($0) }
        try #require(fields.count > 2)
        return fields[1] - fields[2]
    }
}
