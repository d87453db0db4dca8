import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

@Suite("JSON")
struct JSONTests {
    @Test func membersKeepTheirOrder() {
        let value: JSON = ["b": 1, "a": [true, .null, "x"], "c": .number(0.5)]
        #expect(value.text == #"{"b":1,"a":[true,null,"x"],"c":0.5}"#)
    }

    @Test func anotherReaderReadsEveryString() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<300 {
            var text = ""
            for _ in 0..<Int.random(in: 0...20, using: &random) {
                let value = UInt32.random(in: 0...(Bool.random(using: &random) ? 0x80 : 0x10FFFF), using: &random)
                if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
            }
            let value: JSON = ["text": .string(text)]
            let read = try JSONSerialization.jsonObject(with: Data(value.text.utf8)) as? [String: String]
            #expect(read?["text"].map { Array($0.utf8) } == Array(text.utf8))
        }
    }

    @Test func bytesThatAreNoTextStandInBase64() throws {
        var random = SeededGenerator(seed: 4)
        for count in 1..<50 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) } + [0xFF]
            let read = try JSONSerialization.jsonObject(with: Data(JSON.bytes(bytes).text.utf8)) as? [String: String]
            #expect(read?["base64"].flatMap { Data(base64Encoded: $0) } == Data(bytes))
        }
    }

    @Test func numbersThatJSONDoesNotKnowAreNull() {
        #expect(JSON.number(.infinity).text == "null")
        #expect(JSON.number(.nan).text == "null")
    }

    @Test func whatIsNullIsLeftOutOfMembers() {
        #expect(JSON.members(["a": .null, "b": .optional(nil), "c": 1]) == ["c": 1])
    }
}
