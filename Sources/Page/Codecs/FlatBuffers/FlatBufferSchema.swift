/// What the tables of a FlatBuffer hold: as much of a schema as checking needs.
package struct FlatBufferSchema: Sendable {
    /// Index of a table in the schema.
    package typealias TableIndex = Int

    package enum Kind: Sendable {
        /// A number of that many bytes.
        case scalar(Int)
        case structure(size: Int, alignment: Int)
        case string
        case table(TableIndex)
        /// A vector of tables.
        case tables(TableIndex)
        /// A table that the byte in the field before chooses, counted from 1.
        case union([TableIndex])
    }

    package struct Field: Sendable {
        package var id: Int
        package var kind: Kind
        package var isRequired: Bool
    }

    /// The fields of each table.
    package var tables: [[Field]]
    package var root: TableIndex
}
