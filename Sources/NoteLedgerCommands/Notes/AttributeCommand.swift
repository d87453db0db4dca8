import CommandLineKit
import DataFormats
import Events
import NoteExchange
import NoteLedger

/// `attribute`: labels and whatever else a note carries.
enum AttributeCommand: Command {
    static let name = "attribute"
    static let page = CommandPage(
        summary: "set what a note carries besides title and body: labels, a colour, a date",
        details: [
            "NAME gets the values given, instead of those that it has; --add puts them beside those, and --remove takes "
                + "them away, or all of them where none is given. “show --json” tells what a note carries. What an "
                + "import knows a note by (source, source-digest, created) cannot be set."
        ],
        examples: [
            Example("noteledger attribute Groceries label shopping home", "two labels, instead of those it had"),
            Example("noteledger attribute Groceries label weekend --add", "one more"),
            Example(
                "noteledger attribute Groceries colour green && noteledger attribute Groceries colour --remove",
                "a colour, and none again"),
        ],
        arguments: [NoteArguments.note, attribute, values, adds, removes, NoteArguments.version, NoteArguments.reason],
        effect: .writes,
        otherWords: ["label", "tag", "set", "pin"])

    static let attribute = Argument.operand("NAME", .title, "what it is: label, colour, due, …")
    static let values = Argument.operands("VALUE", .text, orNone: true, "its values")
    static let adds = Argument.flag("add", short: "a", "keep the values that are there, too")
    static let removes = Argument.flag("remove", short: "r", "take these values away; all, unless any is given")

    static func run(_ call: Call) throws -> ExitCode {
        let name = try call[attribute]
        let (adds, removes) = (try call[adds], try call[removes])
        let values = try call[values].map { try Array(Self.value($0, of: name, call).utf8) }
        guard !Attribute.importBookkeeping.contains(name) else {
            throw CommandFailure.usage(
                "“\(name)” is what an import knows the note by.", hint: "Choose another name for what you want to keep."
            )
        }
        guard !(adds && removes) else { throw CommandFailure.usage("--add and --remove contradict each other.") }
        guard removes || !values.isEmpty else {
            throw CommandFailure.usage("VALUE is missing.", hint: "To take all values away, say --remove.")
        }
        let edit: AttributeEdit =
            adds ? .add(values) : !removes ? .set(values) : values.isEmpty ? .set([]) : .remove(values)
        let ledger = try call.openToWrite()
        defer { ledger.close() }
        let note = try call.note(NoteArguments.note, in: ledger)
        if removes { try refuseUnknown(values, of: name, in: note, ledger) }
        let receipt = try ledger.perform(.attribute(name, edit), on: note.id, expecting: try call.expectedVersion)
        let setting = AttributeSetting(name: name, values: try ledger.note(note.id).attributes.values(of: name))
        if call.wantsJSON {
            try call.output.line(
                receipt.json.adding([
                    "title": .string(note.title), "name": .string(name),
                    "values": .array(setting.values.map(JSON.bytes)),
                ]))
        } else {
            let sentence =
                "“\(note.title.forTerminal)” now has \(setting.noun().forTerminal): \(setting.values.spoken.forTerminal)."
            call.messages.note(receipt.outcome == .unchanged ? "Nothing to change. \(sentence)" : sentence)
        }
        return .done
    }

    /// A due date is written as a date, however it was given: else no list could sort by it.
    private static func value(_ word: String, of name: String, _ call: Call) throws(CommandFailure) -> String {
        guard name == "due" else { return word }
        guard let date = CivilDate(readingDue: word, in: call.surroundings.reading) else {
            throw .usage(
                "“\(word.forTerminal)” is no date.",
                hint: "A due date is a day: 2026-12-24, “24 Dec”, “tomorrow”, “friday”, “in 3 days”.")
        }
        return date.iso8601
    }

    /// To take away what is not there is a slip, most likely in the name.
    private static func refuseUnknown(
        _ values: [[UInt8]], of name: String, in note: NoteSummary, _ ledger: Ledger
    ) throws {
        let present = try ledger.note(note.id).attributes.values(of: name)
        let title = note.title.forTerminal
        guard !present.isEmpty else { throw CommandFailure.notFound("“\(title)” has no \(name.forTerminal).") }
        if let missing = values.first(where: { !present.contains($0) }) {
            throw CommandFailure.notFound(
                "“\(title)” has no \(name.forTerminal) “\(String(decoding: missing, as: UTF8.self).forTerminal)”.",
                hint: "It has \(present.spoken.forTerminal).")
        }
    }
}
