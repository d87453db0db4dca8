import CommandLineKit
import DataFormats
import Page

/// `convert-page`: a page from one format into another.
enum ConvertPageCommand: Command {
    static let name = "convert-page"
    static let page = CommandPage(
        summary: "convert a page between Markdown, HTML and the wire formats",
        details: [
            "Reads a file or standard input, and needs no store. kv is key-value object coding, flatbuffers the schema of "
                + "the project, tl the TL layer 229. Checkboxes, numbers and text come through every format; what a format "
                + "has no place for becomes its nearest relative, and that is said. page is an outline of the model."
        ],
        examples: [
            Example("noteledger convert-page --from markdown --to html packing.md", "HTML of a Markdown file"),
            Example(
                "noteledger convert-page --from markdown --to tl packing.md | noteledger convert-page --from tl --to page",
                "through a wire format, and what came of it"),
            Example("noteledger convert-page --from markdown --to kv --json packing.md", "bytes in Base64"),
        ],
        arguments: [source, target, bare, file], waits: true, otherWords: ["transcode", "render"])

    static let source = Argument.option(
        "from", "FORMAT", .choice(PageSource.self), "what is read; markdown unless given")
    static let target = Argument.option(
        "to", "FORMAT", .choice(PageTarget.self), "what is written; page unless given")
    static let bare = Argument.flag("bare-tasks", "read “[ ] milk” without a bullet as an item too")
    static let file = Argument.optionalOperand("FILE", .file, "the file; “-” or nothing is standard input")

    static func run(_ call: Call) throws -> ExitCode {
        let target = try call[target] ?? .page
        if target.wireFormat != nil, call.output.isTerminal, !call.wantsJSON {
            throw CommandFailure.usage(
                "\(target.rawValue) is bytes that a terminal cannot show.",
                hint: "Send them into a file, or add --json.")
        }
        let bytes = try FileAccess.read(try call[file] ?? "-")
        let page = try (try call[source] ?? .markdown).read(bytes, bareTasks: call[bare])
        if let format = target.wireFormat, let kept = try? format.decode(format.encode(page)), kept != page {
            call.messages.note("What \(target.rawValue) has no place for became its nearest relative.")
        }
        try page.print(as: target, for: call)
        return .done
    }
}

extension PageDocument {
    /// Prints the page; as JSON, an outline becomes an object a block.
    func print(as target: PageTarget, for call: Call) throws {
        if !call.wantsJSON {
            try call.output.write(target.write(self))
        } else if target == .page {
            for block in blockObjects { try call.output.line(block) }
        } else {
            let content = JSON.bytes(try target.write(self))
            try call.output.line(["format": .string(target.rawValue), "content": content] as JSON)
        }
    }
}
