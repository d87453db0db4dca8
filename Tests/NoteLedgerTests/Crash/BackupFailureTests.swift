import Foundation
import NoteLedger
import TestSupport
import Testing

/// Two stores that write as one device make different events of one id: so a copy that still has the original's device must
/// never lie where somebody could open it.
@Suite("Backups that fail or are killed")
struct BackupFailureTests {
    private static func makeStore(at path: String) throws {
        let ledger = try Ledger.forTests(at: path)
        let body = [UInt8](repeating: 10, count: 900)
        for number in 0..<40 { _ = try ledger.create(title: "note \(number)", body: body) }
        ledger.close()
    }

    private static func isStore(_ folder: String) -> Bool {
        FileManager.default.fileExists(atPath: folder + "/data.mdb")
    }

    private static func expectSoundCopy(_ folder: String, _ context: Comment) throws {
        var options = Ledger.Options()
        options.isReadOnly = true
        let copy = try Ledger.open(at: folder, options: options)
        #expect(copy.device == nil, context)
        #expect(try copy.verify().isSound && copy.lastPosition() == 40, context)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(names) == ["data.mdb", "lock.mdb"], context)
    }

    @Test(arguments: [ENOSPC, EIO])
    func oneThatFailsAtAnyStepLeavesNothingBehind(code: CInt) throws {
        try withTemporaryDirectory { folder in
            try Self.makeStore(at: folder + "/store")
            var steps = 0
            while true {
                let copy = folder + "/copy\(steps)"
                let (status, lines) = try WorkerProcess.run(
                    ["backup-fail", folder + "/store", copy, "\(steps)", "\(code)"])
                #expect(status == 0 && lines.last == "readable 40", "\(steps): \(lines)")
                if lines.first == "done" {
                    try Self.expectSoundCopy(copy, "after \(steps) steps")
                    break
                }
                #expect(lines.first == "refused inputOutput" || lines.first == "refused outOfSpace", "\(lines)")
                #expect(!FileManager.default.fileExists(atPath: copy), "after \(steps) steps")
                steps += 1
            }
            #expect(steps > 3, "the test would pass without a fault")
        }
    }

    @Test func oneThatIsKilledAtAnyStepLeavesNoStoreAndIsNotInTheWayOfTheNext() throws {
        try withTemporaryDirectory { folder in
            try Self.makeStore(at: folder + "/store")
            let ledger = try Ledger.forTests(at: folder + "/store")
            var steps = 0
            while true {
                steps += 1
                let copy = folder + "/copy\(steps)"
                let (status, lines) = try WorkerProcess.run(["backup-die", folder + "/store", copy, "\(steps)"])
                if status == 0 {
                    #expect(lines == ["done"])
                    break
                }
                #expect(status == -Int(SIGKILL), "\(lines)")
                #expect(!Self.isStore(copy), "after \(steps) steps")
                try ledger.backup(to: copy)
                try Self.expectSoundCopy(copy, "after \(steps) steps")
            }
            #expect(steps > 3, "the test would pass without a death")
        }
    }
}
