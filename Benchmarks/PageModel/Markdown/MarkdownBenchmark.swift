import CCMarkGFM
import CGumbo
import CMD4C
import Measuring
import Page
import TestSupport

/// Reading Markdown whole and after a keystroke, writing it, previews, and how time grows on hostile inputs.
struct MarkdownBenchmark {
    let report: Report
    private var seconds: Double { report.isQuick ? 0.2 : 1 }

    func run() {
        var corpora: [MarkdownCorpus] = report.files.compactMap { path in
            readFile(path).map {
                MarkdownCorpus(name: path.split(separator: "/").last.map(String.init) ?? path, bytes: $0)
            }
        }
        for size in [50_000, 1_000_000, 10_000_000] {
            corpora += [MarkdownCorpus.mixed(size), .list(size), .nested(size)]
        }
        corpora += [MarkdownCorpus.loose(1_000_000), .quotes(1_000_000)]
        for corpus in corpora {
            report.progress("\(corpus.name), \(corpus.bytes.count) bytes")
            measureReading(corpus)
            measureKeystrokes(corpus)
        }
        for corpus in MarkdownCorpus.blocks(50_000) + MarkdownCorpus.blocks(1_000_000) { measureTyping(corpus, 100) }
        measureDefinitions()
        measureGrowth()
        measurePeers(corpora.filter { $0.bytes.count < 2_000_000 })
    }

    // MARK: - Whole

    private func measureReading(_ corpus: MarkdownCorpus) {
        let bytes = corpus.bytes
        let size = bytes.count
        let parse = "parse \(corpus.name)"
        report.addThroughput(
            parse, bytes: size, "ours", Samples(for: seconds) { keep(try? MarkdownPage(parsing: bytes)) })
        report.addThroughput(
            parse, bytes: size, "md4c, null callbacks", Samples(for: seconds) { parseWithoutResult(bytes) })
        report.addThroughput(
            parse, bytes: size, "cmark-gfm, AST", Samples(for: seconds, least: 2) { CMarkGFM.parse(bytes) })
        guard let page = try? MarkdownPage(parsing: bytes) else { return }
        let document = page.document
        report.addThroughput(
            "blocks of \(corpus.name)", bytes: size, "ours", Samples(for: seconds) { keep(page.document) })
        guard size < 2_000_000 || report.files.contains(where: { $0.hasSuffix(corpus.name) }) else { return }
        report.addThroughput(
            "write Markdown, \(corpus.name)", bytes: size, "ours", Samples(for: seconds) { keep(document.markdown) })
        report.addThroughput(
            "write HTML, \(corpus.name)", bytes: size, "ours", Samples(for: seconds) { keep(document.html) })
        CMarkGFM.withTree(of: bytes) { tree in
            report.addThroughput(
                "write Markdown, \(corpus.name)", bytes: size, "cmark-gfm",
                Samples(for: seconds, least: 2) { CMarkGFM.writeMarkdown(tree) })
            report.addThroughput(
                "write HTML, \(corpus.name)", bytes: size, "cmark-gfm",
                Samples(for: seconds, least: 2) { CMarkGFM.writeHTML(tree) })
        }
        let html = document.html
        report.addThroughput(
            "read HTML, \(corpus.name)", bytes: html.utf8.count, "ours",
            Samples(for: seconds) { keep(PageDocument(html: html)) })
        report.addThroughput(
            "read HTML, \(corpus.name)", bytes: html.utf8.count, "gumbo, tree",
            Samples(for: seconds, least: 2) { Self.parseHTML(html) })
        report.add(
            "preview of \(corpus.name)", bytes: size, "ours",
            Samples(for: seconds) { keep(PreviewText.of(bytes: bytes)) })
    }

    private static func parseHTML(_ html: String) {
        var html = html
        html.withUTF8 { bytes in
            guard let base = bytes.baseAddress else { return }
            base.withMemoryRebound(to: CChar.self, capacity: bytes.count) { source in
                var options = kGumboDefaultOptions
                guard let output = gumbo_parse_with_options(&options, source, bytes.count) else { return }
                gumbo_destroy_output(&options, output)
            }
        }
    }

    private func parseWithoutResult(_ bytes: [UInt8]) {
        var parser = MD_PARSER()
        parser.flags = UInt32(
            MD_FLAG_PERMISSIVEURLAUTOLINKS | MD_FLAG_PERMISSIVEEMAILAUTOLINKS | MD_FLAG_PERMISSIVEWWWAUTOLINKS
                | MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH | MD_FLAG_TASKLISTS)
        parser.enter_block = { _, _, _ in 0 }
        parser.leave_block = { _, _, _ in 0 }
        parser.enter_span = { _, _, _ in 0 }
        parser.leave_span = { _, _, _ in 0 }
        parser.text = { _, _, _, _ in 0 }
        bytes.withUnsafeBytes { buffer in
            _ = md_parse(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count), &parser, nil)
        }
    }

    // MARK: - Keystrokes

    private func measureKeystrokes(_ corpus: MarkdownCorpus) {
        let size = corpus.bytes.count
        let count = report.isQuick ? 500 : 5000
        measureTyping(corpus, count)
        guard var page = try? MarkdownPage(parsing: corpus.bytes) else { return }
        var generator = SeededGenerator(seed: 3)
        report.add(
            "type anywhere, \(corpus.name)", bytes: size, "ours",
            Samples(count) { _ in
                let position = Int.random(in: 0...page.utf8Count, using: &generator)
                _ = try? page.replace(position..<position, with: [UInt8(ascii: "a")])
            })
        let few = size > 2_000_000 ? 5 : 20
        report.add(
            "parse anew instead, \(corpus.name)", bytes: size, "md4c, null callbacks",
            Samples(few) { _ in parseWithoutResult(corpus.bytes) })
    }

    private func measureTyping(_ corpus: MarkdownCorpus, _ count: Int) {
        guard var page = try? MarkdownPage(parsing: corpus.bytes) else { return }
        let middle = corpus.bytes[(corpus.bytes.count / 2)...].firstIndex(of: 10) ?? 0
        var position = middle
        report.add(
            "type in the middle, \(corpus.name)", bytes: corpus.bytes.count, "ours",
            Samples(count) { number in
                _ = try? page.replace(position..<position, with: [UInt8(ascii: "a")])
                position = number % 60 == 59 ? middle : position + 1
            })
    }

    /// Typing in the address of a link reference definition that nothing refers to.
    private func measureDefinitions() {
        for size in [1_000_000, 10_000_000] {
            let note = MarkdownCorpus.mixed(size).bytes
            let definition = "\n\n[there]: https://a.b/c"
            let corpus = note + Array("\(definition)\n".utf8)
            guard var page = try? MarkdownPage(parsing: corpus) else { continue }
            let end = note.count + definition.utf8.count
            report.add(
                "type in a definition, mixed", bytes: corpus.count, "ours",
                Samples(200) { _ in _ = try? page.replace(end..<end, with: [UInt8(ascii: "a")]) })
        }
    }

    // MARK: - Peers

    private func measurePeers(_ corpora: [MarkdownCorpus]) {
        let files = corpora.enumerated().map { number, corpus in (name: "\(number)-\(corpus.name)", bytes: corpus.bytes)
        }
        guard let rows = PythonPeer.rows(of: "markdown_peers.py", on: files, ["\(seconds)"]) else {
            return report.progress("The Python peers are missing: run Tools/setup --tests")
        }
        for row in rows { report.addThroughput("parse \(row.name)", bytes: row.bytes, row.subject, row.samples) }
    }

    // MARK: - Growth

    /// The time for an input of twice the size over the time for the input, for inputs made to be slow.
    private func measureGrowth() {
        let size = 20_000
        for generator in PathologicalMarkdown.allCases {
            let one = Array(generator.text(size: size).utf8)
            let two = Array(generator.text(size: 2 * size).utf8)
            let first = Samples(3) { _ in keep(try? MarkdownPage(parsing: one)) }
            let second = Samples(3) { _ in keep(try? MarkdownPage(parsing: two)) }
            let name = "\(generator.rawValue), \(size)"
            report.add(name, bytes: one.count, "ours", "time", first.least / 1e6, "ms")
            report.add(name, bytes: two.count, "ours", "time, doubled", second.least / 1e6, "ms")
            report.add(name, bytes: two.count, "ours", "growth", second.least / max(first.least, 1), "×")
        }
    }
}
