import CLMDB
import Glibc

/// What a store asks of the file system it lies on.
package struct FileSystem: Hashable, Sendable {
    /// The kernel's number of the kind (`f_type` of `statfs`).
    package var magic: UInt32
    /// The kind's name, for example `ext4`, `tmpfs` or `nfs`.
    package var name: String
    /// Whether the files lie on another machine.
    package var isNetwork: Bool
    /// Bytes that may still be written.
    package var availableBytes: UInt64

    /// The file system that holds a path; nil where it cannot be asked.
    package init?(at path: String) {
        var status = statfs()
        guard file_system_status(path, &status) == 0 else { return nil }
        magic = UInt32(truncatingIfNeeded: status.f_type)
        availableBytes = UInt64(status.f_bavail) * UInt64(status.f_bsize)
        if magic == Self.fuse, let kind = Self.mountedKind(at: path) {
            // Behind FUSE may be a local disk or a server: the mount table knows.
            name = kind
            isNetwork = Self.networkFuse.contains(kind)
        } else {
            name = Self.names[magic]?.name ?? "0x" + String(magic, radix: 16)
            isNetwork = Self.names[magic]?.isNetwork ?? false
        }
    }

    /// Throws if the files would lie on another machine.
    static func refuseNetwork(at path: String) throws(LMDBError) {
        guard let system = FileSystem(at: path) else {
            throw LMDBError(.init(rawValue: errno), in: "statfs", detail: path)
        }
        if system.isNetwork { throw LMDBError(.networkFileSystem, in: "statfs", detail: "\(path) on \(system.name)") }
    }

    /// The folder that a path's last name stands in, whether it exists or not.
    static func folder(of path: String) -> String {
        var names = path.split(separator: "/", omittingEmptySubsequences: true)
        _ = names.popLast()
        let start = path.hasPrefix("/") ? "/" : names.isEmpty ? "." : ""
        return start + names.joined(separator: "/")
    }

    /// Makes new names in a folder last: LMDB synchronizes its files, but not the folder they are listed in.
    static func synchronize(folder: String) {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}

extension FileSystem {
    private static let fuse: UInt32 = 0x6573_5546

    /// From linux/magic.h and the file systems' own headers.
    private static let names: [UInt32: (name: String, isNetwork: Bool)] = [
        0xEF53: ("ext4", false),
        0x5846_5342: ("xfs", false),
        0x9123_683E: ("btrfs", false),
        0xF2F5_2010: ("f2fs", false),
        0x2FC1_2FC1: ("zfs", false),
        0x0102_1994: ("tmpfs", false),
        0x794C_7630: ("overlay", false),
        0x4D44: ("vfat", false),
        0x2011_BAB0: ("exfat", false),
        0x5346_544E: ("ntfs", false),
        fuse: ("fuse", false),
        0x6969: ("nfs", true),
        0x517B: ("smb", true),
        0xFF53_4D42: ("cifs", true),
        0xFE53_4D42: ("smb2", true),
        0x5346_414F: ("afs", true),
        0x6B41_4653: ("afs", true),
        0x7375_7245: ("coda", true),
        0x00C3_6400: ("ceph", true),
        0x0102_1997: ("9p", true),
        0x564C: ("ncp", true),
        0x0BD0_0BD0: ("lustre", true),
        0x4750_4653: ("gpfs", true),
        0x7461_636F: ("ocfs2", true),
        0x0116_1970: ("gfs2", true),
    ]

    private static let networkFuse: Set<String> = [
        "fuse.sshfs", "fuse.glusterfs", "fuse.ceph", "fuse.ceph-fuse", "fuse.s3fs", "fuse.rclone", "fuse.gcsfuse",
        "fuse.davfs", "fuse.curlftpfs", "fuse.smbnetfs", "fuse.mfs", "fuse.lizardfs", "fuse.juicefs",
        "fuse.JuiceFS", "fuse.seaweedfs", "fuse.goofys", "fuse.blobfuse2",
    ]

    /// The kind that the mount table names for the device that a path lies on.
    private static func mountedKind(at path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, let table = fopen("/proc/self/mountinfo", "r") else { return nil }
        defer { fclose(table) }
        let device = "\(device_major(status.st_dev)):\(device_minor(status.st_dev))"
        var line: UnsafeMutablePointer<CChar>?
        var capacity = 0
        defer { free(line) }
        while getline(&line, &capacity, table) > 0, let text = line {
            let fields = String(cString: text).split(separator: " ")
            // id parent device root point options … - kind source options
            guard fields.count > 2, fields[2] == device, let dash = fields.firstIndex(of: "-"),
                dash + 1 < fields.endIndex
            else { continue }
            return String(fields[dash + 1])
        }
        return nil
    }
}
