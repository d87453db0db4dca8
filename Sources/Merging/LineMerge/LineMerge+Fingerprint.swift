public import Events

import Checklist

extension LineMerge.Replica {
    /// Takes in the body and all events it is of.
    public func combine(into fingerprint: inout Fingerprint) {
        fingerprint.combine(document)
        fingerprint.combine(title)
        fingerprint.combine(isTrashed)
        fingerprint.combine(heads)
        for entry in state.history?.value.entries ?? [] { fingerprint.combine(entry.event) }
        for event in state.waiting { fingerprint.combine(event) }
        for sequence in sequences { fingerprint.combine(sequence) }
    }

    /// Takes an envelope in.
    public static func combine(_ events: [Event], into fingerprint: inout Fingerprint) {
        fingerprint.combine(events.count)
        for event in events { fingerprint.combine(event) }
    }
}

extension LineMerge.Archive {
    /// Takes all events in; without their order, where that no longer matters.
    public func combine(into fingerprint: inout Fingerprint, isOrdered: Bool) {
        if isOrdered { return LineMerge.Replica.combine(events, into: &fingerprint) }
        var sum = SIMD2<UInt64>(repeating: 0)
        for event in events {
            var own = Fingerprint()
            own.combine(event)
            sum &+= own.value
        }
        fingerprint.combine(sum.x)
        fingerprint.combine(sum.y)
    }
}

extension Fingerprint {
    /// Takes an event in: what it is, where it stands, and what it does.
    mutating func combine(_ event: Event) {
        combine(event.id)
        combine(event.stamp.rawValue)
        combine(event.parents)
        combine(event.change.kind.code)
        switch event.change {
        case .toggled(let line, let isTicked, let mark):
            combine(line)
            combine(isTicked)
            combine(UInt64(mark))
        case .retitled(let title): combine(title)
        case let change: for edit in change.lineEdits { combine(edit) }
        }
    }

    private mutating func combine(_ edit: LineEdit) {
        switch edit {
        case .mark(let line, let mark):
            combine(line)
            combine(UInt64(mark))
        case .prefix(let line, let bytes):
            combine(line)
            combine(bytes)
        case .text(let line, let bytes):
            combine(line)
            combine(bytes)
        case .ending(let line, let bytes):
            combine(line)
            combine(bytes)
        case .insert(let after, let before, let bytes):
            combine(optional: after)
            combine(optional: before)
            combine(bytes)
        case .delete(let runs):
            for run in runs {
                combine(run.first)
                combine(UInt64(run.count))
            }
        case .restore(let line, let after, let bytes):
            combine(line)
            combine(optional: after)
            combine(bytes)
        case .move(let line, let after):
            combine(line)
            combine(optional: after)
        }
    }

    private mutating func combine(optional line: LineID?) {
        combine(line != nil)
        if let line { combine(line) }
    }
}
