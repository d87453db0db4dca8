import CLMDB
import Glibc

/// What the mount table says of the device that a file lies on.
struct Mount {
    /// The kind of its file system, for example `ext4` or `fuse.sshfs`.
    let kind: String
    /// Whether the file system as such is mounted for reading only, so that nobody can write to it: neither here nor where
    /// it is mounted a second time.
    let isSealed: Bool

    /// The entry of the device that a path lies on; nil where there is none.
    init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0, let table = fopen("/proc/self/mountinfo", "r") else { return nil }
        defer { fclose(table) }
        let device = "\(device_major(status.st_dev)):\(device_minor(status.st_dev))"
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, table) > 0, let text = line {
            if let mount = Mount(entry: String(cString: text), of: device) {
                self = mount
                return
            }
        }
        return nil
    }

    /// Reads a line of the table: id, parent, device, root, point, options, …, a dash, kind, source, options of the file
    /// system itself; nil if it is of another device.
    init?(entry: String, of device: String) {
        let fields = entry.split(whereSeparator: \.isWhitespace)
        guard fields.count > 2, fields[2] == device, let dash = fields.firstIndex(of: "-"), dash + 3 < fields.endIndex
        else { return nil }
        // davfs2 leaves its name out.
        let isOfWeb = fields[dash + 1] == "fuse" && fields[dash + 2].contains("://")
        kind = isOfWeb ? "fuse.davfs" : String(fields[dash + 1])
        isSealed = fields[dash + 3].split(separator: ",").contains("ro")
    }
}
