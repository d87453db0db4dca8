import Checklist
import Merging

/// What a user was told about an action.
struct Answer: Sendable {
    /// The event it became.
    var event: EventID?
    var refusal: Refusal?
}

/// What the users were told of their actions, by number.
typealias Answers = ContiguousArray<Answer>
