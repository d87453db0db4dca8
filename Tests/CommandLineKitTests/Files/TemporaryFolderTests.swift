import Foundation
import TestSupport
import Testing

@testable import CommandLineKit

@Suite("A folder for as long as it is needed")
struct TemporaryFolderTests {
    @Test("goes with all that is in it, and with links, not with what they lead to")
    func removed() throws {
        try withTemporaryDirectory { outside in
            let files = FileManager.default
            let kept = outside + "/kept/inner"
            try files.createDirectory(atPath: kept, withIntermediateDirectories: true)
            try Data("stays".utf8).write(to: URL(filePath: kept + "/file"))
            let folder = try TemporaryFolder.with { folder in
                try files.createDirectory(atPath: folder + "/a/b/c", withIntermediateDirectories: true)
                try Data("goes".utf8).write(to: URL(filePath: folder + "/a/b/file"))
                try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: outside + "/kept")
                try files.createSymbolicLink(atPath: folder + "/a/up", withDestinationPath: "../..")
                try files.createSymbolicLink(atPath: folder + "/a/file", withDestinationPath: kept + "/file")
                try files.createSymbolicLink(atPath: folder + "/broken", withDestinationPath: "nowhere")
                // A name that is no UTF-8.
                let odd = Array((folder + "/odd").utf8) + [0xFF, 0]
                let made = odd.withUnsafeBufferPointer { bytes in
                    bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { mkdir($0, 0o700) } }
                }
                #expect(made == 0)
                return folder
            }
            #expect(!files.fileExists(atPath: folder))
            #expect(try String(contentsOfFile: kept + "/file", encoding: .utf8) == "stays")
        }
    }

    @Test("goes when what was done with it failed, too")
    func failed() {
        var folder = ""
        #expect(throws: CommandFailure.self) {
            try TemporaryFolder.with { path in
                folder = path
                throw CommandFailure.refused("no")
            }
        }
        #expect(folder != "" && !FileManager.default.fileExists(atPath: folder))
    }
}
