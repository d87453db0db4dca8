import DataFormats
import Foundation
import TestSupport
import Testing

@Suite("JSON from untrusted files")
struct JSONParserTests {
    private func parse(_ text: String, as dialect: JSONDialect = .strict) throws(JSONFailure) -> JSONValue {
        try JSONValue(parsing: text.utf8, as: dialect)
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
        #expect(try parse(text, as: .lenient) == value)
    }

    @Test(
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "[1 2]", "01", "1.", ".5", "+1", "1e", "\"\\x\"", "\"\\u12\"",
            "tru", "\"a", "nulll", "[]]", "{\"a\" 1}", "'a'", "// c\n1", "\"\\u12g4\"", "-", "\"\\", "NaN",
        ], [JSONDialect.strict, .lenient])
    func brokenTextsAreRefused(text: String, dialect: JSONDialect) {
        #expect(throws: JSONFailure.self) { try parse(text, as: dialect) }
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
            #expect(try parse(text, as: .lenient) == value)
            #expect(throws: JSONFailure.self) { try parse(text) }
        }
        #expect(try JSONValue(parsing: [0x22, 0xFF, 0x22], as: .lenient) == .string("\u{FFFD}"))
        #expect(throws: JSONFailure.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
    }

    @Test func anErrorSaysWhere() {
        let failure = #expect(throws: JSONFailure.self) { try parse("{\n  \"a\": 1,\n  b: 2\n}") }
        #expect(failure?.position == 14)
    }

    @Test func nestingIsLimited() throws {
        let deep = String(repeating: "[", count: 60) + String(repeating: "]", count: 60)
        #expect(throws: Never.self) { try parse(deep) }
        #expect(throws: JSONFailure.self) { try parse(String(repeating: "[", count: 1_000_000)) }
        #expect(throws: JSONFailure.self) { try parse(String(repeating: "{\"a\":", count: 100_000)) }
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

@Suite("JSON5 from files that people write")
struct JSON5ParserTests {
    @Test(
        arguments: [
            ("// a\n{ a: 1, 'b': [.5, 0x1F, +2,], /* c */ $c_: 'x' }", #"{"a":1.0,"b":[0.5,31.0,2.0],"$c_":"x"}"#),
            ("\u{FEFF}\u{A0}'\\x41\\u00e9\\v\\\n\\0\\'\"'", #""Aé\u000b\u0000'\"""#),
            ("[1., -5e-1, null, true, false]", "[1.0,-0.5,null,true,false]"),
            ("{ größe: '\\ud83d\\ude00' }", #"{"größe":"😀"}"#),
        ] as [(String, String)])
    func `every form that JSON5 adds is read`(text: String, same: String) throws {
        let node = try JSONNode(parsing: text.utf8, as: .json5)
        #expect(try plain(node) == JSONValue(parsing: same.utf8, as: .lenient))
    }

    private func plain(_ node: JSONNode) -> JSONValue {
        switch node.value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .number(let value): .number(value)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(plain))
        case .object(let members): .object(members.map { .init($0.name, plain($0.value)) })
        }
    }

    @Test(arguments: [
        ("{ a: 1,, }", 7), ("[1 2]", 3), ("{ a: Infinity }", 5), ("'a\nb'", 0), ("/* x", 0),
        ("{ a: 'b', c: oops }", 13),
        ("0x", 0), ("--1", 0), ("'\\u12'", 5), ("[\u{1}]", 1), ("", 0), ("{} {}", 3),
    ])
    func `an error names the byte that it is at`(text: String, position: Int) {
        let failure = #expect(throws: JSONFailure.self) { try JSONNode(parsing: text.utf8, as: .json5) }
        #expect(failure?.position == position, "\(failure?.message ?? "")")
    }

    @Test func `strict and lenient JSON refuse what only JSON5 has`() {
        for text in ["{a:1}", "[1,]", "'a'", "0x1", ".5", "// c\n1", "\"\\x41\""] {
            #expect(throws: Never.self) { try JSONNode(parsing: text.utf8, as: .json5) }
            for dialect in [JSONDialect.strict, .lenient] {
                #expect(throws: JSONFailure.self) { try JSONNode(parsing: text.utf8, as: dialect) }
            }
        }
    }
}
