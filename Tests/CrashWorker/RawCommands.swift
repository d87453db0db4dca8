import CLMDB
import Glibc

/// What LMDB does to those who call it themselves.
let rawCommands: [String: Command] = [
    // raw-commit PATH PLACE: begins a write, commits it here or elsewhere (on another thread), begins another one. What
    // hangs is ended by an alarm.
    "raw-commit": { arguments in
        var environment: OpaquePointer?
        guard mdb_env_create(&environment) == 0, mdb_env_open(environment, try arguments.text(0), 0, 0o600) == 0 else {
            return print("cannot be opened")
        }
        // Whoever started the worker may have it held back.
        var alarms = sigset_t()
        sigemptyset(&alarms)
        sigaddset(&alarms, SIGALRM)
        pthread_sigmask(SIG_UNBLOCK, &alarms, nil)
        signal(SIGALRM, SIG_DFL)
        alarm(3)
        var transaction: OpaquePointer?
        print("begun", mdb_txn_begin(environment, nil, 0, &transaction))
        if try arguments.text(1) == "here" {
            print("committed", mdb_txn_commit(transaction))
        } else {
            var thread = pthread_t()
            pthread_create(
                &thread, nil,
                { transaction in
                    print("committed", mdb_txn_commit(transaction.map { OpaquePointer($0) }))
                    return nil
                }, transaction.map { UnsafeMutableRawPointer($0) })
            pthread_join(thread, nil)
        }
        print("begun", mdb_txn_begin(environment, nil, 0, &transaction))
    }
]
