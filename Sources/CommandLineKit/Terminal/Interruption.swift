#if canImport(Glibc)
    import Glibc
#endif

/// Has the signals that end a process arrive where it waits, so that it can clear up first.
package struct Interruption {
    /// The signal that came.
    package struct Caught: Error {
        package let signal: Int32

        /// Ends the process as the signal would have.
        package func passOn() {
            Glibc.signal(signal, SIG_DFL)
            kill(getpid(), signal)
            // The first process of a container is not ended by that.
            if getpid() == 1 { exit(128 + signal) }
        }
    }

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Where the handler writes which signal came: all that a handler may do.
    nonisolated(unsafe) private static var entrance: Int32 = -1

    /// There is something to read as soon as a signal has come.
    package let descriptor: Int32

    /// Catches the signals from now on.
    package init() throws(CommandFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .inputOutput("A pipe cannot be made: \(describe(errno)).") }
        // Programs that are started have no part in it, and nobody waits in a handler.
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        descriptor = ends[0]
        Interruption.entrance = ends[1]
        for number in Interruption.signals {
            signal(number) { number in
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(Interruption.entrance, &byte, 1)
            }
        }
    }

    /// The signal that came first.
    package var caught: Caught {
        var byte: UInt8 = 0
        return Caught(signal: Glibc.read(descriptor, &byte, 1) == 1 ? Int32(byte) : SIGTERM)
    }

    /// Lets signals end the process again.
    package func end() {
        for number in Interruption.signals { signal(number, SIG_DFL) }
        close(Interruption.entrance)
        close(descriptor)
        Interruption.entrance = -1
    }
}
