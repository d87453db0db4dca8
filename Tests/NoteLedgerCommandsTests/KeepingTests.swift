import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import NoteLedgerCommands

@Suite("Commands about the store")
struct KeepingTests {
    @Test func aSoundStoreIsSound() throws {
        try withSampleStore { store in
            let run = try store.tool.run("verify").checked()
            #expect(run.text.hasPrefix("sound  7 events, 4 notes, head 7:"))
            let report = try #require(try store.tool.run("verify", "--json").checked().objects.first)
            #expect(report["sound"] as? Bool == true && report["events"] as? Int == 7)
        }
    }

    @Test func anEarlierMomentIsJudgedAsItWas() throws {
        try withSampleStore { store in
            let head = try store.tool.run("head", "--at", "3").checked().lines[0]
            #expect(
                try store.tool.run("verify", "--at", "3").checked().lines == ["sound  3 events, 1 note, head \(head)"])
            let text = try store.tool.run("verify", "--at", "3000-01-01").checked().text
            #expect(try text == store.tool.run("verify").checked().text)
            #expect(
                try store.tool.run("verify", "--at", "1999-12-31").checked().text.hasPrefix("sound  0 events, 0 notes"))
        }
    }

    @Test func anEarlierHeadIsStillContained() throws {
        try withSampleStore { store in
            let head = try store.tool.run("head", "--at", "2").checked().lines[0]
            #expect(head.hasPrefix("2:"))
            let hash = String(head.dropFirst(2))
            try store.tool.run("verify", "--head", head).checked()
            try store.tool.run("verify", "--head", hash).checked()
            let foreign = try store.tool.run("verify", "--head", "2:" + String(hash.reversed()))
            #expect(foreign.code == 1)
            #expect(foreign.text.hasPrefix("NOT SOUND"))
            #expect(try store.tool.run("verify", "--head", "2:abc").code == 64)
        }
    }

    @Test func aStoreRolledBackIsFound() throws {
        try withSampleStore { store in
            try store.tool.run("backup", "earlier").checked()
            try store.tool.run("toggle", "Groceries", "4").checked()
            let head = try store.tool.run("head").checked().lines[0]
            let run = try store.tool.run("verify", "--store", "earlier", "--head", head)
            #expect(run.code == 1 && run.text.contains("NOT SOUND"))
        }
    }

    @Test func aFlippedBitIsFoundAndADamagedFileSurvived() throws {
        try withSampleStore { store in
            let path = "store/data.mdb"
            let sound = try store.read(path)
            // Pages that are no longer in use may hold copies.
            var flipped = sound
            var places = 0
            while let place = flipped.firstIndex(of: Array("oat flakes".utf8)) {
                flipped[place] ^= 0x02
                places += 1
            }
            #expect(places > 0)
            try store.write(path, flipped, age: 0)
            let run = try store.tool.run("verify")
            #expect(run.code == 1)
            #expect(run.text.hasPrefix("NOT SOUND") && run.text.contains("position 3"), "\(run.text)")
            // Half of the file is gone, and what is left is noise.
            try store.write(path, Array(sound.prefix(sound.count / 2)), age: 0)
            let cut = try store.tool.run("verify")
            #expect(cut.code == 1 && cut.text.hasPrefix("NOT SOUND"), "\(cut)")
            #expect(!cut.messages.contains("Backtrac"), "\(cut)")
            let noise = sound.prefix(8_192) + sound.dropFirst(8_192).map { $0 ^ 0xA5 }
            try store.write(path, Array(noise), age: 0)
            let lost = try store.tool.run("verify", "--json")
            #expect(lost.code == 1, "\(lost)")
            #expect(try lost.objects.first?["sound"] as? Bool == false, "\(lost)")
        }
    }

    /// Commands that make what is missing in a new store must not do so in one that has lost it.
    @Test func aStoreThatLostItsTablesIsNotTakenForANewOne() throws {
        try withSampleStore { store in
            var lost = try store.read("store/data.mdb")
            // In both head pages of LMDB's, the root of the tree that names the tables.
            for page in [0, 4096] {
                lost.replaceSubrange(page + 128..<page + 136, with: [UInt8](repeating: 0xFF, count: 8))
            }
            try store.write("store/data.mdb", lost)
            for command in ["list", "show Groceries", "new Fresh", "toggle Groceries 2", "undo", "rebuild", "doctor"] {
                let run = try store.tool.shell("noteledger \(command)")
                #expect(run.code == 65 && run.messages.contains("lacks the tables"), "\(command): \(run)")
            }
            let run = try store.tool.run("verify")
            #expect(run.code == 1 && run.text.hasPrefix("NOT SOUND"), "\(run)")
            #expect(try store.read("store/data.mdb") == lost)
        }
    }

    @Test func rebuildChangesNothingThatIsRight() throws {
        try withSampleStore { store in
            let before = try store.tool.run("list", "--all", "--json").checked().text
            #expect(try store.tool.run("rebuild").checked().messages == "7 events folded anew.\n")
            #expect(try store.tool.run("list", "--all", "--json").checked().text == before)
            try store.tool.run("verify").checked()
        }
    }

    @Test func aBackupIsAStore() throws {
        try withSampleStore { store in
            try store.tool.run("backup", "copy").checked()
            #expect(
                try store.tool.run("list", "--store", "copy").checked().text == store.tool.run("list").checked().text)
            try store.tool.run("verify", "--store", "copy").checked()
            #expect(try store.tool.run("backup", "copy").code != 0)
        }
    }

    @Test func exportAndImportLogLoseNothing() throws {
        try withSampleStore { store in
            try store.tool.run("new", "Bytes", "-", input: [0xFF, 0x00, 0x0D, 0x0A, 0xC3]).checked()
            try store.tool.run("export", "log.ndjson").checked()
            #expect(try store.tool.run("export").checked().output == store.read("log.ndjson"))
            try store.tool.run("import-log", "log.ndjson", "--store", "other").checked()
            #expect(
                try store.tool.run("head", "--store", "other").checked().text == store.tool.run("head").checked().text)
            #expect(
                try store.tool.run("show", "Bytes", "--store", "other").checked().output == [
                    0xFF, 0x00, 0x0D, 0x0A, 0xC3,
                ])
            let again = try store.tool.run("import-log", "log.ndjson", "--store", "other").checked()
            #expect(again.messages.hasPrefix("0 events added, 8 known already"))
            #expect(!again.messages.contains("another head"))
            // A store that has more is no copy, which is said.
            try store.tool.run("new", "More", "--store", "other").checked()
            let more = try store.tool.run("import-log", "log.ndjson", "--store", "other").checked()
            #expect(more.messages.contains("another head, 8:"), "\(more.messages)")
            try store.tool.run("verify", "--store", "other").checked()
        }
    }

    @Test func exportWritesThroughLinksAndIntoPipes() throws {
        try withSampleStore { store in
            let log = try store.tool.run("export").checked().output
            try store.tool.shell("touch real; chmod 600 real; ln -s real link; noteledger export link").checked()
            #expect(try store.read("real") == log)
            #expect(try store.tool.shell("test -L link && stat -c %a real").checked().text == "600\n")
            try store.tool.shell("mkfifo pipe; cat pipe > got & noteledger export pipe && wait && test -p pipe")
                .checked()
            #expect(try store.read("got") == log)
            #expect(try store.tool.shell("ls -A | grep part-").text.isEmpty)
        }
    }

    @Test func exportLeavesTheStoresOwnFilesAlone() throws {
        try withSampleStore { store in
            try store.tool.shell("ln -s store/data.mdb link").checked()
            for file in ["store/data.mdb", "store/lock.mdb", "link"] {
                #expect(try store.tool.run("export", file).code == 1, "\(file)")
            }
            try store.tool.run("verify").checked()
        }
    }

    @Test func aLogThatIsNoneIsBadData() throws {
        try withSampleStore { store in
            try store.write("bad.ndjson", "{\"this\":\"is no log\"}\n")
            let run = try store.tool.run("import-log", "bad.ndjson", "--store", "fresh")
            #expect(run.code == 65)
            #expect(try store.tool.run("import-log", "missing.ndjson").code == 66)
        }
    }

    @Test func markdownFilesComeOutAsTheyWentIn() throws {
        try withSampleStore { store in
            try store.tool.run("import", "vault").checked()
            try store.tool.run("export", "--markdown", "out").checked()
            #expect(try store.read("out/Trip.md") == store.read("second/Trip.md"))
            #expect(try store.read("out/sub/Books.md") == store.read("vault/sub/Books.md"))
            #expect(!FileManager.default.fileExists(atPath: store.folder + "/out/Old plans.md"))
            try store.tool.run("export", "--markdown", "past", "--at", "1").checked()
            #expect(try store.read("past/Groceries.md") == Array(SampleStore.groceries.utf8))
            #expect(try store.tool.run("export", "x", "--markdown", "y").code == 64)
            #expect(try store.tool.run("export", "--at", "99").code == 66)
        }
    }

    @Test func theLogIsExportedAsItWas() throws {
        try withSampleStore { store in
            try store.tool.run("export", "early.ndjson", "--at", "3").checked()
            try store.tool.run("import-log", "early.ndjson", "--store", "early").checked()
            let head = try store.tool.run("head", "--store", "early").checked().text
            #expect(try head == store.tool.run("head", "--at", "3").checked().text)
            #expect(try store.tool.run("list", "--store", "early", "--json").checked().objects.count == 1)
        }
    }

    @Test func figuresAreThoseOfTheStore() throws {
        try withSampleStore { store in
            let figures = try #require(try store.tool.run("stats", "--json").checked().objects.first)
            #expect(figures["events"] as? Int == 7)
            #expect(figures["notes"] as? Int == 4)
            #expect(figures["trashed"] as? Int == 1)
            // The store itself, and the one that writes down what sources say.
            #expect(figures["devices"] as? Int == 2)
            let text = try store.tool.run("stats").checked().text
            #expect(text.contains("4, 1 of them in the trash") && text.contains("TABLE"))
            let then = try #require(try store.tool.run("stats", "--at", "1", "--json").checked().objects.first)
            #expect(then["events"] as? Int == 1 && then["notes"] as? Int == 1 && then["usedBytes"] == nil)
            #expect(try !store.tool.run("stats", "--at", "yesterday").checked().text.contains("TABLE"))
        }
    }

    /// A backup becomes a device of its own when it is first written to, and to look at it is not to write.
    @Test func theDoctorChangesNothing() throws {
        try withSampleStore { store in
            try store.tool.run("backup", "copy").checked()
            let before = try store.read("copy/data.mdb")
            #expect(try store.tool.run("doctor", "--store", "copy").text.contains("none yet"))
            #expect(try store.read("copy/data.mdb") == before)
        }
    }

    @Test func theDoctorSaysWhatTheStoreStandsOn() throws {
        try withSampleStore { store in
            let report = try #require(try store.tool.run("doctor", "--json").checked().objects.first)
            #expect((report["lmdb"] as? String)?.contains("0.9.") == true)
            #expect((report["freeBytes"] as? Int ?? 0) > 0)
            #expect((report["mapBytes"] as? Int ?? 0) >= (report["usedBytes"] as? Int ?? .max))
            #expect((report["fileSystem"] as? String)?.isEmpty == false)
            #expect(try store.tool.run("doctor").checked().text.contains("readers"))
        }
    }
}

extension [UInt8] {
    /// Where a stretch of bytes begins.
    fileprivate func firstIndex(of needle: [UInt8]) -> Int? {
        indices.first { self[$0...].starts(with: needle) }
    }
}
