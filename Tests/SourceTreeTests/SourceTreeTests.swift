import Foundation
import Testing

/// The rules of the house that a compiler does not know, held against the files themselves.
@Suite("The source tree")
struct SourceTreeTests {
    static let everywhere = [
        "Package.swift", "README.md", "Sources", "Tests", "Tools", "Benchmarks", "docs", ".ci", ".gitignore",
        ".gitattributes", ".swift-format",
    ]

    @Test func noFileIsTooLongToBeOneConcern() throws {
        for file in try SourceTree.swift(in: "Sources", "Tests", "Tools", "Benchmarks") {
            #expect(file.lines.count <= 501, "\(file)")
        }
    }

    @Test func noFolderOrFileIsADrawerForTheRest() throws {
        for file in try SourceTree.swift(in: "Sources", "Tests", "Tools", "Benchmarks") {
            #expect(file.path.firstMatch(of: #/(?i)helper|util|misc|common\b/#) == nil, "\(file)")
        }
    }

    @Test func nothingIsLeftToBeDoneLater() throws {
        let word = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"].joined(separator: "|")
        let leftover = try Regex("\\b(\(word))\\b")
        for file in try SourceTree.swift(in: "Sources", "Tests", "Tools", "Benchmarks")
        where file.text.firstMatch(of: leftover) != nil {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: leftover) == nil, "\(file):\(number + 1)")
            }
        }
    }

    @Test func badInputCannotTrapByForce() throws {
        let forced = #/\bfatalError\(|\btry!|\bas!|\bunsafeBitCast\(/#
        for file in try SourceTree.swift(in: "Sources", "Tools") {
            for (number, line) in file.code.enumerated() where line.contains("(") || line.contains("!") {
                #expect(line.firstMatch(of: forced) == nil, "\(file):\(number + 1): \(line)")
            }
        }
    }

    @Test func librariesLeaveTheTerminalToCommands() throws {
        for file in try SourceTree.swift(in: "Sources")
        where !file.path.contains(#/^Sources/(CommandLineKit|\w+Commands)//#) {
            for (number, line) in file.code.enumerated() {
                #expect(
                    line.firstMatch(of: #/(?:^|[^.\w])(?:debugPrint|print|readLine|exit)\(/#) == nil,
                    "\(file):\(number + 1)")
            }
        }
    }

    @Test func testsDoNotWaitForTimeToPass() throws {
        for file in try SourceTree.swift(in: "Tests") {
            for (number, line) in file.code.enumerated() where line.contains("(") || line.contains("!") {
                #expect(line.firstMatch(of: #/\b(?:u|nano)?sleep\(/#) == nil, "\(file):\(number + 1)")
            }
        }
    }

    @Test func nothingNamesAPathOfAMachine() throws {
        let folders = ["work", "root", "home", "Users"].joined(separator: "|")
        let machine = try Regex(#"(?:^|[^\w.~/])/(\#(folders))/[A-Za-z0-9_]"#)
        for file in try SourceTree.files(in: Self.everywhere) where file.text.firstMatch(of: machine) != nil {
            for (number, line) in file.lines.enumerated() {
                #expect(line.firstMatch(of: machine) == nil, "\(file):\(number + 1): \(line.prefix(160))")
            }
        }
    }

    @Test func whatTheDocumentsLinkToIsThere() throws {
        for file in try SourceTree.files(in: ["README.md", "docs"], extensions: ["md"])
        where !file.path.hasPrefix("docs/samples/vault/") {
            let folder = SourceTree.root.appending(path: file.path).deletingLastPathComponent()
            // Code shows links that are none.
            let prose = file.text.replacing(#/(?s)```.*?```|`[^`\n]*`/#, with: "")
            for link in prose.matches(of: #/\]\(([^)\s#]+)(?:#[^)]*)?\)/#) where !link.output.1.contains("://") {
                let target = folder.appending(path: link.output.1.removingPercentEncoding ?? String(link.output.1))
                #expect(FileManager.default.fileExists(atPath: target.path), "\(file): \(link.output.1)")
            }
        }
    }

    @Test func commandsAreOneLine() throws {
        for file in try SourceTree.swift(in: "Tools") {
            #expect(file.name == "Main.swift", "\(file)")
            #expect(file.code.filter { !$0.allSatisfy(\.isWhitespace) }.count <= 8, "\(file)")
        }
    }
}
