import Events
import Foundation
import TestSupport
import Testing

@Suite("JSON from untrusted files")
struct JSONParserTests {
    private func parse(_ text: String, isForeign: Bool = false) throws(DecodingFailure) -> JSONValue {
        try JSONValue(parsing: text.utf8, isForeign: isForeign)
    }

    @Test(
        arguments: [
            ("0", .unsigned(0)), (" -12.5e+3 ", .number(-12500)), ("[]", .array([])), ("-7", .integer(-7)),
            ("18446744073709551615", .unsigned(.max)), ("\"\\u00e9\\ud83d\\ude00\\n\"", .string("é😀\n")),
            ("[true,\tfalse]", .array([.bool(true), .bool(false)])),
            ("{\"a\":1,\"a\":null}", .object([.init("a", .unsigned(1)), .init("a", .null)])),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws {
        #expect(try parse(text) == value)
        #expect(try parse(text, isForeign: true) == value)
    }

    @Test(
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "\"\\x\"", "\"\\u12\"",
            "tru", "\"a", "nulll", "[]]", "{\"a\" 1}", "'a'", "// c\n1", "\"\\u12g4\"", "-", "\"\\", "NaN",
        ], [false, true])
    func brokenTextsAreRefused(text: String, isForeign: Bool) {
        #expect(throws: DecodingFailure.self) { try parse(text, isForeign: isForeign) }
    }

    @Test("What only other programs write is taken from them alone")
    func foreignTexts() throws {
        let texts = [
            ("\u{FEFF}null", JSONValue.null), ("\"\\ud83d\"", .string("\u{FFFD}")),
            ("\"\\ud83dx\"", .string("\u{FFFD}x")),
            ("\"\\ud83d\\u0041\"", .string("\u{FFFD}A")), ("\"\\udc00\"", .string("\u{FFFD}")),
            ("\"a\nb\u{0}\"", .string("a\nb\u{0}")),
        ]
        for (text, value) in texts {
            #expect(try parse(text, isForeign: true) == value)
            #expect(throws: DecodingFailure.self) { try parse(text) }
        }
        #expect(try JSONValue(parsing: [0x22, 0xFF, 0x22], isForeign: true) == .string("\u{FFFD}"))
        #expect(throws: DecodingFailure.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func anErrorSaysWhere() {
        let failure = #expect(throws: DecodingFailure.self) { try parse("{\n  \"a\": 1,\n  b: 2\n}") }
        #expect(failure?.offset == 14)
    }

    @Test func nestingIsLimited() throws {
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(throws: Never.self) { try parse(deep) }
        #expect(throws: DecodingFailure.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: DecodingFailure.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
    }

    @Test("Damaged texts never trap, and Foundation agrees on which are whole")
    func agreesWithFoundation() throws {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let sample = Array(#"{"a":[1,-2.5e3,"x\ny",true,null,{"b":"é","c":[]}],"d":""}"#.utf8)
        let alphabet = Array("{}[]\",:\\ 0u1.eE-+tn\n".utf8)
        for _ in 0..<4000 {
            var text = sample
            for _ in 0...Int.random(in: 0...2, using: &generator) {
                let index = Int.random(in: 0..<text.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: text.remove(at: index)
                case 1: text.insert(alphabet.randomElement(using: &generator)!, at: index)
                default: text[index] = alphabet.randomElement(using: &generator)!
                }
            }
            // Foundation takes a comma before an end, which is no JSON.
            guard let whole = String(validating: text, as: UTF8.self),
                whole.firstMatch(of: #/,\s*[\]}]/#) == nil
            else { continue }
            let mine = (try? JSONValue(parsing: text)) != nil
            let other = (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
            #expect(mine == other, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
