import Checklist
import NoteLedger

/// A note: to be read and ticked, or as one text to be edited.
struct NotePage {
    private let shown: ShownNote
    private let visit: Visit
    private let isEdited: Bool

    private var note: Note { shown.note }
    private var mayWrite: Bool { visit.visitor.role == .write }
    private var path: String { "/note/\(note.id)" }
    private var title: String { note.title.isEmpty ? "Untitled" : note.title }

    init(_ shown: ShownNote, _ visit: Visit, isEdited: Bool) {
        self.shown = shown
        self.visit = visit
        self.isEdited = isEdited
    }

    var markup: Markup {
        let data = [
            ("note", note.id.description), ("position", String(note.position)), ("token", visit.token),
            ("role", visit.visitor.role.rawValue), ("device", visit.visitor.device.description),
        ]
        return PageFrame.page(title, data: data, script: "note.js") { body in
            bar(&body)
            body.element("h1", [.id("title"), .value("dir", "auto")], text: title)
            body.element("p", [.id("notice"), .value("role", "status"), .value("aria-live", "polite")])
            if note.isTrashed { trashed(&body) }
            if isEdited { editor(&body) } else { reader(&body) }
        }
    }

    private func bar(_ body: inout Markup) {
        let document = note.document
        body.element("header", [.class("bar")]) { bar in
            bar.element("a", [.href("/"), .class("back"), .label("All notes")], text: "‹ Notes")
            bar.element("span", [.id("count"), .class("count")], text: Self.count(document))
            guard mayWrite else { return }
            bar.element("form", [.value("method", "post"), .value("action", "\(path)/act"), .class("undo")]) { form in
                PageFrame.tokenField(visit)(&form)
                form.empty("input", [.type("hidden"), .name("act"), .value("value", "undo")])
                form.element(
                    "button", [.id("undo"), .class("action"), .value("title", "Take back the last change")],
                    text: "Undo")
            }
            if isEdited {
                bar.element("button", [.id("done"), .class("action main"), .value("form", "text")], text: "Done")
            } else {
                bar.element("a", [.id("edit"), .class("action"), .href("\(path)?edit=1")], text: "Edit")
            }
        }
    }

    static func count(_ document: ChecklistDocument) -> String {
        document.checkboxCount == 0 ? "" : "\(document.tickedCount) of \(document.checkboxCount)"
    }

    private func trashed(_ body: inout Markup) {
        body.element("form", [.value("method", "post"), .value("action", "\(path)/act"), .class("trashed")]) { form in
            form.element("span", text: "This note is in the trash.")
            guard mayWrite else { return }
            PageFrame.tokenField(visit)(&form)
            form.empty("input", [.type("hidden"), .name("act"), .value("value", "restore")])
            form.element("button", text: "Restore")
        }
    }

    // MARK: - Reading

    private func reader(_ body: inout Markup) {
        let sections = shown.sections()
        body.element("form", [.id("rows"), .value("method", "post"), .value("action", "\(path)/act")]) { form in
            PageFrame.tokenField(visit)(&form)
            form.empty("input", [.type("hidden"), .name("act"), .value("value", "rows")])
            form.empty("input", [.type("hidden"), .name("seen"), .value("value", String(note.position))])
        }
        body.element("main", [.id("content")]) { main in
            if mayWrite { hint(&main) }
            main.element("ul", [.id("sections")]) { list in
                for section in sections {
                    SectionMarkup.write(section, into: &list)
                    if mayWrite, case .row(let row) = section, row.endsBlock { addItem(after: row, &list) }
                }
            }
            if mayWrite, note.document.checkboxCount > 0 {
                main.element("noscript") { fallback in
                    fallback.element("button", [.value("form", "rows"), .class("main")], text: "Save")
                }
            }
            main.element("div", [.id("below")])
        }
    }

    private func addItem(after row: Row, _ list: inout Markup) {
        list.element("li", [.class("add level-\(min(row.level, 8))")]) { item in
            item.element("form", [.value("method", "post"), .value("action", "\(path)/act")]) { form in
                PageFrame.tokenField(visit)(&form)
                form.empty("input", [.type("hidden"), .name("act"), .value("value", "append")])
                form.empty("input", [.type("hidden"), .name("line"), .value("value", row.line.description)])
                form.empty(
                    "input",
                    [
                        .name("text"), .label("Add item"), .value("placeholder", "Add item"),
                        .value("autocomplete", "off"),
                        .value("enterkeyhint", "done"), .value("dir", "auto"),
                    ])
                form.element("button", [.class("unseen")], text: "Add")
            }
        }
    }

    /// Offers to make a checklist of lines that look like one.
    private func hint(_ main: inout Markup) {
        let document = note.document
        let lines = document.listShapes(in: 0..<document.lineCount).filter(\.looksLikeList)
            .flatMap { document.lines(in: $0.lines) }.filter { !$0.isBlank && !$0.form.isCheckbox }
        guard !lines.isEmpty else { return }
        main.element("form", [.id("hint"), .value("method", "post"), .value("action", "\(path)/act")]) { form in
            form.element(
                "span",
                text: lines.count == 1
                    ? "A line looks like a list. Make it a checklist?"
                    : "\(lines.count) lines look like a list. Make them a checklist?")
            PageFrame.tokenField(visit)(&form)
            form.empty("input", [.type("hidden"), .name("act"), .value("value", "convert")])
            for line in lines {
                form.empty("input", [.type("hidden"), .name("lines"), .value("value", line.id.description)])
            }
            form.element("button", text: "Yes")
            form.element("button", [.id("dismiss"), .type("button"), .flag("hidden", true)], text: "Not here")
        }
    }

    // MARK: - Editing

    private func editor(_ body: inout Markup) {
        body.element("form", [.id("text"), .value("method", "post"), .value("action", "\(path)/act")]) { form in
            PageFrame.tokenField(visit)(&form)
            form.empty("input", [.type("hidden"), .name("act"), .value("value", "write")])
            form.empty("input", [.type("hidden"), .name("seen"), .value("value", String(note.position))])
            form.element(
                "textarea",
                [
                    .id("body"), .name("text"), .label("Text of the note"), .value("dir", "auto"),
                    .flag("autofocus", true),
                    .value("spellcheck", "true"), .value("autocomplete", "off"),
                ]
            ) { area in
                // The first line break after the tag is not part of the text.
                area.raw("\n")
                area.text(String(decoding: note.body, as: UTF8.self))
            }
        }
        body.element("aside", [.id("outcome"), .label("How it reads")])
    }
}
