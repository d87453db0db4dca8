import Merging
import Testing

@testable import Simulation

@Suite("Sizing")
struct SizingTests {
    private var busy: Sizing {
        var usage = UsageModel()
        (usage.notes, usage.sharedShare, usage.editsPerDay) = (1, 1, 8)
        (usage.activeHours, usage.editsPerSession, usage.pause) = (0.1, 3, 2)
        return Sizing(usage: usage, behaviour: SweepPoint())
    }

    /// The whole month in one world, without leaving anything out, must lose as much on average.
    @Test func `what is left out of the simulation loses nothing`() throws {
        let sizing = busy
        var (parts, whole) = (RunningMean(), RunningMean())
        for number in 0..<60 as Range<UInt64> {
            parts.add(Double(try sizing.month(number).lost))
            var stream = RandomStream(seed: sizing.seed, run: number, purpose: .workload)
            let edits = sizing.usage.month(&stream).shared
            var point = sizing.behaviour
            point.lines = edits.count
            var scenario = point.scenario
            scenario.actions = edits.enumerated().map { line, edit in
                ScheduledAction(
                    at: SweepPoint.microseconds(edit.time), device: edit.device, .toggle(.initial(line), to: true))
            }
            var world = try World(scenario, policy: FieldLWW.Policy(), seed: 99, observer: Unobserved())
            whole.add(Double(world.countLost(number).lost))
        }
        #expect(parts.mean > 2, "there is something to compare")
        let error = ((parts.variance + whole.variance) / 60).squareRoot()
        #expect((parts.mean - whole.mean).magnitude < 4 * error, "\(parts.mean) and \(whole.mean) ± \(error)")
    }

    @Test func `encounters are edits of one note by several devices within reach`() {
        let sizing = busy
        func edit(_ time: Double, _ device: Int, note: Int = 0, offlineUntil: Double? = nil) -> UsageModel.Edit {
            UsageModel.Edit(time: time, device: device, note: note, offlineUntil: offlineUntil)
        }
        let reach = sizing.reach
        #expect(sizing.encounters(in: [edit(0, 0), edit(reach + 0.1, 1)]).isEmpty)
        #expect(sizing.encounters(in: [edit(0, 0), edit(reach - 0.1, 1)]).count == 1)
        #expect(sizing.encounters(in: [edit(0, 0), edit(0.1, 0), edit(0.2, 0)]).isEmpty)
        #expect(sizing.encounters(in: [edit(0, 0), edit(0.1, 1, note: 1)]).isEmpty)
        // Who is offline can lose to all that others do until it is back.
        #expect(sizing.encounters(in: [edit(0, 0, offlineUntil: 500), edit(400, 1)]).count == 1)
    }

    @Test func `the same seed gives the same estimate, however many cores there are`() async throws {
        let one = try await busy.estimate(months: 70, until: nil, workers: 1)
        let three = try await busy.estimate(months: 70, until: nil, workers: 3)
        #expect(one.lost == three.lost && one.lost.count == 70)
    }

    @Test func `merging lines loses nothing, and a wider window loses more`() async throws {
        var merged = busy
        merged.behaviour.policy = .lineMerge
        #expect(try await merged.estimate(months: 30, until: nil, workers: 2).lost.mean == 0)
        var slow = busy
        slow.behaviour.flush = 4
        let (fast, wide) = (
            try await busy.estimate(months: 60, until: nil, workers: 2),
            try await slow.estimate(months: 60, until: nil, workers: 2)
        )
        #expect(wide.lost.mean > fast.lost.mean * 1.5)
    }

    @Test func `it stops when the interval is narrow enough`() async throws {
        let estimate = try await busy.estimate(months: 4000, until: 0.3, workers: 1)
        #expect(estimate.lost.count < 4000 && estimate.halfWidth <= 0.3 * estimate.lost.mean)
    }

    @Test func `what makes no sense is refused`() {
        for change in [{ $0.usage.devices = 0 }, { $0.usage.notes = 0 }, { $0.usage.pause = -1 }]
            as [(inout Sizing) -> Void]
        {
            var sizing = busy
            change(&sizing)
            #expect(throws: ScenarioError.self) { try sizing.check() }
        }
    }
}
