import Foundation
import Page
import TestSupport
import Testing

/// `telethon`, whose constructors are generated from the schema of layer 229, judges what we write and read.
@Suite("TL held against telethon")
struct TelethonTests {
    private struct Case: Codable {
        var bytes: Data
        var expected: JSONValue
    }

    private struct Verdict: Codable {
        var difference: String?
        var bytes: Data
    }

    @Test("What we write it reads equal field by field, and writes the same bytes")
    func readsOurs() throws {
        let pages = (UInt64(1)...1200).map { seed in
            var generator = PageGenerator(seed: seed)
            return generator.page().expressible(in: .tl)
        }
        let cases = try pages.map { page in
            Case(bytes: Data(try WireFormat.tl.encode(page)), expected: TelethonDictionary.page(page))
        }
        let verdicts = try judge(["read"], cases, as: Verdict.self)
        try #require(verdicts.count == pages.count)
        for (index, verdict) in verdicts.enumerated() {
            #expect(verdict.difference == nil, "seed \(index + 1)")
            #expect(verdict.bytes == cases[index].bytes, "seed \(index + 1)")
        }
    }

    @Test("What it writes we read equal field by field, and write the same bytes")
    func weReadIts() throws {
        let cases = try judge(["make", "1000"], [], as: Case.self)
        try #require(cases.count == 1000)
        for (seed, made) in cases.enumerated() {
            let page = try WireFormat.tl.decode(Array(made.bytes))
            #expect(
                TelethonDictionary.page(page).difference(from: made.expected) == nil, "seed \(seed)")
            #expect(try Data(WireFormat.tl.encode(page)) == made.bytes, "seed \(seed)")
        }
    }

    @Test("Of every constructor there is we read each item's number and checkbox")
    func weReadAll() throws {
        let cases = try judge(["make-all", "1000"], [], as: Case.self)
        try #require(cases.count == 1000)
        for (seed, made) in cases.enumerated() {
            let page = try WireFormat.tl.decode(Array(made.bytes))
            #expect(page.items.map(ItemFacts.init) == ItemFacts.all(in: made.expected), "seed \(seed)")
        }
    }

    private func judge<Input: Encodable, Output: Decodable>(
        _ arguments: [String], _ input: [Input], as: Output.Type
    ) throws -> [Output] {
        let script = try #require(Bundle.module.path(forResource: "Judges/telethon_pages", ofType: "py"))
        let lines = try input.map { try JSONEncoder().encode($0) }
        let output = try Peer.python(script, arguments, input: Data(lines.joined(separator: [0x0A])))
        return try output.split(separator: 0x0A).map { try JSONDecoder().decode(Output.self, from: $0) }
    }

    private func judge<Output: Decodable>(
        _ arguments: [String], _ input: [Never], as: Output.Type
    ) throws -> [Output] {
        try judge(arguments, [String](), as: Output.self)
    }
}

/// Number and checkbox of an item, as the model has it and as `telethon` shows it.
private struct ItemFacts: Equatable {
    var number: String?
    var checked: Bool?

    init(_ item: ListItem) { (number, checked) = (item.number, item.checked) }

    private init?(_ value: JSONValue) {
        guard case .object(let fields) = value, case .string(let name)? = fields["_"],
            name.hasPrefix("PageList"), case .bool(let isBox)? = fields["checkbox"]
        else { return nil }
        if isBox { checked = fields["checked"] == true }
        if case .integer(let value)? = fields["value"] { number = String(value) }
        if case .string(let text)? = fields["num"] { number = text }
    }

    /// Those of all items in a page, outer before inner.
    static func all(in value: JSONValue) -> [ItemFacts] {
        switch value {
        case .array(let values): values.flatMap(all)
        case .object(let fields):
            [ItemFacts(value)].compactMap(\.self)
                + ["blocks", "items", "cover"].flatMap { fields[$0].map(all) ?? [] }
        default: []
        }
    }
}
