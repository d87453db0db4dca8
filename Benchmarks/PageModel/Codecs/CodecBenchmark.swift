import FoundationEssentials
import Measuring
import Page

/// What the three wire formats cost, against JSON by Foundation and against the formats' own readers and writers in
/// Python, all on the same pages in the same run.
///
/// A throughput is over the bytes of the format itself, so between formats compare `time`, that of the whole page.
struct CodecBenchmark {
    let report: Report

    private var seconds: Double { report.isQuick ? 0.3 : 2 }

    func run() throws {
        let corpora = CodecCorpus.all(sections: report.isQuick ? 150 : 600, files: report.files)
        var files: [(name: String, bytes: [UInt8])] = []
        for corpus in corpora {
            for format in WireFormat.allCases {
                let bytes = try measure(format, corpus)
                if format != .keyValue { files.append((name: "\(corpus.name).\(format.rawValue)", bytes: bytes)) }
            }
            try measureJSON(corpus)
        }
        guard let rows = PythonPeer.rows(of: "codec_peers.py", on: files, ["\(seconds)"]) else {
            return report.progress("No Python peers: Tools/setup --tests installs them.")
        }
        for row in rows { add(row.name, row.subject, row.bytes, row.samples) }
    }

    private func add(_ name: String, _ subject: String, _ bytes: Int, _ samples: Samples) {
        report.addThroughput(name, bytes: bytes, subject, samples)
        report.add(name, bytes: bytes, subject, "time", samples.median / 1e6, "ms")
    }

    /// Measures one of our formats. Returns the bytes of the page in it.
    private func measure(_ format: WireFormat, _ corpus: CodecCorpus) throws -> [UInt8] {
        // What the format keeps of the page.
        let page = try format.decode(format.encode(corpus.page))
        let bytes = try format.encode(page)
        guard try format.decode(bytes) == page else { throw CodecMismatch(format: format, corpus: corpus.name) }
        add(
            "encode \(format.rawValue), \(corpus.name)", "NoteLedger", bytes.count,
            try Samples(for: seconds) { keep(try format.encode(page)) })
        add(
            "decode \(format.rawValue), \(corpus.name)", "NoteLedger", bytes.count,
            try Samples(for: seconds) { keep(try format.decode(bytes)) })
        return bytes
    }

    /// JSON of the same page, with types that hold no more than it needs.
    private func measureJSON(_ corpus: CodecCorpus) throws {
        let mirror = JSONPage(corpus.page)
        let data = try JSONEncoder().encode(mirror)
        add(
            "encode json, \(corpus.name)", "FoundationEssentials", data.count,
            try Samples(for: seconds) { keep(try JSONEncoder().encode(mirror)) })
        add(
            "decode json, \(corpus.name)", "FoundationEssentials", data.count,
            try Samples(for: seconds) { keep(try JSONDecoder().decode(JSONPage.self, from: data)) })
    }
}

/// A format that does not give back what was measured with it, so that its time would say nothing.
struct CodecMismatch: Error {
    var format: WireFormat
    var corpus: String
}
