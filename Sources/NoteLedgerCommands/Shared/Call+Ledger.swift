import Checklist
import CommandLineKit
import Events
import NoteLedger

extension Call {
    /// The folder of the store.
    var storePath: String {
        get throws { try StoreLocation.resolve(option: self[NoteArguments.store], variable: surroundings.variable) }
    }

    /// The store, to look at. There must be one.
    ///
    /// - Parameter tellsFaults: whether a damaged file that ends the process tells why; else somebody outside does.
    func openToRead(tellsFaults: Bool = true) throws -> Ledger {
        if tellsFaults { announceStoreFaults() }
        var options = Ledger.Options()
        options.createsIfMissing = false
        options.isReadOnly = true
        return try open(options)
    }

    /// The store, to act on. It is made by commands that put notes into it.
    func openToWrite(makingIfMissing makes: Bool = false) throws -> Ledger {
        announceStoreFaults()
        var options = Ledger.Options()
        options.createsIfMissing = makes
        options.trustsClock = surroundings.variable("NOTELEDGER_TRUST_CLOCK") == "1"
        options.author = surroundings.variable("NOTELEDGER_AUTHOR")
        options.reason = try self[NoteArguments.reason]
        let ledger = try open(options)
        let (path, before) = (ledger.path, try ledger.lastPosition())
        output.noteOfFailure = {
            var options = Ledger.Options()
            options.isReadOnly = true
            guard let now = try? Ledger.open(at: path, options: options), let last = try? now.lastPosition(),
                last > before
            else { return nil }
            return "What was to be done is recorded, up to position \(last); only the output is lost."
        }
        return ledger
    }

    private func open(_ options: Ledger.Options) throws -> Ledger {
        let path = try storePath
        let ledger = try open(path, options)
        if let moment = try self[NoteArguments.at] {
            try ledger.check(moment)
            try announce(moment, in: ledger)
        }
        return ledger
    }

    /// Says on a terminal what a moment was taken for: `as of #41, Tue 24 Nov 23:59`.
    private func announce(_ moment: Moment, in ledger: Ledger) throws {
        guard messages.traits.showsMessages, !wantsJSON else { return }
        let position = try ledger.position(of: moment)
        let time: Int64? =
            switch moment {
            case .position: try ledger.event(at: position)?.time
            case .time(let milliseconds): Int64(clamping: milliseconds)
            }
        let spoken = time.map { ", " + surroundings.timeText.spoken($0, at: surroundings.now) } ?? ""
        messages.note(messages.styled("as of #\(position)\(spoken)", .faint))
    }

    private func open(_ path: String, _ options: Ledger.Options) throws -> Ledger {
        do {
            return try Ledger.open(at: path, options: options)
        } catch {
            guard error.kind == .notFound, !options.createsIfMissing else { throw error }
            throw CommandFailure.notFound(
                "There is no store in \(path.forTerminal).",
                hint: "“noteledger new TITLE” or “noteledger import PATH” makes one; --store DIR names another.")
        }
    }

    /// The note that is meant.
    ///
    /// - Parameter inTrash: whether one in the trash is more likely meant than another one.
    package func note(
        _ reference: NoteReference, in ledger: Ledger, inTrash: Bool = false
    ) throws -> NoteSummary {
        switch try ledger.resolve(reference.text, preferringTrash: inTrash) {
        case .found(let note): return note
        case .ambiguous(let candidates):
            let list = candidates.prefix(8).map { "\n  \($0.id)  \($0.title.forTerminal)" }.joined()
            let rest = candidates.count > 8 ? "\n  and \(candidates.count - 8) more" : ""
            throw CommandFailure.ambiguous(
                "“\(reference.text.forTerminal)” may be any of \(candidates.count) notes.",
                hint: "Name one by its whole id, which means no other note:\(list)\(rest)")
        case .missing(let near):
            let list = near.prefix(3).map { "“\($0.title.forTerminal)”" }.spokenList(with: "or")
            throw CommandFailure.notFound(
                "There is no note “\(reference.text.forTerminal)”.",
                hint: near.isEmpty
                    ? "“noteledger list” shows all." : "Did you mean \(list)? “noteledger list” shows all.")
        }
    }

    func note(_ argument: Argument<NoteReference>, in ledger: Ledger) throws -> NoteSummary {
        try note(self[argument], in: ledger)
    }

    /// The devices that are meant, by name, by id or by a beginning of it.
    func devices(_ text: String, in ledger: Ledger) throws -> [DeviceID] {
        let wanted = text.lowercased()
        let all = try ledger.devices()
        let fitting = try all.filter { device in
            try device.description.hasPrefix(wanted) || ledger.name(of: device)?.lowercased() == wanted
        }
        guard fitting.isEmpty else { return fitting }
        let names = try all.compactMap { try ledger.name(of: $0) }
        let near = Spelling.nearest(to: text, among: names).map { "Did you mean “\($0.forTerminal)”? " } ?? ""
        throw CommandFailure.notFound(
            "There is no device “\(text.forTerminal)” in this log.",
            hint: near + "“noteledger device list” shows the devices.")
    }
}

extension Ledger {
    /// Refuses a position that the log has not reached: a year, most likely.
    func check(_ moment: Moment?) throws {
        guard case .position(let position) = moment, case let last = try lastPosition(), position > last else { return }
        throw CommandFailure.notFound(
            "The log ends at position \(last), so there is no position \(position).",
            hint: "A year is written as a date: 2026-01-01.")
    }
}

extension NoteID {
    /// The beginning that people are shown; eight digits tell 65,000 notes apart.
    package var short: String { String(description.prefix(8)) }
}

extension DeviceID {
    package var short: String { String(description.prefix(8)) }
}
