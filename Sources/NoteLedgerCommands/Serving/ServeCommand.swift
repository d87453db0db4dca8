import CommandLineKit
import Glibc
import NoteLedger
import Serving

/// `serve`: the notes as pages, for phones and desktops.
enum ServeCommand: Command {
    static let name = "serve"
    static let page = CommandPage(
        summary: "serve the notes as pages, to phones and desktops, live",
        details: [
            "Prints a link that lets one browser in, once. A browser that was let in stays so, over restarts too, until "
                + "--revoke sends it away. What it does is recorded under a device of its own.",
            "Unless --listen says otherwise, only this machine can reach the pages. On an address that others reach, "
                + "give --tls-cert and --tls-key: without them everybody on the way can read and change what goes over "
                + "the net, and the browser keeps back what it allows to secure pages only.",
        ],
        examples: [
            Example(
                "noteledger serve --for 1s", "on this machine, for a second; without --for until it is interrupted"),
            Example(
                "noteledger serve --pair 'Ada phone' --for 1s", "also print a link for a phone, as text and QR code"),
            Example("noteledger serve --links", "who was let in, and which links still work"),
        ],
        arguments: [listen, pair, role, hosts, opens, certificate, key, links, revoke, duration],
        otherWords: ["web", "http", "server", "phone", "browser", "ui"])

    static let listen = Argument.option(
        "listen", "ADDRESS", .text, "where to listen: 127.0.0.1:8080, 0.0.0.0:8443, [::1]:0; port 0 is any free one")
    static let pair = Argument.option("pair", "NAME", .text, "print a link for another device, and call it that")
    static let role = Argument.option(
        "role", "ROLE", .choice(Role.self), "what the link of --pair allows: read or write")
    static let hosts = Argument.options(
        "host", "NAME", .text, "a name that leads to this machine and that browsers may use, without port")
    static let opens = Argument.flag("open", "open the notes in the browser")
    static let certificate = Argument.option("tls-cert", "FILE", .file, "the certificate, as PEM")
    static let key = Argument.option("tls-key", "FILE", .file, "its private key, as PEM")
    static let links = Argument.flag("links", "list browsers that were let in, and links, and end")
    static let revoke = Argument.option("revoke", "ID", .text, "send a browser away or withdraw a link, and end")
    static let duration = Argument.option("for", "DURATION", .duration, "end after so long")

    static func run(_ call: Call) throws -> ExitCode {
        let book = try accessBook(call)
        if let id = try call[revoke] { return try sendAway(id, book, call) }
        if try call[links] { return try list(book, call) }
        let ledger = try call.openToWrite(makingIfMissing: true)
        defer { ledger.close() }
        let interruption = try Interruption()
        defer { interruption.end() }
        let settings = try options(call)
        let server = try serving { () throws(ServingError) in
            try NoteServer(serving: ledger, options: settings, book: book)
        }
        defer { server.stop() }
        try announce(server, call)
        let time = try call[duration]
        if wait(for: interruption, atMost: time) { interruption.caught.passOn() }
        return .done
    }

    // MARK: - Serving

    private static func options(_ call: Call) throws -> NoteServer.Options {
        var options = NoteServer.Options()
        if let address = try call[listen] { options.address = address }
        options.names = try call[hosts]
        switch (try call[certificate], try call[key]) {
        case (let certificate?, let key?):
            options.identity = (try text(of: certificate), try text(of: key))
        case (nil, nil): break
        default: throw CommandFailure.usage("--tls-cert and --tls-key go together.")
        }
        return options
    }

    private static func text(of file: String) throws -> String {
        String(decoding: try FileAccess.read(file), as: UTF8.self)
    }

    /// Prints where the pages are, and the links that let browsers in.
    private static func announce(_ server: NoteServer, _ call: Call) throws {
        let own = try serving { () throws(ServingError) in
            try server.link(for: .write, as: "this machine", lifetime: linkLifetime)
        }
        var other: String?
        if let name = try call[pair] {
            let role = try call[role] ?? .write
            other = try serving { () throws(ServingError) in
                try server.link(for: role, as: name, lifetime: linkLifetime)
            }
        }
        if call.wantsJSON {
            try call.output.line(
                ["url": .string(server.url), "link": .string(own), "pair": other.map(JSON.string) ?? .null] as JSON)
        } else {
            try call.output.line(
                "The notes are at \(server.url). Open them by this link; it works once, for 15 minutes:")
            try call.output.line("  \(own)")
            if let other {
                try call.output.line("On the other device:")
                try call.output.line("  \(other)")
                if call.output.isTerminal, let code = QRCode(other) { try call.output.line(code.terminalText) }
            }
        }
        if !server.isLocal, !server.isEncrypted {
            call.messages.note(
                "Others can reach this address and nothing is encrypted: whoever is on the way can read and change what "
                    + "is sent. Give --tls-cert and --tls-key.")
        }
        try call.output.flush()
        if try call[opens] { _ = try ChildProcess.start(["xdg-open", own]) }
    }

    /// Waits until the process is to end; false if the time was over first.
    private static func wait(for interruption: Interruption, atMost time: Duration?) -> Bool {
        let end = time.map { ContinuousClock.now + $0 }
        while true {
            let left = end.map { $0 - ContinuousClock.now } ?? .seconds(3600)
            if left <= .zero { return false }
            var wanted = pollfd(fd: interruption.descriptor, events: Int16(POLLIN), revents: 0)
            let milliseconds = min(left / .milliseconds(1), 3_600_000)
            if poll(&wanted, 1, Int32(milliseconds.rounded(.up))) > 0 { return true }
        }
    }

    private static let linkLifetime: UInt64 = 15 * 60 * 1000

    // MARK: - Who may come in

    /// Who may come in is kept with the user's state, not in the store: a backup of notes must not let anybody in.
    private static func accessBook(_ call: Call) throws -> AccessBook {
        let store = try call.storePath
        let state =
            call.surroundings.variable("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? call.surroundings.variable("HOME").map { $0 + "/.local/state" }
        var path = store + ".access.json"
        if let state {
            let folder = state + "/noteledger/serve"
            try FileAccess.makeFolder(folder)
            path = folder + "/" + AccessBook.fileName(forStore: store)
        }
        return try serving { () throws(ServingError) in
            try AccessBook(at: path) { SystemClock.milliseconds() }
        }
    }

    private static func sendAway(_ id: String, _ book: AccessBook, _ call: Call) throws -> ExitCode {
        guard try serving({ () throws(ServingError) in try book.revoke(id) }) else {
            throw CommandFailure.notFound(
                "No browser and no link has the id “\(id.forTerminal)”.", hint: "“noteledger serve --links” shows them."
            )
        }
        if call.wantsJSON {
            try call.output.line(["revoked": .string(id)] as JSON)
        } else {
            call.messages.note("\(id.forTerminal) is not let in any more.")
        }
        return .done
    }

    private static func list(_ book: AccessBook, _ call: Call) throws -> ExitCode {
        let visitors = try serving { () throws(ServingError) in try book.visitors() }
        let invitations = try serving { () throws(ServingError) in try book.invitations() }
        for visitor in visitors {
            try line(call, "browser", visitor.id, visitor.name, visitor.role, "since", visitor.admitted)
        }
        for invitation in invitations {
            try line(call, "link", invitation.id, invitation.name ?? "", invitation.role, "until", invitation.expires)
        }
        if visitors.isEmpty, invitations.isEmpty, !call.wantsJSON {
            call.messages.note("Nobody was let in, and no link is open.")
        }
        return .done
    }

    private static func line(
        _ call: Call, _ kind: String, _ id: String, _ name: String, _ role: Role, _ word: String, _ time: UInt64
    ) throws {
        if call.wantsJSON {
            try call.output.line(
                [
                    "kind": .string(kind), "id": .string(id), "name": .string(name), "role": .string(role.rawValue),
                    word: .unsigned(time),
                ] as JSON)
        } else {
            let moment = call.surroundings.timeText.local(Int64(clamping: time))
            try call.output.line(
                "\(id)  \(kind.padded(to: 7))  \(role.rawValue.padded(to: 5))  \(word) \(moment)  \(name.forTerminal)")
        }
    }

    /// Runs what serves pages, and throws its errors as the command's.
    private static func serving<Result>(_ body: () throws(ServingError) -> Result) throws -> Result {
        do throws(ServingError) {
            return try body()
        } catch {
            throw CommandFailure.inputOutput("\(error.message).", hint: error.hint.map { "\($0)." })
        }
    }
}
