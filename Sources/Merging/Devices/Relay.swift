public import Checklist
import Events

/// What the relay asks of the world around it.
public protocol RelayEffects {
    /// What devices send to each other.
    associatedtype Message: Sendable

    /// Gives a packet to the network, towards the device of that index.
    mutating func send(_ packet: Packet<Message>, to device: Int)
    /// Asks for `Relay.retry(_:effects:)` after so many microseconds.
    mutating func wake(toRetry device: Int, after delay: UInt64)
}

/// What all devices send to and receive from; a state machine like ``Device``.
public struct Relay<Archive: RelayArchive>: Sendable {
    /// How the relay behaves. Durations are microseconds.
    public struct Settings: Hashable, Sendable {
        /// Whether it waits to be asked for news (else it passes them on at once).
        public var isPolled: Bool
        /// How long to wait for an acknowledgement before sending again; nil: the transport loses nothing.
        public var retry: UInt64?
        /// Whether it confirms what it gets.
        public var givesReceipts: Bool
        /// Whether a device whose upload lost to what it had been sent before is sent that again. Without it, a device
        /// whose clock is behind keeps showing what it wrote, for ever.
        public var corrects: Bool

        /// Settings of those parts.
        public init(
            isPolled: Bool = false, retry: UInt64? = nil, givesReceipts: Bool = false, corrects: Bool = true
        ) {
            self.isPolled = isPolled
            self.retry = retry
            self.givesReceipts = givesReceipts
            self.corrects = corrects
        }
    }

    @usableFromInline
    struct Peer: Sendable {
        @usableFromInline var device: DeviceID
        @usableFromInline var sent: UInt64 = 0
        @usableFromInline var acknowledged: UInt64 = 0
        @usableFromInline var isRetryDue = false
    }

    /// What it keeps.
    public var archive: Archive
    /// How it behaves.
    public var settings: Settings
    @usableFromInline var peers: [Peer]

    /// A relay for those devices.
    public init(archive: Archive, devices: [DeviceID], settings: Settings = Settings()) {
        self.archive = archive
        self.settings = settings
        peers = devices.map { Peer(device: $0) }
    }

    /// A packet from a device comes in, at `wallTime` milliseconds since 1970 by the relay's clock.
    @inlinable
    public mutating func receive<Effects: RelayEffects>(
        _ packet: Packet<Archive.Message>, from device: Int, wallTime: UInt64, effects: inout Effects
    ) where Effects.Message == Archive.Message {
        switch packet {
        case .upload(let message, let after, let through):
            let position = archive.position
            let stamp = archive.accept(message, from: peers[device].device, wallTime: wallTime)
            if settings.givesReceipts {
                effects.send(.receipt(after: after, through: through, stamp: stamp), to: device)
            }
            if settings.corrects { correct(device, after: message, effects: &effects) }
            guard archive.position > position, !settings.isPolled else { return }
            for other in peers.indices where other != device { push(to: other, effects: &effects) }
        case .acknowledgement(let position):
            peers[device].acknowledged = max(peers[device].acknowledged, position)
        case .hello(let position):
            peers[device].acknowledged = position
            peers[device].sent = position
            if !settings.isPolled { push(to: device, effects: &effects) }
        case .receipt, .download:
            return
        }
    }

    /// What a device uploaded may have lost to what it was sent before, without its knowing: then it is sent that again.
    @inlinable
    mutating func correct<Effects: RelayEffects>(
        _ device: Int, after message: Archive.Message, effects: inout Effects
    ) where Effects.Message == Archive.Message {
        guard let position = archive.position(overruling: message, from: peers[device].device),
            peers[device].sent >= position
        else { return }
        peers[device].sent = position - 1
        peers[device].acknowledged = min(peers[device].acknowledged, position - 1)
        if !settings.isPolled { push(to: device, effects: &effects) }
    }

    /// Answers a device that asks for news.
    @inlinable
    public mutating func poll<Effects: RelayEffects>(
        by device: Int, effects: inout Effects
    ) where Effects.Message == Archive.Message {
        // It asks again for what got lost on the way.
        if settings.retry != nil { peers[device].sent = min(peers[device].sent, peers[device].acknowledged) }
        push(to: device, effects: &effects)
    }

    /// Whether a device that polls would get anything.
    public func hasNews(for device: Int) -> Bool {
        let position = settings.retry == nil ? peers[device].sent : peers[device].acknowledged
        return archive.news(after: min(position, peers[device].sent), for: peers[device].device) != nil
    }

    /// Sends a device what it has not been sent yet.
    @inlinable
    public mutating func push<Effects: RelayEffects>(
        to device: Int, effects: inout Effects
    ) where Effects.Message == Archive.Message {
        guard let news = archive.news(after: peers[device].sent, for: peers[device].device) else { return }
        effects.send(.download(news, after: peers[device].sent, position: archive.position), to: device)
        peers[device].sent = archive.position
        guard !settings.isPolled, let retry = settings.retry, !peers[device].isRetryDue else { return }
        peers[device].isRetryDue = true
        effects.wake(toRetry: device, after: retry)
    }

    /// An acknowledgement may be overdue.
    @inlinable
    public mutating func retry<Effects: RelayEffects>(
        _ device: Int, effects: inout Effects
    ) where Effects.Message == Archive.Message {
        peers[device].isRetryDue = false
        guard peers[device].acknowledged < peers[device].sent else { return }
        peers[device].sent = peers[device].acknowledged
        push(to: device, effects: &effects)
    }
}
