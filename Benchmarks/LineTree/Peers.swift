import CLineTable
import Glibc
import Measuring

/// What others pay for one typed character: md4c and cmark-gfm read the note again, tree-sitter brings its tree up to date.
struct Peers {
    let report: Report
    let corpus: Corpus

    func run() {
        let name = "type at the middle, \(corpus.name)"
        guard report.wants(name) else { return }
        let bytes = corpus.bytes
        let count = bytes.count
        let seconds = report.isQuick ? 0.2 : 1.0
        if count <= 20_000_000 {
            add(name, "md4c, parse again", Samples(for: seconds) { keep(linetable_md4c(bytes, count)) })
            add(name, "cmark-gfm, parse again", Samples(for: seconds) { keep(linetable_cmark(bytes, count)) })
            treeSitter(name, seconds: report.isQuick ? 1 : 5)
        }
        var flat = bytes
        flat.reserveCapacity(2 * count)
        add(
            name, "flat buffer, no parse",
            Samples(min(1000, max(50, 200_000_000 / count))) { _ in flat.insert(UInt8(ascii: "a"), at: count / 2) })
        keep(flat)
    }

    private func add(_ name: String, _ subject: String, _ samples: Samples) {
        report.add(name, bytes: corpus.bytes.count, subject, samples)
    }

    /// Runs the Python peer, if `Tools/setup --tests` has installed it.
    private func treeSitter(_ name: String, seconds: Int) {
        let note = "/tmp/bench-linetree-\(getpid()).md"
        guard writeFile(note, corpus.bytes) else { return }
        defer { unlink(note) }
        guard let text = PythonPeer.output(of: "tree_sitter_peer.py", [note, "\(seconds)"]) else {
            return report.progress("tree-sitter is left out: run Tools/setup --tests")
        }
        let values = text.split { $0 == " " || $0 == "\n" }.compactMap { Double($0) }
        guard values.count == 4 else { return }
        let size = corpus.bytes.count
        report.add(name, bytes: size, "tree-sitter", "median", values[1] / 1000, "µs")
        report.add(name, bytes: size, "tree-sitter", "p99", values[2] / 1000, "µs")
        report.add(
            "parse \(corpus.name)", bytes: size, "tree-sitter", "throughput", Double(size) * 1000 / values[0], "MB/s")
    }
}
