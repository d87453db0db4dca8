import Testing

@testable import Page

@Suite("Round trips through the wire formats")
struct WireFormatRoundTripTests {
    @Test("Each format gives back what it can express", arguments: WireFormat.allCases)
    func eachFormat(_ format: WireFormat) throws {
        for seed in UInt64(1)...400 {
            var generator = PageGenerator(seed: seed)
            let page = generator.page()
            let expected = page.expressible(in: format)
            #expect(try format.decode(format.encode(page)) == expected, "seed \(seed)")
            #expect(try format.decode(format.encode(expected)) == expected, "seed \(seed)")
            #expect(expected.expressible(in: format) == expected, "seed \(seed)")
        }
    }

    @Test("What a format cannot express costs no checkbox, number or character", arguments: WireFormat.allCases)
    func nothingThatMattersIsLost(_ format: WireFormat) {
        for seed in UInt64(1)...400 {
            var generator = PageGenerator(seed: seed)
            let page = generator.page()
            let expressed = page.expressible(in: format)
            #expect(page.items.map(\.checked) == expressed.items.map(\.checked), "seed \(seed)")
            #expect(page.items.map(\.number) == expressed.items.map(\.number), "seed \(seed)")
            #expect(page.texts.map(\.flattened) == expressed.texts.map(\.flattened), "seed \(seed)")
        }
    }

    @Test("Through all formats, one after the other")
    func throughAll() throws {
        for seed in UInt64(1)...200 {
            var generator = PageGenerator(seed: seed)
            let original = generator.page()
            var page = original
            for format in WireFormat.allCases { page = try format.decode(format.encode(page)) }
            // Once around, nothing more is lost, whichever format comes next.
            for format in WireFormat.allCases.reversed() {
                #expect(try format.decode(format.encode(page)) == page, "seed \(seed), \(format)")
            }
            #expect(original.items.map(\.checked) == page.items.map(\.checked), "seed \(seed)")
            #expect(original.items.map(\.number) == page.items.map(\.number), "seed \(seed)")
        }
    }

    @Test("Encoding is the same each time", arguments: WireFormat.allCases)
    func deterministic(_ format: WireFormat) throws {
        var generator = PageGenerator(seed: 7)
        let page = generator.page(size: 300)
        #expect(try format.encode(page) == format.encode(page))
    }

    @Test("The deepest page that there may be passes, one deeper is refused", arguments: WireFormat.allCases)
    func depth(_ format: WireFormat) throws {
        let deepText = nested(.plain("milk"), times: PageDocument.maximumDepth) { RichText.bold($0) }
        let leaf = Block.paragraph(deepText)
        let wrap: (Block) -> Block = { block in
            .list(ItemList(items: [.blocks([block], number: nil, checked: true)]))
        }
        let deepest = nested(leaf, times: PageDocument.maximumDepth, wrap)
        let page = PageDocument(blocks: [deepest])
        #expect(try format.decode(format.encode(page)) == page)
        for tooDeep in [wrap(deepest), .paragraph(.italic(deepText))] {
            #expect(throws: PageCodecError.self) { try format.encode(PageDocument(blocks: [tooDeep])) }
        }
    }

    private func nested<Value>(_ value: Value, times: Int, _ wrap: (Value) -> Value) -> Value {
        (0..<times).reduce(value) { value, _ in wrap(value) }
    }
}
