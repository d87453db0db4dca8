import Glibc
import Measuring
import Page

/// Runs the Python peers on the bytes that we measured ourselves with.
enum CodecPeers {
    struct Row {
        var name: String
        var subject: String
        var bytes: Int
        var samples: Samples
    }

    /// What the peers' script measured; nil if it cannot be run.
    static func rows(files: [(format: WireFormat, bytes: [UInt8])], seconds: Double) -> [Row]? {
        var template = Array("/tmp/codec-peers-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        let folder = String(cString: made)
        defer { _ = output(of: "rm -r \(folder)") }
        for file in files {
            guard write(file.bytes, to: "\(folder)/\(file.format.rawValue)") else { return nil }
        }
        let schema = "\(root)/Sources/Page/Codecs/FlatBuffers/Page.fbs"
        let script = "\(root)/Benchmarks/Peers/codec_peers.py"
        let command =
            "flatc --python --no-warnings -o \(folder) '\(schema)' && '\(root)/.venv/bin/python' '\(script)' \(folder) \(seconds)"
        guard let text = output(of: command), !text.isEmpty else { return nil }
        return text.split(separator: "\n").compactMap(row)
    }

    /// Case, subject, bytes and the durations in nanoseconds, between tabs.
    private static func row(_ line: Substring) -> Row? {
        let fields = line.split(separator: "\t")
        guard fields.count == 4, let bytes = Int(fields[2]) else { return nil }
        return Row(
            name: String(fields[0]), subject: String(fields[1]), bytes: bytes,
            samples: Samples(fields[3].split(separator: " ").compactMap { UInt64($0) }))
    }

    /// The folder of the project.
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
        .joined(separator: "/")

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        guard let file = fopen(path, "wb") else { return false }
        let written = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        return fclose(file) == 0 && written == bytes.count
    }

    /// What a shell command prints; nil if it fails.
    private static func output(of command: String) -> String? {
        guard let pipe = popen(command, "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
