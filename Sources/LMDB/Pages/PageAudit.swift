import CLMDB

/// Walks the trees of a data file page by page, and holds the list of free pages against what they reach.
///
/// Every page after the two head pages is either reached from one place of one tree, or free, and never both. LMDB relies on
/// that without checking it: a page that is in use and listed as free is overwritten by one of the next commits.
struct PageAudit {
    /// How much is read.
    enum Depth {
        /// Every page of every tree, its entries, and the order of their keys.
        case everything
        /// What tells which pages are in use: branch pages, the list of free pages, and the headers of long values. The pages
        /// that entries lie in are counted, not read.
        case usedPages
    }

    private let file: PageFile
    private let depth: Depth
    private let meta: MetaPage
    /// Which pages were reached or are free.
    private var claimed: [Bool]
    private(set) var report = PageReport()

    /// - Returns: nil, with `failure` as the reason, if the head page of that commit cannot be read.
    init?(_ file: PageFile, of transaction: UInt64, _ depth: Depth, failure: inout PageFinding?) {
        guard let meta = file.meta(of: transaction) else {
            failure = PageFinding(page: 0, message: "and page 1 are both no head page of commit \(transaction)")
            return nil
        }
        // Pages at the end that were set free by the transaction that added them are never written.
        guard meta.lastPage >= 1, meta.lastPage <= file.pageCount + Self.mostUnwritten else {
            failure = PageFinding(
                page: 0,
                message: "is a head page that counts \(meta.lastPage) pages, and the file has \(file.pageCount)")
            return nil
        }
        self.file = file
        self.depth = depth
        self.meta = meta
        claimed = [Bool](repeating: false, count: Int(meta.lastPage) + 1)
        claimed[0] = true
        claimed[1] = true
        report.pageCount = meta.lastPage + 1
    }

    private static var mostUnwritten: UInt64 { 1 << 16 }

    mutating func run() {
        verifyHeads()
        let free = Tree(name: nil, record: meta.free, hasIntegerKeys: true)
        walk(free) { audit, page, node in audit.addFreePages(of: node, in: page) }
        var databases: [Tree] = []
        walk(Tree(name: "list of databases", record: meta.main, hasIntegerKeys: false)) { audit, page, node in
            guard node.isDatabase, node.data.count == TreeRecord.byteCount else {
                return audit.find(page.number, "list of databases", "has an entry that is no database")
            }
            let name = String(decoding: page.bytes[node.key], as: UTF8.self)
            let record = TreeRecord(page, at: node.data.lowerBound)
            databases.append(Tree(name: name, record: record, hasIntegerKeys: record.hasIntegerKeys))
        }
        for database in databases { walk(database) { _, _, _ in } }
        if depth == .usedPages { claimLongValues(of: databases) }
        let lost = claimed.indices.filter { !claimed[$0] }
        if let first = lost.first {
            find(
                UInt64(first), nil,
                lost.count == 1
                    ? "is neither in use nor free" : "and \(lost.count - 1) more are neither in use nor free")
        }
    }

    /// The two head pages are written in turn: that of an odd commit is the second one, and they are one commit apart.
    private mutating func verifyHeads() {
        let heads = (0...1).map { file.page($0).flatMap(MetaPage.init) }
        for (place, head) in heads.enumerated() {
            guard let head else {
                find(UInt64(place), nil, "is no head page")
                continue
            }
            if head.transaction % 2 != UInt64(place), head.transaction > 0 {
                find(UInt64(place), nil, "bears the number of a commit that the other head page is written by")
            }
            if head.transaction < meta.transaction, head.lastPage > meta.lastPage {
                find(UInt64(place), nil, "is of an earlier commit, and counts more pages than the file has had by then")
            }
        }
        guard let first = heads[0]?.transaction, let second = heads[1]?.transaction else { return }
        let (newest, other) = (max(first, second), min(first, second))
        // A commit that another process makes meanwhile shows as one that is newer.
        if newest == meta.transaction, newest > 0, newest - other != 1 {
            find(
                0, nil,
                "and page 1 are head pages of the commits \(first) and \(second), which do not follow each other")
        }
    }

    mutating func find(_ page: UInt64, _ database: String?, _ message: String) {
        if report.findings.count < PageReport.mostFindings {
            report.findings.append(PageFinding(page: page, database: database, message: message))
        }
    }

    /// Notes that pages are in use or free.
    ///
    /// - Returns: whether they could be.
    private mutating func claim(_ first: UInt64, count: UInt64 = 1, for database: String?, isFree: Bool = false) -> Bool
    {
        let end = isFree ? meta.lastPage : min(meta.lastPage, file.pageCount &- 1)
        guard first >= 2, count > 0, first <= end, count - 1 <= end - first else {
            find(first, database, "is referred to, and the file has no such page")
            return false
        }
        for page in Int(first)..<Int(first + count) {
            guard !claimed[page] else {
                find(UInt64(page), database, "is in use twice, or in use and free")
                return false
            }
            claimed[page] = true
        }
        return true
    }
}

// MARK: Trees

extension PageAudit {
    /// A tree to walk.
    struct Tree {
        let name: String?
        let record: TreeRecord
        let hasIntegerKeys: Bool

        /// Whether one key is before another, as LMDB compares them.
        func isOrdered(_ first: ArraySlice<UInt8>, before second: ArraySlice<UInt8>) -> Bool {
            guard hasIntegerKeys else { return first.lexicographicallyPrecedes(second) }
            guard first.count == 8, second.count == 8 else { return false }
            // The numbers stand as the machine has them, lowest byte first.
            return first.reversed().lexicographicallyPrecedes(second.reversed())
        }
    }

    /// What was counted on the way.
    private struct Counts {
        var branches: UInt64 = 0
        var leaves: UInt64 = 0
        var overflows: UInt64 = 0
        var entries: UInt64 = 0
    }

    /// A page to visit, and the keys that its own must lie between.
    private struct Visit {
        var page: UInt64
        var level: UInt16
        var lower: ArraySlice<UInt8>?
        var upper: ArraySlice<UInt8>?
    }

    /// The trees whose leaves are read in any case: small ones that say where the others are, and what is free.
    private func readsLeaves(of tree: Tree) -> Bool {
        depth == .everything || tree.name == nil || tree.name == "list of databases"
    }

    private mutating func walk(_ tree: Tree, _ body: (inout PageAudit, Page, PageNode) -> Void) {
        let record = tree.record
        var counts = Counts()
        guard record.root != TreeRecord.noPage else {
            if record.depth != 0 || record.entries != 0 || record.leafPages != 0 || record.branchPages != 0 {
                find(0, tree.name, "has a record of a tree that is empty and is not")
            }
            return
        }
        guard (1...Self.deepest).contains(record.depth) else {
            return find(0, tree.name, "has a record of a tree with \(record.depth) levels")
        }
        var open = [Visit(page: record.root, level: 1)]
        var isWhole = true
        while let visit = open.popLast() {
            if !self.visit(visit, of: tree, &counts, &open, body) { isWhole = false }
        }
        // Where part of the tree could not be read, counts tell nothing more.
        guard isWhole else { return }
        if counts.branches != record.branchPages || counts.leaves != record.leafPages {
            find(
                record.root, tree.name,
                "leads to \(counts.branches + counts.leaves) pages, and the record of the tree counts "
                    + "\(record.branchPages &+ record.leafPages)")
        }
        if readsLeaves(of: tree), counts.entries != record.entries || counts.overflows != record.overflowPages {
            find(
                record.root, tree.name,
                "leads to \(counts.entries) entries with \(counts.overflows) pages of long values, and the record of the "
                    + "tree counts \(record.entries) and \(record.overflowPages)")
        }
    }

    /// More levels than any file that fits on a disk has.
    private static var deepest: UInt16 { 32 }

    /// Visits a page, and adds those that it leads to.
    ///
    /// - Returns: whether all of it could be read.
    private mutating func visit(
        _ visit: Visit, of tree: Tree, _ counts: inout Counts, _ open: inout [Visit],
        _ body: (inout PageAudit, Page, PageNode) -> Void
    ) -> Bool {
        guard claim(visit.page, for: tree.name) else { return false }
        let isBranch = visit.level < tree.record.depth
        if isBranch { counts.branches += 1 } else { counts.leaves += 1 }
        if !isBranch, !readsLeaves(of: tree) { return true }
        report.readCount += 1
        guard let page = file.page(visit.page) else {
            find(visit.page, tree.name, "cannot be read")
            return false
        }
        guard page.number == visit.page, page.flags == (isBranch ? Page.Flag.branch : Page.Flag.leaf) else {
            find(visit.page, tree.name, "is not the \(isBranch ? "branch" : "leaf") page that it must be")
            return false
        }
        let (nodes, flaw) = page.nodes(isBranch: isBranch)
        if let flaw {
            find(visit.page, tree.name, "has \(flaw)")
            return false
        }
        guard !nodes.isEmpty else {
            find(visit.page, tree.name, "has no entries")
            return false
        }
        guard hasOrderedKeys(page, nodes, visit, of: tree, isBranch: isBranch) else { return false }
        if isBranch {
            // The last child first, so that pages are read from the first on.
            for index in nodes.indices.reversed() {
                open.append(
                    Visit(
                        page: nodes[index].child, level: visit.level + 1,
                        lower: index == 0 ? visit.lower : page.bytes[nodes[index].key],
                        upper: index + 1 < nodes.count ? page.bytes[nodes[index + 1].key] : visit.upper))
            }
            return true
        }
        counts.entries += UInt64(nodes.count)
        var isWhole = true
        for node in nodes {
            if node.isInOverflow, !claimLongValue(of: node, in: page, for: tree, &counts) { isWhole = false }
            body(&self, page, node)
        }
        return isWhole
    }

    /// Whether the keys of a page rise, and lie where the pages above say.
    private mutating func hasOrderedKeys(
        _ page: Page, _ nodes: [PageNode], _ visit: Visit, of tree: Tree, isBranch: Bool
    ) -> Bool {
        // The first key of a branch page is never compared: whatever is smaller than the second one lies there.
        let keys = nodes[(isBranch ? 1 : 0)...].map { page.bytes[$0.key] }
        for key in keys where key.isEmpty || key.count > Self.longestKey || tree.hasIntegerKeys && key.count != 8 {
            find(page.number, tree.name, "has a key of \(key.count) bytes")
            return false
        }
        for (key, next) in zip(keys, keys.dropFirst()) where !tree.isOrdered(key, before: next) {
            find(page.number, tree.name, "has keys out of order")
            return false
        }
        if let lower = visit.lower, let first = keys.first, tree.isOrdered(first, before: lower) {
            find(page.number, tree.name, "has a key that belongs before it")
            return false
        }
        if let upper = visit.upper, let last = keys.last, !tree.isOrdered(last, before: upper) {
            find(page.number, tree.name, "has a key that belongs after it")
            return false
        }
        return true
    }

    private static var longestKey: Int { 511 }

    // MARK: Long values

    /// How many pages a value of that size needs that is too long for a leaf.
    private func leastOverflowCount(of size: Int) -> UInt64 {
        UInt64((Page.headerSize - 1 + size) / file.pageSize + 1)
    }

    private mutating func claimLongValue(
        of node: PageNode, in page: Page, for tree: Tree, _ counts: inout Counts
    ) -> Bool {
        let first = page.load(node.data.lowerBound, as: UInt64.self)
        report.readCount += 1
        // A value that was replaced by a shorter one keeps its pages.
        guard let header = file.header(of: first), header.number == first, header.flags == Page.Flag.overflow,
            UInt64(header.overflowCount) >= leastOverflowCount(of: node.valueSize)
        else {
            find(first, tree.name, "is not the beginning of the long value that it must be")
            return false
        }
        counts.overflows += UInt64(header.overflowCount)
        return claim(first, count: UInt64(header.overflowCount), for: tree.name)
    }

    /// Claims the pages that are left as long values, which must be as many as the trees count and lie one after the other.
    private mutating func claimLongValues(of databases: [Tree]) {
        guard report.findings.isEmpty else { return }
        let expected = databases.reduce(0) { $0 &+ $1.record.overflowPages }
        let left = claimed.indices.filter { !claimed[$0] }
        guard UInt64(left.count) == expected else {
            return find(
                UInt64(left.first ?? 0), nil,
                "and others are in use by no tree and not free, \(left.count) in all; the trees count \(expected) pages of "
                    + "long values")
        }
        var next = left.startIndex
        for _ in 0..<Self.mostHeadersRead {
            guard next < left.endIndex else { return }
            let page = UInt64(left[next])
            report.readCount += 1
            guard let header = file.header(of: page), header.number == page, header.flags == Page.Flag.overflow,
                claim(page, count: UInt64(header.overflowCount), for: nil)
            else { return find(page, nil, "is in use by no tree, not free, and begins no long value") }
            next += Int(header.overflowCount)
        }
        // A file with more of them than can be read in passing: that their number fits must do.
        for page in left { claimed[page] = true }
    }

    private static var mostHeadersRead: Int { 4096 }

    // MARK: Free pages

    /// Notes the pages that an entry of the list of free pages has: a count, then their numbers, greatest first.
    private mutating func addFreePages(of node: PageNode, in page: Page) {
        let size = MemoryLayout<UInt64>.size
        let value: [UInt8]? =
            if node.isInOverflow {
                file.bytes(
                    at: page.load(node.data.lowerBound, as: UInt64.self) &* UInt64(file.pageSize)
                        &+ UInt64(Page.headerSize), count: node.valueSize)
            } else {
                Array(page.bytes[node.data])
            }
        guard let value, value.count >= size, value.count % size == 0 else {
            return find(page.number, nil, "has a list of free pages that is cut short")
        }
        let number = { (index: Int) in
            value.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: index * size, as: UInt64.self) }
        }
        let commit = page.load(node.key.lowerBound, as: UInt64.self)
        guard commit <= meta.transaction else {
            return find(page.number, nil, "has pages that commit \(commit) set free, which is still to come")
        }
        let count = number(0)
        guard count < UInt64(value.count / size) else {
            return find(page.number, nil, "has a list of free pages that is longer than its room")
        }
        var last = UInt64.max
        for index in 0..<Int(count) {
            let free = number(index + 1)
            guard free < last else { return find(page.number, nil, "has a list of free pages out of order") }
            last = free
            if claim(free, for: nil, isFree: true) { report.freePageCount += 1 }
        }
    }
}
