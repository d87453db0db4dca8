import NoteLedger

/// The list of notes.
struct ListPage {
    private let notes: [NoteSummary]
    private let visit: Visit
    private let words: String
    private let showsTrash: Bool

    init(_ notes: [NoteSummary], _ visit: Visit) {
        self.notes = notes
        self.visit = visit
        words = visit.request.parameter("q") ?? ""
        showsTrash = visit.request.parameter("trash") != nil
    }

    var markup: Markup {
        PageFrame.page(showsTrash ? "Trash" : "Notes", data: [("role", visit.visitor.role.rawValue)]) { body in
            body.element("header", [.class("bar")]) { bar in
                bar.element("h1", text: showsTrash ? "Trash" : "Notes")
                bar.element(
                    "a", [.class("action"), .href(showsTrash ? "/" : "/?trash=1")], text: showsTrash ? "Notes" : "Trash"
                )
            }
            body.element("main") { main in
                search(&main)
                if visit.visitor.role == .write, !showsTrash { begin(&main) }
                main.element("ul", [.class("notes")]) { list in
                    for note in notes { write(note, into: &list) }
                }
                if notes.isEmpty {
                    main.element(
                        "p", [.class("quiet")],
                        text: words.isEmpty ? "No notes here." : "No note has all of these words.")
                }
            }
        }
    }

    private func search(_ main: inout Markup) {
        main.element("form", [.value("role", "search"), .class("search"), .value("action", "/")]) { form in
            form.empty(
                "input",
                [
                    .type("search"), .name("q"), .value("value", words), .label("Search"),
                    .value("placeholder", "Search"),
                ])
            if showsTrash { form.empty("input", [.type("hidden"), .name("trash"), .value("value", "1")]) }
            form.element("button", text: "Search")
        }
    }

    private func begin(_ main: inout Markup) {
        main.element("form", [.value("method", "post"), .value("action", "/note/new"), .class("new")]) { form in
            PageFrame.tokenField(visit)(&form)
            form.empty(
                "input",
                [
                    .name("title"), .label("Title of a new note"), .value("placeholder", "New note"),
                    .value("autocomplete", "off"),
                ])
            form.element("button", text: "Add")
        }
    }

    private func write(_ note: NoteSummary, into list: inout Markup) {
        list.element("li") { item in
            item.element("a", [.href("/note/\(note.id)"), .class("note")]) { link in
                link.element(
                    "span", [.class("title"), .value("dir", "auto")], text: note.title.isEmpty ? "Untitled" : note.title
                )
                if note.checkboxCount > 0 {
                    link.element("span", [.class("count")]) { count in
                        count.text("\(note.tickedCount)/\(note.checkboxCount)")
                        count.element("span", [.class("unseen")], text: " ticked")
                    }
                }
                link.element("span", [.class("preview"), .value("dir", "auto")], text: note.preview)
            }
        }
    }
}
