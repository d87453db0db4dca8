import Foundation

/// A small file system in memory that can be filled; nil where this user may not mount one.
package final class SmallDisk {
    private let path: String
    private var isMounted = true

    /// Mounts one of so many kilobytes on a new folder.
    package init?(at path: String, kilobytes: Int) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            guard try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "none", path) else { return nil }
        } catch {
            return nil
        }
    }

    /// Mounts a folder a second time, for reading only unless it may be written there, too.
    package init?(showing folder: String, at path: String, isWritable: Bool = false) {
        self.path = path
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            guard try Self.run("mount", "--bind", folder, path) else { return nil }
            guard try isWritable || Self.run("mount", "-o", "remount,bind,ro", path) else {
                unmount()
                return nil
            }
        } catch {
            return nil
        }
    }

    /// Lets nobody write any more.
    package func seal() throws -> Bool { try Self.run("mount", "-o", "remount,ro", path) }

    /// Takes it away.
    package func unmount() {
        guard isMounted else { return }
        isMounted = (try? Self.run("umount", "-l", path)) != true
    }

    deinit { unmount() }

    private static func run(_ words: String...) throws -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
