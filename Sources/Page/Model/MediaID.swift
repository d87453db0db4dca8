/// A reference to a picture, document or page that is kept elsewhere.
public struct MediaID: Hashable, Sendable {
    /// Which collection the id belongs to.
    public var namespace: Int32
    /// The id within the collection.
    public var id: Int64

    /// A reference into the given collection.
    public init(namespace: Int32 = 0, id: Int64) {
        self.namespace = namespace
        self.id = id
    }
}
