import Checklist
import Merging

/// Folds everything that happens in a run into 128 bits: two runs that differ in anything differ in them. Nothing is
/// kept, so that a run of any length can be held against another.
public struct TraceDigest: WorldObserver {
    /// True.
    public static var isRecording: Bool { true }

    private var fingerprint = Fingerprint()

    /// The digest of a run that has not begun.
    public init() {}

    /// The bits: equal on every machine and in every build.
    public var value: SIMD2<UInt64> { fingerprint.value }

    /// Takes it in.
    public mutating func note(_ entry: TraceEntry) {
        fingerprint.combine(entry.time)
        fingerprint.combine(entry.device ?? -1)
        switch entry.happening {
        case .acted(let number): combine(1, number)
        case .persisted(let event):
            combine(2, 0)
            fingerprint.combine(event)
        case .writeBlocked: combine(3, 0)
        case .acknowledged(let number): combine(4, number)
        case .refused(let number, let refusal):
            combine(5, number)
            fingerprint.combine("\(refusal)")
        case .sent(let message, let kind):
            combine(6, message)
            fingerprint.combine(kind.rawValue)
        case .received(let message, let kind):
            combine(7, message)
            fingerprint.combine(kind.rawValue)
        case .dropped(let message, let kind, let why):
            combine(8, message)
            fingerprint.combine(kind.rawValue)
            fingerprint.combine(why.rawValue)
        case .online: combine(9, 0)
        case .crashed: combine(10, 0)
        case .restarted: combine(11, 0)
        case .polled: combine(12, 0)
        }
    }

    private mutating func combine(_ kind: Int, _ number: Int) {
        fingerprint.combine(kind)
        fingerprint.combine(number)
    }
}
