import CommandLineKit

#if canImport(Glibc)
    import Glibc
#endif

/// What is said when a damaged store ends the process.
///
/// A store is read as memory. Where its file is shorter than its pages say, the system answers a read with SIGBUS; where a
/// page leads to nowhere, LMDB gives up (SIGABRT) or reads what is no memory (SIGSEGV). A handler can call next to nothing:
/// so the words are laid down beforehand.
enum StoreFault {
    nonisolated(unsafe) private static var cutShort: UnsafeMutableBufferPointer<UInt8>?
    nonisolated(unsafe) private static var damaged: UnsafeMutableBufferPointer<UInt8>?

    /// To be called before a store is opened whose damage nobody else tells of.
    static func announce(as messages: Messages, of tool: String) {
        guard cutShort == nil else { return }
        cutShort = words(
            .badData(
                "The store's file is shorter than it says: it is damaged.",
                hint: "“noteledger verify” says more; a backup can take its place."), messages, tool)
        damaged = words(
            .badData(
                "Reading the store's file came to where nothing is: it is damaged.",
                hint: "“noteledger verify” says more; a backup can take its place. If it finds nothing, this is a "
                    + "fault of the program."), messages, tool)
        signal(SIGBUS) { _ in StoreFault.end(StoreFault.cutShort) }
        for number in [SIGSEGV, SIGABRT] { signal(number) { _ in StoreFault.end(StoreFault.damaged) } }
    }

    private static func words(
        _ failure: CommandFailure, _ messages: Messages, _ tool: String
    ) -> UnsafeMutableBufferPointer<UInt8> {
        // A line of progress may be there.
        let start = messages.traits.showsMessages ? "\r\u{1B}[K" : ""
        let text = Array((start + messages.text(of: failure, tool)).utf8)
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
        _ = buffer.initialize(from: text)
        return buffer
    }

    private static func end(_ words: UnsafeMutableBufferPointer<UInt8>?) -> Never {
        if let words { _ = Glibc.write(2, words.baseAddress, words.count) }
        _exit(ExitCode.badData.rawValue)
    }
}

extension Call {
    /// Has a damaged store that ends the process tell why.
    package func announceStoreFaults() { StoreFault.announce(as: messages, of: tool.name) }
}
