import Foundation
import Testing

/// The table of inputs around task lists.
struct TaskListCases {
    let name: String
    let input: String
    /// What cmark-gfm says, which is GFM's reference.
    let reference: String
    /// What md4c says, by itself.
    let md4c: String
    let agree: Bool

    static func all() throws -> [TaskListCases] {
        let table = String(decoding: try Resource.bytes("tasklist-cases.tsv"), as: UTF8.self)
        return try table.split(separator: "\n").dropFirst().map { line in
            let fields = line.components(separatedBy: "\t")
            try #require(fields.count == 14)
            let input = try JSONDecoder().decode(String.self, from: Data(fields[1].utf8))
            return TaskListCases(
                name: fields[0], input: input, reference: fields[2], md4c: fields[4], agree: fields[13] == "yes")
        }
    }
}
