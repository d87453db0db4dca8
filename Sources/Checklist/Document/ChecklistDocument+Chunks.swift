extension ChecklistDocument {
    /// A stretch of the text as it is stored, for snapshots.
    package struct Chunk: Sendable {
        /// The text, which need not end at a line end.
        package var bytes: LineSlice
        /// The ids of the lines that begin in it, in order.
        package var ids: [LineRun]
        /// Tells chunks apart: two documents that are both held share a chunk exactly if its identity is the same.
        package var identity: ObjectIdentifier
    }

    /// The chunks in order; an edit replaces few of them.
    ///
    /// - Complexity: O(number of chunks).
    package var chunks: [Chunk] {
        var chunks: [Chunk] = []
        tree.forEachLeaf { slot in
            let leaf = slot.leaf
            if leaf.byteCount > 0 {
                chunks.append(
                    Chunk(
                        bytes: LineSlice(owner: leaf, base: leaf.text, count: leaf.byteCount),
                        ids: leaf.ids.runs(in: 0..<leaf.lineCount), identity: ObjectIdentifier(leaf)))
            }
            return true
        }
        return chunks
    }

    /// What is remembered of lines, in order of their ids.
    package var rememberedLines: [(line: LineID, memory: LineMemory)] {
        var result: [(line: LineID, memory: LineMemory)] = []
        memories.forEach { result.append(($0, $1)) }
        return result
    }

    /// The document of chunks as another gave them; each becomes a chunk again.
    ///
    /// Returns nil if the ids are not as many as the lines, or two lines have the same one.
    ///
    /// - Complexity: O(n).
    package init?(
        chunks: some Sequence<(bytes: UnsafeBufferPointer<UInt8>, ids: [LineRun])>,
        remembered: some Sequence<(line: LineID, memory: LineMemory)>, shape: TreeShape = .standard
    ) {
        self.init(shape: shape)
        guard let tree = LineTree(chunks: chunks, shape: shape) else { return nil }
        self.tree = tree
        for (line, memory) in remembered { memories[line] = memory }
    }
}
