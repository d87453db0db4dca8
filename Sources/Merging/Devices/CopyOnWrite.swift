/// A value held by reference: small to carry along in a copy, and copied in truth only when it is changed while others
/// hold it too.
@usableFromInline
struct CopyOnWrite<Value: Sendable>: @unchecked Sendable {
    @usableFromInline
    final class Storage {
        // Only reached through a value that is held exclusively: checking that again costs more than it tells.
        @exclusivity(unchecked)
        @usableFromInline
        var value: Value

        @inlinable
        init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    @inlinable
    init(_ value: Value) { storage = Storage(value) }

    @inlinable
    var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}
