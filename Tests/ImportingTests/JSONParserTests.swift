import Foundation
import Importing
import TestSupport
import Testing

@Suite("JSON from untrusted files")
struct JSONParserTests {
    private func parse(_ text: String) throws(JSONError) -> JSONValue { try JSONParser.parse(Array(text.utf8)) }

    @Test(
        arguments: [
            ("0", .number("0")), (" -12.5e+3 ", .number("-12.5e+3")), ("[]", .array([])), ("\u{FEFF}null", .null),
            ("\"\\u00e9\\ud83d\\ude00\\n\"", .string(Array("é😀\n".utf8))),
            ("\"\\ud83d\"", .string(Array("\u{FFFD}".utf8))), ("\"\\ud83dx\"", .string(Array("\u{FFFD}x".utf8))),
            ("\"\\ud83d\\u0041\"", .string(Array("\u{FFFD}A".utf8))), ("\"\\udc00\"", .string(Array("\u{FFFD}".utf8))),
            ("[true,\tfalse]", .array([.bool(true), .bool(false)])),
        ] as [(String, JSONValue)])
    func values(text: String, value: JSONValue) throws { #expect(try parse(text) == value) }

    @Test(
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "\"\\x\"", "\"\\u12\"",
            "tru",
            "\"a", "nulll", "[]]", "{\"a\" 1}", "'a'", "// c\n1", "\"\\u12g4\"", "-", "\"\\", "NaN",
        ])
    func brokenTextsAreRefused(text: String) { #expect(throws: JSONError.self) { try parse(text) } }

    @Test func anErrorSaysWhere() {
        let error = #expect(throws: JSONError.self) { try parse("{\n  \"a\": 1,\n  b: 2\n}") }
        #expect(error?.line == 3)
        #expect(error?.column == 3)
    }

    @Test func bytesThatAreNoTextAreKept() throws {
        #expect(try JSONParser.parse([0x22, 0xFF, 0x00, 0x22]) == .string([0xFF, 0x00]))
    }

    @Test func nestingIsLimited() throws {
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(throws: Never.self) { try parse(deep) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONError.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
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
            // Foundation refuses control characters in strings and bytes that are no UTF-8; this reader keeps both.
            // Foundation takes a comma before an end, which is no JSON.
            guard let whole = String(validating: text, as: UTF8.self), !text.contains(0x0A),
                whole.firstMatch(of: #/,\s*[\]}]/#) == nil
            else { continue }
            let mine = (try? JSONParser.parse(text)) != nil
            let other = (try? JSONSerialization.jsonObject(with: Data(text), options: .fragmentsAllowed)) != nil
            #expect(mine == other, "seed \(seed): \(String(decoding: text, as: UTF8.self))")
        }
    }
}
