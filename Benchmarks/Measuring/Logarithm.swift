#if canImport(Glibc)
    import Glibc
#endif

/// The logarithm to the base of 10.
func log(_ value: Double) -> Double { log10(value) }
