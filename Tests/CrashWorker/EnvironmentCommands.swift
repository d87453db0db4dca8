import CFaults
import Glibc
import LMDB

/// What a second process does with an environment.
let environmentCommands: [String: Command] = [
    // hold-read PATH READERS: begins a read, says so, ends it at a line.
    "hold-read": { arguments in
        var options = EnvironmentOptions()
        options.maximumReaders = try arguments.number(1)
        let numbers = try Numbers(at: arguments.text(0), options: options)
        try numbers.environment.read { transaction in
            print("reading")
            _ = readLine()
            print(try transaction.count(of: numbers.database))
        }
    },
    // append PATH COUNT BYTES MAPSIZE: appends one number a commit and prints it.
    "append": { arguments in
        var options = EnvironmentOptions()
        options.mapSize = try arguments.number(3)
        let numbers = try Numbers(at: arguments.text(0), options: options)
        for _ in 0..<(try arguments.number(1)) { print(try numbers.append(byteCount: arguments.number(2))) }
    },
    // open PATH: opens, says so, appends one number at a line.
    "open": { arguments in
        let numbers = try Numbers(at: arguments.text(0))
        print("open")
        while readLine() != nil { print(try numbers.append(byteCount: 8)) }
    },
    // cycle PATH COUNT: opens, appends, closes, COUNT times.
    "cycle": { arguments in
        for _ in 0..<(try arguments.number(1)) { print(try Numbers(at: arguments.text(0)).append(byteCount: 8)) }
    },
    // verify PATH: prints how many numbers there are, if they are right.
    "verify": { arguments in print(try Numbers(at: arguments.text(0)).verified()) },
    // lock PATH: prints which process holds a lock on the lock file.
    "lock": { arguments in
        let descriptor = open(try arguments.text(0) + "/lock.mdb", O_RDWR)
        var request = flock()
        request.l_type = Int16(F_WRLCK)
        request.l_whence = Int16(SEEK_SET)
        request.l_start = 0
        request.l_len = 1
        let status = fcntl(descriptor, F_GETLK, &request)
        print(status != 0 ? "errno \(errno)" : request.l_type == Int16(F_UNLCK) ? "nobody" : "\(request.l_pid)")
    },
    // fork PATH: what a forked child meets, then what its parent goes on doing.
    "fork": { arguments in
        let path = try arguments.text(0)
        let numbers = try Numbers(at: path)
        try numbers.append(byteCount: 8)
        print("parent", try numbers.append(byteCount: 8))
        let attempt = ForkAttempt(numbers: numbers, path: path)
        let status = faults_in_child(
            { context in
                guard let context else { return 1 }
                return Unmanaged<ForkAttempt>.fromOpaque(context).takeUnretainedValue().run()
            }, Unmanaged.passUnretained(attempt).toOpaque())
        print("child exited", status)
        print("parent", try numbers.append(byteCount: 8))
    },
    // limited PATH BYTES: opens with so much more address space than it has, then writes more than the map it got can hold.
    "limited": { arguments in
        var limit = rlimit()
        limit.rlim_cur = rlim_t(try usedAddressSpace() + arguments.number(1))
        limit.rlim_max = limit.rlim_cur
        guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0 else { return print("errno \(errno)") }
        var options = EnvironmentOptions()
        options.durability = .unsafeFileMayBeLost
        let numbers = try Numbers(at: arguments.text(0), options: options)
        print("map", numbers.environment.mapSize)
        try numbers.append(byteCount: 8)
        do {
            while true { try numbers.append(byteCount: 256 << 10) }
        } catch let error as LMDBError {
            print(error.name)
        }
        print("verified", try numbers.verified() > 0)
        try numbers.append(byteCount: 8)
        print("appended")
    },
]

/// What a child tries with the environment it inherited, and with one of its own.
private final class ForkAttempt {
    let numbers: Numbers
    let path: String

    init(numbers: Numbers, path: String) {
        self.numbers = numbers
        self.path = path
    }

    func run() -> CInt {
        print("read", name { try numbers.verified() })
        print("write", name { try numbers.append(byteCount: 8) })
        print("copy", name { try numbers.environment.copy(to: path + "-copy") })
        // Opening anew is allowed, and is no longer the parent's.
        print("own", name { try Numbers(at: path).append(byteCount: 8) })
        return 7
    }

    private func name(_ attempt: () throws -> some Any) -> String {
        do {
            return "\(try attempt())"
        } catch let error as LMDBError {
            return error.name
        } catch {
            return "\(error)"
        }
    }
}

/// Bytes of address space that the process has taken.
private func usedAddressSpace() throws -> Int {
    guard let file = fopen("/proc/self/statm", "r") else { throw LMDBError(.init(rawValue: errno), in: "fopen") }
    defer { fclose(file) }
    var text = [CChar](repeating: 0, count: 256)
    fgets(&text, CInt(text.count), file)
    return Int(strtol(text, nil, 10)) * sysconf(CInt(_SC_PAGESIZE))
}
