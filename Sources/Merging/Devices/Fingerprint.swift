public import Checklist
import Events

/// 128 bits that stand for the state of a machine, to tell whether a search has been there: the same in every process,
/// and for two different states as good as never.
public struct Fingerprint: Hashable, Sendable {
    private var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    private var second: UInt64 = 0xC2B2_AE3D_27D4_EB4F

    /// The fingerprint of nothing yet.
    public init() {}

    /// The two halves.
    public var value: SIMD2<UInt64> { SIMD2(first, second) }

    /// Takes a number in.
    public mutating func combine(_ word: UInt64) {
        // Two streams of multiply and shift, with different odd factors.
        first = (first ^ word) &* 0x9FB2_1C65_1E98_DF25
        first ^= first >> 32
        second = (second &+ word) &* 0xD6E8_FEB8_6659_FD93
        second ^= second >> 29
    }

    /// Takes a number in.
    public mutating func combine(_ number: Int) { combine(UInt64(bitPattern: Int64(number))) }

    /// Takes a truth in.
    public mutating func combine(_ flag: Bool) { combine(flag ? 1 : 0 as UInt64) }

    /// Takes another fingerprint in.
    public mutating func combine(_ other: Fingerprint) {
        combine(other.first)
        combine(other.second)
    }

    /// Takes bytes in, and how many there are.
    public mutating func combine(_ bytes: [UInt8]) {
        combine(bytes.count)
        bytes.withUnsafeBytes { raw in
            var offset = 0
            while offset + 8 <= raw.count {
                combine(raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            var rest: UInt64 = 0
            while offset < raw.count {
                rest = rest << 8 | UInt64(raw[offset])
                offset += 1
            }
            combine(rest)
        }
    }

    /// Takes a text in.
    public mutating func combine(_ text: String) { combine(Array(text.utf8)) }

    /// Takes the name of an event in.
    public mutating func combine(_ event: EventID) {
        combine(event.device.rawValue)
        combine(event.counter)
    }

    /// Takes names of events in, in their order.
    public mutating func combine(_ events: EventFrontier) {
        combine(events.count)
        for event in events { combine(event) }
    }

    /// Takes a place in the total order in.
    public mutating func combine(_ order: EventOrder) {
        combine(order.stamp.rawValue)
        combine(order.id)
    }

    /// Takes a document in: its bytes and the ids of its lines.
    public mutating func combine(_ document: ChecklistDocument) {
        combine(document.bytes)
        for run in document.idRuns {
            combine(run.first)
            combine(UInt64(run.count))
        }
    }

    /// Takes the name of a line in.
    public mutating func combine(_ line: LineID) {
        combine(line.event)
        combine(UInt64(line.index))
    }
}

/// A state that a search can recognise.
public protocol Fingerprintable {
    /// Takes all of the state in that matters for what comes next.
    func combine(into fingerprint: inout Fingerprint)
}

extension Device {
    /// Takes the whole device in. What it knows of the relay's positions counts only where messages can get lost.
    package func combine(into fingerprint: inout Fingerprint) {
        replica.combine(into: &fingerprint)
        fingerprint.combine(counter)
        fingerprint.combine(acknowledgedThrough)
        fingerprint.combine(sentThrough)
        fingerprint.combine(clock.newest.rawValue)
        fingerprint.combine(isFlushDue)
        fingerprint.combine(isRetryDue)
        fingerprint.combine(quarantine.count)
        if settings.retry != nil { fingerprint.combine(position) }
        guard let draft = draft?.value else { return }
        for action in draft.actions { fingerprint.combine(action) }
        fingerprint.combine(draft.editor)
    }
}

extension Relay {
    /// Takes the whole relay in. Where no message gets lost it matters what it still has to send, not in which order
    /// all the rest came.
    package func combine<R: Replica>(
        into fingerprint: inout Fingerprint, as replica: R.Type
    ) where R.Archive == Archive {
        let isReliable = settings.retry == nil
        archive.combine(into: &fingerprint, isOrdered: !isReliable)
        for peer in peers {
            if !isReliable {
                fingerprint.combine(peer.sent)
                fingerprint.combine(peer.acknowledged)
                fingerprint.combine(peer.isRetryDue)
            } else if let news = archive.news(after: peer.sent, for: peer.device) {
                fingerprint.combine(peer.device.rawValue)
                R.combine(news, into: &fingerprint)
            }
        }
    }
}
