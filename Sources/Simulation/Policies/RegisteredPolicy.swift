public import Merging

/// A policy under a name: what commands can run, explore, sweep and compare.
///
/// A new policy is a type that conforms to `MergePolicy`, and a row in ``all``.
public struct RegisteredPolicy: Hashable, Sendable {
    /// What it is called: the policy's own name.
    public var name: String { policy.name }
    /// What it does, in one sentence.
    public let summary: String
    /// The policy.
    public let policy: any MergePolicy

    init(_ policy: any MergePolicy, _ summary: String) {
        (self.policy, self.summary) = (policy, summary)
    }

    /// The policies besides field-level last-writer-wins and line merge, which ``PolicyChoice`` knows by itself so that
    /// they are compiled for speed.
    public static let all = [
        RegisteredPolicy(
            LineLWW.Policy(), "each line is a record of its own; of two versions of a line the newer one wins"),
        RegisteredPolicy(
            CompareAndSwap.Policy(.lines),
            "the server refuses a note made from an old version; the device merges three ways by line and sends again"),
        RegisteredPolicy(
            CompareAndSwap.Policy(.words), "the same, and lines that both changed are merged by word"),
        RegisteredPolicy(
            CompareAndSwap.Policy(.copy),
            "the server refuses a note made from an old version; the device keeps its own as a conflict copy"),
        RegisteredPolicy(
            TextCRDT.Policy(), "the body is one text that is merged character by character (Fugue)"),
    ]

    /// Two are the same if they have the same name.
    public static func == (left: RegisteredPolicy, right: RegisteredPolicy) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
