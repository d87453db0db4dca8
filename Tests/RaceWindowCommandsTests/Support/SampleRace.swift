import Checklist
import Events
import Foundation
import NoteLedger

/// Two devices' stores of one note that were kept in step by sending whole bodies, as apps do under last-writer-wins.
struct SampleRace {
    /// A device's store, with the version that it holds.
    final class Device {
        let ledger: Ledger
        let folder: String
        /// What decides between the body that the store shows and others: who made it, and when.
        var version: (stamp: Stamp, device: DeviceID)

        init(_ ledger: Ledger, _ folder: String) {
            (self.ledger, self.folder) = (ledger, folder)
            version = (Stamp(rawValue: 0), DeviceID(0))
        }

        /// Acts on the note.
        func perform(_ action: NoteAction, on note: NoteID, at time: UInt64) throws {
            let receipt = try ledger.perform(action, on: note, time: time)
            guard let id = receipt.event, let event = try ledger.event(id)?.event else { return }
            version = (event.stamp, id.device)
        }

        func line(_ text: String, of note: NoteID) throws -> LineID {
            let lines = try ledger.note(note).document.lines
            return lines.first { String(decoding: Array($0.text), as: UTF8.self) == text }?.id
                ?? LineID(event: EventID(device: DeviceID(0), counter: 0), index: 0)
        }
    }

    let note: NoteID
    let phone: Device
    let mac: Device
    /// When it all begins: a Monday morning.
    static let start: UInt64 = 1_764_490_500_000

    /// Makes the folders `phone` and `mac` with a note that both have.
    init(in folder: String) throws {
        func device(_ name: String, _ number: UInt64) throws -> Device {
            var options = Ledger.Options()
            options.device = DeviceID(number)
            options.deviceName = name
            return Device(try Ledger.open(at: "\(folder)/\(name)", options: options), "\(folder)/\(name)")
        }
        phone = try device("phone", 0x1111_0000_0000_0000)
        mac = try device("mac", 0x2222_0000_0000_0000)
        let created = try phone.ledger.perform(
            .create(title: "Groceries", body: Array("- [ ] milk\n- [ ] bread\n- [ ] eggs\n".utf8)),
            on: NoteID(high: 7, low: 7), time: Self.start)
        note = created.note
        for entry in try phone.ledger.events() { try mac.ledger.append(entry.event) }
    }

    /// Sends the whole body of one device to the other one, which takes it if it wins.
    func send(from sender: Device, to receiver: Device) throws {
        guard sender.version > receiver.version else { return }
        try receiver.ledger.receive(
            sender.ledger.note(note).document, from: sender.version.device, stamp: sender.version.stamp, for: note)
        receiver.version = sender.version
    }

    /// Both send what they have.
    func exchange() throws {
        let (sent, theirs) = (phone.version, mac.version)
        if sent > theirs { try send(from: phone, to: mac) } else { try send(from: mac, to: phone) }
    }

    /// The milk is ticked on the phone, the bread on the Mac 0.4 s later, before anything was sent: the milk is lost.
    func loseTheMilk() throws {
        try phone.perform(.toggle(phone.line("milk", of: note), to: true), on: note, at: Self.start + 10_000)
        try mac.perform(.toggle(mac.line("bread", of: note), to: true), on: note, at: Self.start + 10_400)
        try exchange()
    }

    func close() {
        phone.ledger.close()
        mac.ledger.close()
    }

    var bodies: [String] {
        get throws { try [phone, mac].map { String(decoding: try $0.ledger.note(note).body, as: UTF8.self) } }
    }
}

private func > (left: (stamp: Stamp, device: DeviceID), right: (stamp: Stamp, device: DeviceID)) -> Bool {
    left.stamp != right.stamp ? left.stamp > right.stamp : left.device > right.device
}
