import Foundation

/// An empty folder for as long as a test holds it.
final class ScratchFolder {
    let path: String

    init() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "noteledger-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
