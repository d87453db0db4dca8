import CommandTesting
import Foundation
import TestSupport
import Testing

@Suite("A store that may only be read", .enabled(if: geteuid() == 0, "mounting and giving rights away take root"))
struct UnwritableStoreTests {
    private static let looking = [
        "list", "show Groceries", "show Groceries --at 1", "log", "blame Groceries", "why Groceries 2",
        "diff Groceries 1 3", "search milk", "verify", "head", "stats", "doctor", "export",
    ]
    private static let acting = ["new Fresh", "toggle Groceries 2", "undo", "rebuild"]

    /// Nobody can write to it, so nobody need know who reads.
    @Test func onADiskThatIsSealedItIsReadWithoutLocks() throws {
        try withSampleStore { store in
            let disk = try #require(SmallDisk(at: store.folder + "/disk", kilobytes: 131_072))
            defer { disk.unmount() }
            try store.tool.shell("cp -a store disk/store && rm disk/store/lock.mdb").checked()
            try #require(try disk.seal())
            for command in Self.looking {
                let run = try store.tool.shell("noteledger \(command) --store disk/store")
                #expect(run.code == 0, "\(command): \(run)")
                let writable = try store.tool.shell("noteledger \(command)")
                #expect(command == "stats" || command == "doctor" || run.text == writable.text, "\(command)")
            }
            for command in Self.acting {
                let run = try store.tool.shell("noteledger \(command) --store disk/store")
                #expect(run.code == 74 && run.messages.contains("EROFS"), "\(command): \(run)")
            }
            try store.tool.run("backup", "copy", "--store", "disk/store").checked()
            try store.tool.run("toggle", "Groceries", "2", "--store", "copy").checked()
        }
    }

    @Test func whereOthersMayWriteItIsNotReadWithoutLocks() throws {
        try withSampleStore { store in
            let view = try #require(SmallDisk(showing: store.folder + "/store", at: store.folder + "/view"))
            defer { view.unmount() }
            for command in Self.looking where command != "verify" {
                let run = try store.tool.shell("noteledger \(command) --store view")
                #expect(run.code == 74 && run.messages.contains("copy the folder"), "\(command): \(run)")
            }
            try store.tool.run("list").checked()
        }
    }

    @Test func aUserWhoMayOnlyReadIsToldWhatToDo() throws {
        try withSampleStore { store in
            try store.tool.shell("chown -R 65534 store && chmod 755 store && chmod 644 store/*").checked()
            let confined = "setpriv --bounding-set -dac_override,-dac_read_search noteledger"
            for command in Self.looking where command != "verify" {
                let run = try store.tool.shell("\(confined) \(command)")
                #expect(run.code == 74 && run.messages.contains("copy the folder"), "\(command): \(run)")
            }
            try store.tool.shell("cp -r store copy").checked()
            try store.tool.shell("\(confined) list --store copy").checked()
        }
    }

    @Test func onAFullDiskAnImportSaysSoAndTheNextOneBringsTheRest() throws {
        try withSampleStore { store in
            let disk = try #require(SmallDisk(at: store.folder + "/disk", kilobytes: 4096))
            defer { disk.unmount() }
            for number in 10..<60 {
                let rows = (0..<200).map { "- [ ] row \($0) of \(number)\n" }.joined()
                try store.write("many/Note \(number).md", rows)
            }
            try store.tool.run("new", "First", "--store", "disk/store").checked()
            var codes: [Int32] = []
            var counts: [Int] = []
            for kilobytes in [3968, 3840, 3712, 3584] {
                try store.tool.shell("rm -f disk/ballast; head -c \(kilobytes)K /dev/zero > disk/ballast").checked()
                let run = try store.tool.run("import", "many", "--store", "disk/store")
                codes.append(run.code)
                #expect(run.code == 0 || run.code == 74 && run.messages.contains("disk is full"), "\(run)")
                try store.tool.run("verify", "--store", "disk/store").checked()
                counts.append(try store.tool.run("list", "--json", "--store", "disk/store").checked().lines.count)
            }
            #expect(codes.contains(74) && counts == counts.sorted() && counts[0] >= 1, "\(codes) \(counts)")
            try store.tool.shell("rm disk/ballast").checked()
            try store.tool.run("import", "many", "--store", "disk/store").checked()
            #expect(try store.tool.run("list", "--json", "--store", "disk/store").checked().lines.count == 51)
            try store.tool.run("verify", "--store", "disk/store").checked()
        }
    }
}
