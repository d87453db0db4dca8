import CommandTesting
import Foundation
import TestSupport
import Testing

@Suite("Logs of other apps")
struct OperationLogTests {
    private func replay(_ log: String, _ options: [String] = []) throws -> (code: Int32, text: String, messages: String)
    {
        try withTemporaryDirectory { folder in
            var tool = BuiltTool("racewindow")
            tool.folder = folder
            try log.write(toFile: folder + "/log", atomically: true, encoding: .utf8)
            let run = try tool.run(["replay", "--log", "log"] + options)
            return (run.code, run.text, run.messages)
        }
    }

    /// Two ticks half a second apart, neither of which had reached the other device.
    static let csv = """
        id,at,device,note,operation,line,text,base,received
        1,1700000000,phone,shop,create,,"- [ ] milk
        - [ ] bread
        ",,
        2,1700000010,phone,shop,tick,milk,,1,
        3,1700000010.5,Mac,shop,tick,2,,1,
        """
    static let ndjson = """
        {"id":"a","at":"2023-11-14T22:13:20Z","device":"phone","note":"shop","operation":"create","text":"- [ ] milk\\n- [ ] bread\\n"}
        {"id":"b","at":1700000010000,"device":"phone","note":"shop","operation":"tick","line":"milk","received":1700000011}
        {"id":"c","at":1700000010500,"device":"Mac","note":"shop","operation":"tick","line":"bread","received":1700000012}
        """

    @Test(arguments: [csv, ndjson])
    func `both formats tell what last-writer-wins loses and line merge keeps`(log: String) throws {
        let lost = try replay(log, ["--policy", "fieldLWW"])
        #expect(lost.code == 1 && lost.text.contains("phone") && lost.text.contains("lost"), "\(lost)")
        let kept = try replay(log, ["--policy", "lineMerge"])
        #expect(kept.code == 0, "\(kept)")
    }

    @Test func `who had received the other's action loses nothing`() throws {
        let log = Self.ndjson.replacing("1700000010500", with: "1700000011500")
        let run = try replay(log, ["--policy", "fieldLWW"])
        #expect(run.code == 0, "\(run)")
    }

    static let mistakes: [(from: String, to: String, message: String)] = [
        ("tick", "tik", "row 5: There is no operation “tik”. Is “tick” meant?"), ("device,", "devise,", "“devise”"),
        ("milk,,1,", "cheese,,1,", "No line says “cheese”"), (",2,,1,", ",2,,9,", "no earlier operation “9”"),
        (",2,,1,", ",2,,,", "“received” in row"), ("create", "write", "A note begins with “create”"),
        ("1700000010,", "yesteryear,", "“yesteryear” is no time"), (",2,,1,", ",2,,1", "8 fields under 9 columns"),
    ]

    @Test(arguments: mistakes.indices)
    func `a mistake is refused with its row`(index: Int) throws {
        let (from, to, message) = Self.mistakes[index]
        var log = Self.csv
        let place = try #require(log.range(of: from))
        log.replaceSubrange(place, with: to)
        let run = try replay(log)
        #expect(run.code == 65 && run.messages.contains(message), "\(run.messages)")
    }
}
