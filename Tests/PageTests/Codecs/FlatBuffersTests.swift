import Testing

@testable import Page

@Suite("FlatBuffers")
struct FlatBuffersTests {
    @Test("Bytes of a page with one paragraph")
    func golden() throws {
        let page = PageDocument(blocks: [.paragraph(.plain("milk"))])
        let expected: [UInt8] = [
            // 0: the root table is 12 bytes ahead
            12, 0, 0, 0,
            // 4: vtable of a table with one reference: 6 bytes long, table of 8 bytes, field 0 at 4; padding
            6, 0, 8, 0, 4, 0, 0, 0,
            // 12: the page: its vtable is 8 bytes back, the blocks 4 ahead
            8, 0, 0, 0, 4, 0, 0, 0,
            // 20: one block, 12 bytes ahead
            1, 0, 0, 0, 12, 0, 0, 0,
            // 28: vtable of a union: 8 bytes long, table of 9 bytes, kind at 8, value at 4
            8, 0, 9, 0, 8, 0, 4, 0,
            // 36: the block: its vtable 8 bytes back, the value 8 ahead, kind 7 (Paragraph, from Unsupported = 1)
            8, 0, 0, 0, 8, 0, 0, 0, 7, 0, 0, 0,
            // 48: the paragraph: its vtable is the one at 4, the text 4 ahead
            44, 0, 0, 0, 4, 0, 0, 0,
            // 56: the text: its vtable is the one at 28, the value 8 ahead, kind 2 (Plain, from Empty = 1)
            28, 0, 0, 0, 8, 0, 0, 0, 2, 0, 0, 0,
            // 68: the plain text: its vtable is the one at 4, the characters 4 ahead
            64, 0, 0, 0, 4, 0, 0, 0,
            // 76: four bytes and a zero
            4, 0, 0, 0, 0x6d, 0x69, 0x6c, 0x6b, 0,
        ]
        #expect(try WireFormat.flatBuffers.encode(page) == expected)
        #expect(try WireFormat.flatBuffers.decode(expected) == page)
    }

    @Test("Tables of one layout share their vtable")
    func sharedTables() throws {
        func size(_ count: Int) throws -> Int {
            try WireFormat.flatBuffers.encode(PageDocument(blocks: Array(repeating: .divider, count: count))).count
        }
        // A further divider is a reference (4), a union (4 + 4 + 1, padded to 12) and an empty table (4).
        #expect(try size(101) - size(100) == 20)
    }

    // MARK: Bytes written by hand

    /// Writes tables of one reference and unions, whose vtables stand at 4 and 12.
    private struct Handwriting {
        var bytes: [UInt8] = [0, 0, 0, 0] + [6, 0, 8, 0, 4, 0, 0, 0] + [8, 0, 9, 0, 8, 0, 4, 0]

        mutating func word(_ value: Int) {
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }

        /// A table whose reference leads to what is written next.
        mutating func table() {
            word(bytes.count - 4)
            word(4)
        }

        /// A union of that kind whose member is written next.
        mutating func union(kind: UInt8) {
            word(bytes.count - 12)
            word(8)
            bytes += [kind, 0, 0, 0]
        }

        /// A vector of references that all lead to what is written next.
        mutating func vector(count: Int) {
            word(count)
            for index in 0..<count { word(4 * (count - index)) }
        }

        /// Root, page, one block of one text, which is written next.
        mutating func paragraph() {
            bytes[0] = UInt8(bytes.count)
            table()
            vector(count: 1)
            union(kind: 7)
            table()
        }

        /// A text, with which the page ends.
        mutating func plain(_ text: String) {
            union(kind: 2)
            table()
            word(text.utf8.count)
            bytes += text.utf8
            bytes.append(0)
        }
    }

    @Test("Bytes written by hand decode, shared parts too")
    func handwriting() throws {
        var writing = Handwriting()
        writing.paragraph()
        writing.union(kind: 10)
        writing.table()
        writing.vector(count: 2)
        writing.plain("milk")
        let milk = RichText.plain("milk")
        #expect(
            try WireFormat.flatBuffers.decode(writing.bytes)
                == PageDocument(blocks: [.paragraph(.concat([milk, milk]))]))
    }

    @Test("Few bytes that stand for a huge page are refused", arguments: [8, 30, 90])
    func bomb(levels: Int) {
        var writing = Handwriting()
        writing.paragraph()
        for _ in 0..<levels {
            writing.union(kind: 10)
            writing.table()
            writing.vector(count: 2)
        }
        writing.plain("milk")
        let error = #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(writing.bytes) }
        #expect(error?.kind == .tooLarge)
    }

    @Test("A text that many refer to counts each time")
    func sharedText() {
        var writing = Handwriting()
        writing.paragraph()
        writing.union(kind: 10)
        writing.table()
        writing.vector(count: 100)
        writing.plain(String(repeating: "milk", count: 1000))
        let error = #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(writing.bytes) }
        #expect(error?.kind == .tooLarge)
    }

    @Test("Nesting beyond the bound is refused", arguments: [100, 101, 10_000])
    func nesting(_ levels: Int) throws {
        var writing = Handwriting()
        writing.paragraph()
        for _ in 0..<levels {
            writing.union(kind: 3)
            writing.table()
        }
        writing.plain("milk")
        guard levels > PageDocument.maximumDepth else {
            #expect(try WireFormat.flatBuffers.decode(writing.bytes).isWithinDepth)
            return
        }
        let error = #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(writing.bytes) }
        #expect(error?.kind == .tooDeep)
    }

    @Test("Members that a later schema may add: a text is empty, a block unsupported, an item unknown")
    func laterMembers() throws {
        var writing = Handwriting()
        writing.paragraph()
        writing.plain("milk")
        // The block's kind stands behind root table (8), vector (8) and the union's two words.
        let blockKind = 20 + 8 + 8 + 8
        #expect(writing.bytes[blockKind] == 7)
        var later = writing.bytes
        later[blockKind] = 200
        #expect(try WireFormat.flatBuffers.decode(later) == PageDocument(blocks: [.unsupported]))
        let textKind = blockKind + 4 + 8 + 8
        #expect(writing.bytes[textKind] == 2)
        later = writing.bytes
        later[textKind] = 17
        #expect(try WireFormat.flatBuffers.decode(later) == PageDocument(blocks: [.paragraph(.empty)]))
        later[textKind] = 0
        #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(later) }
    }

    @Test("What reaches out of bounds, is not aligned or lacks a required field is refused with its place")
    func faults() throws {
        var writing = Handwriting()
        writing.paragraph()
        writing.plain("milk")
        let good = writing.bytes
        #expect(try WireFormat.flatBuffers.decode(good) == PageDocument(blocks: [.paragraph(.plain("milk"))]))
        func error(_ offset: Int, _ bytes: [UInt8]) -> PageCodecError? {
            var bad = good
            bad.replaceSubrange(offset..<offset + bytes.count, with: bytes)
            return #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(bad) }
        }
        // the root: nowhere, beyond the end, not aligned
        #expect(error(0, [0, 0, 0, 0])?.kind == .truncated)
        #expect(error(0, [0xff, 0xff, 0xff, 0xff])?.kind == .truncated)
        #expect(error(0, [22])?.kind == .malformed)
        // the vtable: before the start, too short, odd, beyond the end
        #expect(error(20, [0xff, 0xff, 0xff, 0x7f])?.kind == .truncated)
        #expect(error(4, [2, 0])?.kind == .malformed)
        #expect(error(4, [7, 0])?.kind == .malformed)
        #expect(error(4, [0xfe, 0xff])?.kind == .malformed)
        // the table's size: none, beyond the end; its field: outside the table, in its head, not there
        #expect(error(6, [0, 0])?.kind == .truncated)
        #expect(error(6, [0xff, 0x7f])?.kind == .truncated)
        #expect(error(8, [8, 0])?.kind == .malformed)
        #expect(error(8, [2, 0])?.kind == .malformed)
        #expect(error(8, [0, 0])?.kind == .missing)
        // the vector's count
        #expect(error(28, [0xff, 0xff, 0xff, 0xff])?.kind == .truncated)
        // the text: too long, without its zero, not UTF-8
        let text = good.count - 9
        #expect(error(text, [5])?.kind == .truncated)
        #expect(error(text, [3])?.kind == .malformed)
        #expect(error(text + 4, [0xff]) == PageCodecError(.invalidText, at: text + 4, "text that is not UTF-8"))
        for count in 0..<good.count {
            #expect(throws: PageCodecError.self) { try WireFormat.flatBuffers.decode(Array(good.prefix(count))) }
        }
    }
}
