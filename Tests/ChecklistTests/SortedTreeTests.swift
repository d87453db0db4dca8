import TestSupport
import Testing

@testable import Checklist

@Suite struct SortedTreeIsAnOrderedMap {
    @Test(arguments: 0..<12 as Range<UInt64>)
    func againstADictionary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var tree = SortedTree<Int, Int>(sorted: seed % 2 == 0 ? [] : (0..<500).map { (key: $0 * 3, value: $0) })
        var model: [Int: Int] = [:]
        tree.forEach { model[$0] = $1 }
        for step in 0..<3000 {
            let key = Int(random.next() % 1600)
            if step % 700 < 350 {
                tree[key] = step
                model[key] = step
            } else {
                tree[key] = nil
                model[key] = nil
            }
            guard step % 20 == 0 else { continue }
            let held = tree
            tree[1601] = 1
            #expect(held[1601] == nil)
            tree[1601] = nil
            let asked = Int(random.next() % 1600)
            #expect(tree.floor(of: asked)?.key == model.keys.filter { $0 <= asked }.max())
            #expect(tree.next(after: asked)?.key == model.keys.filter { $0 > asked }.min())
            #expect(tree[asked] == model[asked] && tree.count == model.count)
        }
        var keys: [Int] = []
        tree.forEach { key, _ in keys.append(key) }
        #expect(keys == model.keys.sorted())
    }

    /// Lines that move among many leaves, each under an id of its own.
    @Test func idsAreFoundWhileLinesMove() {
        let count = 400
        var document = parsed((0..<count).map { "line \($0)\n" }.joined())
        var model = document.ids
        var random = SeededGenerator(seed: 3)
        for step in 0..<600 {
            let from = Int(random.next() % UInt64(count))
            let id = model.remove(at: from)
            let to = Int(random.next() % UInt64(count))
            document.apply([.move(id, after: to == 0 ? nil : model[to - 1])], by: event(step))
            model.insert(id, at: to)
            if step % 50 == 0 { #expect(document.checkInvariants() == [], "step \(step)") }
        }
        #expect(document.ids == model)
    }
}

@Suite struct LabelsAreSpreadLocally {
    /// Labels by the identity of the leaf, which an edit elsewhere keeps.
    private func labels(_ document: ChecklistDocument) -> [ObjectIdentifier: UInt64] {
        var labels: [ObjectIdentifier: UInt64] = [:]
        document.tree.forEachLeaf { slot in
            labels[ObjectIdentifier(slot.leaf)] = slot.label
            return true
        }
        return labels
    }

    /// Lines always put at one place halve the room between two labels each time, and soon use it up.
    @Test(arguments: [0, 500, 999])
    func insertingAtOnePlaceRenewsFewLabels(line: Int) {
        var document = parsed((0..<1000).map { "line \($0)\n" }.joined(), shape: .tiny)
        let place = document.ids[line]
        var renewed = 0
        let steps = 500
        for step in 0..<steps {
            let before = document
            let old = labels(before)
            document.apply([.insert(after: place, before: nil, bytes: Array("new \(step)\n".utf8))], by: event(step))
            renewed += labels(document).count { leaf, label in old[leaf].map { $0 != label } ?? false }
            if step % 100 == 0 { #expect(document.checkInvariants() == []) }
        }
        #expect(document.checkInvariants() == [])
        // Each of the leaves made, about one in two lines, costs at most a few times the logarithm of all leaves.
        #expect(renewed <= steps * 12, "\(renewed) labels were renewed")
    }
}
