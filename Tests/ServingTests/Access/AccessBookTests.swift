import Foundation
import Synchronization
import Testing

@testable import Serving

@Suite struct `the access book` {
    /// A clock that stands still until it is set.
    private final class Clock: Sendable {
        let now = Mutex<UInt64>(1_000_000)
    }

    private let folder: ScratchFolder
    private let clock = Clock()

    init() throws { folder = try ScratchFolder() }

    private func open() throws -> AccessBook {
        try AccessBook(at: folder.path + "/access.json", clock: { [clock] in clock.now.withLock { $0 } })
    }

    @Test func `lets one browser in for each link, once`() throws {
        let book = try open()
        let (invitation, secret) = try book.invite(as: "Ada's phone", role: .write, lifetime: 1000)
        #expect(try book.invitations() == [invitation])
        let visitor = try #require(try book.admit(secret: secret))
        #expect(visitor.name == "Ada's phone")
        #expect(visitor.role == .write)
        #expect(try book.admit(secret: secret) == nil)
        #expect(try book.admit(secret: "") == nil)
        #expect(try book.invitations() == [])
        #expect(try book.visitors() == [visitor])
    }

    @Test func `forgets links that are too old`() throws {
        let book = try open()
        let (_, secret) = try book.invite(as: nil, role: .read, lifetime: 1000)
        clock.now.withLock { $0 += 1000 }
        #expect(try book.invitations() == [])
        #expect(try book.admit(secret: secret) == nil)
    }

    @Test func `knows its visitors after a restart, until they are sent away by another process`() throws {
        let book = try open()
        let visitor = try #require(try book.admit(secret: try book.invite(as: nil, role: .read, lifetime: 9).secret))
        let cookie = try book.cookie(for: visitor)
        let restarted = try open()
        #expect(try restarted.visitor(of: cookie) == visitor)
        #expect(try restarted.token(for: visitor) == book.token(for: visitor))
        #expect(try restarted.revoke(visitor.id))
        #expect(try book.visitor(of: cookie) == nil)
        #expect(try book.revoke(visitor.id) == false)
    }

    @Test func `believes no cookie that it did not sign`() throws {
        let book = try open()
        let visitor = try #require(try book.admit(secret: try book.invite(as: nil, role: .write, lifetime: 9).secret))
        let cookie = try book.cookie(for: visitor)
        let another = try AccessBook(at: folder.path + "/another.json", clock: { 0 })
        #expect(try another.visitor(of: cookie) == nil)
        for index in cookie.indices {
            var forged = cookie
            forged.replaceSubrange(index...index, with: cookie[index] == "0" ? "1" : "0")
            #expect(try book.visitor(of: forged) == nil)
        }
        for forged in ["", ".", visitor.id, "\(visitor.id).", try book.token(for: visitor)] {
            #expect(try book.visitor(of: forged) == nil)
        }
    }

    @Test func `is readable for its owner only, keeps no secret of a link, and says when it is damaged`() throws {
        let book = try open()
        let (_, secret) = try book.invite(as: nil, role: .write, lifetime: 9)
        let path = folder.path + "/access.json"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(secret) == false)
        try "{}".write(toFile: path, atomically: true, encoding: .utf8)
        #expect(throws: ServingError.self) { try book.visitors() }
        #expect(throws: ServingError.self) { try open() }
    }

    @Test func `signs as RFC 4231 has it`() {
        // Test case 2 of section 4.3.
        #expect(
            AccessBook.signature(of: "what do ya want for nothing?", key: Array("Jefe".utf8))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }
}
