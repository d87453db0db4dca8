import CommandLineKit
import Merging
import NoteLedger

/// `live-device`: the process that is a device of a trial.
enum LiveDeviceCommand: Command {
    static let name = "live-device"
    static let page = CommandPage(
        summary: "be a device of a trial that “live” runs", examples: [],
        arguments: LivePlanArguments.all + [index, store], effect: .writes, isHidden: true)

    static let index = Argument.option("index", "N", .integer(0...1000), "which device")
    static let store = Argument.option("store", "DIR", .folder, "the folder of its store")

    static func run(_ call: Call) async throws -> ExitCode {
        let plan = try LivePlanArguments.plan(of: call)
        let member = try LiveMember(port: try call[LivePlanArguments.control])
        let (index, store) = (try call[index] ?? 0, try call[store] ?? "")
        switch plan.choice {
        case .fieldLWW(let stamping):
            try DeviceHost(
                plan, FieldLWW.Policy(stamping: stamping), index: index, storePath: store, member: member
            ).run()
        case .lineMerge:
            try DeviceHost(plan, LineMerge.Policy(), index: index, storePath: store, member: member).run()
        case .registered(let registered): throw LivePlan.refusal(of: registered)
        }
        return .done
    }
}

/// `live-relay`: the process that is the relay of a trial.
enum LiveRelayCommand: Command {
    static let name = "live-relay"
    static let page = CommandPage(
        summary: "be the relay of a trial that “live” runs", examples: [], arguments: LivePlanArguments.all,
        isHidden: true)

    static func run(_ call: Call) async throws -> ExitCode {
        let plan = try LivePlanArguments.plan(of: call)
        let member = try LiveMember(port: try call[LivePlanArguments.control])
        switch plan.choice {
        case .fieldLWW(let stamping):
            try RelayHost(plan, FieldLWW.Policy(stamping: stamping), member: member).run()
        case .lineMerge: try RelayHost(plan, LineMerge.Policy(), member: member).run()
        case .registered(let registered): throw LivePlan.refusal(of: registered)
        }
        return .done
    }
}
