import Events
import Foundation
import TestSupport
import Testing

@Suite struct `The chain of hashes` {
    @Test func `hashes as others do`() {
        let stream = SHA256Stream()
        #expect(hexadecimal(stream.digest()) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        Array("a".utf8).withUnsafeBytes(stream.update)
        let other = stream.copy()
        Array("bc".utf8).withUnsafeBytes(stream.update)
        #expect(hexadecimal(stream.digest()) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(hexadecimal(other.digest()) == "ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb")
    }

    /// The definition in the format's description, written down once more.
    @Test func `is what its definition says`() {
        let records = (0..<600).map { index in
            [UInt8](repeating: UInt8(truncatingIfNeeded: index), count: index % 40 + 1)
        }
        var chain = HashChain()
        var sealed = [UInt8](repeating: 0, count: 32)
        var open: [UInt8] = []
        for (index, record) in records.enumerated() {
            let result = record.withUnsafeBytes { chain.append(record: $0) }
            open += [UInt8(record.count), 0, 0, 0] + record
            let stream = SHA256Stream()
            (sealed + open).withUnsafeBytes(stream.update)
            #expect(chain.head == stream.digest())
            if (index + 1) % 256 == 0 {
                sealed = stream.digest()
                open = []
                #expect(result == sealed)
            } else {
                #expect(result == nil)
            }
        }
        #expect(HashChain().head == HashChain.origin)
    }

    @Test func `does not depend on how records came together`() {
        let frames: [[UInt8]] = (0..<256).map { [2, 0, 0, 0, UInt8($0), 7] }
        var single = HashChain()
        for frame in frames { _ = frame[4...].withUnsafeBytes { single.append(record: $0) } }
        var whole = HashChain()
        let sealed = frames.flatMap { $0 }.withUnsafeBytes { whole.append(frames: $0, count: 256) }
        #expect(single.head == whole.head)
        #expect(sealed == whole.head)
        let resumed = HashChain(sealed: whole.head, at: 256)
        #expect(resumed.head == whole.head)
    }
}
