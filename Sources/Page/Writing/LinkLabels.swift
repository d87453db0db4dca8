/// Labels for addresses that are too long to be written at each use; they are defined once, behind the last block.
///
/// So what is written stays in proportion to the page, also where many links lead to one long address.
struct LinkLabels {
    /// Addresses up to this length, in bytes, are written where they are used.
    static let threshold = 200

    private var numbers: [String: Int] = [:]
    /// The definitions, a line each.
    private(set) var lines: [String] = []

    /// The label of an address; nil if it is short.
    mutating func label(of address: String) -> String? {
        guard address.utf8.count > Self.threshold else { return nil }
        if let number = numbers[address] { return Self.label(number) }
        let number = lines.count + 1
        numbers[address] = number
        lines.append("[\(Self.label(number))]: \(BareAddress.destination(address, isInCell: false))")
        return Self.label(number)
    }

    /// What all labels begin with.
    static let name = "long link"

    private static func label(_ number: Int) -> String { "\(name) \(number)" }
}
