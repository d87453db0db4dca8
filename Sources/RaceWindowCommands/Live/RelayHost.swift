import CommandLineKit
import Events
import Merging
import Simulation

/// The relay as a process.
final class RelayHost<Policy: LivePolicy> {
    typealias Message = Policy.NoteReplica.Message

    private let member: LiveMember
    private let plan: LivePlan
    private let listener: Listener
    private var relay: Relay<Policy.NoteReplica.Archive>
    private var connections: [Int: Connection] = [:]
    private var down: [LinkCourse]
    private var polls: [Poll]

    private struct Poll {
        var phase: UInt64
        var isDue = false
    }

    init(_ plan: LivePlan, _ policy: Policy, member: LiveMember) throws {
        do {
            relay = try World(plan.scenario, policy: policy, seed: plan.seed, observer: Unobserved()).parts.relay
        } catch {
            throw CommandFailure.badData(error.message)
        }
        self.member = member
        self.plan = plan
        listener = try Listener()
        let devices = plan.scenario.devices
        down = devices.indices.map {
            LinkCourse(devices[$0].down, .down, device: $0, seed: plan.seed, run: plan.run)
        }
        let period = plan.scenario.relay.pollEvery ?? 0
        polls = devices.indices.map {
            var stream = RandomStream(seed: plan.seed, run: plan.run, purpose: .pollPhase, device: $0)
            return Poll(phase: UInt64(stream.unit() * Double(period)))
        }
    }

    func run() throws {
        try member.control.send(["hello": "relay", "port": .int(listener.port)])
        member.loop.watch(listener.descriptor) { [self] in admit(try listener.accept()) }
        try member.serve(until: plan.horizon, begin: { _ in }, other: { _ in }, report: { ["relay": true] })
    }

    private func admit(_ connection: Connection) {
        var index: Int?
        member.loop.watch(connection.descriptor) { [self] in
            guard let messages = try connection.receive() else { return member.loop.forget(connection.descriptor) }
            for message in messages {
                if let index {
                    try take(message, from: index)
                } else if let number = message["index"]?.unsignedValue {
                    index = Int(number)
                    connections[Int(number)] = connection
                }
            }
        }
    }

    private func take(_ message: JSON, from device: Int) throws {
        member.noteArrival(of: message)
        guard let packet = Packet<Message>(json: message) else {
            throw CommandFailure.badData("A device said what nobody understands.")
        }
        let now = member.elapsed
        let wall = plan.scenario.relay.clock.reading(after: now, startedAt: member.wall) / 1000
        try step { $0.receive(packet, from: device, wallTime: wall, effects: &$1) }
        schedulePolls(at: now)
    }

    private func step(_ body: (inout Relay<Policy.NoteReplica.Archive>, inout RelayHostEffects<Message>) -> Void) throws
    {
        var effects = RelayHostEffects<Message>()
        let now = member.elapsed
        body(&relay, &effects)
        for (packet, device) in effects.packets {
            if plan.scenario.devices[device].cutDown.contains(where: { $0.contains(now) }) { continue }
            let arrivals = down[device].arrivals(ofMessageSentAt: now)
            member.send(packet.json, arrivingAt: arrivals) { [self] in connections[device] }
        }
        for (device, delay) in effects.retries {
            member.schedule(at: now + delay) { [self] in try step { $0.retry(device, effects: &$1) } }
        }
    }

    /// The polls at which devices will get what they have not got yet.
    private func schedulePolls(at now: UInt64) {
        guard let period = plan.scenario.relay.pollEvery, period > 0 else { return }
        for device in polls.indices where !polls[device].isDue && relay.hasNews(for: device) {
            polls[device].isDue = true
            let elapsed = (now + period - polls[device].phase % period) % period
            member.schedule(at: now + (elapsed == 0 ? 0 : period - elapsed)) { [self] in
                polls[device].isDue = false
                try step { $0.poll(by: device, effects: &$1) }
                schedulePolls(at: member.elapsed + 1)
            }
        }
    }
}

/// Gathers what a relay asks for.
struct RelayHostEffects<Message: Sendable>: RelayEffects {
    private(set) var packets: [(packet: Packet<Message>, device: Int)] = []
    private(set) var retries: [(device: Int, delay: UInt64)] = []

    mutating func send(_ packet: Packet<Message>, to device: Int) { packets.append((packet, device)) }
    mutating func wake(toRetry device: Int, after delay: UInt64) { retries.append((device, delay)) }
}
