/// The page behind a link that lets a browser in.
struct EnterPage {
    var key: String

    var markup: Markup {
        PageFrame.page("NoteLedger", script: "enter.js") { body in
            body.element("main", [.class("enter")]) { main in
                main.element("h1", text: "NoteLedger")
                main.element("p", text: "This link lets one browser in, once.")
                main.element("form", [.id("enter"), .value("method", "post"), .value("action", "/enter")]) { form in
                    form.empty("input", [.type("hidden"), .name("key"), .value("value", key)])
                    form.element("button", [.class("main")], text: "Open my notes")
                }
            }
        }
    }
}
