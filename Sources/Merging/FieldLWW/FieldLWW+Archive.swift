public import Checklist
public import Events

extension FieldLWW {
    /// What the relay keeps: of each field the version that won.
    public struct Archive: RelayArchive {
        /// The whole values of fields.
        public typealias Message = Update

        let stamping: Stamping
        var body: Kept?
        var title: Kept?
        var trashed: Kept?
        var newest = Stamp(rawValue: 0)
        /// How many versions won so far.
        public private(set) var position: UInt64 = 0

        /// The version of a field that won, as an envelope of its own.
        struct Kept: Sendable {
            var update: Update
            var order: EventOrder
            var author: DeviceID
            var position: UInt64
        }

        /// The archive of a note that all devices start with.
        public init(stamping: Stamping = .client) { self.stamping = stamping }

        /// Keeps what wins.
        public mutating func accept(_ update: Update, from device: DeviceID, wallTime: UInt64) -> Stamp {
            var stamp: Stamp?
            if stamping == .server {
                newest = max(Stamp(milliseconds: wallTime), newest.successor)
                stamp = newest
            }
            if Archive.keep(.body, of: update, in: &body, from: device, stamp: stamp, at: position + 1) {
                position += 1
            }
            if Archive.keep(.title, of: update, in: &title, from: device, stamp: stamp, at: position + 1) {
                position += 1
            }
            if Archive.keep(.trashed, of: update, in: &trashed, from: device, stamp: stamp, at: position + 1) {
                position += 1
            }
            return newest
        }

        /// The least position of the versions that fields of an update lost to.
        public func position(overruling update: Update, from device: DeviceID) -> UInt64? {
            func position(_ kept: Kept?, _ field: Field) -> UInt64? {
                guard let kept, let order = update.order(of: field), kept.order > order, kept.order.id != order.id,
                    kept.author != device
                else { return nil }
                return kept.position
            }
            let positions = [position(body, .body), position(title, .title), position(trashed, .trashed)]
            return positions.lazy.compactMap { $0 }.min()
        }

        /// Whether a version wins; then it is kept.
        private static func keep(
            _ field: Field, of update: Update, in kept: inout Kept?, from device: DeviceID, stamp: Stamp?,
            at position: UInt64
        ) -> Bool {
            guard var order = update.order(of: field) else { return false }
            // A version that comes again keeps the stamp it has.
            if let known = kept, known.order.id == order.id { return false }
            if let stamp { order.stamp = stamp }
            if let known = kept, known.order > order { return false }
            guard let alone = update.alone(field, order: order) else { return false }
            kept = Kept(update: alone, order: order, author: device, position: position)
            return true
        }

        /// The versions that won since `position`, a device's own excepted.
        public func news(after position: UInt64, for device: DeviceID) -> Update? {
            func news(_ kept: Kept?) -> Update? {
                guard let kept, kept.position > position, kept.author != device else { return nil }
                return kept.update
            }
            switch (news(body), news(title), news(trashed)) {
            case (nil, nil, nil): return nil
            case (let only?, nil, nil), (nil, let only?, nil), (nil, nil, let only?): return only
            case (let body, let title, let trashed):
                return Update(body: body?.body, title: title?.title, trashed: trashed?.trashed)
            }
        }
    }
}
