import Page

/// What must hold of a page whatever it was read from.
enum PageFuzzing {
    /// Bytes as Markdown: what is written reads back the same, marks are marks, previews fit.
    static func checkMarkdown(_ bytes: [UInt8]) {
        guard let page = try? MarkdownPage(parsing: bytes) else { preconditionFailure("a short note was refused") }
        let document = page.document
        precondition(page.bytes == bytes)
        precondition(document.isWithinDepth)
        for task in page.tasks {
            precondition(
                bytes[task.markOffset - 1] == UInt8(ascii: "[") && bytes[task.markOffset + 1] == UInt8(ascii: "]"))
        }
        precondition((try? MarkdownPage(parsing: document.markdown).document) == document)
        precondition(PreviewText.of(bytes: bytes, length: 30).count <= 30)
        _ = document.html
    }

    /// Bytes as an edit of a note: the first three say where and how much, one ends what is put there.
    static func checkEditing(_ bytes: [UInt8]) {
        guard bytes.count > 4, let end = bytes[3...].firstIndex(of: 0xFF) else { return }
        let start = Array(bytes[(end + 1)...])
        let position = (Int(bytes[0]) << 8 | Int(bytes[1])) % (start.count + 1)
        let range = position..<min(start.count, position + Int(bytes[2]))
        let inserted = Array(bytes[3..<end])
        guard var page = try? MarkdownPage(parsing: start) else { preconditionFailure("a short note was refused") }
        _ = try? page.replace(range, with: inserted)
        page.checkInvariants()
        var edited = start
        edited.replaceSubrange(range, with: inserted)
        precondition(page.bytes == edited)
        guard let whole = try? MarkdownPage(parsing: edited) else { preconditionFailure("a short note was refused") }
        precondition(page.document == whole.document)
        precondition(Array(page.tasks) == Array(whole.tasks))
    }

    /// Bytes as HTML: a page within its depth, and no scripts in what is written.
    static func checkHTML(_ bytes: [UInt8]) {
        let page = PageDocument(html: bytes)
        precondition(page.isWithinDepth)
        precondition(!page.html.contains("<script"))
        _ = page.markdown
    }

    /// Markdown to begin with.
    static let markdownSeeds = [
        "# a\n\n- [ ] b\n  - [x] *c*\n\n1. d\n2. e\n", "> - [ ] a\n\n```x\nb\n```\n", "|a|b|\n|-|:-:|\n|c|`d`|\n",
        "[a]: /u 't'\n\n[a] ![b](c) <d@e.f> www.g.h\n",
        "<details><summary>s</summary>t</details>\n\n<b>x</b>&amp;\\*~~y~~\n",
        "a\\\nb  \nc\n===\n- - -\n* a\n+ b\n10) c\n",
    ].map { Array($0.utf8) }

    /// HTML to begin with.
    static let htmlSeeds = [
        "<ul><li><input type=checkbox checked> a<ol start=3><li>b</ol></ul>",
        "<p style='font-weight:bold'>a<br>b <a href=c>d</a>",
        "<table><caption>c<tr><th align=right>a<td colspan=2>b</table>",
        "<pre><code class=language-x>a</code></pre><script>b</script>",
        "<details open><summary>s</summary><blockquote>q</blockquote></details>",
    ].map { Array($0.utf8) }

    /// Edits to begin with.
    static let editingSeeds = markdownSeeds.map { [0, 3, 2] + Array("- [ ]\n".utf8) + [0xFF] + $0 }
}
