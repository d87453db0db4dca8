import Foundation
import Testing

/// A command as it was built, to be run as people run it.
package struct BuiltTool {
    /// How a run ended and what it wrote.
    package struct Run {
        package var code: Int32
        package var output: [UInt8]
        package var messages: String

        package var text: String { String(decoding: output, as: UTF8.self) }
        package var lines: [String] { text.split(separator: "\n").map(String.init) }

        /// The JSON objects that it wrote, a line each.
        package var objects: [[String: Any]] {
            get throws {
                try lines.map { line in
                    try #require(
                        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "no object: \(line)")
                }
            }
        }

        /// This run, if it exited with 0.
        @discardableResult
        package func checked(_ location: SourceLocation = #_sourceLocation) throws -> Run {
            try #require(code == 0, "exited with \(code): \(messages)", sourceLocation: location)
            return self
        }
    }

    package let path: String
    package var folder: String?
    package var variables: [String: String] = [:]

    package init(_ name: String) { path = Self.folder(holding: name) + "/" + name }

    /// The folder of the test bundle, which holds what was built with it.
    private static func folder(holding name: String) -> String {
        let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        if FileManager.default.isExecutableFile(atPath: "\(bundle.path)/\(name)") { return bundle.path }
        return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().path
    }

    @discardableResult
    package func run(_ arguments: String..., input: [UInt8] = []) throws -> Run { try run(arguments, input: input) }

    @discardableResult
    package func run(_ arguments: [String], input: [UInt8] = []) throws -> Run {
        try Self.run(path, arguments, input: input, folder: folder, variables: variables)
    }

    /// Runs a line of shell in which the command is called by its name.
    package func shell(_ line: String, input: [UInt8] = [], shell: String = "bash") throws -> Run {
        var variables = variables
        let folder = URL(filePath: path).deletingLastPathComponent().path
        variables["PATH"] = folder + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")
        return try Self.run(
            "/usr/bin/env", [shell, "-c", line], input: input, folder: self.folder, variables: variables)
    }

    package static func shell(_ line: String, input: [UInt8] = []) throws -> Run {
        try run("/usr/bin/env", ["bash", "-c", line], input: input, folder: nil, variables: [:])
    }

    package static func isInstalled(_ program: String) -> Bool {
        (try? shell("command -v \(program)").code) == 0
    }

    /// Streams go through files: pipes would have to be read while the process runs.
    private static func run(
        _ path: String, _ arguments: [String], input: [UInt8], folder: String?, variables: [String: String]
    ) throws -> Run {
        let streams = FileManager.default.temporaryDirectory.appending(path: "noteledger-run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: streams, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: streams) }
        let (inputFile, outputFile, messagesFile) = (
            streams.appending(path: "in"), streams.appending(path: "out"), streams.appending(path: "err")
        )
        try Data(input).write(to: inputFile)
        try Data().write(to: outputFile)
        try Data().write(to: messagesFile)

        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "TZ": "UTC", "LC_ALL": "C.UTF-8",
        ]
        environment.merge(variables) { $1 }
        process.environment = environment
        process.standardInput = try FileHandle(forReadingFrom: inputFile)
        process.standardOutput = try FileHandle(forWritingTo: outputFile)
        process.standardError = try FileHandle(forWritingTo: messagesFile)
        try process.run()
        process.waitUntilExit()
        let code = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        return Run(
            code: code, output: try Array(Data(contentsOf: outputFile)),
            messages: String(decoding: try Data(contentsOf: messagesFile), as: UTF8.self))
    }
}
