package import Checklist

/// The devices and notes that a log names, numbered from 0 in the order in which its records first name them.
///
/// Records refer to them by number, which is short. The record that names one first carries it in full, so that the
/// chain of hashes covers the numbering, and two logs of the same events number alike.
package struct Roster: Sendable {
    /// The devices, by number.
    package private(set) var devices: [DeviceID] = []
    /// The notes, by number.
    package private(set) var notes: [NoteID] = []
    private var deviceNumbers: [DeviceID: UInt32] = [:]
    private var noteNumbers: [NoteID: UInt32] = [:]

    /// Nobody named yet.
    package init() {}

    /// The number of a device that was named.
    @inline(__always)
    package func number(of device: DeviceID) -> UInt32? {
        // Nearly always the store's own device, which is nearly always the first.
        if let first = devices.first, first == device { return 0 }
        return deviceNumbers[device]
    }

    /// The number of a note that was named; a good guess saves the search.
    package func number(of note: NoteID, guess: UInt32? = nil) -> UInt32? {
        if let guess, guess < notes.count, notes[Int(guess)] == note { return guess }
        return noteNumbers[note]
    }

    /// Names a device; its number, the old one if it has one.
    @discardableResult
    package mutating func admit(_ device: DeviceID) -> UInt32 {
        if let number = number(of: device) { return number }
        let number = UInt32(devices.count)
        devices.append(device)
        deviceNumbers[device] = number
        return number
    }

    /// Names a note; its number, the old one if it has one.
    @discardableResult
    package mutating func admit(_ note: NoteID) -> UInt32 {
        if let number = number(of: note) { return number }
        let number = UInt32(notes.count)
        notes.append(note)
        noteNumbers[note] = number
        return number
    }

    /// Forgets those named last, down to so many.
    package mutating func truncate(devices deviceCount: Int, notes noteCount: Int) {
        while devices.count > deviceCount { deviceNumbers[devices.removeLast()] = nil }
        while notes.count > noteCount { noteNumbers[notes.removeLast()] = nil }
    }
}
