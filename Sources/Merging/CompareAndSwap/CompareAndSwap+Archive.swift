public import Checklist
public import Events

extension CompareAndSwap {
    /// The server: the newest version, and who made it.
    public struct Archive: RelayArchive {
        /// A whole note.
        public typealias Message = Version

        /// The number of the newest version.
        public private(set) var position: UInt64 = 0
        private var newest: Version?
        /// For each author the newest version of his.
        private var authored: [DeviceID: UInt64] = [:]

        /// A server that has the note as all devices have it.
        public init() {}

        /// The newest version that another device made.
        private func newestForeign(to device: DeviceID) -> UInt64 {
            authored.reduce(0) { $1.key == device ? $0 : max($0, $1.value) }
        }

        /// Takes a version if it contains all that others made; nothing happens otherwise.
        public mutating func accept(_ version: Version, from device: DeviceID, wallTime: UInt64) -> Stamp {
            let isNew = (version.sequences[device] ?? 0) > (newest?.sequences[device] ?? 0)
            guard isNew, version.number >= newestForeign(to: device) else { return Stamp(rawValue: 0) }
            position += 1
            var version = version
            version.number = position
            if let newest { version.sequences.merge(newest.sequences) { max($0, $1) } }
            newest = version
            authored[device] = position
            return Stamp(rawValue: 0)
        }

        /// The newest version, if others made it after `position`.
        public func news(after position: UInt64, for device: DeviceID) -> Version? {
            newestForeign(to: device) > position ? newest : nil
        }

        /// Combines all state; the numbers of versions only where their order still matters.
        public func combine(into fingerprint: inout Fingerprint, isOrdered: Bool) {
            fingerprint.combine(position)
            if let newest { Replica.combine(newest, into: &fingerprint) }
            for (device, version) in authored.sorted(by: { $0.key < $1.key }) {
                fingerprint.combine(device.rawValue)
                fingerprint.combine(version)
            }
        }
    }
}
