import Glibc
import Measuring

/// Runs the Python peers on the bytes that we measured ourselves with.
enum MarkdownPeers {
    struct Row {
        var name: String
        var subject: String
        var bytes: Int
        var samples: Samples
    }

    /// What the peers' script measured; nil if it cannot be run.
    static func rows(_ corpora: [MarkdownCorpus], seconds: Double) -> [Row]? {
        var template = Array("/tmp/markdown-peers-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        let folder = String(cString: made)
        defer { _ = output(of: "rm -r \(folder)") }
        for (number, corpus) in corpora.enumerated() {
            guard let file = fopen("\(folder)/\(number)-\(corpus.name)", "wb") else { return nil }
            fwrite(corpus.bytes, 1, corpus.bytes.count, file)
            fclose(file)
        }
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let command = "'\(root)/.venv/bin/python' '\(root)/Benchmarks/Peers/markdown_peers.py' \(folder) \(seconds)"
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

    /// What a shell command prints; nil if it fails.
    private static func output(of command: String) -> String? {
        guard let pipe = popen(command, "r") else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }
}
