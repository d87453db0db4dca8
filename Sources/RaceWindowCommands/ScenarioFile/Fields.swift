import CommandLineKit
import DataFormats
import Simulation

/// The members of an object, all of which must be known.
struct Fields {
    typealias Failure = JSONFailure

    private var members: [String: JSONNode] = [:]

    init(_ json: JSONNode, _ what: String, _ known: [String]) throws(Failure) {
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

    subscript(name: String) -> JSONNode? { members[name] }

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

    func list(_ name: String) throws(Failure) -> [JSONNode] {
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

extension JSONNode {
    func mismatch(_ wanted: String) -> JSONFailure {
        JSONFailure(message: "Here should be \(wanted), not \(kind).", position: position)
    }

    func text() throws(JSONFailure) -> String {
        guard case .string(let text) = value else { throw mismatch("a text") }
        return text
    }

    /// A time of at least 0, in microseconds.
    func duration() throws(JSONFailure) -> UInt64 {
        let microseconds = try signedDuration()
        guard microseconds >= 0 else {
            throw JSONFailure(message: "This time must not be negative.", position: position)
        }
        return UInt64(microseconds)
    }

    /// A time in microseconds.
    func signedDuration() throws(JSONFailure) -> Int64 {
        let length: Duration?
        switch value {
        case .number(let number): length = number.magnitude < 1e9 ? .microseconds(Int64((number * 1e6).rounded())) : nil
        case .string(let text): length = Duration(text)
        default: throw mismatch("a time such as \"250ms\", \"1.5s\" or \"2m\"")
        }
        guard let microseconds = length?.inMicroseconds, microseconds.magnitude < 1_000_000_000_000_000 else {
            throw JSONFailure(message: "A time reads such as \"250ms\", \"1.5s\" or \"2m\".", position: position)
        }
        return microseconds
    }
}
