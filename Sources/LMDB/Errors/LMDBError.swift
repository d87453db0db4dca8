import CLMDB

/// What LMDB, or this binding of it, answers when something cannot be done.
@usableFromInline
package struct LMDBError: Error, Hashable, Sendable {
    /// What went wrong, as LMDB's or the system's number.
    package let code: Code
    /// The C function that said so, or what the binding was about to do.
    package let operation: String
    /// What else is known: the path, a size, the key.
    package let detail: String?

    /// An error of that code, met in that operation.
    package init(_ code: Code, in operation: String, detail: String? = nil) {
        self.code = code
        self.operation = operation
        self.detail = detail
    }

    /// One sentence: what happened.
    package var message: String {
        let told = code.explanation ?? String(cString: mdb_strerror(code.rawValue))
        return detail.map { "\(told) (\($0))" } ?? told
    }

    /// The code's C name, for example `MDB_MAP_FULL` or `EIO`.
    package var name: String { code.name }
}

extension LMDBError: CustomStringConvertible {
    /// `mdb_put: MDB_MAP_FULL: Environment mapsize limit reached`.
    @usableFromInline package var description: String { "\(operation): \(name): \(message)" }
}

extension LMDBError {
    /// Throws unless `status` is success.
    static func check(_ status: CInt, in operation: String) throws(LMDBError) {
        if status != 0 { throw LMDBError(Code(rawValue: status), in: operation) }
    }
}
