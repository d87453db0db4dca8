/// How many things may go wrong in an exploration, at any moment and to anything it can go wrong with.
public struct FaultBudget: Hashable, Sendable {
    /// How many messages may get lost; what is lost is sent again.
    public var losses: Int
    /// How many messages may come twice.
    public var duplications: Int
    /// How often a device may crash, to be started again with what it had persisted.
    public var crashes: Int

    /// Nothing goes wrong.
    public static let none = FaultBudget()

    /// So many of each.
    public init(losses: Int = 0, duplications: Int = 0, crashes: Int = 0) {
        self.losses = losses
        self.duplications = duplications
        self.crashes = crashes
    }
}
