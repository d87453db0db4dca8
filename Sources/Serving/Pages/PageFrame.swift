/// What all pages have in common.
enum PageFrame {
    /// A page.
    ///
    /// - Parameters:
    ///   - data: What the page's script has to know, as `data-` attributes of the body.
    ///   - script: Whether the page's script runs on it.
    static func page(
        _ title: String, data: [(name: String, value: String)] = [], script: String? = nil,
        _ content: (inout Markup) -> Void
    ) -> Markup {
        var markup = Markup()
        markup.raw("<!doctype html>")
        markup.element("html", [.value("lang", "en")]) { html in
            html.element("head") { head in
                head.empty("meta", [.value("charset", "utf-8")])
                head.empty(
                    "meta",
                    [
                        .name("viewport"),
                        .value(
                            "content",
                            "width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content"
                        ),
                    ])
                head.empty("meta", [.name("color-scheme"), .value("content", "light dark")])
                head.element("title", text: title)
                head.empty("link", [.value("rel", "stylesheet"), .href(Assets.path(of: "style.css"))])
                head.empty("link", [.value("rel", "icon"), .href("data:,")])
                if let script {
                    head.element("script", [.type("module"), .value("src", Assets.path(of: script))])
                }
            }
            html.element("body", data.map { .data($0.name, $0.value) }, content)
        }
        return markup
    }

    /// The field that shows that a form is on a page of this server.
    static func tokenField(_ visit: Visit) -> (inout Markup) -> Void {
        { $0.empty("input", [.type("hidden"), .name("token"), .value("value", visit.token)]) }
    }
}
