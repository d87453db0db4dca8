import CFaults
import Checklist
import Events
import Glibc
import LMDB
import NoteLedger

/// What a second process does with a whole store.
let storeCommands: [String: Command] = [
    // store-write PATH TITLE STEPS PADDING MAPSIZE: writes a note and prints each event that is acknowledged.
    "store-write": { arguments in
        var options = EnvironmentOptions()
        options.mapSize = try arguments.number(4)
        // The first to open decides how large the map is at first; the ledger joins.
        mkdir(try arguments.text(0), 0o700)
        let environment = try Environment.open(at: arguments.text(0), options: options)
        defer { withExtendedLifetime(environment) {} }
        let ledger = try Ledger.open(at: arguments.text(0))
        var writer = try DiaryWriter(in: ledger, title: arguments.text(1))
        let padding = try arguments.number(3)
        for _ in 0..<(try arguments.number(2)) {
            for receipt in try writer.step(padding: padding) { print(receipt.line) }
        }
    },
    // store-read PATH: reads everything again and again; prints a line a round, and one that says what is wrong.
    "store-read": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        var last: UInt64 = 0
        while true {
            let end = try ledger.lastPosition()
            if end < last { print("wrong: \(end) after \(last)") }
            last = end
            let count = try ledger.events(matching: HistoryQuery(limit: 50)).count
            if count < min(50, Int(end)) { print("wrong: \(count) of \(end) events") }
            for summary in try ledger.notes() {
                let note = try ledger.note(summary.id)
                if note.version < summary.version { print("wrong: version \(note.version) after \(summary.version)") }
            }
            print("read", last)
        }
    },
    // store-tick PATH ROWS COUNT: makes a note of rows of 50 bytes, ticks rows here and there, and prints how many bytes
    // each tick wrote, as the system counts them.
    "store-tick": { arguments in
        var options = Ledger.Options()
        options.durability = .unsafeNoSync
        let ledger = try Ledger.open(at: arguments.text(0), options: options)
        let rows = try arguments.number(1)
        let row = "- [ ] " + String(repeating: "r", count: 43) + "\n"
        let note = try ledger.create(title: "Long", body: Array(String(repeating: row, count: rows).utf8))
        guard let made = note.event else { return }
        var lines: [String] = []
        for step in 0..<(try arguments.number(2)) {
            let before = bytesWritten()
            try ledger.perform(
                .toggle(LineID(event: made, index: UInt32(step * 7919 % rows)), to: true), on: note.note)
            lines.append("\(bytesWritten() - before)")
        }
        print(lines.joined(separator: "\n"))
    },
    // store-watch PATH POSITION: prints each event after the position, as it comes, until it is killed.
    "store-watch": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        let subscription = try ledger.subscribe(after: UInt64(try arguments.number(1)))
        let failure = Monitored()
        Task {
            do {
                for try await entry in subscription { print(entry.event.id, entry.position) }
                failure.set("ended")
            } catch {
                failure.set("\(error)")
            }
        }
        print("error", failure.wait())
    },
    // store-import PATH FILE: takes in an exported log, line by line, and prints how many events were new and known.
    "store-import": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        let file = open(try arguments.text(1), O_RDONLY)
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 12)
        let taken = try ledger.importLog {
            let count = read(file, &buffer, buffer.count)
            return count > 0 ? Array(buffer[..<count]) : nil
        }
        print(taken.addedCount, taken.knownCount)
    },
    // store-backup PATH FOLDER: makes backups FOLDER-1, FOLDER-2, … and prints each one's number.
    "store-backup": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        var count = 0
        while true {
            count += 1
            try ledger.backup(to: "\(arguments.text(1))-\(count)")
            print(count)
        }
    },
    // store-rebuild PATH: rebuilds again and again.
    "store-rebuild": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        while true { print(try ledger.rebuild()) }
    },
    // store-verify PATH: prints whether the store is sound, and how many events it has.
    "store-verify": { arguments in
        let verification = try Ledger.open(at: arguments.text(0)).verify()
        print(verification.isSound ? "sound" : "\(verification.findings)", verification.eventCount)
    },
    // store-fill PATH PADDING: writes until it fails, says so, goes on at a line.
    "store-fill": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        let padding = try arguments.number(1)
        var writer = try DiaryWriter(in: ledger, title: "filler")
        repeat {
            do {
                while true { for receipt in try writer.step(padding: padding) { print(receipt.line) } }
            } catch let error as LedgerError {
                print("full", error.kind)
            }
            print("readable", try ledger.note(writer.note).version)
        } while readLine() != nil
    },
    // store-fail PATH OPERATIONS SKIPPED TIMES ERRNO: 20 steps while those operations fail, then 5 without.
    "store-fail": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        var writer = try DiaryWriter(in: ledger, title: "unlucky")
        faults_fail(
            CInt(try arguments.number(1)), CUnsignedInt(try arguments.number(2)), CUnsignedInt(try arguments.number(3)),
            CInt(try arguments.number(4)))
        for step in 0..<25 {
            if step == 20 { faults_pass() }
            do {
                for receipt in try writer.step() { print(receipt.line) }
            } catch let error as LedgerError {
                print("refused", error.kind)
            }
        }
    },
    // store-fail-ahead PATH OPERATIONS TIMES ERRNO: a batch whose commit fails, while the next one is planned on it; then
    // one without failures. Prints what each was answered.
    "store-fail-ahead": { arguments in
        try AheadTrial(at: arguments.text(0)).run {
            faults_fail(
                CInt(try arguments.number(1)), 0, CUnsignedInt(try arguments.number(2)), CInt(try arguments.number(3)))
        }
    },
    // store-cut FOLDER DURABILITY ACTIONS IMAGES SEED: as `cut`, of a whole store.
    "store-cut": { arguments in
        let isFull = try arguments.text(1) == "full"
        let seed = UInt64(try arguments.number(4))
        let trial = CrashTrial(folder: try arguments.text(0), images: try arguments.number(3), seed: seed)
        let store = StoreTrial(
            durability: isFull ? .full : .unsafeNoSync, actions: try arguments.number(2), seed: seed)
        let outcome = try trial.run(store.run, judge: store.isSound)
        print(outcome.sound, outcome.wrong, outcome.unusable)
    },
]

/// How many bytes this process has handed to the system to write.
private func bytesWritten() -> Int {
    var buffer = [UInt8](repeating: 0, count: 512)
    let file = open("/proc/self/io", O_RDONLY)
    defer { close(file) }
    let count = max(0, read(file, &buffer, buffer.count))
    for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n")
    where line.hasPrefix("wchar: ") {
        return Int(line.dropFirst("wchar: ".count)) ?? 0
    }
    return 0
}

/// A word that one thread waits for and a task gives.
private final class Monitored: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    private var word = ""

    init() { sem_init(semaphore, 0, 0) }

    deinit {
        sem_destroy(semaphore)
        semaphore.deallocate()
    }

    func set(_ word: String) {
        self.word = word
        sem_post(semaphore)
    }

    func wait() -> String {
        while sem_wait(semaphore) != 0 {}
        return word
    }
}
