import Checklist
import Merging

extension Scenario {
    /// A row that random work can tick and clear.
    struct WorkRow: Hashable, Sendable {
        /// The line, by index.
        var line: Int
        /// Whether it is ticked at the start.
        var isTicked: Bool
    }

    /// The rows of the note at the start, those with custom marks left out.
    var workRows: [WorkRow] {
        let document = ChecklistDocument(parsing: body, madeBy: EventID(device: DeviceID(0), counter: 1))
        return document.lines.compactMap { line in
            switch line.mark.map(CheckboxState.init(mark:)) {
            case .open?: WorkRow(line: line.index, isTicked: false)
            case .ticked?: WorkRow(line: line.index, isTicked: true)
            case .custom?, nil: nil
            }
        }
    }

    /// What makes the scenario other than its author may think: clocks so far apart that messages have to wait for days.
    ///
    /// - Complexity: O(actions · devices).
    public var warnings: [String] {
        let limit = HybridLogicalClock.usualMaximumDrag * 1000
        var warned: Set<[Int]> = []
        var warnings: [String] = []
        for action in actions.sorted(by: { $0.time < $1.time }) {
            let wall: UInt64 = 1 << 60
            let author = devices[action.device].clock.reading(after: action.time, startedAt: wall)
            for (index, device) in devices.enumerated() where index != action.device {
                let reading = device.clock.reading(after: action.time, startedAt: wall)
                guard author > reading + limit, warned.insert([action.device, index]).inserted else { continue }
                warnings.append(
                    "The clock of \(devices[action.device].name) is more than a day ahead of that of \(device.name): what "
                        + "it does waits there until the clocks have come nearer.")
            }
        }
        return warnings
    }
}
