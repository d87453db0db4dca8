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
}
