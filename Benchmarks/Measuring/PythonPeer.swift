#if canImport(Glibc)
    import Glibc
#endif

/// A peer written in Python: a script in `Benchmarks/Peers`, run with the interpreter that `Tools/setup --tests` installs.
package enum PythonPeer {
    /// What a script measured, case by case.
    package struct Row {
        package var name: String
        package var subject: String
        package var bytes: Int
        package var samples: Samples
    }

    /// The folder of the project.
    private static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        .joined(separator: "/")

    /// What a script prints; nil if it cannot be run.
    package static func output(of script: String, _ arguments: [String]) -> String? {
        let words = ["\(root)/.venv/bin/python", "\(root)/Benchmarks/Peers/\(script)"] + arguments
        guard access(words[0], X_OK) == 0,
            let pipe = popen(words.map(quoted).joined(separator: " "), "r")
        else { return nil }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { bytes += buffer[..<count] }
        return pclose(pipe) == 0 ? String(decoding: bytes, as: UTF8.self) : nil
    }

    /// What a script measured on the files, which it finds in the folder that is its first argument; nil if it cannot be
    /// run. It prints a line a case: name, subject, bytes and the durations in nanoseconds, between tabs.
    package static func rows(
        of script: String, on files: [(name: String, bytes: [UInt8])], _ arguments: [String]
    ) -> [Row]? {
        withFolder { folder in
            for file in files {
                guard writeFile("\(folder)/\(file.name)", file.bytes) else { return nil }
            }
            guard let text = output(of: script, [folder] + arguments), !text.isEmpty else { return nil }
            return text.split(separator: "\n").compactMap(row)
        }
    }

    private static func row(_ line: Substring) -> Row? {
        let fields = line.split(separator: "\t")
        guard fields.count == 4, let bytes = Int(fields[2]) else { return nil }
        return Row(
            name: String(fields[0]), subject: String(fields[1]), bytes: bytes,
            samples: Samples(fields[3].split(separator: " ").compactMap { UInt64($0) }))
    }

    /// Lends a folder that is empty, and gone afterwards; nil if none can be made.
    private static func withFolder<Result>(_ body: (String) -> Result?) -> Result? {
        var template = Array("/tmp/noteledger-peer-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { return nil }
        let folder = String(cString: made)
        defer { _ = system("rm -r \(quoted(folder))") }
        return body(folder)
    }

    /// An argument as the shell takes it for one word.
    private static func quoted(_ word: String) -> String {
        "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }
}
