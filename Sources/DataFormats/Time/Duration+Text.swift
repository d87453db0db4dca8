extension Duration {
    /// Reads a length of time: `250ms`, `1.5s`, `2m`, `1h`; a number alone is seconds. Exact to the microsecond.
    package init?(_ text: some StringProtocol) {
        let number = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        let units: [String: Double] = [
            "us": 1, "µs": 1, "ms": 1e3, "s": 1e6, "": 1e6, "m": 6e7, "min": 6e7, "h": 3.6e9, "d": 8.64e10,
        ]
        guard let amount = Double(number), let unit = units[String(text.dropFirst(number.count))] else { return nil }
        let microseconds = (amount * unit).rounded()
        guard microseconds.magnitude < 1e18 else { return nil }
        self = .microseconds(Int64(microseconds))
    }

    /// The whole microseconds in it.
    package var inMicroseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
