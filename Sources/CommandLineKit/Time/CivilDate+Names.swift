import DataFormats

extension CivilDate {
    /// The beginnings of the days' names, Monday first.
    static let weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    /// The beginnings of the months' names.
    static let monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    private static let longMonthNames = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// The month of a name, or of the first letters of one, three at least; lower case, a full stop at its end aside.
    static func month(named name: Substring) -> Int? {
        let name = name.hasSuffix(".") ? name.dropLast() : name
        guard name.count >= 3 else { return nil }
        return longMonthNames.firstIndex { $0.hasPrefix(name) || (name == "sept" && $0 == "september") }.map { $0 + 1 }
    }
}
