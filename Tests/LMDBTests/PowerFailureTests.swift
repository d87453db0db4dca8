import Foundation
import LMDB
import TestSupport
import Testing

@Suite("A power failure, simulated on what was written and waited for")
struct PowerFailureTests {
    /// `NOTELEDGER_CRASH_IMAGES` images a mode; a few hundred unless it is set.
    private static let images =
        ProcessInfo.processInfo.environment["NOTELEDGER_CRASH_IMAGES"].flatMap { Int($0) } ?? 250

    private struct Outcome {
        var sound, wrong, unusable: Int
    }

    private func cut(durability: String, seed: Int) throws -> Outcome {
        try withTemporaryDirectory { folder in
            let (status, lines) = try WorkerProcess.run(
                ["cut", folder, durability, "120", "\(Self.images)", "\(seed)"])
            #expect(status == 0, "\(lines)")
            let counts = try #require(lines.first).split(separator: " ").compactMap { Int($0) }
            try #require(counts.count == 3 && counts.reduce(0, +) == Self.images, "\(lines)")
            return Outcome(sound: counts[0], wrong: counts[1], unusable: counts[2])
        }
    }

    @Test(arguments: [1, 2])
    func fullDurabilityKeepsEveryAcknowledgedCommitWhole(seed: Int) throws {
        let outcome = try cut(durability: "full", seed: seed)
        #expect(outcome.sound == Self.images, "seed \(seed): \(outcome)")
    }

    @Test func withoutWaitingForTheHeadOnlyTheLastCommitMayVanish() throws {
        let outcome = try cut(durability: "last-commit-may-vanish", seed: 3)
        #expect(outcome.sound == Self.images, "\(outcome)")
    }

    @Test func withoutWaitingAtAllTheFileIsLostAndTheTestSeesIt() throws {
        let outcome = try cut(durability: "file-may-be-lost", seed: 4)
        #expect(outcome.wrong + outcome.unusable > Self.images / 10, "\(outcome)")
    }
}
