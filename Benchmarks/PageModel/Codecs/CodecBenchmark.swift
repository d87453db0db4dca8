import FoundationEssentials
import Measuring
import Page

/// What the three wire formats cost, against JSON by Foundation and against the formats' own readers and writers in
/// Python, all on the same page in the same run.
///
/// A throughput is over the bytes of the format itself, so between formats compare `time`, that of the whole page.
struct CodecBenchmark {
    let report: Report

    private var seconds: Double { report.isQuick ? 0.5 : 3 }

    func run() throws {
        let page = CodecCorpus.page(sections: report.isQuick ? 150 : 600)
        for format in WireFormat.allCases {
            let bytes = try format.encode(page)
            guard try format.decode(bytes) == page else { throw CodecMismatch(format: format) }
            add(
                "encode \(format.rawValue)", "NoteLedger", bytes.count,
                try Samples(for: seconds) {
                    keep(try format.encode(page))
                })
            add(
                "decode \(format.rawValue)", "NoteLedger", bytes.count,
                try Samples(for: seconds) {
                    keep(try format.decode(bytes))
                })
        }
        try json(page)
        try peers(page)
    }

    private func add(_ name: String, _ subject: String, _ bytes: Int, _ samples: Samples) {
        report.addThroughput(name, bytes: bytes, subject, samples)
        report.add(name, bytes: bytes, subject, "time", samples.median / 1e6, "ms")
    }

    /// JSON of the same page, with types that hold no more than it needs.
    private func json(_ page: PageDocument) throws {
        let mirror = JSONPage(page)
        let data = try JSONEncoder().encode(mirror)
        add(
            "encode json", "FoundationEssentials", data.count,
            try Samples(for: seconds) {
                keep(try JSONEncoder().encode(mirror))
            })
        add(
            "decode json", "FoundationEssentials", data.count,
            try Samples(for: seconds) {
                keep(try JSONDecoder().decode(JSONPage.self, from: data))
            })
    }

    private func peers(_ page: PageDocument) throws {
        let files = try [WireFormat.tl, .flatBuffers].map { (format: $0, bytes: try $0.encode(page)) }
        guard let rows = CodecPeers.rows(files: files, seconds: seconds) else {
            report.progress("No Python peers: Tools/setup --tests installs them.")
            return
        }
        for row in rows { add(row.name, row.subject, row.bytes, row.samples) }
    }
}

/// A format that does not give back what was measured with it, so that its time would say nothing.
struct CodecMismatch: Error {
    var format: WireFormat
}
