import CFaults
import Glibc
import NoteLedger

/// Backups that do not come to their end.
let backupCommands: [String: Command] = [
    // backup-fail PATH FOLDER SKIPPED ERRNO: backs up while all that is done to a data file fails, so many steps aside.
    "backup-fail": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        let every = [FAULT_WRITE, FAULT_SYNC_WRITE, FAULT_SYNC, FAULT_TRUNCATE].reduce(0) { $0 + CInt($1.rawValue) }
        faults_fail(every, CUnsignedInt(try arguments.number(2)), 0, CInt(try arguments.number(3)))
        do {
            try ledger.backup(to: arguments.text(1))
            print("done")
        } catch let error as LedgerError {
            print("refused", error.kind)
        }
        faults_pass()
        print("readable", try ledger.notes().count)
    },
    // backup-die PATH FOLDER STEPS: backs up, and is killed once so many things were done to a data file.
    "backup-die": { arguments in
        let ledger = try Ledger.open(at: arguments.text(0))
        let left = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        left.initialize(to: try arguments.number(2))
        faults_observe(
            { _, _, _, _, context in
                guard let left = context?.assumingMemoryBound(to: Int.self) else { return }
                left.pointee -= 1
                if left.pointee == 0 { kill(getpid(), SIGKILL) }
            }, left)
        try ledger.backup(to: arguments.text(1))
        print("done")
    },
]
