extension Scenario {
    /// The scenario without anything that takes time or goes wrong; if messages may get lost, all are sent again.
    func bare(losingMessages: Bool) -> Scenario {
        var scenario = self
        scenario.relay = RelayModel()
        scenario.workload = nil
        if losingMessages { scenario.relay.retry = 1 }
        for index in devices.indices {
            var model = DeviceModel(name: devices[index].name)
            model.debounce = 0
            model.flush = .trailing(after: 0)
            model.clock.offset = devices[index].clock.offset
            if losingMessages { model.retry = 1 }
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
                guard case .toggle(.initial(let line), let isTicked?) = action.action else { return nil }
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
