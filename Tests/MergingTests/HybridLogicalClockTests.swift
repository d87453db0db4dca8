import Events
import Merging
import TestSupport
import Testing

@Suite("Hybrid logical clock")
struct HybridLogicalClockTests {
    @Test("stamps rise, whatever the wall clock does", arguments: [1, 2, 3] as [UInt64])
    func rises(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var clock = HybridLogicalClock(maximumDrag: 1000)
        var last = clock.newest
        var wall: UInt64 = 1_000_000
        for _ in 0..<10_000 {
            wall = wall &+ UInt64.random(in: 0...20, using: &random) &- 10
            if Bool.random(using: &random) {
                clock.observe(
                    Stamp(milliseconds: wall + UInt64.random(in: 0...1500, using: &random), counter: 7), at: wall)
            }
            let stamp = clock.tick(at: wall)
            #expect(stamp > last, "seed \(seed)")
            last = stamp
        }
        // Dragged by others, but never further than allowed.
        #expect(clock.newest.milliseconds <= wall + 1000 + 10_010)
    }

    @Test("a stamp is greater than any seen before it")
    func follows() {
        var clock = HybridLogicalClock()
        let isAccepted5 = clock.observe(Stamp(milliseconds: 5000, counter: 3), at: 1000)
        #expect(isAccepted5)
        let stamp1 = clock.tick(at: 1000)
        #expect(stamp1 == Stamp(milliseconds: 5000, counter: 4))
        let stamp2 = clock.tick(at: 6000)
        #expect(stamp2 == Stamp(milliseconds: 6000))
    }

    @Test("a stamp from too far ahead is refused and drags nothing")
    func refuses() {
        var clock = HybridLogicalClock(maximumDrag: 1000)
        clock.tick(at: 500)
        let isAccepted6 = clock.observe(Stamp(milliseconds: 1501), at: 500)
        #expect(!isAccepted6)
        #expect(clock.newest == Stamp(milliseconds: 500))
        let isAccepted7 = clock.observe(Stamp(milliseconds: 1500), at: 500)
        #expect(isAccepted7)
    }

    @Test("a full counter carries into the milliseconds")
    func carries() {
        var clock = HybridLogicalClock(newest: Stamp(milliseconds: 10, counter: .max))
        let stamp3 = clock.tick(at: 5)
        #expect(stamp3 == Stamp(milliseconds: 11))
        var full = HybridLogicalClock(newest: Stamp(rawValue: .max))
        let stamp4 = full.tick(at: 5)
        #expect(stamp4 == Stamp(rawValue: .max))
    }
}
