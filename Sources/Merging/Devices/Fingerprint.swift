public import Checklist

/// 128 bits that stand for the state of a machine, to tell whether a search has been there. They differ from process to
/// process; that two states share them by chance is as good as impossible.
public struct Fingerprint: Sendable {
    private var first = Hasher()
    private var second = Hasher()

    /// The fingerprint of nothing yet.
    public init() { second.combine(0x9E37_79B9) }

    /// Takes a part of the state in.
    public mutating func combine(_ part: some Hashable) {
        first.combine(part)
        second.combine(part)
    }

    /// Takes in a document: its bytes and the ids of its lines.
    public mutating func combine(_ document: ChecklistDocument) {
        combine(document.bytes)
        combine(document.idRuns)
    }

    /// The two halves.
    public var value: SIMD2<Int> { SIMD2(first.finalize(), second.finalize()) }
}

/// A state that a search can recognise.
public protocol Fingerprintable {
    /// Takes all of the state in that matters for what comes next.
    func combine(into fingerprint: inout Fingerprint)
}

extension Device {
    /// Takes the whole device in.
    package func combine(into fingerprint: inout Fingerprint) {
        replica.combine(into: &fingerprint)
        fingerprint.combine([counter, acknowledgedThrough, sentThrough, position, clock.newest.rawValue])
        fingerprint.combine([isFlushDue, isRetryDue])
        fingerprint.combine(quarantine.count)
        if let draft {
            fingerprint.combine(draft.actions)
            fingerprint.combine(draft.editor)
        }
    }
}

extension Relay {
    /// Takes the whole relay in.
    package func combine(into fingerprint: inout Fingerprint) {
        archive.combine(into: &fingerprint)
        fingerprint.combine(peers.flatMap { [$0.sent, $0.acknowledged] })
    }
}
