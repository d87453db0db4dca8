import CFaults
import Glibc
import LMDB

/// What an environment does when the system fails it.
let faultCommands: [String: Command] = [
    // network PATH MAGIC: opens where statfs claims that kind of file system.
    "network": { arguments in
        faults_claim_file_system(try arguments.number(1))
        do {
            _ = try Numbers(at: arguments.text(0))
            print("opened")
        } catch let error as LMDBError {
            print(error.name)
            print(error.message)
        }
    },
    // fill PATH BYTES: appends until it fails, says how far and why; at a line goes on once more, and so on.
    "fill": { arguments in
        let numbers = try Numbers(at: arguments.text(0))
        var acknowledged: UInt64 = 0
        repeat {
            do {
                while true { acknowledged = try numbers.append(byteCount: arguments.number(1)) }
            } catch let error as LMDBError {
                print("full", acknowledged, error.name)
            }
            // Reading goes on, of all that was acknowledged.
            print("verified", try numbers.verified())
        } while readLine() != nil
    },
    // panic-open PATH NAME: opens one more database when LMDB has given up, since a head page could not be written.
    "panic-open": { arguments in
        // Whoever waits for itself would do so for ever. The thread that started us may have blocked the signal.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGALRM)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
        alarm(20)
        let path = try arguments.text(0)
        let numbers = try Numbers(at: path)
        try numbers.append(byteCount: 100)
        faults_fail(CInt(FAULT_SYNC_WRITE.rawValue), 0, 0, EIO)
        do {
            print("acknowledged", try numbers.append(byteCount: 100))
        } catch let error as LMDBError {
            print("refused", error.name)
        }
        faults_pass()
        let more = DatabaseDescription(try arguments.text(1), keyedBy: UInt64.self)
        let environment = try Environment.open(at: path, databases: [Numbers.description, more])
        let database = try environment.database(arguments.text(1), keyedBy: UInt64.self)
        try environment.write { try $0.put([1].span.bytes, for: 1, in: database) }
        print("opened", try environment.read { try $0.count(of: database) })
        print("verified", try numbers.verified() > 0)
    },
    // limit-file PATH BYTES LIMIT: the same with a limit on the size of files instead of a full disk.
    "limit-file": { arguments in
        signal(SIGXFSZ, SIG_IGN)
        let numbers = try Numbers(at: arguments.text(0))
        try setFileLimit(arguments.number(2))
        var acknowledged: UInt64 = 0
        do {
            while true { acknowledged = try numbers.append(byteCount: arguments.number(1)) }
        } catch let error as LMDBError {
            print("full", acknowledged, error.name)
        }
        print("verified", try numbers.verified())
        try setFileLimit(nil)
        print("appended", try numbers.append(byteCount: arguments.number(1)))
    },
    // fail PATH OPERATIONS SKIPPED TIMES ERRNO: appends 20 times while those operations fail, then 5 times without.
    "fail": { arguments in
        let numbers = try Numbers(at: arguments.text(0))
        try numbers.append(byteCount: 100)
        faults_fail(
            CInt(try arguments.number(1)), CUnsignedInt(try arguments.number(2)), CUnsignedInt(try arguments.number(3)),
            CInt(try arguments.number(4)))
        for _ in 0..<20 {
            do {
                print("acknowledged", try numbers.append(byteCount: 100))
            } catch let error as LMDBError {
                print("refused", error.name)
            }
        }
        faults_pass()
        for _ in 0..<5 { print("acknowledged", try numbers.append(byteCount: 100)) }
        print("verified", try numbers.verified())
    },
]

private func setFileLimit(_ bytes: Int?) throws {
    var limit = rlimit()
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    guard getrlimit(resource, &limit) == 0 else { throw LMDBError(.init(rawValue: errno), in: "getrlimit") }
    limit.rlim_cur = bytes.map { rlim_t($0) } ?? limit.rlim_max
    guard setrlimit(resource, &limit) == 0 else { throw LMDBError(.init(rawValue: errno), in: "setrlimit") }
}
