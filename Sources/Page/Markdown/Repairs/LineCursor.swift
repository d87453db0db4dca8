/// A place in a line, counted in bytes and in columns; a tab reaches to the next column that 4 divides.
struct LineCursor {
    let bytes: UnsafeBufferPointer<UInt8>
    let end: Int
    private(set) var position: Int
    /// The column; within a tab at `position` if only a part of it is passed.
    private var column = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ line: Range<Int>) {
        self.bytes = bytes
        end = line.upperBound
        position = line.lowerBound
    }

    /// How many columns of white space come next, and the first byte after them.
    var indent: (columns: Int, next: Int) {
        var next = position
        var column = column
        while next < end {
            switch bytes[next] {
            case UInt8(ascii: " "): column += 1
            case UInt8(ascii: "\t"): column = column / 4 * 4 + 4
            default: return (column - self.column, next)
            }
            next += 1
        }
        return (column - self.column, next)
    }

    /// Passes so many columns of white space, or all there are.
    mutating func skip(columns: Int) {
        var rest = columns
        while rest > 0, position < end {
            switch bytes[position] {
            case UInt8(ascii: " "):
                position += 1
                column += 1
                rest -= 1
            case UInt8(ascii: "\t"):
                let width = 4 - column % 4
                if width <= rest { position += 1 }
                column += min(width, rest)
                rest -= min(width, rest)
            default: return
            }
        }
    }

    /// Passes bytes that are one column wide each.
    mutating func skip(bytes count: Int) {
        position += count
        column += count
    }
}
