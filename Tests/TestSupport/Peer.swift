import Foundation

/// A program that this project is held against. One that is missing fails the test: `Tools/setup --tests` installs all.
package enum Peer {
    package struct Failure: Error, CustomStringConvertible {
        package var description: String
    }

    /// Runs a script with the interpreter of `.venv`, and gives what it prints.
    package static func python(_ script: String, _ arguments: [String] = [], input: Data = Data()) throws -> Data {
        let interpreter = root.appending(path: ".venv/bin/python").path
        return try run(interpreter, [script] + arguments, input: input)
    }

    /// Runs a program of the system, found by its name, and gives what it prints.
    package static func program(_ name: String, _ arguments: [String], input: Data = Data()) throws -> Data {
        try run("/usr/bin/env", [name] + arguments, input: input)
    }

    /// The folder of the project.
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Input and output go through files, so that neither side waits for the other to read.
    private static func run(_ executable: String, _ arguments: [String], input: Data) throws -> Data {
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw Failure(description: "\(executable) is missing: run Tools/setup --tests")
        }
        return try withTemporaryDirectory { directory in
            let folder = URL(filePath: directory)
            let streams = ["input", "output", "errors"].map { folder.appending(path: $0) }
            for stream in streams { try Data().write(to: stream) }
            try input.write(to: streams[0])
            let process = Process()
            process.executableURL = URL(filePath: executable)
            process.arguments = arguments
            process.standardInput = try FileHandle(forReadingFrom: streams[0])
            process.standardOutput = try FileHandle(forWritingTo: streams[1])
            process.standardError = try FileHandle(forWritingTo: streams[2])
            try process.run()
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                let errors = String(decoding: try Data(contentsOf: streams[2]), as: UTF8.self)
                throw Failure(description: "\(arguments.prefix(2)) ended with \(process.terminationStatus): \(errors)")
            }
            return try Data(contentsOf: streams[1])
        }
    }
}
