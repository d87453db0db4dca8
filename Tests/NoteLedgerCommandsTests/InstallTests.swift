import CommandTesting
import Foundation
import TestSupport
import Testing

/// `Tools/install` puts commands, manual pages and completions where they are found.
@Suite struct InstallTests {
    @Test func `what is installed runs, and its manual and completions lie beside it`() throws {
        try withTemporaryDirectory { folder in
            let tool = BuiltTool("noteledger")
            let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().path
            let built = URL(filePath: tool.path).deletingLastPathComponent().path
            let run = try BuiltTool.shell("'\(root)/Tools/install' --prefix '\(folder)/pre fix' --from '\(built)'")
                .checked()
            for file in [
                "bin/noteledger", "share/man/man1/noteledger.1", "share/bash-completion/completions/noteledger",
                "share/zsh/site-functions/_noteledger", "share/fish/vendor_completions.d/noteledger.fish",
            ] {
                #expect(run.text.contains("\(folder)/pre fix/\(file)\n"), "\(file)")
            }
            let version = try BuiltTool.shell("'\(folder)/pre fix/bin/noteledger' --version").checked()
            #expect(version.text.hasPrefix("noteledger "))
            #expect(try BuiltTool.shell("ls '\(folder)/pre fix/bin'").text.contains(".part-") == false)
            #expect(try BuiltTool.shell("'\(root)/Tools/install' --nonsense").code == 64)
        }
    }
}
