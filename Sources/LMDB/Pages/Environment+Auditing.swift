import CLMDB
import Glibc

extension Environment {
    /// Walks all trees of the file page by page, as of the last commit, and holds the list of free pages against them.
    ///
    /// No damage can end the process: every number is checked before it is used. Others may write meanwhile.
    ///
    /// - Complexity: O(pages): all but those of long values are read.
    package func auditPages() throws -> PageReport { try audit(.everything) }

    /// The same of what tells which pages are in use: branch pages, the list of free pages, headers of long values.
    ///
    /// - Complexity: O(pages / 100), and a header for each long value, up to 4,096 of them.
    package func auditUsedPages() throws -> PageReport { try audit(.usedPages) }

    /// The same of a file that LMDB cannot open, or that ended the process that read it. No reader is entered in the lock
    /// file, so what a writer does meanwhile may look like damage.
    ///
    /// To be called only in a process that has not opened the file: closing it drops the locks on it.
    package static func auditClosedFile(in folder: String) throws(LMDBError) -> PageReport {
        let path = dataPath(in: folder)
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw LMDBError(.init(rawValue: errno), in: "open", detail: path) }
        defer { close(descriptor) }
        var failure: PageFinding?
        guard let file = PageFile(descriptor: descriptor), let meta = file.newestMeta else {
            return PageReport(findings: [PageFinding(page: 0, message: "and page 1 are both no head page of a store")])
        }
        guard var audit = PageAudit(file, of: meta.transaction, .everything, failure: &failure) else {
            return PageReport(findings: failure.map { [$0] } ?? [])
        }
        audit.run()
        return audit.report
    }

    private func audit(_ depth: PageAudit.Depth) throws -> PageReport {
        // The head page of a commit is overwritten by the next commit but one, which may be made in the meantime.
        for _ in 0..<Self.mostAttempts {
            if let report = try auditOnce(depth, isLast: false) { return report }
        }
        return try auditOnce(depth, isLast: true) ?? PageReport()
    }

    private static var mostAttempts: Int { 1000 }

    private func auditOnce(_ depth: PageAudit.Depth, isLast: Bool) throws -> PageReport? {
        // A reader keeps the pages of its commit from being written anew.
        try read { transaction in
            var failure: PageFinding?
            guard let handle, let file = PageFile(of: handle) else {
                throw LMDBError(.lost, in: "mdb_env_get_fd", detail: path)
            }
            let number = try transaction.number
            if !isLast, file.meta(of: number) == nil { return nil }
            guard var audit = PageAudit(file, of: number, depth, failure: &failure) else {
                // Another commit may have come after all.
                if !isLast, file.meta(of: number) == nil { return nil }
                var report = PageReport()
                report.findings = failure.map { [$0] } ?? []
                return report
            }
            audit.run()
            return audit.report
        }
    }

    /// Throws if the file must not be written to; before this environment's first commit. On the writer thread.
    ///
    /// A damaged list of free pages would have the commit overwrite what is in use.
    func checkBeforeFirstWrite() throws {
        guard !isAudited else { return }
        // A file size limit (`ulimit -f`) is an error to tell of, and not the end of the process.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGXFSZ)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let report = try auditUsedPages()
        if let finding = report.findings.first {
            throw LMDBError(.damagedPages, in: "audit", detail: finding.description)
        }
        isAudited = true
    }
}

extension PageFinding: CustomStringConvertible {
    /// The page and what is wrong with it, for example “page 7, of the table notes, has keys out of order”.
    package var description: String {
        let place = database.map { $0 == "list of databases" ? ", of the \($0)," : ", of the table \($0)," } ?? ""
        return "page \(page)\(place) \(message)"
    }
}
