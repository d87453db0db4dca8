import Pathological
import Testing

@testable import Checklist

@Suite struct PathologicalInputsHold {
    @Test func thereAre57() { #expect(Set(PathologicalInput.all.map(\.name)).count == 57) }

    @Test(arguments: PathologicalInput.all)
    func treeIsSoundAndEditable(input: PathologicalInput) throws {
        let bytes = input.text(200)
        for shape in [TreeShape.standard, .tiny] {
            var document = ChecklistDocument(parsing: bytes, madeBy: author, shape: shape)
            #expect(document.bytes == bytes)
            #expect(document.checkInvariants() == [])
            for (number, offset) in [0, bytes.count / 2, bytes.count].enumerated() {
                document.replace(offset..<offset, with: "```\n".utf8, by: event(2 * number + 1))
                document.replace(offset..<(offset + 4), with: [], by: event(2 * number + 2))
            }
            #expect(document.bytes == bytes)
            #expect(document.checkInvariants() == [])
            let fresh = ChecklistDocument(parsing: bytes, madeBy: author)
            #expect(document.checkboxCount == fresh.checkboxCount)
        }
    }
}
