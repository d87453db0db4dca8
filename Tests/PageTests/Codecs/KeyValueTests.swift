import Testing

@testable import Page

@Suite("Key-value coding")
struct KeyValueTests {
    // MARK: Type hashes

    /// The first two are published test vectors of the hash; the others stand in data of other writers.
    @Test(
        "MurmurHash3",
        arguments: [
            ("", 0, 0), ("test", 0, 0xba6b_d213), ("", 1, 0x514e_28b7),
            ("Hello, world!", 0x9747_b28c, 0x2488_4cba),
            ("The quick brown fox jumps over the lazy dog", 0x9747_b28c, 0x2fa8_26cd),
            ("InstantPageCaption", 0xf7ca_7fd2, 1_746_376_877), ("InstantPageTableCell", 0xf7ca_7fd2, 1_030_551_558),
            ("InstantPageTableRow", 0xf7ca_7fd2, 2_486_256_404),
        ] as [(String, UInt32, UInt32)])
    func hash(_ text: String, _ seed: UInt32, _ expected: UInt32) {
        #expect(MurmurHash3.hash32(text.utf8, seed: seed) == expected)
    }

    @Test("Type hashes")
    func typeHashes() {
        #expect(UInt32(bitPattern: -137_723_950) == 0xf7ca_7fd2)
        #expect(KeyValueTypeHash.listItem.rawValue == 0x52fd_280d)
        #expect(KeyValueTypeHash.block.rawValue == Int32(bitPattern: 0xa126_72c0))
        #expect(KeyValueTypeHash.richText.rawValue == Int32(bitPattern: 0xf910_0fd7))
    }

    // MARK: Golden bytes

    private static let blockHash: [UInt8] = [0xc0, 0x72, 0x26, 0xa1]
    private static let itemHash: [UInt8] = [0x0d, 0x28, 0xfd, 0x52]
    private static let textHash: [UInt8] = [0xd7, 0x0f, 0x10, 0xf9]

    /// `r` = 1, then `s` = "milk": 1 + 1 + 1 + 4 and 1 + 1 + 1 + 4 + 4 bytes.
    private static let milk: [UInt8] =
        [1, 0x72, 0, 1, 0, 0, 0] + [1, 0x73, 4, 4, 0, 0, 0, 0x6d, 0x69, 0x6c, 0x6b]

    /// `r` = 1 (text), `t` = the text, then the given entries.
    private static func item(_ entries: [UInt8]) -> [UInt8] {
        [1, 0x72, 0, 1, 0, 0, 0]
            // key t, type object, hash, 18 bytes
            + [1, 0x74, 5] + textHash + [18, 0, 0, 0] + milk + entries
    }

    /// A page of one list under the key `ml`, ordered or not, of one item.
    private static func page(item: [UInt8], isOrdered: Bool) -> [UInt8] {
        let list: [UInt8] =
            // r = 11
            [1, 0x72, 0, 11, 0, 0, 0]
            // key ml, type object array, one element: hash, length, entries
            + [2, 0x6d, 0x6c, 8, 1, 0, 0, 0] + itemHash + [UInt8(item.count), 0, 0, 0] + item
            // o
            + [1, 0x6f, 0, isOrdered ? 1 : 0, 0, 0, 0]
        // key b, type object array, one element
        return [1, 0x62, 8, 1, 0, 0, 0] + blockHash + [UInt8(list.count), 0, 0, 0] + list
    }

    private func page(_ item: ListItem, isOrdered: Bool = false) -> PageDocument {
        PageDocument(blocks: [.list(ItemList(countedBy: [item], isOrdered: isOrdered))])
    }

    @Test("An item without number and checkbox: n is Nil, ck is not there")
    func goldenPlain() throws {
        // key n, type Nil
        let bytes = Self.page(item: Self.item([1, 0x6e, 11]), isOrdered: false)
        let page = page(.text(.plain("milk"), number: nil, checked: nil))
        #expect(try WireFormat.keyValue.encode(page) == bytes)
        #expect(try WireFormat.keyValue.decode(bytes) == page)
    }

    @Test("A numbered item with a checkbox", arguments: [(false, 1), (true, 2)] as [(Bool, UInt8)])
    func goldenChecked(_ checked: Bool, _ code: UInt8) throws {
        let bytes = Self.page(
            item: Self.item(
                // n = "12"
                [1, 0x6e, 4, 2, 0, 0, 0, 0x31, 0x32]
                    // ck = the code
                    + [2, 0x63, 0x6b, 0, code, 0, 0, 0]), isOrdered: true)
        let page = page(.text(.plain("milk"), number: "12", checked: checked), isOrdered: true)
        #expect(try WireFormat.keyValue.encode(page) == bytes)
        #expect(try WireFormat.keyValue.decode(bytes) == page)
    }

    @Test(
        "A checkbox that is absent, Nil, 0 or of an unknown number is none",
        arguments: [
            [], [2, 0x63, 0x6b, 11], [2, 0x63, 0x6b, 0, 0, 0, 0, 0], [2, 0x63, 0x6b, 0, 3, 0, 0, 0],
            [2, 0x63, 0x6b, 0, 0xff, 0xff, 0xff, 0xff],
            // of another type: Bool and Int64
            [2, 0x63, 0x6b, 2, 1], [2, 0x63, 0x6b, 1, 2, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func noCheckbox(_ entry: [UInt8]) throws {
        let bytes = Self.page(item: Self.item([1, 0x6e, 11] + entry), isOrdered: false)
        #expect(try WireFormat.keyValue.decode(bytes) == page(.text(.plain("milk"), number: nil, checked: nil)))
    }

    @Test("The order of entries does not matter, nor do entries that nobody asks for, of any type")
    func anyOrder() throws {
        let strangers: [[UInt8]] = [
            [1, 0x78, 0, 9, 9, 9, 9], [1, 0x78, 1, 9, 9, 9, 9, 9, 9, 9, 9], [1, 0x78, 2, 1],
            [1, 0x78, 3, 9, 9, 9, 9, 9, 9, 9, 9], [1, 0x78, 4, 2, 0, 0, 0, 0xff, 0xfe],
            [1, 0x78, 5] + Self.textHash + [3, 0, 0, 0, 9, 9, 9],
            [1, 0x78, 6, 2, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9],
            [1, 0x78, 7, 1, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9, 9],
            [1, 0x78, 8, 1, 0, 0, 0, 9, 9, 9, 9, 1, 0, 0, 0, 9],
            [1, 0x78, 9, 1, 0, 0, 0, 9, 9, 9, 9, 1, 0, 0, 0, 9, 9, 9, 9, 9, 0, 0, 0, 0],
            [1, 0x78, 10, 2, 0, 0, 0, 9, 9], [1, 0x78, 11], [1, 0x78, 12, 1, 0, 0, 0, 1, 0, 0, 0, 0x61],
            [1, 0x78, 13, 2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 9], [0, 2, 1],
            // The keys asked for under other types.
            [1, 0x72, 4, 0, 0, 0, 0], [1, 0x74, 0, 9, 9, 9, 9],
        ]
        #expect(Set(strangers.map { $0[Int($0[0]) + 1] }) == Set(KeyValueType.allCases.map(\.rawValue)))
        let own: [[UInt8]] = [
            [2, 0x63, 0x6b, 0, 2, 0, 0, 0], [1, 0x6e, 4, 1, 0, 0, 0, 0x37],
            [1, 0x74, 5] + Self.textHash + [18, 0, 0, 0] + Self.milk, [1, 0x72, 0, 1, 0, 0, 0],
        ]
        let item = zip(strangers, own).flatMap { $0 + $1 } + strangers.dropFirst(own.count).joined()
        // The item is longer than one byte of length can say.
        var bytes = Self.page(item: [], isOrdered: false)
        let length = bytes.count - 7 - 4
        bytes.insert(contentsOf: item, at: length + 4)
        bytes.replaceSubrange(length..<length + 2, with: [UInt8(item.count & 0xff), UInt8(item.count >> 8)])
        let blockLength = 11
        let block = bytes.count - blockLength - 4
        bytes.replaceSubrange(blockLength..<blockLength + 2, with: [UInt8(block & 0xff), UInt8(block >> 8)])
        #expect(try WireFormat.keyValue.decode(bytes) == page(.text(.plain("milk"), number: "7", checked: true)))
    }

    // MARK: Older data

    @Test("The oldest lists: texts under l become items without number and checkbox")
    func oldList() throws {
        let list: [UInt8] =
            [1, 0x72, 0, 11, 0, 0, 0]
            // key l, type object array, two texts
            + [1, 0x6c, 8, 2, 0, 0, 0] + Self.textHash + [18, 0, 0, 0] + Self.milk + Self.textHash
            + [7, 0, 0, 0] + [1, 0x72, 0, 0, 0, 0, 0]
            + [1, 0x6f, 0, 1, 0, 0, 0]
        let bytes = [1, 0x62, 8, 1, 0, 0, 0] + Self.blockHash + [UInt8(list.count), 0, 0, 0] + list
        let items: [ListItem] = [
            .text(.plain("milk"), number: nil, checked: nil), .text(.empty, number: nil, checked: nil),
        ]
        #expect(
            try WireFormat.keyValue.decode(bytes)
                == PageDocument(blocks: [.list(ItemList(items: items, isOrdered: true))]))
    }

    @Test("Quotations of both forms")
    func quotations() throws {
        let caption: [UInt8] = [1, 0x63, 5] + Self.textHash + [18, 0, 0, 0] + Self.milk
        let older: [UInt8] = [1, 0x74, 5] + Self.textHash + [18, 0, 0, 0] + Self.milk
        // b of one block: r = 6 (paragraph), t
        let newer: [UInt8] =
            [1, 0x62, 8, 1, 0, 0, 0] + Self.blockHash + [36, 0, 0, 0] + [1, 0x72, 0, 6, 0, 0, 0] + older
        let expected = PageDocument(blocks: [
            .blockQuote(Quote(blocks: [.paragraph(.plain("milk"))], caption: .plain("milk")))
        ])
        for form in [older + caption, newer + caption, caption + newer] {
            let block = [1, 0x72, 0, 12, 0, 0, 0] + form
            let bytes = [1, 0x62, 8, 1, 0, 0, 0] + Self.blockHash + [UInt8(block.count), 0, 0, 0] + block
            #expect(try WireFormat.keyValue.decode(bytes) == expected)
        }
    }

    @Test("Unknown kinds: a block is unsupported, a text empty, an item unknown")
    func unknownKinds() throws {
        let block: [UInt8] = [1, 0x72, 0, 99, 0, 0, 0]
        let bytes = [1, 0x62, 8, 1, 0, 0, 0] + Self.blockHash + [7, 0, 0, 0] + block
        #expect(try WireFormat.keyValue.decode(bytes) == PageDocument(blocks: [.unsupported]))
        #expect(
            try WireFormat.keyValue.decode(Self.page(item: [1, 0x72, 0, 9, 0, 0, 0], isOrdered: false))
                == page(.unknown))
        let item: [UInt8] =
            [1, 0x72, 0, 1, 0, 0, 0] + [1, 0x74, 5] + Self.textHash + [7, 0, 0, 0] + [1, 0x72, 0, 77, 0, 0, 0]
        #expect(
            try WireFormat.keyValue.decode(Self.page(item: item, isOrdered: false))
                == page(.text(.empty, number: nil, checked: nil)))
    }

    @Test("Kind and rows of a table under one key, told apart by type")
    func sharedKey() throws {
        let table = Table(title: .empty, rows: [Table.Row(cells: [Table.Cell(text: .plain("a"))])])
        let page = PageDocument(blocks: [.table(table)])
        #expect(try WireFormat.keyValue.decode(WireFormat.keyValue.encode(page)) == page)
    }

    @Test("Summary and date of an article under one key, one of them missing")
    func sharedKeyWithoutOne() throws {
        for (summary, seconds) in [(nil, 5), ("about", nil), ("about", 5), (nil, nil)] as [(String?, Int32?)] {
            let article = RelatedArticle(url: "u", summary: summary, seconds: seconds)
            let page = PageDocument(blocks: [.relatedArticles(title: .empty, [article])])
            #expect(try WireFormat.keyValue.decode(WireFormat.keyValue.encode(page)) == page)
        }
    }

    @Test("A page under the key of root objects")
    func rootObject() throws {
        let page = page(.text(.plain("milk"), number: "1", checked: true))
        let entries = try WireFormat.keyValue.encode(page)
        let bytes: [UInt8] = [1, 0x5f, 5, 9, 9, 9, 9, UInt8(entries.count), 0, 0, 0] + entries
        #expect(try WireFormat.keyValue.decode(bytes) == page)
    }
}
