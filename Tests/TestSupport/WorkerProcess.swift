import Foundation

/// The test's second process: `CrashWorker`, told what to do by arguments and lines, answering in lines.
///
/// One thread at a time speaks with it.
package final class WorkerProcess: @unchecked Sendable {
    /// The worker could not be found or did not answer as it should.
    package struct Failure: Error, CustomStringConvertible {
        /// What happened.
        package let description: String
    }

    private let process = Process()
    private let input = Pipe()
    private let output = Pipe()
    private var unread: [UInt8] = []

    /// Starts the worker.
    package init(_ arguments: [String], environment: [String: String] = [:]) throws {
        process.executableURL = try Self.executable()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        // Ours would keep the worker's end of the pipe open after its death.
        try output.fileHandleForWriting.close()
        try input.fileHandleForReading.close()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Its number.
    package var identifier: Int { Int(process.processIdentifier) }

    /// The next line it prints, or nil when it has closed its output.
    package func line() throws -> String? {
        while true {
            if let end = unread.firstIndex(of: 10) {
                defer { unread.removeSubrange(...end) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = output.fileHandleForReading.availableData
            if more.isEmpty {
                if unread.isEmpty { return nil }
                defer { unread = [] }
                return String(decoding: unread, as: UTF8.self)
            }
            unread += more
        }
    }

    /// All whole lines until it closes its output. What a killed worker had not ended is left out.
    package func lines() throws -> [String] {
        unread += try output.fileHandleForReading.readToEnd() ?? Data()
        guard let end = unread.lastIndex(of: 10) else { return [] }
        defer { unread = [] }
        return unread[..<end].split(separator: 10, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    /// Waits for a line that must be `expected`.
    package func expect(_ expected: String) throws {
        let found = try line()
        if found != expected { throw Failure(description: "expected \"\(expected)\", not \(found ?? "the end")") }
    }

    /// Sends a line.
    package func send(_ line: String) throws {
        try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Ends it as a power failure would: `kill -9`.
    package func kill9() {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Waits for its end.
    ///
    /// - Returns: Its exit code, or minus the signal that ended it.
    @discardableResult
    package func wait() -> Int {
        process.waitUntilExit()
        let status = Int(process.terminationStatus)
        return process.terminationReason == .uncaughtSignal ? -status : status
    }

    /// Runs a worker to its end.
    package static func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) throws -> (status: Int, lines: [String]) {
        let worker = try WorkerProcess(arguments, environment: environment)
        let lines = try worker.lines()
        return (worker.wait(), lines)
    }

    /// The worker lies beside the test bundle.
    private static func executable() throws -> URL {
        let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        var candidates = [folder, Bundle.main.bundleURL]
        if let bundle = CommandLine.arguments.first(where: { $0.hasSuffix(".xctest") }) {
            candidates.append(URL(filePath: bundle).deletingLastPathComponent())
        }
        for candidate in candidates {
            let file = candidate.appending(path: "CrashWorker")
            if FileManager.default.isExecutableFile(atPath: file.path) { return file }
        }
        throw Failure(description: "CrashWorker is not in \(candidates.map(\.path))")
    }
}
