/// Moves labels along one axis so that they do not overlap.
package enum LabelSpacing {
    /// The centres of labels, moved as little as possible: the sum of squared shifts is the least, bounds aside.
    ///
    /// With the room that the labels before it need subtracted from each centre, non-overlapping means non-decreasing;
    /// the nearest non-decreasing sequence is found by pooling adjacent violators (isotonic regression).
    ///
    /// - Parameters:
    ///   - wanted: where the centres should be, in ascending order.
    ///   - extents: how much room each label takes.
    ///   - bounds: what all labels stay within. If they do not fit, they begin at its lower end and leave it at the
    ///     upper one.
    /// - Complexity: O(*n*).
    package static func spread(_ wanted: [Double], extents: [Double], within bounds: ClosedRange<Double>) -> [Double] {
        guard let first = extents.first, let last = extents.last else { return [] }
        var offsets = [0.0]
        for (extent, next) in zip(extents, extents.dropFirst()) {
            offsets.append(offsets[offsets.count - 1] + (extent + next) / 2)
        }
        var pools: [(sum: Double, count: Int)] = []
        for (place, offset) in zip(wanted, offsets) {
            pools.append((place - offset, 1))
            while pools.count > 1 {
                let (before, after) = (pools[pools.count - 2], pools[pools.count - 1])
                guard before.sum / Double(before.count) > after.sum / Double(after.count) else { break }
                pools.removeLast(2)
                pools.append((before.sum + after.sum, before.count + after.count))
            }
        }
        let means = pools.flatMap { pool in Array(repeating: pool.sum / Double(pool.count), count: pool.count) }
        let lowest = bounds.lowerBound + first / 2
        let highest = max(bounds.upperBound - last / 2 - (offsets.last ?? 0), lowest)
        return zip(means, offsets).map { min(max($0, lowest), highest) + $1 }
    }

    /// The same for labels that all take the same room, with bounds for their centres.
    package static func spread(_ wanted: [Double], apart: Double, within bounds: ClosedRange<Double>) -> [Double] {
        let room = bounds.lowerBound - apart / 2...bounds.upperBound + apart / 2
        return spread(wanted, extents: Array(repeating: apart, count: wanted.count), within: room)
    }
}
