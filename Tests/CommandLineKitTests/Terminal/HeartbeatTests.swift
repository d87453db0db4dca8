import Foundation
import Testing

@testable import CommandLineKit

@Suite("Signs of life")
struct HeartbeatTests {
    /// What a heartbeat draws while `body` lets it beat.
    private func drawn(_ body: (Heartbeat) -> Void) throws -> String {
        let pipe = Pipe()
        body(Heartbeat("noteledger backup", descriptor: pipe.fileHandleForWriting.fileDescriptor))
        try pipe.fileHandleForWriting.close()
        return String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func itSaysHowLongItHasBeenAndGoesAway() throws {
        let text = try drawn { heartbeat in
            #expect(heartbeat.beat(1))
            #expect(heartbeat.beat(2))
            heartbeat.stop()
            #expect(!heartbeat.beat(3))
            heartbeat.stop()
        }
        #expect(text == "\r\u{1B}[Knoteledger backup: 1 s\r\u{1B}[Knoteledger backup: 2 s\r\u{1B}[K")
    }

    @Test func whatWasNeverDrawnIsNotTakenAway() throws {
        #expect(try drawn { $0.stop() } == "")
    }

    @Test func whatIsSaidSilencesIt() throws {
        let pipe = Pipe()
        let heartbeat = Heartbeat("noteledger log", descriptor: pipe.fileHandleForWriting.fileDescriptor)
        var traits = TerminalTraits.none
        traits.showsOutput = true
        let output = Output(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, traits: traits, heartbeat: heartbeat)
        #expect(heartbeat.beat(1))
        try output.line("data")
        try output.flush()
        #expect(!heartbeat.beat(2))
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text == "\r\u{1B}[Knoteledger log: 1 s\r\u{1B}[Kdata\n")
    }
}
