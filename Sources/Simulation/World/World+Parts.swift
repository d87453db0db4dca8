import Events
package import Merging

extension World {
    /// What takes part in a scenario before anything has happened, to be run elsewhere than in this world.
    package struct Parts: Sendable {
        /// The note that all start with.
        package var note: NoteStart
        /// The devices, by index.
        package var devices: [Device<R>]
        /// The relay.
        package var relay: Relay<R.Archive>
    }

    /// What takes part in the scenario, as it is before anything has happened.
    package var parts: Parts { Parts(note: note, devices: templates, relay: relayTemplate) }
}

/// One direction of a device's link, for messages that really travel: draws what becomes of each, as a world does.
package struct LinkCourse: Sendable {
    private var channel: Surroundings<[Event], Unobserved>.Channel

    /// The link of a device, drawing what it draws in that run of a world of that seed.
    package init(_ link: Link, _ purpose: RandomStream.Purpose, device: Int, seed: UInt64, run: UInt64) {
        channel = .init(link: link, stream: RandomStream(seed: seed, run: run, purpose: purpose, device: device))
    }

    /// When a message sent now arrives, in microseconds from the start, and when its double does; none if it is lost.
    package mutating func arrivals(ofMessageSentAt now: UInt64) -> [UInt64] {
        guard let flight = channel.launch(at: now) else { return [] }
        return [flight.arrival] + (flight.again.map { [$0] } ?? [])
    }
}
