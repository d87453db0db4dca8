import Checklist
import Events
import Merging

extension World {
    /// The indices in the queue of what could happen next.
    func choices(reorders: Bool) -> [Int] {
        let items = around.queue.items
        var heads: [Int] = []
        for (index, item) in items.enumerated() {
            let mayOvertake = reorders && item.kind != .action
            let isBehind = items.contains {
                $0.kind == item.kind && $0.device == item.device && $0.rank < item.rank
            }
            if !isBehind || mayOvertake { heads.append(index) }
        }
        if !reorders {
            for index in heads where items[index].kind == .arrivalAtDevice {
                let device = items[index].device
                if items.allSatisfy({ $0.device != device || $0.kind == .arrivalAtDevice }) { return [index] }
            }
        }
        return heads
    }

    /// The world in which that happened next.
    func taking(_ choice: Int) -> World {
        var world = self
        let item = world.around.queue.remove(at: choice)
        // The clock of a device stands still between its user's actions: times only stamp.
        let index = Int(item.device)
        if item.kind == .action {
            world.around.now = item.time
            world.lastActed[index] = item.time
        } else {
            world.around.now = world.lastActed[index]
        }
        world.step(item)
        return world
    }

    /// What tells this state from others.
    var fingerprint: SIMD2<Int> {
        var fingerprint = Fingerprint()
        for device in devices { device.combine(into: &fingerprint) }
        relay.combine(into: &fingerprint)
        fingerprint.combine(around.events)
        fingerprint.combine(around.refusals.map { $0 != nil })
        fingerprint.combine(lastActed)
        for record in oracle.records.sorted(by: { $0.number < $1.number }) {
            fingerprint.combine(record.number)
            fingerprint.combine(record.seen)
        }
        let pending = around.queue.items.sorted {
            ($0.kind.rawValue, $0.device, $0.rank) < ($1.kind.rawValue, $1.device, $1.rank)
        }
        for item in pending {
            fingerprint.combine([Int(item.kind.rawValue), Int(item.device)])
            switch item.kind {
            case .action: fingerprint.combine(item.payload)
            case .arrivalAtRelay, .arrivalAtDevice: combine(item.payload, into: &fingerprint)
            default: break
            }
        }
        return fingerprint.value
    }

    private func combine(_ slot: UInt32, into fingerprint: inout Fingerprint) {
        switch around.packets[Int(slot)] {
        case .upload(let message, let after, let through):
            R.combine(message, into: &fingerprint)
            fingerprint.combine([after, through])
        case .download(let message, let after, let position):
            R.combine(message, into: &fingerprint)
            fingerprint.combine([after, position])
        case .receipt(let after, let through, let stamp):
            fingerprint.combine([after, through, stamp.rawValue])
        case .acknowledgement(let position), .hello(let position):
            fingerprint.combine(position)
        case nil:
            break
        }
    }
}

extension Scenario {
    /// The scenario without anything that takes time or goes wrong.
    var bare: Scenario {
        var scenario = self
        scenario.relay = RelayModel()
        scenario.workload = nil
        for index in devices.indices {
            var model = DeviceModel(name: devices[index].name)
            model.debounce = 0
            model.flush = .trailing(after: 0)
            model.clock.offset = devices[index].clock.offset
            scenario.devices[index] = model
        }
        return scenario
    }

    /// Whether exchanging the devices in this way, and the lines that they act on, changes nothing.
    func isSymmetric(_ order: [Int]) -> Bool {
        guard zip(order, devices.indices).allSatisfy({ devices[$0].clock == devices[$1].clock }) else { return false }
        guard let renamed = actionsByRole(order), let own = actionsByRole(Array(devices.indices)) else {
            return order == Array(devices.indices)
        }
        return renamed == own
    }

    /// What each device does, in an order of devices, lines numbered as they come up; nil if it does anything but tick
    /// rows, since other actions depend on where a line stands.
    private func actionsByRole(_ order: [Int]) -> [[String]]? {
        var names: [Int: Int] = [:]
        var roles: [[String]] = []
        for device in order {
            var role: [String] = []
            for action in actions where action.device == device {
                guard case .tick(.initial(let line), let isTicked) = action.deed else { return nil }
                let name = names[line] ?? names.count
                names[line] = name
                role.append("\(action.time) \(name) \(isTicked) \(lines[line].prefix { $0 != "]" })")
            }
            roles.append(role)
        }
        return roles
    }
}

extension Range where Bound == Int {
    /// All orders of the numbers in the range.
    var permutations: [[Int]] {
        var orders: [[Int]] = [[]]
        for number in self {
            orders = orders.flatMap { order in
                (0...order.count).map { place in
                    var longer = order
                    longer.insert(number, at: place)
                    return longer
                }
            }
        }
        return orders
    }
}
