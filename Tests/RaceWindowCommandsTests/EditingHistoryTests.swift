import CommandTesting
import Foundation
import TestSupport
import Testing

@testable import CommandLineKit
@testable import RaceWindowCommands

@Suite("Recorded histories, typed again")
struct EditingHistoryTests {
    static func path(_ name: String) throws -> String {
        try #require(Bundle.module.url(forResource: name, withExtension: "json.gz", subdirectory: "Histories")).path
    }

    @Test("two people's text: replicas agree, line merge loses nothing, last-writer-wins a great deal")
    func concurrent() throws {
        let run = try BuiltTool("racewindow").run("history", try Self.path("friends"), "--json").checked()
        let rows = try run.objects
        #expect(rows.map { $0["policy"] as? String } == ["fieldLWW", "lineMerge"])
        for row in rows {
            #expect(row["faithful"] as? Bool == true && row["converged"] as? Bool == true)
            #expect(row["concurrent"] as? Int ?? 0 > 100)
        }
        func kept(_ row: Int) throws -> [Double] {
            try #require(rows[row]["authors"] as? [[String: Int]]).map {
                Double($0["kept"] ?? 0) / Double($0["typed"] ?? 1)
            }
        }
        let (lww, merge) = (try kept(0), try kept(1))
        #expect(merge.allSatisfy { $0 > 0.9 } && (lww.min() ?? 1) < 0.9, "\(lww) \(merge)")
        let ledgers = rows.map { $0["ledger"] as? [String: Int] ?? [:] }
        #expect(ledgers[0]["lost"] ?? 0 > 5 && ledgers[1]["lost"] == nil, "\(ledgers)")
    }

    @Test("one author's text goes through line tree and store to the last byte")
    func single() throws {
        let run = try BuiltTool("racewindow").run("history", try Self.path("component"), "--json").checked()
        let row = try #require(try run.objects.first)
        #expect(row["exact"] as? Bool == true && row["storedExactly"] as? Bool == true)
        #expect(row["sound"] as? Bool == true && row["events"] as? Int ?? 0 > 3000)
    }

    @Test("a history that does not end as it says is found out, and what is none is refused")
    func wrong() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let cases: [(text: String, code: Int32)] = [
                (#"{"startContent":"","endContent":"ab","txns":[{"patches":[[0,0,"a"]]},{"patches":[[1,0,"c"]]}]}"#, 1),
                (#"{"startContent":"","endContent":"","txns":[{"patches":[[3,0,"a"]]}]}"#, 65),
                (#"{"kind":"concurrent","endContent":"a","numAgents":1,"txns":[]}"#, 1),
                (
                    #"{"kind":"concurrent","numAgents":2,"endContent":"","#
                        + #""txns":[{"parents":[4],"agent":0,"patches":[[0,0,"a"]]}]}"#, 65
                ), ("{", 65), ("[]", 65), ("", 65),
                (#"{"kind":"concurrent","endContent":"","numAgents":0,"txns":[]}"#, 65),
                (#"{"kind":"concurrent","endContent":"","numAgents":9000000000000000000,"txns":[]}"#, 65),
                (#"{"startContent":"abc","endContent":"","txns":[{"patches":[[1,9223372036854775807,"a"]]}]}"#, 65),
                (#"{"startContent":"abc","endContent":"","txns":[{"patches":[[9223372036854775807,1,""]]}]}"#, 65),
                (#"{"startContent":"abc","endContent":"","txns":[{"patches":[[18446744073709551615,0,""]]}]}"#, 65),
                (#"{"startContent":"abc","endContent":"","txns":[{"patches":[[2,2,""]]}]}"#, 65),
                (
                    #"{"kind":"concurrent","numAgents":2,"endContent":"","#
                        + #""txns":[{"parents":[],"agent":18446744073709551615,"patches":[]}]}"#, 65
                ),
            ]
            for (number, wrong) in cases.enumerated() {
                try wrong.text.write(toFile: folder + "/\(number)", atomically: true, encoding: .utf8)
                let run = try tool.run("history", "\(number)")
                #expect(run.code == wrong.code, "\(wrong.text): \(run.messages)")
            }
            #expect(try tool.run("history", "nowhere").code != 0)
        }
    }

    @Test("emoji count as one character each")
    func emoji() throws {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            let text = #"{"startContent":"🐄🐖","endContent":"🐄b🐖!","txns":[{"patches":[[2,0,"!"],[1,0,"b"]]}]}"#
            try text.write(toFile: folder + "/emoji", atomically: true, encoding: .utf8)
            try tool.run("history", "emoji").checked()
        }
    }
}
