import Checklist
import Events

/// A text in which every character has an identity, so that edits made at once can be combined in any order: Fugue
/// (Weidner and Kleppmann 2023), the tree of which is walked in order, left children first.
///
/// A character is one Unicode scalar of UTF-8; bytes that are no UTF-8 stand alone.
struct TextSequence: Sendable {
    /// Who typed a character, and which of his characters it is. The start's are device 0's.
    struct ID: Hashable, Comparable, Sendable {
        var device: DeviceID
        var counter: UInt64

        static func < (left: ID, right: ID) -> Bool {
            (left.device, left.counter) < (right.device, right.counter)
        }
    }

    /// A character and where it was put.
    struct Character: Hashable, Sendable {
        var id: ID
        var bytes: [UInt8]
        /// The character that it is a child of; nil for the start of the text.
        var parent: ID?
        /// Whether it comes after its parent.
        var isRight: Bool
        /// The line that its author typed it in.
        var line: LineID
    }

    private struct Node: Sendable {
        var character: Character
        var left: [ID] = []
        var right: [ID] = []
    }

    private var nodes: [ID: Node] = [:]
    private var rootChildren: [ID] = []
    private(set) var deleted: Set<ID> = []
    /// Characters whose parent has not come yet.
    private var waiting: [Character] = []

    /// The text that all devices start with.
    init(_ lines: [PlainLine]) {
        var counter: UInt64 = 0
        var previous: ID?
        for line in lines {
            for bytes in TextSequence.scalars(of: line.bytes) {
                counter += 1
                let id = ID(device: DeviceID(0), counter: counter)
                insert(Character(id: id, bytes: bytes, parent: previous, isRight: true, line: line.id))
                previous = id
            }
        }
    }

    /// The scalars of a text, each with its bytes.
    static func scalars(of bytes: [UInt8]) -> [[UInt8]] {
        var scalars: [[UInt8]] = []
        var missing = 0
        for byte in bytes {
            if missing > 0, byte & 0xC0 == 0x80 {
                scalars[scalars.count - 1].append(byte)
                missing -= 1
            } else {
                scalars.append([byte])
                missing = byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0
            }
        }
        return scalars
    }

    /// Takes a character, possibly again, possibly before its parent.
    mutating func insert(_ character: Character) {
        guard nodes[character.id] == nil else { return }
        if let parent = character.parent, nodes[parent] == nil {
            waiting.append(character)
            return
        }
        nodes[character.id] = Node(character: character)
        func place(in siblings: inout [ID]) {
            siblings.insert(character.id, at: siblings.firstIndex { $0 > character.id } ?? siblings.count)
        }
        if let parent = character.parent {
            if character.isRight {
                place(in: &nodes[parent, default: Node(character: character)].right)
            } else {
                place(in: &nodes[parent, default: Node(character: character)].left)
            }
        } else {
            place(in: &rootChildren)
        }
        guard !waiting.isEmpty else { return }
        let held = waiting
        waiting = []
        for character in held { insert(character) }
    }

    /// Removes a character, also one that has not come yet.
    mutating func delete(_ id: ID) { deleted.insert(id) }

    /// All characters in order, deleted ones too.
    private var walk: [ID] {
        enum Step {
            case enter(ID)
            case emit(ID)
        }
        var order: [ID] = []
        var steps = rootChildren.reversed().map(Step.enter)
        while let step = steps.popLast() {
            switch step {
            case .emit(let id): order.append(id)
            case .enter(let id):
                guard let node = nodes[id] else { continue }
                steps += node.right.reversed().map(Step.enter)
                steps.append(.emit(id))
                steps += node.left.reversed().map(Step.enter)
            }
        }
        return order
    }

    /// The characters that are there, in order.
    var characters: [Character] { walk.filter { !deleted.contains($0) }.compactMap { nodes[$0]?.character } }

    /// Puts new characters after one that is there (nil: at the start), one after the other; returns them.
    mutating func insert(_ texts: [[UInt8]], after left: ID?, line: LineID, by next: () -> ID) -> [Character] {
        var left = left
        return texts.map { bytes in
            let character: Character
            let hasRight = left.map { nodes[$0]?.right.isEmpty == false } ?? !rootChildren.isEmpty
            if hasRight {
                // The next character of all becomes the parent: nothing can come between.
                let order = walk
                let place = left.flatMap { order.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                character = Character(id: next(), bytes: bytes, parent: order[place], isRight: false, line: line)
            } else {
                character = Character(id: next(), bytes: bytes, parent: left, isRight: true, line: line)
            }
            insert(character)
            left = character.id
            return character
        }
    }

    /// The document that the characters make. A line keeps the id that its first characters were typed in.
    var document: ChecklistDocument {
        var lines: [PlainLine] = []
        var used: Set<LineID> = []
        var line: [Character] = []
        func close() {
            guard let first = line.first else { return }
            var id = LineID(
                event: EventID(device: first.id.device, counter: first.id.counter), index: 1 << 30)
            if let known = line.first(where: { !used.contains($0.line) })?.line { id = known }
            used.insert(id)
            lines.append(PlainLine(id: id, bytes: line.flatMap(\.bytes)))
            line = []
        }
        for character in characters {
            line.append(character)
            if character.bytes == [0x0A] { close() }
        }
        close()
        return ChecklistDocument(lines)
    }
}
