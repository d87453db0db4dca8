import Testing

@testable import Page

@Suite("TL")
struct TLTests {
    /// A constructor's number is the CRC-32 of its definition without `true` fields and angle brackets, so the
    /// definitions prove the numbers and, for those of older layers, which fields they have.
    @Test(
        "Numbers are the checksums of the definitions",
        arguments: [
            (.vector, "vector t:Type # [ t ] = Vector t"),
            (.pageListItemText, "pageListItemText flags:# text:RichText = PageListItem"),
            (.pageListItemBlocks, "pageListItemBlocks flags:# blocks:Vector PageBlock = PageListItem"),
            (
                .pageListOrderedItemText,
                "pageListOrderedItemText flags:# num:flags.2?string text:RichText value:flags.3?int"
                    + " type:flags.4?string = PageListOrderedItem"
            ),
            (
                .pageListOrderedItemBlocks,
                "pageListOrderedItemBlocks flags:# num:flags.2?string blocks:Vector PageBlock value:flags.3?int"
                    + " type:flags.4?string = PageListOrderedItem"
            ),
            (.pageListItemTextPlain, "pageListItemText text:RichText = PageListItem"),
            (.pageListItemBlocksPlain, "pageListItemBlocks blocks:Vector PageBlock = PageListItem"),
            (
                .pageListOrderedItemTextPlain,
                "pageListOrderedItemText num:string text:RichText = PageListOrderedItem"
            ),
            (
                .pageListOrderedItemBlocksPlain,
                "pageListOrderedItemBlocks num:string blocks:Vector PageBlock = PageListOrderedItem"
            ),
            (
                .pageListOrderedItemTextNumbered,
                "pageListOrderedItemText flags:# num:string text:RichText = PageListOrderedItem"
            ),
            (
                .pageListOrderedItemBlocksNumbered,
                "pageListOrderedItemBlocks flags:# num:string blocks:Vector PageBlock = PageListOrderedItem"
            ),
            (.pageBlockList, "pageBlockList items:Vector PageListItem = PageBlock"),
            (
                .pageBlockOrderedList,
                "pageBlockOrderedList flags:# items:Vector PageListOrderedItem start:flags.0?int"
                    + " type:flags.1?string = PageBlock"
            ),
            (.pageBlockOrderedListPlain, "pageBlockOrderedList items:Vector PageListOrderedItem = PageBlock"),
            (.pageBlockBlockquote, "pageBlockBlockquote flags:# text:RichText caption:RichText = PageBlock"),
            (.pageBlockBlockquotePlain, "pageBlockBlockquote text:RichText caption:RichText = PageBlock"),
            (
                .page,
                "page flags:# url:string blocks:Vector PageBlock photos:Vector Photo documents:Vector Document"
                    + " views:flags.3?int = Page"
            ),
        ] as [(TLConstructor, String)])
    func numbers(_ constructor: TLConstructor, _ definition: String) {
        #expect(constructor.rawValue == crc32(definition.utf8))
    }

    private func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
        ~bytes.reduce(~0) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xedb8_8320 : 0) }
        }
    }

    @Test("Bytes of an ordered item with a checkbox")
    func goldenItem() throws {
        let page = PageDocument(blocks: [
            .list(ItemList(items: [.text(.plain("milk"), number: "3", checked: false)], isOrdered: true))
        ])
        let expected: [UInt8] = [
            // page: constructor, flags 0, address "" (length 0, padded to 4)
            0x0d, 0x7f, 0x65, 0x98, 0, 0, 0, 0, 0, 0, 0, 0,
            // vector of one block
            0x15, 0xc4, 0xb5, 0x1c, 1, 0, 0, 0,
            // pageBlockOrderedList: constructor, flags 0 (no start, no type, not reversed)
            0xc1, 0xf6, 0xd6, 0x1f, 0, 0, 0, 0,
            // vector of one item
            0x15, 0xc4, 0xb5, 0x1c, 1, 0, 0, 0,
            // pageListOrderedItemText: constructor, flags checkbox (bit 0) and num (bit 2), not checked (bit 1)
            0x89, 0x11, 0x03, 0x15, 0b101, 0, 0, 0,
            // num: length 1, "3", padded to 4
            1, 0x33, 0, 0,
            // textPlain: constructor, length 4, "milk", padded to 8
            0xe0, 0x94, 0x46, 0x74, 4, 0x6d, 0x69, 0x6c, 0x6b, 0, 0, 0,
            // no photos, no documents
            0x15, 0xc4, 0xb5, 0x1c, 0, 0, 0, 0, 0x15, 0xc4, 0xb5, 0x1c, 0, 0, 0, 0,
        ]
        #expect(try WireFormat.tl.encode(page) == expected)
    }

    /// A page of one list, its item written by hand.
    private func list(
        _ constructor: TLConstructor, flags: UInt32? = nil, item write: (inout TLWriter) throws -> Void
    ) rethrows -> [UInt8] {
        var writer = TLWriter()
        writer.write(.vector)
        writer.write(Int32(1))
        writer.write(constructor)
        if let flags { writer.write(TLFlags(rawValue: flags)) }
        writer.write(.vector)
        writer.write(Int32(1))
        try write(&writer)
        return writer.bytes
    }

    @Test("Items of older layers decode", arguments: [false, true])
    func olderItems(holdsBlocks: Bool) throws {
        let content: (inout TLWriter) throws -> Void = { writer in
            if holdsBlocks { try writer.write([Block.divider]) } else { try writer.write(RichText.plain("milk")) }
        }
        func item(_ number: String?, _ checked: Bool?) -> ListItem {
            holdsBlocks
                ? .blocks([.divider], number: number, checked: checked)
                : .text(.plain("milk"), number: number, checked: checked)
        }
        let plain = try list(.pageBlockList) { writer in
            writer.write(holdsBlocks ? .pageListItemBlocksPlain : .pageListItemTextPlain)
            try content(&writer)
        }
        #expect(try WireFormat.tl.decode(plain).items == [item(nil, nil)])

        let numbered = try list(.pageBlockOrderedListPlain) { writer in
            writer.write(holdsBlocks ? .pageListOrderedItemBlocksPlain : .pageListOrderedItemTextPlain)
            try writer.write("7")
            try content(&writer)
        }
        #expect(try WireFormat.tl.decode(numbered).items == [item("7", nil)])

        for (flags, checked) in [(0, nil), (1, false), (3, true), (2, nil)] as [(UInt32, Bool?)] {
            let withFlags = try list(.pageBlockOrderedList, flags: 0) { writer in
                writer.write(holdsBlocks ? .pageListOrderedItemBlocksNumbered : .pageListOrderedItemTextNumbered)
                writer.write(TLFlags(rawValue: flags))
                try writer.write("8")
                try content(&writer)
            }
            #expect(try WireFormat.tl.decode(withFlags).items == [item("8", checked)])
        }
    }

    @Test("The older quotation decodes, and one paragraph is written in the form that can be folded")
    func quotations() throws {
        var writer = TLWriter()
        try writer.write([0]) { (writer, _) throws(PageCodecError) in
            writer.write(.pageBlockBlockquotePlain)
            try writer.write(RichText.plain("quoted"))
            try writer.write(RichText.plain("by whom"))
        }
        let quote = Quote(blocks: [.paragraph(.plain("quoted"))], caption: .plain("by whom"))
        #expect(try WireFormat.tl.decode(writer.bytes) == PageDocument(blocks: [.blockQuote(quote)]))
    }

    @Test("A value stands in for a number that is not there")
    func value() throws {
        let bytes = try list(.pageBlockOrderedList, flags: 0) { writer in
            writer.write(.pageListOrderedItemText)
            writer.write([.bit(3), .bit(4)] as TLFlags)
            try writer.write(RichText.empty)
            writer.write(Int32(-4))
            try writer.write("a")
        }
        #expect(try WireFormat.tl.decode(bytes).items == [.text(.empty, number: "-4", checked: nil)])
    }

    @Test("The banner of a channel becomes its name, whatever else its chat says")
    func channel() throws {
        var writer = TLWriter()
        for _ in 0..<2 {
            writer.write(.pageBlockChannel)
            // channelForbidden, until a date.
            writer.write(Int32(bitPattern: 0x17d4_93d5))
            writer.write(TLFlags(rawValue: 1 << 16))
            writer.write(Int64(1))
            writer.write(Int64(2))
            try writer.write("Käse")
            writer.write(Int32(3))
        }
        let bytes = writer.bytes
        #expect(try Self.blocks(of: bytes, count: 2) == [.paragraph(.plain("Käse")), .paragraph(.plain("Käse"))])
        #expect(throws: PageCodecError.self) { try Self.blocks(of: bytes.dropLast(50), count: 2) }
    }

    private static func blocks(of bytes: [UInt8], count: Int) throws(PageCodecError) -> [Block] {
        let result = bytes.withUnsafeBufferPointer { bytes in
            Result { () throws(PageCodecError) in
                var reader = TLReader(bytes)
                var blocks: [Block] = []
                for _ in 0..<count { blocks.append(try reader.block(within: NestingBudget())) }
                return blocks
            }
        }
        return try result.get()
    }

    @Test("Numbers in a list that is not ordered are kept by ordering it")
    func numbersWithoutOrder() throws {
        let items: [ListItem] = [
            .text(.plain("a"), number: "1", checked: true), .text(.plain("b"), number: nil, checked: nil),
        ]
        let page = PageDocument(blocks: [.list(ItemList(items: items))])
        let decoded = try WireFormat.tl.decode(WireFormat.tl.encode(page))
        #expect(decoded == PageDocument(blocks: [.list(ItemList(items: items, isOrdered: true, start: 1))]))
    }

    @Test("Texts around the lengths where the form changes", arguments: [0, 1, 3, 253, 254, 255, 256, 70_000])
    func lengths(_ count: Int) throws {
        let page = PageDocument(blocks: [.anchor(String(repeating: "x", count: count))])
        let bytes = try WireFormat.tl.encode(page)
        #expect(bytes.count % 4 == 0)
        #expect(try WireFormat.tl.decode(bytes) == page)
    }

    @Test("A text that does not fit in 24 bits is refused")
    func tooLong() throws {
        let fits = String(repeating: "x", count: 1 << 24 - 1)
        #expect(try WireFormat.tl.decode(WireFormat.tl.encode(PageDocument(blocks: [.anchor(fits)]))).blocks.count == 1)
        let error = #expect(throws: PageCodecError.self) {
            try WireFormat.tl.encode(PageDocument(blocks: [.anchor(fits + "x")]))
        }
        #expect(error?.kind == .tooLarge)
    }

    @Test("Faults are told with their place")
    func faults() throws {
        let page = PageDocument(blocks: [.paragraph(.plain("milk")), .divider])
        let bytes = try WireFormat.tl.encode(page)
        // page, flags and address take 12 bytes, the vector's head 8: there the first block stands.
        var unknown = bytes
        unknown[20] ^= 0xff
        #expect(throws: PageCodecError(.unknownConstructor, at: 20, "the unknown constructor 467a0799")) {
            try WireFormat.tl.decode(unknown)
        }
        var misplaced = bytes
        misplaced.replaceSubrange(20..<24, with: [0x4f, 0x82, 0x3d, 0xdc])
        #expect(throws: PageCodecError(.malformed, at: 20, "textEmpty where a block is due")) {
            try WireFormat.tl.decode(misplaced)
        }
        var count = bytes
        count.replaceSubrange(16..<20, with: [0xff, 0xff, 0xff, 0x7f])
        let error = #expect(throws: PageCodecError.self) { try WireFormat.tl.decode(count) }
        #expect(error?.kind == .truncated && error?.offset == 16)
        let trailing = #expect(throws: PageCodecError.self) { try WireFormat.tl.decode(bytes + [0, 0, 0, 0]) }
        #expect(trailing?.kind == .trailingBytes && trailing?.offset == bytes.count)
    }
}
