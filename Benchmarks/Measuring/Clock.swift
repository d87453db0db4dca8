#if canImport(Glibc)
    import Glibc
#endif

/// Nanoseconds of the monotonic clock.
@inline(__always)
package func nanoseconds() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// Keeps the compiler from leaving out the work that made a value.
@inline(never)
package func keep<Value>(_ value: Value) { withExtendedLifetime(value) {} }

/// The most memory this process has held so far, in bytes.
package func peakMemory() -> Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss * 1024
}

/// The memory this process holds now, in bytes.
package func residentMemory() -> Int {
    let fields = readFile("/proc/self/statm").map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) : 0
}
