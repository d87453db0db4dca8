import Foundation
import NoteLedger
import TestSupport
import Testing

@Suite("A power failure under a store, simulated on what was written and waited for")
struct PowerFailureTests {
    /// `NOTELEDGER_CRASH_IMAGES` images; a few hundred unless it is set.
    private static let images =
        ProcessInfo.processInfo.environment["NOTELEDGER_CRASH_IMAGES"].flatMap { Int($0) } ?? 200

    private func cut(durability: String, images: Int, seed: Int) throws -> [Int] {
        try withTemporaryDirectory { folder in
            let (status, lines) = try WorkerProcess.run(
                ["store-cut", folder, durability, "80", "\(images)", "\(seed)"])
            #expect(status == 0, "\(lines)")
            let counts = try #require(lines.last).split(separator: " ").compactMap { Int($0) }
            try #require(counts.count == 3 && counts.reduce(0, +) == images, "\(lines)")
            return counts
        }
    }

    @Test func aDurableStoreIsOneOfItsMomentsAndNothingAcknowledgedIsMissing() throws {
        let counts = try cut(durability: "full", images: Self.images, seed: 5)
        #expect(counts == [Self.images, 0, 0], "sound, wrong, unusable")
    }

    @Test func withoutSynchronizingTheStoreIsLostAndTheTestSeesIt() throws {
        let images = min(Self.images, 100)
        let counts = try cut(durability: "none", images: images, seed: 6)
        #expect(counts[1] + counts[2] > images / 10, "sound, wrong, unusable: \(counts)")
    }
}
