import CLMDB

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

    private func audit(_ depth: PageAudit.Depth) throws -> PageReport {
        // A reader keeps the pages of its commit from being written anew.
        try read { transaction in
            var failure: PageFinding?
            guard let handle, let file = PageFile(of: handle) else {
                throw LMDBError(.lost, in: "mdb_env_get_fd", detail: path)
            }
            guard var audit = PageAudit(file, of: try transaction.number, depth, failure: &failure) else {
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
