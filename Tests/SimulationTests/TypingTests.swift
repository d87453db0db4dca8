import Checklist
import Merging
import Testing

@testable import Simulation

/// Typing sets the text of a row, whatever the row is.
@Suite struct `Typing in a row` {
    /// Two devices; the first one types, by the debounce or at once.
    private func bodies<Policy: MergePolicy>(
        of line: String, typing text: String, debounce: UInt64, _ policy: Policy
    ) throws -> [String] {
        var scenario = Scenario(
            name: "typing", lines: [line, "- [ ] milk"],
            devices: ["phone", "Mac"].map { DeviceModel(name: $0) })
        scenario.devices[0].debounce = debounce
        scenario.actions = [
            ScheduledAction(at: 1_000, device: 0, .type(.initial(0), text)),
            ScheduledAction(at: 2_000_000, device: 1, .toggle(.initial(1), to: true)),
        ]
        var world = try World(scenario, policy: policy, observer: Unobserved())
        #expect(world.run().isClean)
        return world.finalDevices.map { String(decoding: $0.replica.document.bytes, as: UTF8.self) }
    }

    @Test(arguments: [0, 500_000])
    func `that ends with its box leaves an item`(debounce: UInt64) throws {
        for (line, typed) in [("- [ ]", "- [ ] tea"), ("[x]", "[x] tea"), ("-", "- tea"), ("- [ ] x", "- [ ] tea")] {
            let expected = Array(repeating: typed + "\n- [x] milk\n", count: 2)
            #expect(try bodies(of: line, typing: "tea", debounce: debounce, LineMerge.Policy()) == expected)
            #expect(try bodies(of: line, typing: "tea", debounce: debounce, FieldLWW.Policy()) == expected)
        }
    }
}
