import CommandLineKit
import NoteLedger
import Synchronization

/// Shows how far the library has got with something long; told from whichever thread does the work.
final class ProgressReporter: Sendable {
    private let line: Mutex<ProgressLine>

    init(_ label: String, _ call: Call) { line = Mutex(ProgressLine(label, messages: call.messages)) }

    /// Told by the library; never stops it.
    @Sendable func report(_ progress: Progress) -> Bool {
        line.withLock { $0.update(Int(clamping: progress.done), of: progress.total.map { Int(clamping: $0) }) }
        return true
    }

    func finish() { line.withLock { $0.finish() } }
}
