import DataFormats
import Events
import NoteLedger
import Testing

@testable import Serving

@Suite(.serialized) struct `served pages` {
    private let browser: Browser
    private let note: NoteID

    init() throws {
        browser = try Browser()
        note = try browser.note("Shopping", "# Today\r\n\r\n- [ ] milk\r\n- [x] **eggs**\r\n\r\nBring bags.\r\n")
    }

    private func member(_ name: String, _ value: JSONValue) -> JSONValue.Member { JSONValue.Member(name, value) }

    @Test func `let in who has a link, once, and nobody else`() throws {
        let link = try browser.server.link(for: .write, as: nil, lifetime: 1000)
        let path = try #require(link.firstRange(of: "/enter").map { String(link[$0.lowerBound...]) })
        // To look at the link does not use it up.
        let page = try browser.send("GET \(path) HTTP/1.1", [], [])
        #expect(page.status == 200)
        #expect(page.text.contains("Open my notes"))
        #expect(try browser.enter(link).hasPrefix("noteledger="))
        #expect(try browser.enter(link) == "")
        for path in ["/", "/note/\(note)", "/notes.json", "/note/\(note)/events?after=0"] {
            #expect(try browser.send("GET \(path) HTTP/1.1", [], []).status == 401)
            #expect(
                try browser.send("GET \(path) HTTP/1.1", ["Cookie: noteledger=1234567890abcdef.00"], []).status == 401)
        }
    }

    @Test func `carry what keeps them safe, whatever they answer`() throws {
        for answer in [
            try browser.get("/"), try browser.get("/note/\(note)"), try browser.get("/nothing"),
            try browser.send("GET / HTTP/1.1", [], []),
            try browser.send("GET / HTTP/1.1", [], [], host: "evil.example"),
        ] {
            #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
            #expect(answer.header("Content-Security-Policy")?.contains("unsafe") == false)
            #expect(answer.header("X-Content-Type-Options") == "nosniff")
            #expect(answer.header("Referrer-Policy") == "same-origin")
            #expect(answer.header("Cache-Control") == "no-store")
        }
    }

    @Test func `list notes with how much of them is ticked`() throws {
        let list = try browser.get("/")
        #expect(list.text.contains("href=\"/note/\(note)\""))
        #expect(list.text.contains("1/2"))
        #expect(try browser.get("/?q=bags").text.contains("Shopping"))
        #expect(try browser.get("/?q=cheese").text.contains("No note has all of these words."))
        #expect(try browser.get("/notes.json").json?.arrayValue?.count == 1)
    }

    @Test func `show rows to tick and prose to read`() throws {
        let page = try browser.get("/note/\(note)").text
        #expect(page.contains("<h1>Today</h1>"))
        #expect(page.contains("value=\"\(try browser.line(2, of: note))\" autocomplete"))
        #expect(page.contains("value=\"\(try browser.line(3, of: note))\" checked"))
        #expect(page.contains("<b>eggs</b>"))
        #expect(page.contains("<p>Bring bags.</p>"))
        // A field for another item below the block.
        #expect(page.contains("placeholder=\"Add item\""))
        #expect(page.contains("1 of 2"))
    }

    @Test func `tick a row: one byte, in the log before the page is told`() throws {
        let line = try browser.line(2, of: note)
        let answer = try browser.act(
            "/note/\(note)/act",
            [member("act", .string("tick")), member("line", .string(line)), member("to", .bool(true))])
        #expect(answer.json?["outcome"]?.stringValue == "recorded")
        #expect(answer.json?["position"]?.unsignedValue == 2)
        #expect(try browser.body(of: note) == "# Today\r\n\r\n- [x] milk\r\n- [x] **eggs**\r\n\r\nBring bags.\r\n")
        // Said again, it changes nothing and makes no event.
        let again = try browser.act(
            "/note/\(note)/act",
            [member("act", .string("tick")), member("line", .string(line)), member("to", .bool(true))])
        #expect(again.json?["outcome"]?.stringValue == "unchanged")
        #expect(try browser.ledger.lastPosition() == 2)
    }

    @Test func `tick nothing where the line is gone or no row any more`() throws {
        let line = try browser.line(2, of: note)
        try browser.ledger.perform(.write(Array("no list\r\n".utf8)), on: note)
        let answer = try browser.act(
            "/note/\(note)/act",
            [member("act", .string("tick")), member("line", .string(line)), member("to", .bool(true))])
        #expect(answer.json?["outcome"]?.stringValue == "stale")
        #expect(try browser.body(of: note) == "no list\r\n")
    }

    @Test func `add items below their block, several at once where lines were pasted`() throws {
        let line = try browser.line(3, of: note)
        let answer = try browser.act(
            "/note/\(note)/act",
            [
                member("act", .string("append")), member("line", .string(line)),
                member("text", .string("tea\nrice\r\n\n")),
            ])
        #expect(answer.json?["outcome"]?.stringValue == "recorded")
        #expect(
            try browser.body(of: note)
                == "# Today\r\n\r\n- [ ] milk\r\n- [x] **eggs**\r\n- [ ] tea\r\n- [ ] rice\r\n\r\nBring bags.\r\n")
    }

    @Test func `work without a script: what differs from the page shown is what somebody ticked`() throws {
        let (milk, eggs) = (try browser.line(2, of: note), try browser.line(3, of: note))
        // Meanwhile the eggs are cleared elsewhere; the form, which shows them ticked, says nothing new of them.
        try browser.ledger.perform(.toggle(try browser.ledger.note(note).document.line(at: 3).id, to: false), on: note)
        let answer = try browser.post("/note/\(note)/act", "act=rows&seen=1&ticked=\(milk)&ticked=\(eggs)")
        #expect(answer.status == 303)
        #expect(answer.header("Location") == "/note/\(note)")
        #expect(try browser.body(of: note).contains("- [x] milk\r\n- [ ] **eggs**"))
    }

    @Test func `undo, trash, restore, name and convert notes`() throws {
        let path = "/note/\(note)/act"
        _ = try browser.post(path, "act=title&title=Market")
        #expect(try browser.ledger.note(note).title == "Market")
        _ = try browser.post(path, "act=undo")
        #expect(try browser.ledger.note(note).title == "Shopping")
        _ = try browser.post(path, "act=trash")
        #expect(try browser.get("/").text.contains("Shopping") == false)
        #expect(try browser.get("/?trash=1").text.contains("Shopping"))
        _ = try browser.post(path, "act=restore")
        _ = try browser.post(path, "act=convert&lines=\(try browser.line(5, of: note))")
        #expect(try browser.body(of: note).hasSuffix("- [ ] Bring bags.\r\n"))
        let made = try browser.post("/note/new", "title=List")
        #expect(made.status == 303)
        #expect(try browser.ledger.notes().contains { $0.title == "List" })
    }

    @Test func `save a text byte for byte where nobody changed it`() throws {
        let page = try browser.get("/note/\(note)?edit=1").text
        #expect(page.contains("<textarea id=\"body\""))
        let text = "%23 Today%0D%0A%0D%0A- [ ] milk%0D%0A- [x] **eggs**%0D%0A- [ ] tea%0D%0A%0D%0ABring bags.%0D%0A"
        #expect(try browser.post("/note/\(note)/act", "act=write&seen=1&text=\(text)").status == 303)
        #expect(
            try browser.body(of: note)
                == "# Today\r\n\r\n- [ ] milk\r\n- [x] **eggs**\r\n- [ ] tea\r\n\r\nBring bags.\r\n")
    }

    @Test func `follow what is typed, in the line tree and in the page model`() throws {
        func type(_ number: UInt64, _ splices: [JSONValue], draft: String = "d") throws -> JSONValue? {
            try browser.act(
                "/note/\(note)/draft",
                [
                    member("seen", .unsigned(1)), member("draft", .string(draft)), member("number", .unsigned(number)),
                    member("splices", .array(splices)),
                ]
            ).json
        }
        func splice(_ places: [UInt64], _ text: String) -> JSONValue {
            .array(places.map(JSONValue.unsigned) + [.string(text)])
        }
        let first = try #require(try type(0, [splice([4, 0, 4, 0], "- [ ] t"), splice([4, 7, 4, 7], "ea\n")]))
        #expect(first["rows"]?.unsignedValue == 3)
        #expect(first["splices"]?.unsignedValue == 2)
        #expect(first["blocks"]?.unsignedValue == 3)
        // A fence above all of it hides the rows.
        let fenced = try type(2, [splice([0, 0, 0, 0], "```\n")])
        #expect(fenced?["rows"]?.unsignedValue == 0, "\(fenced?.text ?? "")")
        // Splices that are missing are noticed.
        #expect(try type(7, [])?["outcome"]?.stringValue == "refused")
        #expect(try type(1, [], draft: "unknown")?["outcome"]?.stringValue == "refused")
        // Nothing is recorded by it.
        #expect(try browser.ledger.lastPosition() == 1)
    }

    @Test func `tell open pages what others do, from where they are`() throws {
        let before = try browser.stream(of: note, after: 1)
        let line = try browser.ledger.note(note).document.line(at: 2).id
        try browser.ledger.perform(.toggle(line, to: true), on: note)
        let event = try #require(before.nextEvent())
        #expect(event.contains("id: 2\nevent: change\n"))
        let data = try #require(
            event.split(separator: "data: ").last.flatMap { try? JSONValue(parsing: Array($0.utf8)) })
        #expect(data["ticked"]?.unsignedValue == 2)
        #expect(data["what"]?.stringValue == "ticked")
        #expect(data["sections"]?.arrayValue?.count == 1)
        #expect(data["sections"]?.arrayValue?.first?["key"]?.stringValue == line.description)
        // A page that slept reads on from where it was.
        let late = try browser.stream(of: note, after: 1)
        #expect(try #require(late.nextEvent()).contains("id: 2\nevent: change\n"))
        try browser.ledger.perform(.append(Array("tea".utf8), toBlockOf: line), on: note)
        for client in [before, late] {
            #expect(try #require(client.nextEvent()).contains("id: 3\nevent: change\n"))
        }
    }

    @Test func `record what a browser did as its own, as of what its page had seen`() throws {
        let line = try browser.ledger.note(note).document.line(at: 2).id
        try browser.ledger.perform(.append(Array("tea".utf8), toBlockOf: line), on: note)
        _ = try browser.act(
            "/note/\(note)/act",
            [
                member("act", .string("tick")), member("line", .string(line.description)), member("to", .bool(true)),
                member("seen", .unsigned(1)),
            ])
        let event = try #require(try browser.ledger.event(at: 3)?.event)
        let created = try #require(try browser.ledger.event(at: 1)?.event)
        #expect(event.id.device == (try browser.book.visitors()[0].device))
        #expect(event.id.counter == 1)
        #expect(event.parents == EventFrontier([created.id]))
        #expect(try browser.ledger.label(of: event.id.device).hasPrefix("phone"))
        #expect(try browser.body(of: note).contains("- [x] milk\r\n- [x] **eggs**\r\n- [ ] tea\r\n"))
        #expect(try browser.ledger.verify().isSound)
    }

    @Test func `merge a text that was edited with what others did meanwhile`() throws {
        let line = try browser.ledger.note(note).document.line(at: 2).id
        try browser.ledger.perform(.toggle(line, to: true), on: note)
        try browser.ledger.perform(.append(Array("tea".utf8), toBlockOf: line), on: note)
        // The page shows the note as it was at first, and so does a second window of the same browser.
        _ = try browser.act(
            "/note/\(note)/act",
            [
                member("act", .string("write")), member("seen", .unsigned(1)),
                member("text", .string("# Today\n\n- [ ] milk\n- [x] **eggs**\n\nBring three bags.\n")),
            ])
        #expect(
            try browser.body(of: note)
                == "# Today\r\n\r\n- [x] milk\r\n- [x] **eggs**\r\n- [ ] tea\r\n\r\nBring three bags.\r\n")
        _ = try browser.act(
            "/note/\(note)/act",
            [
                member("act", .string("write")), member("seen", .unsigned(1)),
                member("text", .string("# Tonight\n\n- [ ] milk\n- [x] **eggs**\n\nBring bags.\n")),
            ])
        #expect(
            try browser.body(of: note)
                == "# Tonight\r\n\r\n- [x] milk\r\n- [x] **eggs**\r\n- [ ] tea\r\n\r\nBring three bags.\r\n")
        #expect(try browser.ledger.verify().isSound)
    }

    @Test func `let readers read and do nothing`() throws {
        let reader = try Browser(role: .read)
        let note = try reader.note("Open", "- [ ] a\n")
        #expect(try reader.get("/note/\(note)").text.contains("Add item") == false)
        #expect(try reader.post("/note/\(note)/act", "act=trash").status == 403)
        #expect(try reader.ledger.lastPosition() == 1)
    }

    @Test func `take no act without the page's token`() throws {
        let path = "/note/\(note)/act"
        for form in ["act=trash", "act=trash&token=", "act=trash&token=\(String(repeating: "0", count: 64))"] {
            #expect(try browser.post(path, form: form, cookie: browser.cookie).status == 403)
        }
        #expect(try browser.post(path, form: "act=trash", cookie: nil).status == 401)
        let types = ["text/plain", "multipart/form-data; boundary=x", "application/jsonx"]
        for type in types {
            let headers = ["Content-Type: \(type)", "Cookie: \(browser.cookie)"]
            #expect(try browser.send("POST \(path) HTTP/1.1", headers, Array("act=trash".utf8)).status == 400)
        }
        #expect(try browser.ledger.lastPosition() == 1)
    }

    @Test(arguments: [
        "<script>alert(1)</script>", "</textarea><script>", "<img src=x onerror=alert(1)>", "[x](javascript:alert(1))",
        "<a href=\"data:text/html,x\">y</a>", "\" onmouseover=\"x", "<style>*{}</style>", "<iframe src=//e>",
        "<svg/onload=x>",
        "<base href=//evil>", "<meta http-equiv=refresh content=0>", "<form action=//evil><input name=token>",
        "&lt;script&gt;",
        "<!--", "]]>", "<a href='jAvAsCrIpT:x'>z</a>", "![i](javascript:x)", "<math><mi xlink:href=x>", "{{7*7}}",
        "\u{202E}x",
    ])
    func `never let a note be markup of the page`(_ text: String) throws {
        for body in ["- [ ] \(text)\n", "\(text)\n", "# \(text)\n", "| a |\n|---|\n| \(text) |\n"] {
            let note = try browser.note(text, body)
            for path in ["/note/\(note)", "/note/\(note)?edit=1", "/"] {
                let page = try browser.get(path).text.lowercased()
                let scripts = page.split(separator: "<script", omittingEmptySubsequences: false).dropFirst()
                #expect(scripts.allSatisfy { $0.hasPrefix(" type=\"module\" src=\"/assets/") }, "\(body)")
                for bad in [
                    "<style", "<iframe", "<svg", "<base", "<math", "http-equiv", "javascript:", "action=//",
                    "href=\"data:text",
                ] {
                    #expect(
                        !page.contains(bad) || !page.contains("<\(bad)") && page.contains("&lt;")
                            || path.contains("edit") || path == "/" || !Self.isTag(bad, in: page), "\(bad) in \(body)")
                }
            }
        }
    }

    /// Whether a piece of markup stands in a tag of the page, and not in its text.
    private static func isTag(_ piece: String, in page: String) -> Bool {
        page.split(separator: "<").contains { part in
            let tag = part.prefix { $0 != ">" }
            return ("<" + tag).contains(piece)
        }
    }
}
