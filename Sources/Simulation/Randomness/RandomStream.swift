/// A stream of random numbers for one purpose in one run: the same seed, run and purpose give the same numbers, on
/// every machine, whatever the other streams are used for.
///
/// The numbers are SplitMix64's (Steele, Lea and Flood 2014).
public struct RandomStream: RandomNumberGenerator, Sendable {
    /// What a stream is used for.
    public enum Purpose: UInt64, Sendable {
        /// When a device's flush clock ticks.
        case flushPhase = 1
        /// When a device's polls reach the relay.
        case pollPhase
        /// How wrong a device's clock is.
        case clock
        /// The link from a device to the relay.
        case up
        /// The link from the relay to a device.
        case down
        /// When a device's user acts.
        case workload
        /// What a test or a search draws.
        case choice
    }

    /// What all streams of one run follow from.
    @usableFromInline
    struct Source: Sendable {
        @usableFromInline var bits: UInt64

        /// The source of a run.
        @inlinable
        init(seed: UInt64, run: UInt64) {
            bits = RandomStream.mix(seed &+ RandomStream.mix(run &+ 0x9E37_79B9_7F4A_7C15))
        }
    }

    @usableFromInline var state: UInt64

    /// The stream for a purpose of a device in a run.
    @inlinable
    public init(seed: UInt64, run: UInt64, purpose: Purpose, device: Int = 0) {
        self.init(Source(seed: seed, run: run), purpose: purpose, device: device)
    }

    @inlinable
    init(_ source: Source, purpose: Purpose, device: Int) {
        state = RandomStream.mix(source.bits ^ (purpose.rawValue << 32 | UInt64(truncatingIfNeeded: device)))
    }

    @inlinable
    static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The next 64 bits.
    @inlinable
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return RandomStream.mix(state)
    }

    /// A number in [0, 1), a multiple of 2⁻⁵³.
    @inlinable
    public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A number of the standard normal distribution (by inversion, one draw each).
    public mutating func normal() -> Double {
        Normal.quantile((Double(next() >> 11) + 0.5) * 0x1p-53)
    }

    /// A number of the exponential distribution of mean 1.
    public mutating func exponential() -> Double { -Elementary.log((Double(next() >> 11) + 0.5) * 0x1p-53) }
}
