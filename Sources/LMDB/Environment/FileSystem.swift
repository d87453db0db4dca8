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
        let magic = UInt32(truncatingIfNeeded: status.f_type)
        // Behind FUSE may be a local disk or a server, and there are more kinds than numbers known here: the mount table
        // says which.
        let isNamed = magic != Self.fuse && Self.names[magic] != nil
        self.init(magic: magic, kind: isNamed ? nil : Mount(at: path)?.kind)
        availableBytes = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_bsize)).partialValue
    }

    /// The file system of that number, and of that name in the mount table.
    package init(magic: UInt32, kind: String?) {
        self.magic = magic
        name = kind ?? Self.names[magic]?.name ?? "0x" + String(magic, radix: 16)
        isNetwork = kind.map(Self.networkKinds.contains) ?? Self.names[magic]?.isNetwork ?? false
        availableBytes = 0
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
        0x786F_4256: ("vboxsf", true),
        0x1983_0326: ("beegfs", true),
        0xBACB_ACBC: ("vmhgfs", true),
        0x7C7C_6673: ("prl_fs", true),
        0x2003_0528: ("orangefs", true),
        0xAAD7_AAEA: ("panfs", true),
        0x6163_6673: ("acfs", true),
        0xBEEF_DEAD: ("snfs", true),
    ]

    /// Kinds as the mount table names them: of numbers that are not listed above, or behind FUSE.
    ///
    /// File systems of a cluster are among them, and such as a host shares with its guests. Some keep a map coherent, but
    /// LMDB's locks lie in memory that one kernel shares.
    private static let networkKinds: Set<String> = [
        "9p", "acfs", "afs", "beegfs", "ceph", "cifs", "coda", "davfs", "fakeowner", "gfs2", "glusterfs", "gpfs",
        "grpcfuse", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "orangefs", "osxfs", "panfs", "prl_fs", "pvfs2", "smb3",
        "smbfs", "vboxsf", "virtiofs", "vmhgfs", "wekafs",
        "fuse.JuiceFS", "fuse.afpfs", "fuse.alluxio-fuse", "fuse.blobfuse", "fuse.blobfuse2", "fuse.ceph",
        "fuse.ceph-fuse", "fuse.curlftpfs", "fuse.davfs", "fuse.fuse_dfs", "fuse.gcsfuse", "fuse.glusterfs",
        "fuse.goofys", "fuse.google-drive-ocamlfuse", "fuse.grpcfuse", "fuse.gvfsd-fuse", "fuse.juicefs",
        "fuse.kio-fuse", "fuse.lizardfs", "fuse.mfs", "fuse.moosefs", "fuse.mount-s3", "fuse.mountpoint-s3",
        "fuse.onedriver", "fuse.osxfs", "fuse.prl_fsd", "fuse.rclone", "fuse.s3backer", "fuse.s3fs", "fuse.seaweedfs",
        "fuse.smbnetfs", "fuse.sshfs", "fuse.vmhgfs-fuse", "fuse.xtreemfs",
    ]
}
