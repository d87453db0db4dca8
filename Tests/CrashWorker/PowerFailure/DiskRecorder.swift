import CFaults

/// Writes down what reaches the data file, in order.
final class DiskRecorder {
    enum Operation {
        /// Bytes at an offset; they last when it returns if it waits for the disk, else from the next `sync` on.
        case write(offset: Int, bytes: [UInt8], isSynchronous: Bool)
        case sync
        case truncate(Int)
        /// The caller was told that all up to this number is done.
        case acknowledgement(UInt64)
    }

    private(set) var operations: [Operation] = []

    /// Records while `body` runs.
    func record(_ body: () throws -> Void) rethrows {
        faults_observe(
            { kind, bytes, count, offset, context in
                guard let context else { return }
                let recorder = Unmanaged<DiskRecorder>.fromOpaque(context).takeUnretainedValue()
                recorder.note(
                    kind, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), count, offset)
            }, Unmanaged.passUnretained(self).toOpaque())
        defer { faults_observe(nil, nil) }
        try body()
    }

    /// Notes that the caller was answered. No write may be under way.
    func acknowledge(_ number: UInt64) { operations.append(.acknowledgement(number)) }

    private func note(_ kind: fault_operation, _ bytes: UnsafeRawBufferPointer, _ count: Int, _ offset: Int) {
        switch kind {
        case FAULT_WRITE: operations.append(.write(offset: offset, bytes: Array(bytes), isSynchronous: false))
        case FAULT_SYNC_WRITE: operations.append(.write(offset: offset, bytes: Array(bytes), isSynchronous: true))
        case FAULT_SYNC: operations.append(.sync)
        case FAULT_TRUNCATE: operations.append(.truncate(count))
        default: break
        }
    }
}
