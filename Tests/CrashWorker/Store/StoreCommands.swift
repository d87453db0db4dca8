import CFaults
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
