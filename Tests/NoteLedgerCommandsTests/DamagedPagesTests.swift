import CommandTesting
import Foundation
import TestSupport
import Testing

/// What a command says of a store whose file, clock or surroundings are not as they must be.
@Suite struct `A store that is not as it must be` {
    /// The list of free pages is judged by LMDB nowhere.
    @Test func `is refused by writers, backups and verify if its list of free pages is damaged`() throws {
        try withSampleStore { store in
            var bytes = try store.read("store/data.mdb")
            let root = Self.rootOfFreePages(bytes)
            // The first number of the first list: the page after it, which is in use or free already.
            let node = Int(bytes[root + 16]) | Int(bytes[root + 17]) << 8
            // After the node's header, its key and the count.
            bytes[root + node + 8 + 8 + 8] ^= 0x01
            try store.write("store/data.mdb", bytes, age: 0)
            let verify = try store.tool.run("verify")
            #expect(verify.code == 1 && verify.text.contains("NOT SOUND") && verify.text.contains("page "), "\(verify)")
            for command in ["toggle Groceries 2", "new Fresh", "backup copy"] {
                let run = try store.tool.shell("noteledger \(command)")
                #expect(run.code == 65 && run.messages.contains("damaged"), "\(command): \(run)")
            }
            #expect(try store.read("store/data.mdb") == bytes, "it was made no worse")
            #expect(try store.tool.run("show", "Groceries").code == 0)
        }
    }

    @Test func `is not taken for a new one if its file is empty`() throws {
        try withSampleStore { store in
            try store.write("store/data.mdb", [], age: 0)
            for command in ["list", "new Fresh", "toggle Groceries 2", "backup copy", "import list.md"] {
                let run = try store.tool.shell("noteledger \(command)")
                #expect(run.code == 65 && run.messages.contains("is empty"), "\(command): \(run)")
            }
            let verify = try store.tool.run("verify")
            #expect(verify.code == 1 && verify.text.contains("NOT SOUND"), "\(verify)")
            #expect(try store.read("store/data.mdb").isEmpty)
        }
    }

    @Test func `ends watch with the reason when it is moved away`() throws {
        try withSampleStore { store in
            let run = try store.tool.shell(
                "noteledger watch --after 0 > seen & until [ -s seen ]; do sleep 0.02; done; mv store away; wait $!")
            #expect(run.code == 74 && run.messages.contains("removed, moved or replaced"), "\(run)")
        }
    }

    @Test func `is not damaged because the verification was killed`() throws {
        try withSampleStore { store in
            let run = try store.tool.shell(
                """
                ulimit -v 60000; noteledger verify; code=$?
                [ $code != 1 ] || exit 1
                """)
            #expect(run.code != 1 && !run.text.contains("NOT SOUND"), "\(run)")
        }
    }

    @Test func `is used under a limit that has room for it`() throws {
        try withSampleStore { store in
            for command in ["list", "toggle Groceries 2", "verify"] {
                let run = try store.tool.shell("ulimit -v 400000; noteledger \(command)")
                #expect(run.code == 0, "\(command): \(run)")
            }
        }
    }

    @Test func `is not written to beyond a limit on the size of files, and says so`() throws {
        try withSampleStore { store in
            let run = try store.tool.shell("ulimit -f 1; noteledger toggle Groceries 2")
            #expect(run.code == 74 && run.messages.contains("EFBIG"), "\(run)")
            try store.tool.run("verify").checked()
        }
    }

    private static func rootOfFreePages(_ bytes: [UInt8]) -> Int {
        func number(_ offset: Int) -> UInt64 {
            bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        let head = number(16 + 128) > number(4096 + 16 + 128) ? 0 : 4096
        return Int(number(head + 16 + 24 + 40)) * 4096
    }
}
