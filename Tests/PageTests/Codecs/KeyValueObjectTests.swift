import Testing

@testable import Page

@Suite("Key-value objects")
struct KeyValueObjectTests {
    private func decode<Value>(
        _ bytes: [UInt8],
        _ body: (inout KeyValueDecoder, KeyValueDecoder.Object) throws(PageCodecError) -> Value
    ) throws -> Value {
        try bytes.withUnsafeBufferPointer { bytes in
            var decoder = KeyValueDecoder(bytes)
            return try decoder.withRoot(body)
        }
    }

    @Test("Every type, under one key, comes back by its type")
    func everyType() throws {
        let type = KeyValueTypeHash("Any")
        var encoder = KeyValueEncoder()
        encoder.encode(Int32(-7), forKey: "k")
        encoder.encode(Int64.min, forKey: "k")
        encoder.encode(true, forKey: "k")
        encoder.encode(-0.5, forKey: "k")
        try encoder.encode("Käse", forKey: "k")
        try encoder.encode(object: 5, of: type, forKey: "k") { (encoder, value) throws(PageCodecError) in
            encoder.encode(Int32(value), forKey: "v")
        }
        try encoder.encode([1, -1] as [Int32], forKey: "k")
        try encoder.encode([2, -2] as [Int64], forKey: "k")
        try encoder.encode(objects: [3, 4], of: type, forKey: "k") { (encoder, value) throws(PageCodecError) in
            encoder.encode(Int32(value), forKey: "v")
        }
        try encoder.encode(
            dictionary: [(key: 1, value: "a"), (key: 2, value: "b")], of: (type, type), forKey: "k"
        ) { (encoder, key) throws(PageCodecError) in
            encoder.encode(Int32(key), forKey: "v")
        } valuesBy: { (encoder, value) throws(PageCodecError) in
            try encoder.encode(value, forKey: "v")
        }
        try encoder.encode(bytes: [0, 255], forKey: "k")
        try encoder.encode(["", "牛乳"], forKey: "k")
        try encoder.encode([[], [1]] as [[UInt8]], forKey: "k")
        encoder.encodeNil(forKey: "other")
        try decode(encoder.bytes) { (decoder, root) throws(PageCodecError) in
            #expect(try decoder.int32("k", in: root) == -7)
            #expect(try decoder.int64("k", in: root) == .min)
            #expect(try decoder.bool("k", in: root) == true)
            #expect(try decoder.double("k", in: root) == -0.5)
            #expect(try decoder.string("k", in: root) == "Käse")
            #expect(try decoder.int32Array("k", in: root) == [1, -1])
            #expect(try decoder.int64Array("k", in: root) == [2, -2])
            #expect(decoder.bytes("k", in: root) == [0, 255])
            #expect(try decoder.stringArray("k", in: root) == ["", "牛乳"])
            #expect(try decoder.bytesArray("k", in: root) == [[], [1]])
            let number: KeyValueDecoder.Body<Int32?> = { (decoder, object) throws(PageCodecError) in
                try decoder.int32("v", in: object)
            }
            #expect(try decoder.object("k", in: root, by: number) == 5)
            #expect(try decoder.objects("k", in: root, by: number) == [3, 4])
            let pairs = try decoder.dictionary("k", in: root, keysBy: number) {
                (decoder, object) throws(PageCodecError) in
                try decoder.string("v", in: object)
            }
            #expect(pairs?.map(\.key) == [1, 2])
            #expect(pairs?.map(\.value) == ["a", "b"])
            #expect(try decoder.int32("other", in: root) == nil)
            #expect(try decoder.int32("none", in: root) == nil)
        }
    }

    @Test("Of two values of one key and type the first counts, and Nil in front hides what follows")
    func firstCounts() throws {
        var encoder = KeyValueEncoder()
        encoder.encode(Int32(1), forKey: "a")
        encoder.encode(Int32(2), forKey: "a")
        encoder.encodeNil(forKey: "a")
        encoder.encodeNil(forKey: "b")
        encoder.encode(Int32(3), forKey: "b")
        try encoder.encode("text", forKey: "c")
        encoder.encodeNil(forKey: "c")
        encoder.encode(Int32(4), forKey: "c")
        try decode(encoder.bytes) { (decoder, root) throws(PageCodecError) in
            #expect(try decoder.int32("a", in: root) == 1)
            #expect(try decoder.int32("b", in: root) == nil)
            #expect(try decoder.string("c", in: root) == "text")
            #expect(try decoder.int32("c", in: root) == nil)
        }
    }

    @Test("Entries of an object inside do not count for the one around it")
    func nesting() throws {
        let type = KeyValueTypeHash("Any")
        var encoder = KeyValueEncoder()
        try encoder.encode(object: (), of: type, forKey: "inner") { (encoder, _) throws(PageCodecError) in
            encoder.encode(Int32(1), forKey: "a")
        }
        encoder.encode(Int32(2), forKey: "b")
        try decode(encoder.bytes) { (decoder, root) throws(PageCodecError) in
            let inner = try decoder.object("inner", in: root) { (decoder, object) throws(PageCodecError) in
                [try decoder.int32("a", in: object), try decoder.int32("b", in: object)]
            }
            #expect(inner == [1, nil])
            #expect(try decoder.int32("a", in: root) == nil)
            #expect(try decoder.int32("b", in: root) == 2)
        }
    }

    @Test(
        "Broken entries are told with their place",
        arguments: [
            // the key is longer than what is left
            ([5, 0x61], .truncated, 1),
            // no type
            ([1, 0x61], .truncated, 2),
            // type 14
            ([1, 0x61, 14], .malformed, 2),
            // an Int32 of three bytes
            ([1, 0x61, 0, 1, 2, 3], .truncated, 3),
            // a text of -1 bytes
            ([1, 0x61, 4, 0xff, 0xff, 0xff, 0xff], .malformed, 3),
            // a text of 2³¹-1 bytes
            ([1, 0x61, 4, 0xff, 0xff, 0xff, 0x7f], .truncated, 3),
            // arrays of 2³¹-1 elements
            ([1, 0x61, 6, 0xff, 0xff, 0xff, 0x7f], .truncated, 3),
            ([1, 0x61, 8, 0xff, 0xff, 0xff, 0x7f], .truncated, 3),
            ([1, 0x61, 12, 0xff, 0xff, 0xff, 0x7f], .truncated, 3),
            // an object array whose element reaches beyond the end
            ([1, 0x61, 8, 1, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0], .truncated, 11),
        ] as [([UInt8], PageCodecError.Kind, Int)])
    func faults(_ bytes: [UInt8], _ kind: PageCodecError.Kind, _ offset: Int) {
        let error = #expect(throws: PageCodecError.self) {
            try decode(bytes) { (_, _) throws(PageCodecError) in }
        }
        #expect(error?.kind == kind)
        #expect(error?.offset == offset)
    }

    @Test("Text that is not UTF-8 is told when it is asked for")
    func invalidText() throws {
        let bytes: [UInt8] = [1, 0x61, 4, 2, 0, 0, 0, 0xc3, 0x28]
        let error = #expect(throws: PageCodecError.self) {
            try decode(bytes) { (decoder, root) throws(PageCodecError) in try decoder.string("a", in: root) }
        }
        #expect(error?.kind == .invalidText)
        #expect(error?.offset == 7)
    }
}
