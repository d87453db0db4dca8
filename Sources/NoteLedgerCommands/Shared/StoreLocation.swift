import CommandLineKit

/// Where the store is.
enum StoreLocation {
    /// The folder: `--store`, or else `$NOTELEDGER_STORE`, or else `noteledger` in the XDG data folder.
    static func resolve(option: String?, variable: (String) -> String?) throws(CommandFailure) -> String {
        if let path = option ?? variable("NOTELEDGER_STORE") { return path }
        // The XDG specification says that a relative path is to be ignored.
        if let data = variable("XDG_DATA_HOME"), data.hasPrefix("/") { return data + "/noteledger" }
        if let home = variable("HOME") { return home + "/.local/share/noteledger" }
        throw .usage(
            "There is no telling where the store is: HOME is not set.",
            hint: "Name the folder with --store DIR or NOTELEDGER_STORE.")
    }
}
