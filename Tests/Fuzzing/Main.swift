import CLibFuzzer
import Glibc
import Page

/// Hands bytes that libFuzzer thinks up to a reader of pages, notes or events, or has it edit a note. `Tools/fuzz` builds and runs it.
@main
enum Main {
    static func main() {
        guard CommandLine.argc > 1, let argument = CommandLine.unsafeArgv[1],
            let target = FuzzTarget(rawValue: String(cString: argument))
        else {
            print("usage: fuzz TARGET [seeds FOLDER | options of libFuzzer]")
            print("TARGET is one of", FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))
            exit(64)
        }
        FuzzTarget.chosen = target
        if CommandLine.argc == 4, CommandLine.arguments[2] == "seeds" {
            target.writeSeeds(to: CommandLine.arguments[3])
            return
        }
        // libFuzzer sees the arguments without the target's name.
        CommandLine.unsafeArgv[1] = CommandLine.unsafeArgv[0]
        var count = CommandLine.argc - 1
        var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { data, size in
                FuzzTarget.chosen.check(Array(UnsafeBufferPointer(start: data, count: size)))
                return 0
            })
    }
}
