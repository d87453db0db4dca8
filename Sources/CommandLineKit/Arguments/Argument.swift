/// An argument of a command, typed by what it gives: an option that may be missing gives an optional.
package struct Argument<Result: Sendable>: TableArgument {
    package var row: ArgumentRow
    package let result: @Sendable ([String], ReadingContext) throws(CommandFailure) -> Result

    package init(
        row: ArgumentRow, result: @escaping @Sendable ([String], ReadingContext) throws(CommandFailure) -> Result
    ) {
        self.row = row
        self.result = result
    }

    package func check(_ values: [String], in context: ReadingContext) throws(CommandFailure) {
        _ = try result(values, context)
    }
}

/// An argument as the table holds it, whatever it gives.
package protocol TableArgument: Sendable {
    var row: ArgumentRow { get }

    /// Throws what is wrong with the values given.
    func check(_ values: [String], in context: ReadingContext) throws(CommandFailure)
}

extension Argument {
    /// An argument that stands at its place and must be there.
    package static func operand(
        _ name: String, _ reader: ValueReader<Result>, _ explanation: String
    ) -> Argument {
        let row = ArgumentRow(operand: name, .one, explanation, reader.completion)
        return Argument(row: row) { values, context throws(CommandFailure) in
            guard let value = values.first else { throw .usage("\(name) is missing.") }
            return try reader.read(value, as: name, in: context)
        }
    }

    /// An argument that stands at its place and may be left out.
    package static func optionalOperand<Value>(
        _ name: String, _ reader: ValueReader<Value>, _ explanation: String
    ) -> Argument where Result == Value? {
        let row = ArgumentRow(operand: name, .optional, explanation, reader.completion)
        return Argument(row: row) { values, context throws(CommandFailure) in
            guard let value = values.first else { return nil }
            return try reader.read(value, as: name, in: context)
        }
    }

    /// All operands from its place on: at least one, unless `orNone`.
    package static func operands<Value>(
        _ name: String, _ reader: ValueReader<Value>, orNone: Bool = false, _ explanation: String
    ) -> Argument where Result == [Value] {
        let row = ArgumentRow(operand: name, orNone ? .any : .oneOrMore, explanation, reader.completion)
        return Argument(row: row) { values, context throws(CommandFailure) in
            var read: [Value] = []
            for value in values { read.append(try reader.read(value, as: name, in: context)) }
            return read
        }
    }

    /// `--name VALUE`; of several the last one counts.
    package static func option<Value>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ reader: ValueReader<Value>,
        _ explanation: String
    ) -> Argument where Result == Value? {
        let row = ArgumentRow(
            shape: .option(repeats: false), name: name, short: short, placeholder: placeholder,
            explanation: explanation, completion: reader.completion)
        return Argument(row: row) { values, context throws(CommandFailure) in
            guard let value = values.last else { return nil }
            return try reader.read(value, as: "--\(name)", in: context)
        }
    }

    /// `--name VALUE`, any number of times.
    package static func options<Value>(
        _ name: String, short: Character? = nil, _ placeholder: String, _ reader: ValueReader<Value>,
        _ explanation: String
    ) -> Argument where Result == [Value] {
        let row = ArgumentRow(
            shape: .option(repeats: true), name: name, short: short, placeholder: placeholder,
            explanation: explanation, completion: reader.completion)
        return Argument(row: row) { values, context throws(CommandFailure) in
            var read: [Value] = []
            for value in values { read.append(try reader.read(value, as: "--\(name)", in: context)) }
            return read
        }
    }
}

extension Argument<Bool> {
    /// `--name`: true where it is given.
    package static func flag(_ name: String, short: Character? = nil, _ explanation: String) -> Argument {
        let row = ArgumentRow(
            shape: .flag, name: name, short: short, placeholder: "", explanation: explanation, completion: .none)
        return Argument(row: row) { values, _ in !values.isEmpty }
    }
}

extension ArgumentRow {
    fileprivate init(operand name: String, _ count: Count, _ explanation: String, _ completion: Completion) {
        self.init(
            shape: .operand(count), name: name, short: nil, placeholder: name, explanation: explanation,
            completion: completion)
    }
}
