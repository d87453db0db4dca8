#if canImport(Glibc)
    import Glibc
#endif

/// The Python models, run from the project's folder.
enum PythonPeer {
    /// What a model prints; nil if it cannot be run.
    static func run(_ arguments: [String]) -> String? {
        let command = ".venv/bin/python Benchmarks/Peers/race_window_peers.py " + arguments.joined(separator: " ")
        guard let stream = popen(command, "r") else { return nil }
        var output = ""
        var buffer = [CChar](repeating: 0, count: 4096)
        while fgets(&buffer, Int32(buffer.count), stream) != nil {
            output += String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        return pclose(stream) == 0 ? output : nil
    }
}
