import Checklist
import Events

extension LineMerge {
    /// What the author of an event had seen, the event included.
    ///
    /// What he had seen of others is kept apart from his own events: it stays the same along all that he does without
    /// hearing of anybody, and is shared by it.
    struct CausalPast: Sendable {
        /// What had been seen of other devices; of the author's own it may say less.
        var others: VersionVector
        /// The event itself.
        var event: EventID

        /// Whether that event had been seen.
        @inline(__always)
        func contains(_ other: EventID) -> Bool {
            other.device == event.device ? other.counter <= event.counter : others.contains(other)
        }

        /// Whether all that is in `version` had been seen.
        func covers(_ version: VersionVector) -> Bool { version.newest.allSatisfy(contains) }
    }

    /// What the events at hand had seen, and the stamps that count for their places.
    ///
    /// Each device's events stand in a lane of their own, in order of their counters, which is the order they come in.
    struct Knowledge: Sendable {
        struct Entry: Sendable {
            var past: CausalPast
            var stamp: Stamp
        }

        private var lanes: [(device: DeviceID, entries: [Entry])] = []

        var isEmpty: Bool { lanes.isEmpty }

        /// What is known of an event.
        ///
        /// - Complexity: O(number of devices) for a device's newest event, else O(log n).
        subscript(event: EventID) -> Entry? {
            for lane in lanes where lane.device == event.device {
                guard let last = lane.entries.last else { return nil }
                if last.past.event.counter == event.counter { return last }
                let index = lane.entries.partitioningIndex { $0.past.event.counter >= event.counter }
                guard index < lane.entries.count, lane.entries[index].past.event == event else { return nil }
                return lane.entries[index]
            }
            return nil
        }

        /// Takes in what the newest event of its device had seen.
        mutating func append(_ entry: Entry) {
            let event = entry.past.event
            for index in lanes.indices where lanes[index].device == event.device {
                let place = lanes[index].entries.partitioningIndex { $0.past.event.counter > event.counter }
                lanes[index].entries.insert(entry, at: place)
                return
            }
            lanes.append((event.device, [entry]))
        }

        /// Forgets the events of a version.
        mutating func remove(through version: VersionVector) {
            for index in lanes.indices {
                let newest = version[lanes[index].device]
                let count = lanes[index].entries.partitioningIndex { $0.past.event.counter > newest }
                lanes[index].entries.removeFirst(count)
            }
        }
    }
}
