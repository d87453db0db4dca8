import CommandLineKit
import Simulation

/// The members of an object, all of which must be known.
struct Fields {
    typealias Failure = JSON5.Failure

    private var members: [String: JSON5] = [:]

    init(_ json: JSON5, _ what: String, _ known: [String]) throws(Failure) {
        guard case .object(let members) = json.value else {
            throw Failure(message: "Here should be \(what) in braces, not \(json.kind).", position: json.position)
        }
        for member in members {
            guard known.contains(member.name) else {
                let near = Spelling.nearest(to: member.name, among: known).map { " Is “\($0)” meant?" } ?? ""
                throw Failure(message: "\(what) has no “\(member.name)”.\(near)", position: member.position)
            }
            guard self.members.updateValue(member.value, forKey: member.name) == nil else {
                throw Failure(message: "“\(member.name)” stands twice.", position: member.position)
            }
        }
    }

    subscript(name: String) -> JSON5? { members[name] }

    func text(_ name: String) throws(Failure) -> String? { try members[name]?.text() }

    func flag(_ name: String) throws(Failure) -> Bool? {
        guard let json = members[name] else { return nil }
        guard case .bool(let flag) = json.value else { throw json.mismatch("true or false") }
        return flag
    }

    func number(_ name: String) throws(Failure) -> Double? {
        guard let json = members[name] else { return nil }
        guard case .number(let number) = json.value else { throw json.mismatch("a number") }
        return number
    }

    func list(_ name: String) throws(Failure) -> [JSON5] {
        guard let json = members[name] else { return [] }
        guard case .array(let elements) = json.value else { throw json.mismatch("a list") }
        return elements
    }

    func duration(_ name: String) throws(Failure) -> UInt64? { try members[name]?.duration() }

    func signedDuration(_ name: String) throws(Failure) -> Int64? { try members[name]?.signedDuration() }

    /// Stretches of time: `[["1s", "3s"], …]`.
    func spans(_ name: String) throws(Failure) -> [Span] {
        var spans: [Span] = []
        for json in try list(name) {
            guard case .array(let ends) = json.value, ends.count == 2 else {
                throw json.mismatch("a list of two times, from and until")
            }
            spans.append(Span(from: try ends[0].duration(), until: try ends[1].duration()))
        }
        return spans
    }
}

extension JSON5 {
    func mismatch(_ wanted: String) -> Failure {
        Failure(message: "Here should be \(wanted), not \(kind).", position: position)
    }

    func text() throws(Failure) -> String {
        guard case .string(let text) = value else { throw mismatch("a text") }
        return text
    }

    /// A time of at least 0, in microseconds.
    func duration() throws(Failure) -> UInt64 {
        let microseconds = try signedDuration()
        guard microseconds >= 0 else { throw Failure(message: "This time must not be negative.", position: position) }
        return UInt64(microseconds)
    }

    /// A time in microseconds.
    func signedDuration() throws(Failure) -> Int64 {
        let seconds: Double?
        switch value {
        case .number(let number): seconds = number
        case .string(let text): seconds = JSON5.seconds(text)
        default: throw mismatch("a time such as \"250ms\", \"1.5s\" or \"2m\"")
        }
        guard let seconds, seconds.magnitude < 1e9 else {
            throw Failure(message: "A time reads such as \"250ms\", \"1.5s\" or \"2m\".", position: position)
        }
        return Int64((seconds * 1e6).rounded())
    }

    private static func seconds(_ text: String) -> Double? {
        let number = text.prefix { $0.isASCII && ($0.isNumber || "+-.".contains($0)) }
        let units = ["us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1, "": 1, "m": 60, "min": 60, "h": 3600, "d": 86_400]
        guard let amount = Double(number), let unit = units[String(text.dropFirst(number.count))] else { return nil }
        return amount * unit
    }
}
