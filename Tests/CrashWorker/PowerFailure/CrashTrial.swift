import CFaults
import Glibc

/// Records a run, cuts the power many times, and has each image judged.
struct CrashTrial {
    /// Where images are laid.
    var folder: String
    var images: Int
    var seed: UInt64

    /// Counts of images by what was found.
    struct Outcome {
        var sound = 0
        /// An acknowledged change was missing, or what was there was not one moment of the run.
        var wrong = 0
        /// Could not be opened, or ended the process.
        var unusable = 0
    }

    /// - Parameters:
    ///   - run: Makes the store in a folder and changes it, telling what is done.
    ///   - judge: Whether the store in a folder is sound, given what had been acknowledged. Runs in a process of its
    ///     own, which a damaged image may end.
    func run(
        _ run: (_ folder: String, _ acknowledge: (UInt64) -> Void) throws -> Void,
        judge: @escaping (_ folder: String, _ acknowledged: UInt64) throws -> Bool
    ) throws -> Outcome {
        let recorder = DiskRecorder()
        try recorder.record { try run(folder + "/recorded", recorder.acknowledge) }
        var outcome = Outcome()
        var failure = PowerFailure(recorder.operations, seed: seed)
        let image = folder + "/image"
        guard mkdir(image, 0o700) == 0 else { throw Failed(errno: errno) }
        try failure.cut(images) { bytes, acknowledged in
            unlink(image + "/lock.mdb")
            try write(bytes, to: image + "/data.mdb")
            switch Judgement(folder: image, acknowledged: acknowledged, judge: judge).answer() {
            case Judgement.sound: outcome.sound += 1
            case Judgement.wrong: outcome.wrong += 1
            default: outcome.unusable += 1
            }
        }
        return outcome
    }

    struct Failed: Error { var errno: CInt }

    private func write(_ bytes: [UInt8], to path: String) throws {
        unlink(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failed(errno: errno) }
        defer { close(descriptor) }
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written)
            }
            guard count > 0 else { throw Failed(errno: errno) }
            written += count
        }
    }
}

/// One image, looked at in a forked process.
private final class Judgement {
    static let sound: CInt = 0
    static let wrong: CInt = 1
    static let unusable: CInt = 2

    private let folder: String
    private let acknowledged: UInt64
    private let judge: (String, UInt64) throws -> Bool

    init(folder: String, acknowledged: UInt64, judge: @escaping (String, UInt64) throws -> Bool) {
        self.folder = folder
        self.acknowledged = acknowledged
        self.judge = judge
    }

    func answer() -> CInt {
        faults_in_child(
            { context in
                guard let context else { return Judgement.unusable }
                // A crash is an answer here: no report of it is wanted.
                close(STDERR_FILENO)
                _ = open("/dev/null", O_WRONLY)
                for number in [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGTRAP, SIGFPE] { signal(number, SIG_DFL) }
                let judgement = Unmanaged<Judgement>.fromOpaque(context).takeUnretainedValue()
                guard let isSound = try? judgement.judge(judgement.folder, judgement.acknowledged) else {
                    return Judgement.unusable
                }
                return isSound ? Judgement.sound : Judgement.wrong
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}
