import LMDB
import TestSupport

/// Commits to an environment, each of which appends a number, sets a value in a ring, and now and then removes one; so
/// that pages are freed and used again. What is found after a power failure must be the state after one commit.
struct EnvironmentTrial {
    private static let ringSize: UInt64 = 40
    private static let ring = DatabaseDescription("ring", keyedBy: UInt64.self)

    static func run(
        at folder: String, durability: Durability, commits: UInt64, seed: UInt64, acknowledge: (UInt64) -> Void
    ) throws {
        var options = EnvironmentOptions()
        options.durability = durability
        let numbers = try Numbers(at: folder, options: options)
        _ = try Environment.open(at: folder, options: options, databases: [ring])
        let ring = try numbers.environment.database("ring", keyedBy: UInt64.self)
        var random = SeededGenerator(seed: seed)
        for number in 1...commits {
            // Some values fill pages of their own.
            let length = UInt8.random(in: 0..<10, using: &random) == 0 ? 5000 : Int.random(in: 0..<400, using: &random)
            let database = numbers.database
            try numbers.environment.write { transaction in
                try transaction.append(Numbers.value(of: number, 60).span.bytes, for: number, in: database)
                try transaction.put(value(of: number, length), for: number % ringSize, in: ring)
                if number.isMultiple(of: 7) { try transaction.remove((number + 5) % ringSize, in: ring) }
            }
            acknowledge(number)
        }
    }

    /// - Parameter mayMiss: How many of the last acknowledged commits may be gone.
    static func isSound(at folder: String, acknowledged: UInt64, mayMiss: UInt64) throws -> Bool {
        let numbers = try Numbers(at: folder)
        let last = try numbers.verified()
        guard last + mayMiss >= acknowledged, last <= acknowledged + 1 else { return false }
        _ = try Environment.open(at: folder, databases: [ring])
        let ring = try numbers.environment.database("ring", keyedBy: UInt64.self)
        var expected: [UInt64: UInt64] = [:]
        for number in stride(from: 1, through: last, by: 1) {
            expected[number % ringSize] = number
            if number.isMultiple(of: 7) { expected[(number + 5) % ringSize] = nil }
        }
        let isRight = try numbers.environment.read { transaction in
            var found: [UInt64: UInt64] = [:]
            var cursor = try transaction.cursor(in: ring)
            while try cursor.next() {
                let number = cursor.value.unsafeLoadUnaligned(as: UInt64.self)
                let bytes = cursor.value.withUnsafeBytes { Array($0) }
                guard bytes == value(of: number, bytes.count - 8) else { return false }
                found[cursor.number] = number
            }
            return found == expected
        }
        // It can be written on.
        return try isRight && numbers.append(byteCount: 60) == last + 1 && numbers.verified() == last + 1
    }

    private static func value(of number: UInt64, _ length: Int) -> [UInt8] {
        withUnsafeBytes(of: number) { Array($0) } + [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: length)
    }
}

/// Commands that cut the power.
let powerFailureCommands: [String: Command] = [
    // cut FOLDER DURABILITY COMMITS IMAGES SEED: prints how many images were sound, wrong, unusable.
    "cut": { arguments in
        let (durability, mayMiss): (Durability, UInt64) =
            switch try arguments.text(1) {
            case "full": (.full, 0)
            case "last-commit-may-vanish": (.unsafeLastCommitMayVanish, 1)
            default: (.unsafeFileMayBeLost, 0)
            }
        let commits = UInt64(try arguments.number(2))
        let seed = UInt64(try arguments.number(4))
        let trial = CrashTrial(folder: try arguments.text(0), images: try arguments.number(3), seed: seed)
        let outcome = try trial.run { folder, acknowledge in
            try EnvironmentTrial.run(
                at: folder, durability: durability, commits: commits, seed: seed, acknowledge: acknowledge)
        } judge: { folder, acknowledged in
            try EnvironmentTrial.isSound(at: folder, acknowledged: acknowledged, mayMiss: mayMiss)
        }
        print(outcome.sound, outcome.wrong, outcome.unusable)
    }
]
