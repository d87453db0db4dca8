import CLogPeers

/// What the library behind a peer answered.
struct PeerFailure: Error {
    var peer: String
    var status: CInt
}

/// A writer in plain C that goes through what our store put, commit by commit.
final class Peer {
    let name: String
    private let peer: OpaquePointer

    private init(_ name: String, _ peer: OpaquePointer?) throws {
        guard let peer else { throw PeerFailure(peer: name, status: -1) }
        self.name = name
        self.peer = peer
    }

    deinit { log_peer_close(peer) }

    /// All of them, each with a store of its own.
    static func all(replaying trace: Trace, in folder: WorkFolder) throws -> [Peer] {
        [
            try Peer(
                "LMDB, same puts", lmdb_same_puts_open(folder.next("same-puts", isFolder: true), trace.trace)),
            try bare(replaying: trace, in: folder),
            try sqlite(replaying: trace, isFull: true, in: folder),
            try sqlite(replaying: trace, isFull: false, in: folder),
        ]
    }

    static func bare(replaying trace: Trace, in folder: WorkFolder) throws -> Peer {
        try Peer("LMDB, one database", lmdb_bare_open(folder.next("bare", isFolder: true), trace.trace))
    }

    static func sqlite(replaying trace: Trace, isFull: Bool, in folder: WorkFolder) throws -> Peer {
        try Peer(
            isFull ? "SQLite FULL" : "SQLite NORMAL",
            sqlite_log_open(folder.next("sqlite.db"), trace.trace, isFull ? 1 : 0))
    }

    /// Makes the next commit.
    func commit() throws {
        let status = log_peer_commit(peer)
        if status != 0 { throw PeerFailure(peer: name, status: status) }
    }

    /// Reads all and adds up every byte.
    func scan() throws -> (records: Int, sum: UInt64) {
        var sum: UInt64 = 0
        let count = log_peer_scan(peer, &sum)
        if count < 0 { throw PeerFailure(peer: name, status: -1) }
        return (Int(count), sum)
    }

    /// Bytes of its file.
    var byteCount: Int { Int(log_peer_bytes(peer)) }
}

/// What our store put while `body` ran, commit by commit.
final class Trace {
    let trace: OpaquePointer

    init(_ body: () throws -> Void) throws {
        put_trace_start()
        let outcome = Result { try body() }
        guard let trace = put_trace_stop() else { throw PeerFailure(peer: "trace", status: -1) }
        self.trace = trace
        try outcome.get()
    }

    deinit { put_trace_free(trace) }

    var commits: Int { put_trace_commits(trace) }
    var puts: Int { put_trace_operations(trace) }
    var events: Int { put_trace_puts_into(trace, "events") }
}
