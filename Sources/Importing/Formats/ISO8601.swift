import Events

/// Reads the ISO 8601 times that exports are full of: `2026-11-30T08:15:00.250Z`, with an offset, or a date alone.
enum ISO8601 {
    /// Milliseconds since 1970; nil when the text is no such time. A time without an offset counts as UTC.
    static func milliseconds(_ text: some StringProtocol) -> Int64? {
        var reader = FieldReader(rest: Array(text.utf8)[...])
        guard let year = reader.digits(4), reader.take("-"), let month = reader.digits(2), reader.take("-"),
            let day = reader.digits(2), let date = CivilDate(year: Int(year), month: Int(month), day: Int(day))
        else { return nil }
        var milliseconds = Int64(date.daysSince1970) * 86_400_000
        if reader.rest.isEmpty { return milliseconds }
        guard reader.take("T") || reader.take(" "), let hour = reader.digits(2), reader.take(":"),
            let minute = reader.digits(2), hour < 25, minute < 60
        else { return nil }
        milliseconds += (hour * 60 + minute) * 60_000
        if reader.take(":") {
            guard let second = reader.digits(2), second < 61 else { return nil }
            milliseconds += second * 1000
            if reader.take(".") || reader.take(",") { milliseconds += reader.fractionMilliseconds() }
        }
        guard let offset = reader.offsetMinutes(), reader.rest.isEmpty else { return nil }
        return milliseconds - offset * 60_000
    }
}

private struct FieldReader {
    var rest: ArraySlice<UInt8>

    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    mutating func digit() -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    mutating func digits(_ count: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<count {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func fractionMilliseconds() -> Int64 {
        var value: Int64 = 0
        var scale: Int64 = 100
        while let digit = digit() {
            value += digit * scale
            scale /= 10
        }
        return value
    }

    /// Nil when something else than an offset stands here.
    mutating func offsetMinutes() -> Int64? {
        if rest.isEmpty || take("Z") || take("z") { return 0 }
        let sign: Int64 = if take("+") { 1 } else if take("-") { -1 } else { 0 }
        guard sign != 0, let hours = digits(2) else { return nil }
        _ = take(":")
        let minutes = rest.isEmpty ? 0 : digits(2)
        return minutes.map { sign * (hours * 60 + $0) }
    }
}
