internal import LMDB

/// A result that one thread waits for and another one gives.
final class Answer<Value: Sendable>: Sendable {
    private let result = Monitor<Result<Value, any Error>?>(nil)

    /// Gives the result; wakes who waits.
    func give(_ given: Result<Value, any Error>) { result.update { $0 = given } }

    /// Waits for the result.
    func wait() -> Result<Value, any Error> { result.wait { $0 } }
}
