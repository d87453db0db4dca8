#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The machine's clock.
package enum SystemClock {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package static func milliseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        // A clock that was never set may show a time before 1970.
        return now.tv_sec < 0 ? 0 : UInt64(now.tv_sec) * 1000 + UInt64(now.tv_nsec) / 1_000_000
    }
}
