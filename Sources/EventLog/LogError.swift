package import Events
package import Checklist

/// What the log itself finds wrong; what LMDB finds is thrown as it is.
package enum LogError: Error, Hashable, Sendable {
    /// The note is at another version than the caller expected.
    case conflict(currentVersion: UInt64)
    /// A parent of the event is not in the log.
    case unknownParent(EventID)
    /// Another event has that id.
    case idTaken(EventID)
    /// The event cannot be one that a device made.
    case flawed(EventID, EventFlaw)
    /// The author of the event had not seen an event that it made of the same note.
    case outOfTurn(EventID, unseen: EventID)
    /// The record at a position is missing or cannot be read.
    case damagedRecord(position: UInt64, DecodingFailure?)
    /// A row of an index or projection cannot be read.
    case damagedRow(table: String)
    /// The store was written in a format that this program does not know.
    case unsupportedFormat(UInt64)
    /// The file has commits, and not the tables of a store.
    case missingTables
    /// The pages of the file contradict each other, as it says.
    case damagedFile(String)
    /// There is no store in the folder.
    case noStore
    /// The log is closed.
    case closed
}
