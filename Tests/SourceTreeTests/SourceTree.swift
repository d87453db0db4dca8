import Foundation

/// The project's own files, as this checkout has them.
struct SourceTree {
    struct File: CustomStringConvertible {
        /// From the project's root.
        var path: String
        var text: String

        var description: String { path }

        var name: String { String(path.split(separator: "/").last ?? "") }

        var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

        /// The lines without what their strings and comments say, so that only code is judged as code.
        var code: [String] {
            lines.map { line in
                var code: [UInt8] = []
                var isInString = false
                var bytes = line.utf8.makeIterator()
                while let byte = bytes.next() {
                    switch byte {
                    case UInt8(ascii: "\\") where isInString: _ = bytes.next()
                    case UInt8(ascii: "\""): isInString.toggle()
                    case UInt8(ascii: "/") where !isInString && code.last == byte:
                        code.removeLast()
                        return String(decoding: code, as: UTF8.self)
                    default: if !isInString { code.append(byte) }
                    }
                }
                return String(decoding: code, as: UTF8.self)
            }
        }

        /// The modules that are imported.
        var imports: [String] {
            code.filter { $0.contains("import ") && !$0.contains("canImport") }.compactMap { line in
                let words = line.split(separator: " ")
                guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                    words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains(String($0)) })
                else { return nil }
                let isOneDeclaration = Self.importKinds.contains(String(words[index + 1]))
                let module = words[isOneDeclaration ? min(index + 2, words.count - 1) : index + 1]
                return module.split(separator: ".").first.map(String.init)
            }
        }

        private static let accessLevels: Set = ["public", "package", "internal", "fileprivate", "private"]
        private static let importKinds: Set = [
            "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
        ]
    }

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// All files below those folders or at those paths, in order of path; hidden ones only when named.
    static func files(in places: [String], extensions: Set<String>? = nil) throws -> [File] {
        var paths: [String] = []
        for place in places {
            let url = root.appending(path: place)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { continue }
            if isFolder.boolValue {
                let names = try FileManager.default.subpathsOfDirectory(atPath: url.path)
                paths += names.filter { !$0.split(separator: "/").contains("__pycache__") }.map { "\(place)/\($0)" }
            } else {
                paths.append(place)
            }
        }
        return try paths.sorted().compactMap { path in
            let url = root.appending(path: path)
            if let extensions, !extensions.contains(url.pathExtension) { return nil }
            guard let values = try? url.resourceValues(forKeys: [.isRegularFileKey]), values.isRegularFile == true
            else { return nil }
            return try String(data: Data(contentsOf: url), encoding: .utf8).map { File(path: path, text: $0) }
        }
    }

    static func swift(in places: String...) throws -> [File] { try files(in: places, extensions: ["swift"]) }
}

/// The targets of the manifest and what each may import.
///
/// The manifest is read as text: asking the package manager would wait for the build that runs these tests.
struct Manifest {
    struct Target {
        var name: String
        var path: String
        var dependencies: Set<String>
    }

    var targets: [String: Target] = [:]

    init() throws {
        let text = try String(contentsOf: SourceTree.root.appending(path: "Package.swift"), encoding: .utf8)
        for (function, folder) in [("library", "Sources"), ("tool", "Tools"), ("benchmark", "Benchmarks")] {
            let calls = try Regex<(Substring, Substring, Substring?, Substring?)>(
                #"\n\s+\#(function)\(\s*"([\w-]+)"(?:, at: "(\w+)")?(?:,\s*\[([^\]]*)\])?[,)]"#)
            for call in text.matches(of: calls) {
                let name = String(call.output.1)
                let dependencies = (call.output.3 ?? "").matches(of: #/"(\w+)"|(linuxCrypto)/#).map {
                    $0.output.1.map(String.init) ?? "CCrypto"
                }
                targets[name] = Target(
                    name: name, path: "\(folder)/\(call.output.2.map(String.init) ?? name)",
                    dependencies: Set(dependencies + (function == "benchmark" ? ["Measuring"] : [])))
            }
        }
    }

    /// The target and all that it stands on.
    func closure(of name: String) -> Set<String> {
        var closure: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            if closure.insert(next).inserted { open += targets[next]?.dependencies ?? [] }
        }
        return closure
    }
}
