extension ChecklistDocument {
    /// A range of the text as it is stored, for snapshots.
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
        forEachChunk(from: 0) { chunk in
            chunks.append(chunk)
            return true
        }
        return chunks
    }

    /// Passes the chunks in order until `body` returns false. The first is what lies after `offset` of the chunk that
    /// it falls into.
    ///
    /// - Complexity: O(log n) and the chunks handed on.
    package func forEachChunk<Failure: Error>(
        from offset: Int, _ body: (Chunk) throws(Failure) -> Bool
    ) throws(Failure) {
        var offset = offset
        while offset < utf8Count {
            let location = tree.leaf(atByte: offset)
            let leaf = location.leaf
            let start = offset - location.byte
            // The lines that begin at the offset or after it.
            let firstLine = start == 0 ? 0 : leaf.line(at: start - 1) + 1
            let chunk = Chunk(
                bytes: LineSlice(owner: leaf, base: leaf.text + start, count: leaf.byteCount - start),
                ids: leaf.ids.runs(in: firstLine..<leaf.lineCount), identity: ObjectIdentifier(leaf))
            if try !body(chunk) { return }
            offset = location.byte + leaf.byteCount
        }
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
