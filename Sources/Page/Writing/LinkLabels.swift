/// Labels for addresses that are too long to be written at each use; they are defined once, after the last block.
///
/// So what is written stays in proportion to the page, also where many links lead to one long address.
struct LinkLabels {
    /// Addresses up to this length, in bytes, are written where they are used.
    static let threshold = 200

    private var numbers: [String: Int] = [:]
    /// The definitions, a line each.
    private(set) var lines: [String] = []

    /// The number of an address that has a label.
    func number(of address: String) -> Int? {
        address.utf8.count > Self.threshold ? numbers[address] : nil
    }

    /// Definitions, a line each, of the labels that the source uses, with a short address in place of each long one. Where a text is
    /// only read to see whether it was understood, the long ones would cost time at each use.
    func standIns(for source: String) -> [String] {
        guard !lines.isEmpty, source.contains("[\(Self.name) ") else { return [] }
        return (1...lines.count).lazy.filter { source.contains("[\(Self.label($0))]") }.map {
            "[\(Self.label($0))]: \(Self.standIn($0))"
        }
    }

    /// The short address that stands for the long one with this number.
    static func standIn(_ number: Int) -> String { "/long-link-\(number)" }

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
