/// Notes to measure on, made from a fixed seed.
struct Corpus {
    /// `mixed`, `list`, or a file's name.
    var name: String
    var bytes: [UInt8]

    /// The sizes of the budgets, in bytes.
    static func sizes(quick: Bool) -> [Int] {
        quick ? [50_000, 1_000_000, 10_000_000] : [50_000, 1_000_000, 10_000_000, 100_000_000]
    }

    /// What a real notebook holds: headings, prose in several scripts, nested lists, tasks, code, blank lines;
    /// 40 bytes a line on average.
    static func mixed(_ size: Int) -> Corpus {
        var source = Source(state: 0x5EED)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 200)
        while bytes.count < size {
            switch source.below(20) {
            case 0: bytes += "## \(source.words(4))\n\n".utf8
            case 1, 2, 3: bytes += "\(source.words(9 + source.below(9)))\n".utf8
            case 4: bytes += "\n".utf8
            case 5: bytes += "```swift\nlet \(source.words(1)) = [\(source.below(100))]\n- [ ] not a task\n```\n".utf8
            case 6: bytes += "1. \(source.words(4))\n2. \(source.words(5))\n".utf8
            case 7: bytes += "> \(source.words(7))\n".utf8
            case 8: bytes += "- \(source.words(5))\n  - \(source.words(4))\n".utf8
            case 9: bytes += "Käse, наука, 買い物 \(source.words(4)) 🥑\n".utf8
            case 10: bytes += "[ ] \(source.words(3))\n[x] \(source.words(3))\n".utf8
            default:
                let mark = source.below(3) == 0 ? "x" : " "
                bytes += "\(source.below(4) == 0 ? "  " : "")- [\(mark)] \(source.words(3 + source.below(6)))\n".utf8
            }
        }
        return Corpus(name: "mixed", bytes: bytes)
    }

    /// One flat checklist.
    static func list(_ size: Int) -> Corpus {
        var source = Source(state: 0xF1A7)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 200)
        while bytes.count < size {
            bytes += "- [\(source.below(3) == 0 ? "x" : " ")] \(source.words(3 + source.below(5)))\n".utf8
        }
        return Corpus(name: "list", bytes: bytes)
    }
}

/// Words from a small linear congruential generator.
private struct Source {
    var state: UInt64

    mutating func below(_ bound: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(bound))
    }

    mutating func words(_ count: Int) -> String {
        (0..<count).map { _ in Source.vocabulary[below(Source.vocabulary.count)] }.joined(separator: " ")
    }

    private static let vocabulary = [
        "milk", "bread", "buy", "call", "the", "plumber", "before", "noon", "invoice", "of", "garden", "paint", "and",
        "tickets", "for", "Saturday", "book", "return", "library", "passport", "renew", "water", "plants", "kitchen",
        "shelf", "measure", "window", "send", "photos", "to", "grandmother", "a", "new", "lamp", "check", "tyres",
    ]
}
