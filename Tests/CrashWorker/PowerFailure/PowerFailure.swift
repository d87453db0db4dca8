import Glibc
import TestSupport

/// A disk whose power is cut: what was waited for is there, what was not may be there, in part, in any order.
struct PowerFailure {
    private static let sector = 512

    private let operations: [DiskRecorder.Operation]
    private var random: SeededGenerator
    /// What lasts for certain, and the writes behind it that nobody waited for yet.
    private var lasting: [UInt8] = []
    private var pending: [(offset: Int, bytes: [UInt8])] = []
    private var acknowledged: UInt64 = 0
    private var done = 0

    init(_ operations: [DiskRecorder.Operation], seed: UInt64) {
        self.operations = operations
        random = SeededGenerator(seed: seed)
    }

    /// Cuts the power `count` times, at places drawn evenly, in order.
    ///
    /// - Parameter body: Is lent what is found on the disk afterwards, and what the caller had been told is done.
    mutating func cut(_ count: Int, _ body: (_ image: [UInt8], _ acknowledged: UInt64) throws -> Void) rethrows {
        let cuts = (0..<count).map { _ in Int.random(in: 0...operations.count, using: &random) }.sorted()
        for cut in cuts {
            while done < cut {
                advance(operations[done])
                done += 1
            }
            try body(image(interrupting: cut < operations.count ? operations[cut] : nil), acknowledged)
        }
    }

    private mutating func advance(_ operation: DiskRecorder.Operation) {
        switch operation {
        case .write(let offset, let bytes, let isSynchronous):
            if isSynchronous {
                Self.apply(bytes[...], at: offset, to: &lasting)
            } else {
                pending.append((offset, bytes))
            }
        case .sync:
            for write in pending { Self.apply(write.bytes[...], at: write.offset, to: &lasting) }
            pending = []
        case .truncate(let size):
            lasting = Array(lasting.prefix(size)) + [UInt8](repeating: 0, count: max(0, size - lasting.count))
        case .acknowledgement(let number):
            acknowledged = number
        }
    }

    /// The disk after the cut: of the writes not waited for, and of the one under way, each is lost, there, or there in
    /// some of its sectors; later ones may have overtaken earlier ones.
    private mutating func image(interrupting operation: DiskRecorder.Operation?) -> [UInt8] {
        var image = lasting
        var writes = pending
        if case .write(let offset, let bytes, _) = operation { writes.append((offset, bytes)) }
        if Bool.random(using: &random) { writes.shuffle(using: &random) }
        // Sometimes all but a few are there, sometimes only a few.
        let losses = UInt32.random(in: 0...4, using: &random)
        for write in writes {
            switch UInt32.random(in: 0..<5, using: &random) {
            case ..<losses: continue
            case losses: tear(write, in: &image)
            default: Self.apply(write.bytes[...], at: write.offset, to: &image)
            }
        }
        return image
    }

    private mutating func tear(_ write: (offset: Int, bytes: [UInt8]), in image: inout [UInt8]) {
        // Sectors lie where the disk has them, not where the write begins.
        var start = 0
        while start < write.bytes.count {
            let end = min(write.bytes.count, start + Self.sector - (write.offset + start) % Self.sector)
            if Bool.random(using: &random) {
                Self.apply(write.bytes[start..<end], at: write.offset + start, to: &image)
            }
            start = end
        }
    }

    private static func apply(_ bytes: ArraySlice<UInt8>, at offset: Int, to image: inout [UInt8]) {
        let end = offset + bytes.count
        if image.count < end { image += [UInt8](repeating: 0, count: end - image.count) }
        image.replaceSubrange(offset..<end, with: bytes)
    }
}
